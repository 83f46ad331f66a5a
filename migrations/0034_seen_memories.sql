-- When its owner has first seen what was made: the creator does not open with it again.
ALTER TABLE creations ADD COLUMN seen_at BIGINT;
