-- An address that is confirmed may only have been taken as it is: where confirmations are off,
-- or by the word of a program with the service role. It is proven once its mailbox or a
-- provider has vouched for it. Of older accounts only those count for which that is recorded.
ALTER TABLE accounts ADD COLUMN email_proven_at BIGINT;
UPDATE accounts SET email_proven_at = email_confirmed_at
    WHERE email_confirmed_at IS NOT NULL AND (
        confirmation_sent_at IS NOT NULL
        OR EXISTS (SELECT 1 FROM identities i WHERE i.account_id = accounts.id AND i.provider <> 'email'
            AND i.created_at = accounts.created_at AND LOWER(i.email) = accounts.email)
        OR EXISTS (SELECT 1 FROM security_events e WHERE e.account_id = accounts.id
            AND e.kind IN ('email_confirmed', 'email_changed')))
    AND NOT EXISTS (SELECT 1 FROM security_events e WHERE e.account_id = accounts.id AND e.kind = 'admin_set_email');
