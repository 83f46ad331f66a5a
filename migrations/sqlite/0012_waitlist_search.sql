-- SQLite searches by its own full-text index of trigrams, which needs rows with a number
-- that never changes.
CREATE TABLE waitlist_numbered (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    mailbox TEXT NOT NULL,
    reason TEXT NOT NULL,
    type TEXT NOT NULL,
    status TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    search TEXT NOT NULL,
    invitation TEXT,
    account_id TEXT,
    CONSTRAINT waitlist_entries_status CHECK (status IN ('pending', 'approved', 'rejected'))
);
INSERT INTO waitlist_numbered (id, name, email, mailbox, reason, type, status, created_at, search, invitation, account_id)
SELECT id, name, email, mailbox, reason, type, status, created_at, search, invitation, account_id
FROM waitlist_entries ORDER BY created_at, id;
DROP TABLE waitlist_entries;
ALTER TABLE waitlist_numbered RENAME TO waitlist_entries;
CREATE UNIQUE INDEX waitlist_entries_id ON waitlist_entries (id);
CREATE UNIQUE INDEX waitlist_entries_mailbox ON waitlist_entries (mailbox);
CREATE UNIQUE INDEX waitlist_entries_invitation ON waitlist_entries (invitation);
CREATE INDEX waitlist_entries_account ON waitlist_entries (account_id);
CREATE INDEX waitlist_entries_age ON waitlist_entries (created_at, id);
CREATE INDEX waitlist_entries_state ON waitlist_entries (status, created_at, id);
CREATE INDEX waitlist_entries_name ON waitlist_entries (search, id);
CREATE INDEX waitlist_entries_email ON waitlist_entries (email, id);

CREATE VIRTUAL TABLE waitlist_search USING fts5(
    search, content = 'waitlist_entries', content_rowid = 'number', tokenize = 'trigram'
);
INSERT INTO waitlist_search (waitlist_search) VALUES ('rebuild');
CREATE TRIGGER waitlist_search_insert AFTER INSERT ON waitlist_entries BEGIN
    INSERT INTO waitlist_search (rowid, search) VALUES (new.number, new.search);
END;
CREATE TRIGGER waitlist_search_delete AFTER DELETE ON waitlist_entries BEGIN
    INSERT INTO waitlist_search (waitlist_search, rowid, search) VALUES ('delete', old.number, old.search);
END;
CREATE TRIGGER waitlist_search_update AFTER UPDATE OF search ON waitlist_entries BEGIN
    INSERT INTO waitlist_search (waitlist_search, rowid, search) VALUES ('delete', old.number, old.search);
    INSERT INTO waitlist_search (rowid, search) VALUES (new.number, new.search);
END;
