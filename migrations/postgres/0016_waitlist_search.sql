-- Trigrams are made of letters and digits alone, so every other sign of a search would find
-- no index. Each stands for a letter that no name has (Glagolitic); `store/waitlist/query.rs`
-- writes searches the same way. Frequent words are known well, so that the right way through
-- the table is chosen.
ALTER TABLE waitlist_entries ADD COLUMN folded TEXT GENERATED ALWAYS AS (
    translate(search, E' !"#$%&''()*+,-./:;<=>?@[\\]^_`{|}~\n', 'ⰰⰱⰲⰳⰴⰵⰶⰷⰸⰹⰺⰻⰼⰽⰾⰿⱀⱁⱂⱃⱄⱅⱆⱇⱈⱉⱊⱋⱌⱍⱎⱏⱐⱑ')
) STORED;
ALTER TABLE waitlist_entries ALTER COLUMN folded SET STATISTICS 1000;
DROP INDEX waitlist_entries_search;
CREATE INDEX waitlist_entries_search ON waitlist_entries USING gin (folded gin_trgm_ops);
-- Words that many have are looked for in the order they are shown in, without the rows.
CREATE INDEX waitlist_entries_age_search ON waitlist_entries (created_at, id) INCLUDE (folded, status);
CREATE INDEX waitlist_entries_state_search ON waitlist_entries (status, created_at, id) INCLUDE (folded);
ANALYZE waitlist_entries;
