-- Accounts that were deleted at the same moment as something else was written left counts of
-- applications wrong, and conversations without a message. Neither can come about any more.
UPDATE waitlist_counts SET entries =
    (SELECT COUNT(*) FROM waitlist_entries e WHERE e.status = waitlist_counts.status);
DELETE FROM threads WHERE NOT EXISTS (SELECT 1 FROM messages m WHERE m.thread_id = threads.id);
DELETE FROM messages WHERE NOT EXISTS (SELECT 1 FROM threads t WHERE t.id = messages.thread_id);
