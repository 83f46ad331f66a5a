-- The key of the client program's request whose film took the hold of this picture.
ALTER TABLE creations ADD COLUMN film_request_key TEXT;
CREATE INDEX creations_film_request ON creations (account_id, film_request_key) WHERE film_request_key IS NOT NULL;
