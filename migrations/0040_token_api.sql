-- Sessions of client programs: each is a row of `sessions` (so that whatever ends sessions
-- ends these too) whose token is no digest, so that no cookie ever finds it.
CREATE TABLE api_sessions (
    session_id TEXT PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
    -- The number of the refresh token that counts; the token itself is nowhere.
    counter BIGINT NOT NULL,
    -- How the person proved who they are: JSON, newest first.
    proofs TEXT NOT NULL,
    refreshed_at BIGINT NOT NULL
);

-- What client programs keep of a person; no row means nothing yet.
CREATE TABLE api_users (
    account_id TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    -- JSON objects.
    user_metadata TEXT NOT NULL,
    app_metadata TEXT NOT NULL,
    banned_until BIGINT,
    invited_at BIGINT,
    last_sign_in_at BIGINT,
    updated_at BIGINT NOT NULL
);
