-- The place that the person gave a photo, and which photos they chose together: an upload
-- that arrives first is not the first photo, and one bad file refuses the others of its batch.
ALTER TABLE photos ADD COLUMN position BIGINT NOT NULL DEFAULT 0;
ALTER TABLE photos ADD COLUMN batch TEXT;
