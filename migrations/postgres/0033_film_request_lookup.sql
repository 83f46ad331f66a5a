-- Whether a key is that of a request whose film took the hold of a picture. It is volatile: each call takes a
-- snapshot of its own, and sees what was committed while its statement waited for a row.
CREATE FUNCTION is_film_request(owner TEXT, key TEXT) RETURNS BOOLEAN LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    RETURN EXISTS (SELECT 1 FROM creations WHERE account_id = owner AND film_request_key = key);
END
$$;
