-- The ledger is append-only: a profile's credits are the sum of its entries.
CREATE TABLE ledger (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    kind TEXT NOT NULL,
    amount BIGINT NOT NULL,
    -- What it was for: a creation, a payment, or the account itself.
    reference TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    CONSTRAINT ledger_kind CHECK (kind IN ('welcome', 'hold', 'capture', 'release'))
);
CREATE UNIQUE INDEX ledger_once ON ledger (kind, reference);
-- A hold ends once, by capture or by release.
CREATE UNIQUE INDEX ledger_hold_ends_once ON ledger (reference) WHERE kind IN ('capture', 'release');
CREATE INDEX ledger_account ON ledger (account_id, created_at);
