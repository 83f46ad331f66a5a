-- Applications for the beta; a mailbox (without what follows a plus sign) applies once. SQLite searches
-- by its own full-text index of trigrams, which needs rows with a number that never changes.
CREATE TABLE waitlist_entries (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    mailbox TEXT NOT NULL,
    reason TEXT NOT NULL,
    type TEXT NOT NULL,
    status TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    -- The name in lower case, a line break, the e-mail: what is searched, and sorted by name.
    search TEXT NOT NULL,
    -- SHA-256 of the invitation of an approved application, hex; the invitation is nowhere.
    invitation TEXT,
    -- The account that came by the invitation.
    account_id TEXT,
    CONSTRAINT waitlist_entries_status CHECK (status IN ('pending', 'approved', 'rejected'))
);
CREATE UNIQUE INDEX waitlist_entries_id ON waitlist_entries (id);
CREATE UNIQUE INDEX waitlist_entries_mailbox ON waitlist_entries (mailbox);
CREATE UNIQUE INDEX waitlist_entries_invitation ON waitlist_entries (invitation);
CREATE INDEX waitlist_entries_account ON waitlist_entries (account_id);
-- Each order of the list, alone and within one status, is found in an index alone.
CREATE INDEX waitlist_entries_age ON waitlist_entries (created_at, id);
CREATE INDEX waitlist_entries_state ON waitlist_entries (status, created_at, id);
CREATE INDEX waitlist_entries_name ON waitlist_entries (search, id);
CREATE INDEX waitlist_entries_email ON waitlist_entries (email, id);
CREATE INDEX waitlist_entries_state_name ON waitlist_entries (status, search, id);
CREATE INDEX waitlist_entries_state_email ON waitlist_entries (status, email, id);

-- It knows the status too, so that a search within one needs no row.
CREATE VIRTUAL TABLE waitlist_search USING fts5(
    search, status, content = 'waitlist_entries', content_rowid = 'number', tokenize = 'trigram'
);
CREATE TRIGGER waitlist_search_insert AFTER INSERT ON waitlist_entries BEGIN
    INSERT INTO waitlist_search (rowid, search, status) VALUES (new.number, new.search, new.status);
END;
CREATE TRIGGER waitlist_search_delete AFTER DELETE ON waitlist_entries BEGIN
    INSERT INTO waitlist_search (waitlist_search, rowid, search, status)
    VALUES ('delete', old.number, old.search, old.status);
END;
CREATE TRIGGER waitlist_search_update AFTER UPDATE OF search, status ON waitlist_entries BEGIN
    INSERT INTO waitlist_search (waitlist_search, rowid, search, status)
    VALUES ('delete', old.number, old.search, old.status);
    INSERT INTO waitlist_search (rowid, search, status) VALUES (new.number, new.search, new.status);
END;
