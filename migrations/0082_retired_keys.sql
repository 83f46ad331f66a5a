-- Keys that came before the server's key, sealed by it: digests that were made with them,
-- such as those of recovery codes, cannot be made anew, and still count.
CREATE TABLE retired_keys (
    id TEXT PRIMARY KEY,
    sealed TEXT NOT NULL,
    retired_at BIGINT NOT NULL
);
