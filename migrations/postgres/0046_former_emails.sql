CREATE FUNCTION keep_former_email() RETURNS trigger LANGUAGE plpgsql AS '
BEGIN
    INSERT INTO former_emails (account_id, email) VALUES (old.id, old.email) ON CONFLICT DO NOTHING;
    RETURN NULL;
END';
CREATE TRIGGER accounts_email_changed AFTER UPDATE OF email ON accounts
FOR EACH ROW WHEN (new.email <> old.email) EXECUTE FUNCTION keep_former_email();
