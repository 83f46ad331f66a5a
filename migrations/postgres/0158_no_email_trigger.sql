DROP TRIGGER accounts_email_changed ON accounts;
DROP FUNCTION keep_former_email();
