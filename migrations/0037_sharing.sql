-- Links by which whoever has one sees a memory, without an account.
CREATE TABLE shares (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    -- A memory that is deleted takes its links along.
    creation_id TEXT NOT NULL REFERENCES creations (id) ON DELETE CASCADE,
    -- A keyed digest of the token; the token itself is nowhere.
    token_hash TEXT NOT NULL,
    note TEXT NOT NULL,
    shows_words BIGINT NOT NULL,
    downloads BIGINT NOT NULL,
    password_hash TEXT,
    -- What was opened with the password of before is closed by another one.
    password_version BIGINT NOT NULL DEFAULT 0,
    max_viewings BIGINT,
    viewings BIGINT NOT NULL DEFAULT 0,
    people BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL,
    -- Nothing where it lasts until it is stopped.
    expires_at BIGINT,
    last_viewed_at BIGINT,
    -- An administrator has paused it, and has looked at the memory because of a report.
    paused_at BIGINT,
    looked_at BIGINT,
    ended_at BIGINT,
    ended_by TEXT,
    -- Rises with each change of its terms, so that of two who change it the second learns so.
    version BIGINT NOT NULL DEFAULT 0,
    CONSTRAINT shares_ended CHECK (ended_by IN ('stopped', 'expired', 'banned', 'removed'))
);
CREATE UNIQUE INDEX shares_token ON shares (token_hash);
CREATE INDEX shares_account ON shares (account_id, created_at);
CREATE INDEX shares_creation ON shares (creation_id);
CREATE INDEX shares_expiry ON shares (expires_at) WHERE ended_at IS NULL;
CREATE INDEX shares_ended_at ON shares (ended_at) WHERE ended_at IS NOT NULL;

-- Browsers in which a link was opened: keyed digests, another one for each memory. They go when the
-- link has ended.
CREATE TABLE share_viewers (
    share_id TEXT NOT NULL REFERENCES shares (id) ON DELETE CASCADE,
    viewer TEXT NOT NULL,
    -- 1 for whoever shares it: not counted.
    own BIGINT NOT NULL,
    password_version BIGINT NOT NULL,
    admitted_at BIGINT NOT NULL,
    PRIMARY KEY (share_id, viewer)
);

-- Objections to shared memories. They outlive the link: no key of it stands here.
CREATE TABLE share_reports (
    id TEXT PRIMARY KEY,
    share_id TEXT NOT NULL,
    reason TEXT NOT NULL,
    email TEXT,
    created_at BIGINT NOT NULL,
    -- When an administrator last looked at the memory, and in which unlocked browser.
    looked_at BIGINT,
    looked_session TEXT,
    closed_at BIGINT,
    outcome TEXT,
    CONSTRAINT share_reports_outcome CHECK (outcome IN ('removed', 'kept'))
);
CREATE INDEX share_reports_open ON share_reports (created_at) WHERE closed_at IS NULL;
CREATE INDEX share_reports_closed ON share_reports (closed_at) WHERE closed_at IS NOT NULL;
CREATE INDEX share_reports_share ON share_reports (share_id);

-- Distinct viewers of memories that the person has shared, those deleted since included.
ALTER TABLE profiles ADD COLUMN people_reached BIGINT NOT NULL DEFAULT 0;
