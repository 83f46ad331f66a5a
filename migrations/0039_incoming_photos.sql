-- Photos that a phone handed on, a row each: they wait for whoever holds the token of their browser, and are
-- nobody's until then. Their files are those of photos, under the same id.
CREATE TABLE incoming_photos (
    id TEXT PRIMARY KEY,
    -- Those that came together.
    incoming_id TEXT NOT NULL,
    -- A keyed digest of the token; the token itself is nowhere.
    token_hash TEXT NOT NULL,
    position BIGINT NOT NULL,
    width BIGINT NOT NULL,
    height BIGINT NOT NULL,
    suggested_x BIGINT NOT NULL,
    suggested_y BIGINT NOT NULL,
    suggested_width BIGINT NOT NULL,
    suggested_height BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX incoming_photos_together ON incoming_photos (incoming_id, position);
CREATE INDEX incoming_photos_expiry ON incoming_photos (expires_at);
