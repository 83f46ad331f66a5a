DROP TRIGGER accounts_email_changed ON accounts;
CREATE TRIGGER accounts_email_changed AFTER UPDATE OF email ON accounts
FOR EACH ROW WHEN (new.email <> old.email AND old.email_proven_at IS NOT NULL)
EXECUTE FUNCTION keep_former_email();
