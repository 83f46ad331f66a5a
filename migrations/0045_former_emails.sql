-- Addresses that an account had before: what was written under one of them is its owner's
-- to take along, and goes when they go. A row appears whenever an account's address changes.
CREATE TABLE former_emails (
    account_id TEXT NOT NULL REFERENCES accounts (id),
    email TEXT NOT NULL,
    PRIMARY KEY (account_id, email)
);
CREATE INDEX former_emails_email ON former_emails (email);

-- Every address that is an account's: the one it has, and those it had before that are
-- nobody else's meanwhile.
CREATE VIEW account_addresses AS
SELECT id AS account_id, email FROM accounts
UNION
SELECT account_id, email FROM former_emails f
WHERE NOT EXISTS (SELECT 1 FROM accounts a WHERE a.email = f.email);
