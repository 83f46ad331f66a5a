-- Higher plans count as having waited longer: milliseconds of head start, as the plan was
-- when the creation began.
ALTER TABLE creations ADD COLUMN head_start BIGINT NOT NULL DEFAULT 0;
