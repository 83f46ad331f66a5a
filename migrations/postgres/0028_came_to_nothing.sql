-- One statement that changes several tables cannot end half-way: where what it found is not
-- as it should be, this undoes all of it (see `Compound` in the server's store/db.rs).
CREATE FUNCTION came_to_nothing() RETURNS BIGINT LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'it came to nothing' USING ERRCODE = 'EV000';
END
$$;
