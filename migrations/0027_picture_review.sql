-- How long a creation waited for the person to look at its picture, in milliseconds: no part of the time
-- that making it took.
ALTER TABLE creations ADD COLUMN reviewed_ms BIGINT NOT NULL DEFAULT 0;
