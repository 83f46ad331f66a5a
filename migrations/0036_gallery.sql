-- The gallery: a memory may have a title and a note of its owner's, and is found by its words, its place, and
-- both of these: folded, so that capitals and accents make no difference. Those from before are found by words
-- of plain letters alone, until their owner gives them a title or a note.
ALTER TABLE creations ADD COLUMN title TEXT;
ALTER TABLE creations ADD COLUMN note TEXT;
ALTER TABLE creations ADD COLUMN search_text TEXT NOT NULL DEFAULT '';
UPDATE creations SET search_text = lower(words || ' ' || COALESCE(place, '')) WHERE status = 'finished';
CREATE INDEX creations_gallery ON creations (account_id, ended_at, id) WHERE status = 'finished';
