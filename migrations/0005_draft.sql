-- What becomes a creation.
CREATE TABLE drafts (
    account_id TEXT PRIMARY KEY REFERENCES accounts (id),
    draft_key TEXT NOT NULL,
    version BIGINT NOT NULL,
    creation_id TEXT,
    body TEXT NOT NULL,
    updated_at BIGINT NOT NULL
);

CREATE TABLE photos (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    creation_id TEXT REFERENCES creations (id),
    width BIGINT NOT NULL,
    height BIGINT NOT NULL,
    who TEXT,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    -- The part that its print shows, as x y width height in ten-thousandths of its sides.
    crop TEXT,
    -- The place that the person gave it, and which photos they chose together: an upload that arrives
    -- first is not the first photo, and one bad file refuses the others of its batch.
    position BIGINT NOT NULL DEFAULT 0,
    batch TEXT
);
CREATE INDEX photos_owner ON photos (account_id, creation_id);
CREATE INDEX photos_creation ON photos (creation_id);
CREATE INDEX photos_expiry ON photos (expires_at);

-- What somebody had written and not sent when leaving the tab signed them out: sealed with the
-- server's key, for their own account only, and for a few days.
CREATE TABLE unsent_words (
    account_id TEXT NOT NULL REFERENCES accounts (id),
    place TEXT NOT NULL,
    sealed TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (account_id, place)
);
CREATE INDEX unsent_words_expiry ON unsent_words (expires_at);
