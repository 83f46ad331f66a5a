-- Which mailboxes had their welcome credits, by a keyed digest. A row outlives its account,
-- under a pseudonym, until `forget_at`.
CREATE TABLE welcome_grants (
    mailbox TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    granted_at BIGINT NOT NULL,
    -- Nothing as long as the account is there.
    forget_at BIGINT
);
CREATE INDEX welcome_grants_account ON welcome_grants (account_id);
CREATE INDEX welcome_grants_end ON welcome_grants (forget_at);

-- Accounts that had theirs before digests were kept; the server computes them little by little.
CREATE TABLE welcome_backlog (
    account_id TEXT PRIMARY KEY REFERENCES accounts (id)
);
INSERT INTO welcome_backlog (account_id) SELECT account_id FROM ledger WHERE kind = 'welcome';

-- Keys that must outlive a change of the server's own secret; sealed with it.
CREATE TABLE server_keys (
    id TEXT PRIMARY KEY,
    sealed TEXT NOT NULL
);
