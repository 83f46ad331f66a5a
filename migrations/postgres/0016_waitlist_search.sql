-- Trigrams are made of letters and digits alone, so every other sign of a search would find
-- no index. Each stands for a letter that no name has (Glagolitic); `store/waitlist/list.rs`
-- writes searches the same way. Frequent words are known well, so that the right way through
-- the table is chosen.
ALTER TABLE waitlist_entries ADD COLUMN folded TEXT GENERATED ALWAYS AS (
    translate(search, E' !"#$%&''()*+,-./:;<=>?@[\\]^_`{|}~\n', 'ⰰⰱⰲⰳⰴⰵⰶⰷⰸⰹⰺⰻⰼⰽⰾⰿⱀⱁⱂⱃⱄⱅⱆⱇⱈⱉⱊⱋⱌⱍⱎⱏⱐⱑ')
) STORED;
ALTER TABLE waitlist_entries ALTER COLUMN folded SET STATISTICS 1000;
DROP INDEX waitlist_entries_search;
CREATE INDEX waitlist_entries_search ON waitlist_entries USING gin (folded gin_trgm_ops);
ANALYZE waitlist_entries;
