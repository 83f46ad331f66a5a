-- The ledger is append-only: a profile's credits are the sum of its entries, which are numbered
-- within each account and carry the balance after them.
CREATE TABLE ledger (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    -- 1, 2, 3 … within the account.
    number BIGINT NOT NULL,
    kind TEXT NOT NULL,
    amount BIGINT NOT NULL,
    -- After this entry.
    balance BIGINT NOT NULL,
    -- What it was for: a creation, a payment, or the account itself.
    reference TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    CONSTRAINT ledger_kind CHECK (kind IN
        ('welcome', 'purchase', 'grant', 'hold', 'capture', 'release', 'retake', 'retake_back', 'revoke', 'repay'))
);
CREATE UNIQUE INDEX ledger_number ON ledger (account_id, number);
CREATE UNIQUE INDEX ledger_once ON ledger (kind, reference);
-- A hold ends once, by capture or by release.
CREATE UNIQUE INDEX ledger_hold_ends_once ON ledger (reference) WHERE kind IN ('capture', 'release');

-- Which mailboxes had their welcome credits, by a keyed digest. A row outlives its account, under a
-- pseudonym, until `forget_at`.
CREATE TABLE welcome_grants (
    mailbox TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    granted_at BIGINT NOT NULL,
    -- Nothing as long as the account is there.
    forget_at BIGINT
);
CREATE INDEX welcome_grants_account ON welcome_grants (account_id);
CREATE INDEX welcome_grants_end ON welcome_grants (forget_at);
