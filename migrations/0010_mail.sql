-- Mails that wait to be sent, queued in the transaction of what they tell of. A row is its job, claimed
-- by lease and fenced on owner and attempt; it goes once the mail is taken.
CREATE TABLE mails (
    id TEXT PRIMARY KEY,
    purpose TEXT NOT NULL,
    recipient TEXT NOT NULL,
    reply_to TEXT,
    created_at BIGINT NOT NULL,
    next_at BIGINT NOT NULL,
    lease_owner TEXT,
    lease_until BIGINT NOT NULL,
    attempt BIGINT NOT NULL,
    -- Subject and both bodies, sealed with the server's key: links and codes stand in them.
    sealed TEXT NOT NULL DEFAULT '',
    -- Codes and links go before notices that anybody can have sent: 0 before 1.
    place BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX mails_due ON mails (next_at);
CREATE INDEX mails_in_order ON mails (place, next_at);
