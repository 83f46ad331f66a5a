-- The creation that the request of a client program is about to begin, for photos that came with it: they are
-- of no draft.
ALTER TABLE photos ADD COLUMN request_id TEXT;
-- When a client program first fetched the picture of a creation that waits for its film.
ALTER TABLE creations ADD COLUMN picture_fetched_at BIGINT;
