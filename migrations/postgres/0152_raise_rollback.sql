-- By the word of its kind: it raises an error so that the statement is rolled back.
ALTER FUNCTION came_to_nothing RENAME TO raise_rollback;
