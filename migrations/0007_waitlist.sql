-- Applications for the beta stand in a table of each engine's own, because they are searched in its
-- own way. Counts are kept with the rows.
CREATE TABLE waitlist_counts (
    status TEXT PRIMARY KEY,
    entries BIGINT NOT NULL
);
INSERT INTO waitlist_counts (status, entries) VALUES ('pending', 0), ('approved', 0), ('rejected', 0);
