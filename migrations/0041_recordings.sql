-- Recordings that films carry: one of a draft at a time, used and deleted with its photos. The sound is a file
-- under the same id.
CREATE TABLE recordings (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    creation_id TEXT REFERENCES creations (id),
    -- How long it is, and the part that is heard, in milliseconds.
    length BIGINT NOT NULL,
    trim_start BIGINT NOT NULL,
    trim_length BIGINT NOT NULL,
    -- How loud it is along its length, as JSON.
    peaks TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX recordings_owner ON recordings (account_id, creation_id);
CREATE INDEX recordings_creation ON recordings (creation_id);
CREATE INDEX recordings_expiry ON recordings (expires_at);
