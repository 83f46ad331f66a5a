-- The mail that tells the owner of a memory that it is ready, or could not be made: it waits a little, and goes
-- where its page is looked at meanwhile.
ALTER TABLE creations ADD COLUMN outcome_mail TEXT;

-- Mails that a person wants no more, by their kind.
CREATE TABLE mail_refusals (
    account_id TEXT NOT NULL REFERENCES accounts (id),
    kind TEXT NOT NULL,
    refused_at BIGINT NOT NULL,
    PRIMARY KEY (account_id, kind)
);

-- A day of the year that belongs to a memory: one mail a year, at nine in the morning of its time zone.
CREATE TABLE memory_dates (
    creation_id TEXT PRIMARY KEY REFERENCES creations (id),
    account_id TEXT NOT NULL REFERENCES accounts (id),
    occasion TEXT NOT NULL,
    month BIGINT NOT NULL,
    day BIGINT NOT NULL,
    time_zone TEXT NOT NULL,
    next_at BIGINT NOT NULL
);
CREATE INDEX memory_dates_due ON memory_dates (next_at);
CREATE INDEX memory_dates_account ON memory_dates (account_id);
