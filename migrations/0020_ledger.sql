-- The ledger is numbered within each account and carries the balance after each entry, and
-- it knows more kinds. SQLite cannot change a constraint, so the table is made anew.
ALTER TABLE profiles ADD COLUMN ledger_entries BIGINT NOT NULL DEFAULT 0;

CREATE TABLE ledger_next (
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
        ('welcome', 'purchase', 'grant', 'hold', 'capture', 'release', 'retake', 'retake_back'))
);
INSERT INTO ledger_next (id, account_id, number, kind, amount, balance, reference, created_at)
SELECT id, account_id,
    ROW_NUMBER() OVER (PARTITION BY account_id ORDER BY created_at, CASE WHEN kind IN ('capture', 'release') THEN 1 ELSE 0 END, id),
    kind, amount,
    CAST(SUM(amount) OVER (PARTITION BY account_id ORDER BY created_at, CASE WHEN kind IN ('capture', 'release') THEN 1 ELSE 0 END, id
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS BIGINT),
    reference, created_at
FROM ledger;
DROP TABLE ledger;
ALTER TABLE ledger_next RENAME TO ledger;
UPDATE profiles SET ledger_entries = (SELECT COUNT(*) FROM ledger WHERE ledger.account_id = profiles.id);

CREATE UNIQUE INDEX ledger_number ON ledger (account_id, number);
CREATE UNIQUE INDEX ledger_once ON ledger (kind, reference);
-- A hold ends once, by capture or by release.
CREATE UNIQUE INDEX ledger_hold_ends_once ON ledger (reference) WHERE kind IN ('capture', 'release');
