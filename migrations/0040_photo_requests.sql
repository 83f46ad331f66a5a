-- Links by which somebody adds their own photo to another person's draft, without an account.
CREATE TABLE photo_requests (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    -- The draft that the photo is for, and whose place in it. Another draft ends the request.
    draft_key TEXT NOT NULL,
    who TEXT NOT NULL,
    -- A keyed digest of the token; the token itself is nowhere.
    token_hash TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    opened_at BIGINT,
    -- The photo that was added, as long as its row exists.
    photo_id TEXT REFERENCES photos (id) ON DELETE SET NULL,
    -- What whoever added it has confirmed: when, which terms, and the sentence that says who may
    -- receive it. It goes with the photo that is taken back.
    consented_at BIGINT,
    terms_version TEXT,
    notice TEXT,
    -- The words of the memory that they have read.
    agreed_words TEXT,
    taken_back_at BIGINT,
    -- When the photo was first shown to whoever asked for it: nothing is made of one unseen.
    seen_at BIGINT,
    -- What the photo was used for, once its row is gone or the photo was taken back. A memory that is deleted takes it along.
    creation_id TEXT REFERENCES creations (id) ON DELETE CASCADE,
    ended_at BIGINT,
    ended_by TEXT,
    CONSTRAINT photo_requests_who CHECK (who IN ('loved_one', 'friend')),
    CONSTRAINT photo_requests_ended CHECK (ended_by IN ('stopped', 'banned', 'removed'))
);
CREATE UNIQUE INDEX photo_requests_token ON photo_requests (token_hash);
CREATE INDEX photo_requests_account ON photo_requests (account_id, created_at);
CREATE INDEX photo_requests_photo ON photo_requests (photo_id) WHERE photo_id IS NOT NULL;
CREATE INDEX photo_requests_creation ON photo_requests (creation_id) WHERE creation_id IS NOT NULL;
CREATE INDEX photo_requests_expiry ON photo_requests (expires_at);
