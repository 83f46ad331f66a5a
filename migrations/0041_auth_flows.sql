-- Sign-ins of client programs that are under way (PKCE): the code only as a digest.
CREATE TABLE auth_flows (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    -- How the session will have been opened; JSON text.
    method TEXT NOT NULL,
    challenge TEXT NOT NULL,
    challenge_method TEXT NOT NULL,
    code TEXT,
    created_at BIGINT NOT NULL,
    code_at BIGINT
);
CREATE UNIQUE INDEX auth_flows_code ON auth_flows (code);
CREATE INDEX auth_flows_account ON auth_flows (account_id, created_at);
CREATE INDEX auth_flows_age ON auth_flows (created_at);

-- How a session was opened stands with every session now.
ALTER TABLE api_sessions DROP COLUMN proofs;
