-- Client programs' people who are away at a provider. The row is kept until it is old, so
-- that a second use is told from an unknown one.
CREATE TABLE auth_oauth_states (
    id TEXT PRIMARY KEY,
    -- Sealed with the server's key.
    verifier TEXT NOT NULL,
    redirect_to TEXT NOT NULL,
    challenge TEXT,
    challenge_method TEXT,
    created_at BIGINT NOT NULL,
    used_at BIGINT
);
CREATE INDEX auth_oauth_states_age ON auth_oauth_states (created_at);
