-- Applications for the beta; a mailbox (without what follows a plus sign) applies once. PostgreSQL
-- searches by trigrams (pg_trgm comes with it; the database's owner may create it since version 13).
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE TABLE waitlist_entries (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    mailbox TEXT NOT NULL,
    reason TEXT NOT NULL,
    type TEXT NOT NULL,
    status TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    -- The name in lower case, a line break, the e-mail: what is searched, and sorted by name.
    search TEXT NOT NULL DEFAULT '',
    -- SHA-256 of the invitation of an approved application, hex; the invitation is nowhere.
    invitation TEXT,
    -- The account that came by the invitation.
    account_id TEXT,
    -- Trigrams are made of letters and digits alone, so every other sign of a search would find no
    -- index. Each stands for a letter that no name has (Glagolitic); `store/waitlist/query.rs` writes
    -- searches the same way.
    folded TEXT GENERATED ALWAYS AS (
        translate(search, E' !"#$%&''()*+,-./:;<=>?@[\\]^_`{|}~\n', 'ⰰⰱⰲⰳⰴⰵⰶⰷⰸⰹⰺⰻⰼⰽⰾⰿⱀⱁⱂⱃⱄⱅⱆⱇⱈⱉⱊⱋⱌⱍⱎⱏⱐⱑ')
    ) STORED,
    CONSTRAINT waitlist_entries_status CHECK (status IN ('pending', 'approved', 'rejected'))
);
-- Frequent words are known well, so that the right way through the table is chosen.
ALTER TABLE waitlist_entries ALTER COLUMN folded SET STATISTICS 1000;
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
CREATE INDEX waitlist_entries_search ON waitlist_entries USING gin (folded gin_trgm_ops);
-- Words that many have are looked for in the order they are shown in, without the rows.
CREATE INDEX waitlist_entries_age_search ON waitlist_entries (created_at, id) INCLUDE (folded, status);
CREATE INDEX waitlist_entries_state_search ON waitlist_entries (status, created_at, id) INCLUDE (folded);
-- A search within a status would collect the rows of every status, ten for each one that was rejected.
CREATE INDEX waitlist_entries_search_pending ON waitlist_entries USING gin (folded gin_trgm_ops)
    WHERE status = 'pending';
CREATE INDEX waitlist_entries_search_approved ON waitlist_entries USING gin (folded gin_trgm_ops)
    WHERE status = 'approved';
CREATE INDEX waitlist_entries_search_rejected ON waitlist_entries USING gin (folded gin_trgm_ops)
    WHERE status = 'rejected';
