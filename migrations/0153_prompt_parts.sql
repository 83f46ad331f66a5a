-- A memory's words, empty where the person wrote none, and its place.
ALTER TABLE creations RENAME COLUMN prompt TO words;
ALTER TABLE creations ADD COLUMN place TEXT;
