-- A search within a status would collect the rows of every status, ten for each one that was
-- rejected.
CREATE INDEX waitlist_entries_search_pending ON waitlist_entries USING gin (folded gin_trgm_ops)
    WHERE status = 'pending';
CREATE INDEX waitlist_entries_search_approved ON waitlist_entries USING gin (folded gin_trgm_ops)
    WHERE status = 'approved';
CREATE INDEX waitlist_entries_search_rejected ON waitlist_entries USING gin (folded gin_trgm_ops)
    WHERE status = 'rejected';
