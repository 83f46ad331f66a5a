-- Tasks of providers outside that nobody asks for any more, and that are still to be deleted there.
CREATE TABLE task_deletions (
    -- The task as creations name it.
    task TEXT PRIMARY KEY,
    next_at BIGINT NOT NULL,
    tries BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX task_deletions_next ON task_deletions (next_at);
