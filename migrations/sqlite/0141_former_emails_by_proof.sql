DROP TRIGGER accounts_email_changed;
CREATE TRIGGER accounts_email_changed AFTER UPDATE OF email ON accounts
WHEN new.email <> old.email AND old.email_proven_at IS NOT NULL BEGIN
    INSERT INTO former_emails (account_id, email) VALUES (old.id, old.email) ON CONFLICT DO NOTHING;
END;
