-- PostgreSQL searches by trigrams (pg_trgm comes with it; the database's owner may create
-- it since version 13).
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE UNIQUE INDEX waitlist_entries_invitation ON waitlist_entries (invitation);
CREATE INDEX waitlist_entries_account ON waitlist_entries (account_id);
CREATE INDEX waitlist_entries_age ON waitlist_entries (created_at, id);
CREATE INDEX waitlist_entries_state ON waitlist_entries (status, created_at, id);
CREATE INDEX waitlist_entries_name ON waitlist_entries (search, id);
CREATE INDEX waitlist_entries_email ON waitlist_entries (email, id);
CREATE INDEX waitlist_entries_search ON waitlist_entries USING gin (search gin_trgm_ops);
