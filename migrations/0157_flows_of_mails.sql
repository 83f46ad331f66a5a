-- The challenge of a client program that asks by code stands with the mail it asked for: a flow is
-- made when its code is given out, so that nobody else's challenge can take its place meanwhile.
ALTER TABLE one_time_tokens ADD COLUMN challenge TEXT;
ALTER TABLE one_time_tokens ADD COLUMN challenge_method TEXT;

DROP TABLE auth_flows;
CREATE TABLE auth_flows (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    -- How the session will have been opened; JSON text.
    method TEXT NOT NULL,
    challenge TEXT NOT NULL,
    challenge_method TEXT NOT NULL,
    -- The code's digest.
    code TEXT NOT NULL,
    provider_tokens TEXT,
    created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX auth_flows_code ON auth_flows (code);
CREATE INDEX auth_flows_account ON auth_flows (account_id, created_at);
CREATE INDEX auth_flows_age ON auth_flows (created_at);
