-- What the administration of the waitlist needs: text to search in, invitations, the log,
-- locked browsers, messages.

-- The name in lower case, a line break, the e-mail: what is searched, and sorted by name.
ALTER TABLE waitlist_entries ADD COLUMN search TEXT NOT NULL DEFAULT '';
UPDATE waitlist_entries SET search = lower(name) || '
' || email;
-- SHA-256 of the invitation of an approved application, hex; the invitation is nowhere.
ALTER TABLE waitlist_entries ADD COLUMN invitation TEXT;
-- The account that came by the invitation.
ALTER TABLE waitlist_entries ADD COLUMN account_id TEXT;

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

-- Messages to us. A message may belong to an account, and be answered: its thread is the
-- message that began it.
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
    created_at BIGINT NOT NULL
);
CREATE INDEX messages_age ON messages (created_at, id);
CREATE INDEX messages_thread ON messages (thread_id, created_at);
CREATE INDEX messages_account ON messages (account_id, created_at);
