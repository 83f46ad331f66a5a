-- The index of trigrams knows the status too, so that a search within one needs no row.
DROP TRIGGER waitlist_search_insert;
DROP TRIGGER waitlist_search_delete;
DROP TRIGGER waitlist_search_update;
DROP TABLE waitlist_search;
CREATE VIRTUAL TABLE waitlist_search USING fts5(
    search, status, content = 'waitlist_entries', content_rowid = 'number', tokenize = 'trigram'
);
INSERT INTO waitlist_search (waitlist_search) VALUES ('rebuild');
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
