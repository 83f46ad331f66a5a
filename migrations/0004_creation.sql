-- Creations. A creation's row is its job: claimed by lease, fenced on owner and attempt.
CREATE TABLE creations (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    request_key TEXT NOT NULL,
    kind TEXT NOT NULL,
    mode TEXT NOT NULL,
    -- Empty where the person wrote none.
    words TEXT NOT NULL,
    place TEXT,
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
    -- Higher plans count as having waited longer: by so many milliseconds, as the plan was when the
    -- creation began.
    head_start BIGINT NOT NULL DEFAULT 0,
    -- A finished memory may be made once more for free. The mark (`retake`) stands with the memory that
    -- was paid for, so that deleting the retake brings no second one; it goes when the retake comes to
    -- nothing.
    retake_of TEXT,
    retake TEXT,
    CONSTRAINT creations_status CHECK (status IN ('running', 'finished', 'failed', 'cancelled'))
);
CREATE UNIQUE INDEX creations_request ON creations (account_id, request_key);
CREATE INDEX creations_due ON creations (next_at) WHERE status = 'running';
CREATE INDEX creations_owner ON creations (account_id, created_at);
CREATE INDEX creations_finished ON creations (kind, ended_at) WHERE status = 'finished';
CREATE INDEX creations_retake ON creations (retake) WHERE retake IS NOT NULL;
-- What is held for memories that are being made is shown beside the balance on every page.
CREATE INDEX creations_running ON creations (account_id) WHERE status = 'running';

CREATE TABLE prompt_history (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES accounts (id),
    prompt TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX prompt_history_user ON prompt_history (user_id, created_at);
