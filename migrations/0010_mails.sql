-- Mails that wait to be sent, queued in the transaction of what they tell of. A row is its
-- job, claimed by lease and fenced on owner and attempt; it goes once the mail is taken.
CREATE TABLE mails (
    id TEXT PRIMARY KEY,
    purpose TEXT NOT NULL,
    recipient TEXT NOT NULL,
    reply_to TEXT,
    subject TEXT NOT NULL,
    body_text TEXT NOT NULL,
    body_html TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    next_at BIGINT NOT NULL,
    lease_owner TEXT,
    lease_until BIGINT NOT NULL,
    attempt BIGINT NOT NULL
);
CREATE INDEX mails_due ON mails (next_at);
