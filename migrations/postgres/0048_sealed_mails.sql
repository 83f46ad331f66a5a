-- What a mail says is sealed while it waits. Those that wait already stay as they are.
ALTER TABLE mails ADD COLUMN sealed TEXT NOT NULL DEFAULT '';
UPDATE mails SET sealed = CAST(json_build_object('subject', subject, 'text', body_text, 'html', body_html) AS TEXT);
ALTER TABLE mails DROP COLUMN subject, DROP COLUMN body_text, DROP COLUMN body_html;
