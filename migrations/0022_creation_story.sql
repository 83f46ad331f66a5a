-- Where and when a memory is, as it was understood or chosen, as JSON. Of creations from before
-- nothing is known.
ALTER TABLE creations ADD COLUMN story TEXT NOT NULL DEFAULT '{}';
