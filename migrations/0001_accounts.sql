-- Accounts, profiles and sessions. Times are milliseconds since 1970 UTC.
CREATE TABLE accounts (
    id TEXT PRIMARY KEY,
    email TEXT NOT NULL,
    password_hash TEXT NOT NULL,
    terms_version TEXT,
    terms_at BIGINT,
    created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX accounts_email ON accounts (email);

CREATE TABLE profiles (
    id TEXT PRIMARY KEY REFERENCES accounts (id),
    email TEXT NOT NULL,
    username TEXT,
    -- The user name in lower case: what must be unique.
    username_key TEXT,
    credits BIGINT NOT NULL,
    plan TEXT,
    subscription_status TEXT,
    subscription_end_date TEXT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    CONSTRAINT profiles_credits_not_negative CHECK (credits >= 0)
);
CREATE UNIQUE INDEX profiles_username ON profiles (username_key);

CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    -- SHA-256 of the token, hex; the token itself is nowhere.
    token TEXT NOT NULL,
    previous_token TEXT,
    rotated_at BIGINT NOT NULL,
    -- When the renewed token first came back: only then does the one before fade.
    seen_at BIGINT,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX sessions_token ON sessions (token);
CREATE INDEX sessions_previous_token ON sessions (previous_token);
CREATE INDEX sessions_account ON sessions (account_id);
CREATE INDEX sessions_expiry ON sessions (expires_at);
