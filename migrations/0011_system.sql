-- How often something guarded was tried or asked for within its window: codes of second factors and of
-- mails, and mails that strangers ask for. Subjects are keyed digests, and a row goes once its window
-- is over.
CREATE TABLE quotas (
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    used BIGINT NOT NULL,
    began_at BIGINT NOT NULL,
    -- Nothing more is taken before.
    again_at BIGINT NOT NULL,
    PRIMARY KEY (kind, subject)
);
CREATE INDEX quotas_began ON quotas (began_at);

-- Keys that must outlive a change of the server's own secret; sealed with it.
CREATE TABLE server_keys (
    id TEXT PRIMARY KEY,
    sealed TEXT NOT NULL
);

-- Keys that came before the server's key, sealed by it: digests that were made with them, such as those
-- of recovery codes, cannot be made anew, and still count.
CREATE TABLE retired_keys (
    id TEXT PRIMARY KEY,
    sealed TEXT NOT NULL,
    retired_at BIGINT NOT NULL
);
