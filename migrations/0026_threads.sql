-- Threads: what somebody began by writing to us, with every answer. One row tells the
-- administrator what waits, and in which order.
ALTER TABLE messages ADD COLUMN plan TEXT;

CREATE TABLE threads (
    -- The message that began it.
    id TEXT PRIMARY KEY,
    account_id TEXT,
    -- The writer's plan when they wrote last.
    plan TEXT,
    -- 0 once it is answered, otherwise 1, 2 with Pro, 3 with Premium.
    queue BIGINT NOT NULL,
    -- While it waits, since when; answered ones count backwards, so that the newest is first.
    sort_at BIGINT NOT NULL
);
INSERT INTO threads (id, account_id, queue, sort_at)
SELECT thread_id, MAX(account_id), 1, MIN(created_at) FROM messages GROUP BY thread_id;
CREATE INDEX threads_order ON threads (queue, sort_at, id);
CREATE INDEX threads_account ON threads (account_id);
