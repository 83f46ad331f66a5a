DROP TRIGGER accounts_email_changed;
