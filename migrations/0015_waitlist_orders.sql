-- One status by name and by e-mail, found in an index alone like the other orders.
CREATE INDEX waitlist_entries_state_name ON waitlist_entries (status, search, id);
CREATE INDEX waitlist_entries_state_email ON waitlist_entries (status, email, id);
