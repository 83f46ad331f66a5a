-- What stands under an address alone belongs to an account only once its holder has proven the
-- address: anybody can sign up with somebody else's.
DROP VIEW account_addresses;
CREATE VIEW account_addresses AS
SELECT id AS account_id, email FROM accounts WHERE email_proven_at IS NOT NULL
UNION
SELECT account_id, email FROM former_emails f
WHERE NOT EXISTS (SELECT 1 FROM accounts a WHERE a.email = f.email);
