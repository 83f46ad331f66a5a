-- What the client program that asked for a mail knows of somebody new: it counts with the proof
-- that this mail gives, so that nobody can plant it at an address of somebody else.
ALTER TABLE one_time_tokens ADD COLUMN metadata TEXT;
