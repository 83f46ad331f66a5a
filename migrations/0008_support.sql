-- Messages to us. A message may belong to an account, and be answered: its thread is the message that
-- began it.
CREATE TABLE messages (
    id TEXT PRIMARY KEY,
    account_id TEXT,
    thread_id TEXT NOT NULL,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    company TEXT NOT NULL,
    employees TEXT NOT NULL,
    body TEXT NOT NULL,
    -- 1 when we wrote it.
    ours BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    plan TEXT
);
CREATE INDEX messages_age ON messages (created_at, id);
CREATE INDEX messages_thread ON messages (thread_id, created_at);
CREATE INDEX messages_account ON messages (account_id, created_at);

-- Threads: what somebody began by writing to us, with every answer. One row tells the administrator
-- what waits, and in which order.
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
CREATE INDEX threads_order ON threads (queue, sort_at, id);
CREATE INDEX threads_account ON threads (account_id);
