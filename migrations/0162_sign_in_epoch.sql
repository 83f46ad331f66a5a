-- How often all sign-ins of an account were ended. A session is opened only at the number that stood
-- when its holder's proof was taken, so none is opened by a proof that was ended meanwhile.
ALTER TABLE accounts ADD COLUMN sign_in_epoch BIGINT NOT NULL DEFAULT 0;
ALTER TABLE auth_flows ADD COLUMN sign_in_epoch BIGINT NOT NULL DEFAULT 0;
