-- A finished memory may be made once more for free. The mark stands with the memory that
-- was paid for, so that deleting the retake brings no second one; it goes when the retake
-- comes to nothing.
ALTER TABLE creations ADD COLUMN retake_of TEXT;
ALTER TABLE creations ADD COLUMN retake TEXT;
CREATE INDEX creations_retake ON creations (retake) WHERE retake IS NOT NULL;
