-- Drafts, photos and creations. A creation's row is its job: claimed by lease, fenced on
-- owner and attempt.
CREATE TABLE drafts (
    account_id TEXT PRIMARY KEY REFERENCES accounts (id),
    draft_key TEXT NOT NULL,
    version BIGINT NOT NULL,
    creation_id TEXT,
    body TEXT NOT NULL,
    updated_at BIGINT NOT NULL
);

CREATE TABLE creations (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    request_key TEXT NOT NULL,
    kind TEXT NOT NULL,
    mode TEXT NOT NULL,
    prompt TEXT NOT NULL,
    -- 64 bits as a signed number.
    seed BIGINT NOT NULL,
    status TEXT NOT NULL,
    progress BIGINT NOT NULL,
    state TEXT NOT NULL,
    image_of TEXT,
    rights_confirmed_at BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    progressed_at BIGINT NOT NULL,
    ended_at BIGINT,
    next_at BIGINT NOT NULL,
    lease_owner TEXT,
    lease_until BIGINT NOT NULL,
    attempt BIGINT NOT NULL,
    CONSTRAINT creations_status CHECK (status IN ('running', 'finished', 'failed', 'cancelled'))
);
CREATE UNIQUE INDEX creations_request ON creations (account_id, request_key);
CREATE INDEX creations_due ON creations (next_at) WHERE status = 'running';
CREATE INDEX creations_owner ON creations (account_id, created_at);
CREATE INDEX creations_finished ON creations (kind, ended_at) WHERE status = 'finished';

CREATE TABLE photos (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    creation_id TEXT REFERENCES creations (id),
    width BIGINT NOT NULL,
    height BIGINT NOT NULL,
    who TEXT,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX photos_owner ON photos (account_id, creation_id);
CREATE INDEX photos_creation ON photos (creation_id);
CREATE INDEX photos_expiry ON photos (expires_at);

CREATE TABLE prompt_history (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES accounts (id),
    prompt TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX prompt_history_user ON prompt_history (user_id, created_at);
