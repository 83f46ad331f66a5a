-- Browsers that locked the administrator's pages again.
CREATE TABLE admin_locks (
    session_id TEXT PRIMARY KEY,
    locked_at BIGINT NOT NULL
);
CREATE INDEX admin_locks_age ON admin_locks (locked_at);

-- Who (which unlocked browser) changed what, when and from where.
CREATE TABLE admin_log (
    id TEXT PRIMARY KEY,
    session_id TEXT NOT NULL,
    client TEXT NOT NULL,
    action TEXT NOT NULL,
    subject TEXT NOT NULL,
    detail TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX admin_log_subject ON admin_log (subject, created_at);
CREATE INDEX admin_log_age ON admin_log (created_at);
