-- Addresses that an account had before, with the moment in which it changed: what was written under
-- one of them later is somebody else's, who may have no account.
CREATE TABLE previous_emails (
    account_id TEXT NOT NULL REFERENCES accounts (id),
    email TEXT NOT NULL,
    until BIGINT NOT NULL,
    PRIMARY KEY (account_id, email)
);
CREATE INDEX previous_emails_email ON previous_emails (email);
-- An address is confirmed anew when it changes.
INSERT INTO previous_emails (account_id, email, until)
SELECT f.account_id, f.email, COALESCE(a.email_confirmed_at, a.created_at)
FROM former_emails f JOIN accounts a ON a.id = f.account_id;

DROP VIEW account_addresses;
DROP TABLE former_emails;
CREATE VIEW account_addresses AS
SELECT id AS account_id, email, CAST(NULL AS BIGINT) AS until
FROM accounts WHERE email_proven_at IS NOT NULL
UNION ALL
SELECT account_id, email, until FROM previous_emails p
WHERE NOT EXISTS (SELECT 1 FROM accounts a WHERE a.email = p.email);

ALTER TABLE decoy RENAME TO timing_padding;
