-- Applications by mailbox as accounts count them: a plus at the beginning names no mailbox, and
-- Google's have no dots. Where two are one mailbox, the first keeps it.
UPDATE waitlist_entries SET mailbox = email WHERE email LIKE '+%';
UPDATE waitlist_entries SET mailbox = replace(substr(mailbox, 1, length(mailbox) - 10), '.', '') || '@gmail.com'
    WHERE mailbox LIKE '%.%@gmail.com' AND NOT EXISTS (SELECT 1 FROM waitlist_entries o WHERE o.id < waitlist_entries.id
    AND replace(substr(o.mailbox, 1, length(o.mailbox) - 10), '.', '') =
        replace(substr(waitlist_entries.mailbox, 1, length(waitlist_entries.mailbox) - 10), '.', '')
    AND o.mailbox LIKE '%@gmail.com');
