-- How people get in and stay in: both faces, the pages and the token API, share these.
-- Names are GoTrue's where it has one. Accounts made before are confirmed.
ALTER TABLE accounts ADD COLUMN email_confirmed_at BIGINT;
ALTER TABLE accounts ADD COLUMN confirmation_sent_at BIGINT;
ALTER TABLE accounts ADD COLUMN recovery_sent_at BIGINT;
ALTER TABLE accounts ADD COLUMN reauthentication_sent_at BIGINT;
-- The address an account changes to, until enough of both have agreed.
ALTER TABLE accounts ADD COLUMN email_change TEXT;
ALTER TABLE accounts ADD COLUMN email_change_sent_at BIGINT;
-- How many confirmations are still missing.
ALTER TABLE accounts ADD COLUMN email_change_missing BIGINT NOT NULL DEFAULT 0;
UPDATE accounts SET email_confirmed_at = created_at;

ALTER TABLE sessions ADD COLUMN aal TEXT NOT NULL DEFAULT 'aal1';
-- JSON: how and when the person proved who they are, newest first.
ALTER TABLE sessions ADD COLUMN amr TEXT NOT NULL DEFAULT '[]';
ALTER TABLE sessions ADD COLUMN user_agent TEXT NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN ip TEXT NOT NULL DEFAULT '';
-- 'Keep me signed in': the cookie outlives the browser.
ALTER TABLE sessions ADD COLUMN keep BIGINT NOT NULL DEFAULT 0;

-- One live token of a kind for an account; the link and the code only as keyed digests.
CREATE TABLE one_time_tokens (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    token_type TEXT NOT NULL,
    token_hash TEXT NOT NULL,
    code_hash TEXT NOT NULL,
    -- The address it was sent to.
    relates_to TEXT NOT NULL,
    tries_left BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX one_time_tokens_account ON one_time_tokens (account_id, token_type);
CREATE INDEX one_time_tokens_hash ON one_time_tokens (token_hash);
CREATE INDEX one_time_tokens_expiry ON one_time_tokens (expires_at);

CREATE TABLE identities (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    provider TEXT NOT NULL,
    -- The person's id at the provider; for 'email' the account's own.
    provider_id TEXT NOT NULL,
    identity_data TEXT NOT NULL,
    email TEXT,
    last_sign_in_at BIGINT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX identities_provider ON identities (provider, provider_id);
CREATE INDEX identities_account ON identities (account_id);
INSERT INTO identities (id, account_id, provider, provider_id, identity_data, email, created_at, updated_at)
    SELECT id, id, 'email', id, '{}', email, created_at, created_at FROM accounts;

CREATE TABLE mfa_factors (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    friendly_name TEXT NOT NULL,
    factor_type TEXT NOT NULL,
    status TEXT NOT NULL,
    -- Sealed with the server's key.
    secret TEXT NOT NULL,
    -- The last time step a code was taken for: a code works once.
    last_step BIGINT NOT NULL DEFAULT 0,
    last_challenged_at BIGINT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    CONSTRAINT mfa_factors_status CHECK (status IN ('unverified', 'verified'))
);
CREATE INDEX mfa_factors_account ON mfa_factors (account_id);
CREATE UNIQUE INDEX mfa_factors_name ON mfa_factors (account_id, friendly_name) WHERE friendly_name <> '';

CREATE TABLE mfa_challenges (
    id TEXT PRIMARY KEY,
    factor_id TEXT NOT NULL REFERENCES mfa_factors (id),
    ip_address TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    verified_at BIGINT
);
CREATE INDEX mfa_challenges_factor ON mfa_challenges (factor_id);

CREATE TABLE mfa_recovery_codes (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    code_hash TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    used_at BIGINT
);
CREATE INDEX mfa_recovery_codes_account ON mfa_recovery_codes (account_id);

-- What happened to an account's safety, for its owner to read.
CREATE TABLE security_events (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    kind TEXT NOT NULL,
    ip TEXT NOT NULL,
    user_agent TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX security_events_account ON security_events (account_id, created_at);
