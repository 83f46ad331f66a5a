-- Applications for the beta. A mailbox (without what follows a plus sign) applies once.
-- Counts are kept with the rows.
CREATE TABLE waitlist_entries (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    mailbox TEXT NOT NULL,
    reason TEXT NOT NULL,
    type TEXT NOT NULL,
    status TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    CONSTRAINT waitlist_entries_status CHECK (status IN ('pending', 'approved', 'rejected'))
);
CREATE UNIQUE INDEX waitlist_entries_mailbox ON waitlist_entries (mailbox);

CREATE TABLE waitlist_counts (
    status TEXT PRIMARY KEY,
    entries BIGINT NOT NULL
);
INSERT INTO waitlist_counts (status, entries) VALUES ('pending', 0), ('approved', 0), ('rejected', 0);
