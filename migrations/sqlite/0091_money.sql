-- The ledger knows revocations and what pays a debt; a subscription may be planned for later.
-- SQLite cannot change a constraint, so both tables are made anew.
CREATE TABLE ledger_next (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    number BIGINT NOT NULL,
    kind TEXT NOT NULL,
    amount BIGINT NOT NULL,
    balance BIGINT NOT NULL,
    reference TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    CONSTRAINT ledger_kind CHECK (kind IN
        ('welcome', 'purchase', 'grant', 'hold', 'capture', 'release', 'retake', 'retake_back', 'revoke', 'repay'))
);
INSERT INTO ledger_next SELECT id, account_id, number, kind, amount, balance, reference, created_at FROM ledger;
DROP TABLE ledger;
ALTER TABLE ledger_next RENAME TO ledger;
CREATE UNIQUE INDEX ledger_number ON ledger (account_id, number);
CREATE UNIQUE INDEX ledger_once ON ledger (kind, reference);
CREATE UNIQUE INDEX ledger_hold_ends_once ON ledger (reference) WHERE kind IN ('capture', 'release');

CREATE TABLE subscriptions_next (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    plan TEXT NOT NULL,
    currency TEXT NOT NULL,
    status TEXT NOT NULL,
    provider TEXT NOT NULL,
    customer TEXT,
    plan_code TEXT,
    anchor BIGINT NOT NULL,
    period BIGINT NOT NULL,
    paid_through BIGINT NOT NULL,
    end_date TEXT,
    ends_at BIGINT NOT NULL,
    stop TEXT NOT NULL,
    stop_next_at BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    stop_tries BIGINT NOT NULL DEFAULT 0,
    stop_problem TEXT,
    order_code TEXT,
    CONSTRAINT subscriptions_status CHECK (status IN ('planned', 'active', 'cancelled', 'replaced', 'expired')),
    CONSTRAINT subscriptions_stop CHECK (stop IN ('none', 'due', 'done'))
);
INSERT INTO subscriptions_next SELECT id, account_id, plan, currency, status, provider, customer, plan_code, anchor,
    period, paid_through, end_date, ends_at, stop, stop_next_at, created_at, stop_tries, stop_problem, order_code
    FROM subscriptions;
DROP TABLE subscriptions;
ALTER TABLE subscriptions_next RENAME TO subscriptions;
CREATE UNIQUE INDEX subscriptions_one ON subscriptions (account_id) WHERE status IN ('active', 'cancelled');
CREATE UNIQUE INDEX subscriptions_planned ON subscriptions (account_id) WHERE status = 'planned';
CREATE INDEX subscriptions_customer ON subscriptions (provider, customer, plan_code);
CREATE INDEX subscriptions_ends ON subscriptions (ends_at) WHERE status IN ('active', 'cancelled');
CREATE INDEX subscriptions_stop_due ON subscriptions (stop_next_at) WHERE stop = 'due';
CREATE INDEX subscriptions_order ON subscriptions (provider, order_code) WHERE order_code IS NOT NULL;
-- Whatever begins takes the place of what lasts or was planned. Without an index for that, a
-- settled payment looks through all subscriptions.
CREATE INDEX subscriptions_lasting ON subscriptions (account_id) WHERE status IN ('planned', 'active', 'cancelled');
