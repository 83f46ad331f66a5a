-- The picture of a finished memory in print size: none, pending while the photos are still there to make it
-- from, stored. What is pending has the lease of its row.
ALTER TABLE creations ADD COLUMN large_image TEXT NOT NULL DEFAULT 'none'
    CONSTRAINT creations_large_image CHECK (large_image IN ('none', 'pending', 'stored'));
CREATE INDEX creations_large_image_due ON creations (next_at) WHERE large_image = 'pending';
