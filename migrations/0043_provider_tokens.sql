-- What a provider gave for a client program beside who somebody is: sealed, until the
-- program takes it.
ALTER TABLE auth_flows ADD COLUMN provider_tokens TEXT;

-- Whose account gets another way to sign in; empty where somebody signs in.
ALTER TABLE auth_oauth_states ADD COLUMN account_id TEXT REFERENCES accounts (id) ON DELETE CASCADE;
CREATE INDEX auth_oauth_states_account ON auth_oauth_states (account_id);
