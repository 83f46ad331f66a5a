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
