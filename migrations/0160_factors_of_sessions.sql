-- The session that began a factor which was not verified yet: it alone sees its secret and verifies
-- it, so that nobody else of the account's sessions plants one or learns it.
ALTER TABLE mfa_factors ADD COLUMN session_id TEXT;
