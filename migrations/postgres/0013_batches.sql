-- One statement that changes several tables cannot end half-way: where what it found is not as it
-- should be, this undoes all of it (see `Batched` in the server's store/batch).
CREATE FUNCTION raise_rollback() RETURNS BIGINT LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'it came to nothing' USING ERRCODE = 'EV000';
END
$$;
