-- What a mail says is sealed while it waits. Those that wait already stay as they are.
ALTER TABLE mails ADD COLUMN sealed TEXT NOT NULL DEFAULT '';
UPDATE mails SET sealed = json_object('subject', subject, 'text', body_text, 'html', body_html);
ALTER TABLE mails DROP COLUMN subject;
ALTER TABLE mails DROP COLUMN body_text;
ALTER TABLE mails DROP COLUMN body_html;
