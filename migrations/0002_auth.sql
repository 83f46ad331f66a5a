-- How people get in and stay in: the pages and the token API share these. Names are GoTrue's where
-- it has one.
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
    expires_at BIGINT NOT NULL,
    aal TEXT NOT NULL DEFAULT 'aal1',
    -- JSON: how and when the person proved who they are, newest first.
    amr TEXT NOT NULL DEFAULT '[]',
    user_agent TEXT NOT NULL DEFAULT '',
    ip TEXT NOT NULL DEFAULT '',
    -- 'Keep me signed in': the cookie outlives the browser.
    keep BIGINT NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX sessions_token ON sessions (token);
CREATE INDEX sessions_previous_token ON sessions (previous_token);
CREATE INDEX sessions_account ON sessions (account_id);
CREATE INDEX sessions_expiry ON sessions (expires_at);

-- Sessions of client programs: each is a row of `sessions` (so that whatever ends sessions ends these
-- too) whose token is no digest, so that no cookie ever finds it.
CREATE TABLE api_sessions (
    session_id TEXT PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
    -- The number of the refresh token that counts; the token itself is nowhere.
    counter BIGINT NOT NULL,
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

-- Links and codes of mails, only as keyed digests. Links of older mails live until one of their kind
-- is used; of codes the newest counts.
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
    expires_at BIGINT NOT NULL,
    -- What the client program that asked for the mail knows of somebody new: it counts with the proof
    -- that this mail gives, so that nobody can plant it at an address of somebody else.
    metadata TEXT,
    -- Of a client program that asks by code (PKCE).
    challenge TEXT,
    challenge_method TEXT
);
CREATE INDEX one_time_tokens_account ON one_time_tokens (account_id, token_type, created_at);
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
    -- The session that began a factor which is not verified yet: it alone sees its secret and verifies
    -- it, so that nobody else of the account's sessions plants one or learns it.
    session_id TEXT,
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
CREATE INDEX mfa_challenges_created ON mfa_challenges (created_at);

CREATE TABLE mfa_recovery_codes (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    code_hash TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    used_at BIGINT
);
CREATE INDEX mfa_recovery_codes_account ON mfa_recovery_codes (account_id);

-- Sign-ins of client programs that are under way (PKCE), made when the code is given out.
CREATE TABLE auth_flows (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    -- How the session will have been opened; JSON text.
    method TEXT NOT NULL,
    challenge TEXT NOT NULL,
    challenge_method TEXT NOT NULL,
    -- The code's digest.
    code TEXT NOT NULL,
    -- What a provider gave for the program beside who somebody is: sealed, until the program takes it.
    provider_tokens TEXT,
    created_at BIGINT NOT NULL,
    -- Of the account, when its holder came back.
    sign_in_epoch BIGINT NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX auth_flows_code ON auth_flows (code);
CREATE INDEX auth_flows_account ON auth_flows (account_id, created_at);
CREATE INDEX auth_flows_age ON auth_flows (created_at);

-- Client programs' people who are away at a provider. The row is kept until it is old, so that a
-- second use is told from an unknown one.
CREATE TABLE auth_oauth_states (
    id TEXT PRIMARY KEY,
    -- Sealed with the server's key.
    verifier TEXT NOT NULL,
    redirect_to TEXT NOT NULL,
    challenge TEXT,
    challenge_method TEXT,
    created_at BIGINT NOT NULL,
    used_at BIGINT,
    -- Whose account gets another way to sign in, by the session that began it; empty where somebody
    -- signs in.
    account_id TEXT REFERENCES accounts (id) ON DELETE CASCADE,
    session_id TEXT REFERENCES sessions (id) ON DELETE CASCADE
);
CREATE INDEX auth_oauth_states_age ON auth_oauth_states (created_at);
CREATE INDEX auth_oauth_states_account ON auth_oauth_states (account_id);
CREATE INDEX auth_oauth_states_session ON auth_oauth_states (session_id) WHERE session_id IS NOT NULL;

-- What is written when an address is asked about that has no account: the answer takes as long as for
-- one that has. Nothing of anybody's is in it.
CREATE TABLE timing_padding (
    id BIGINT PRIMARY KEY,
    times BIGINT NOT NULL
);
INSERT INTO timing_padding (id, times) VALUES (1, 0);
