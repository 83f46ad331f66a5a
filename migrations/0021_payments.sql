-- What people pay. A payment is written before the provider hears of it, and its credits
-- are granted once: its row, the ledger, the balance and the plan change in one
-- transaction. Money is whole cents. Rows stay when an account goes, so the owner is no
-- foreign key; it is empty where a charge names nobody we know.
CREATE TABLE payments (
    id TEXT PRIMARY KEY,
    provider TEXT NOT NULL,
    reference TEXT NOT NULL,
    account_id TEXT,
    plan TEXT NOT NULL,
    credits BIGINT NOT NULL,
    amount BIGINT NOT NULL,
    currency TEXT NOT NULL,
    status TEXT NOT NULL,
    -- Why it is not paid, or what is wrong with it.
    note TEXT,
    subscription_id TEXT,
    -- 0 for the first month of a subscription, 1 for its first renewal …
    period BIGINT,
    created_at BIGINT NOT NULL,
    paid_at BIGINT,
    -- When the page first heard that it is paid.
    shown_at BIGINT,
    -- When the provider is asked again, while it is pending.
    next_at BIGINT NOT NULL,
    CONSTRAINT payments_status CHECK (status IN ('pending', 'paid', 'failed', 'flagged'))
);
CREATE UNIQUE INDEX payments_once ON payments (provider, reference);
CREATE UNIQUE INDEX payments_period ON payments (subscription_id, period) WHERE status = 'paid';
CREATE INDEX payments_owner ON payments (account_id, created_at);
CREATE INDEX payments_due ON payments (next_at) WHERE status = 'pending';
CREATE INDEX payments_newest ON payments (created_at);

-- A plan that someone has, or had. The latest one of an account is what its profile shows.
CREATE TABLE subscriptions (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    plan TEXT NOT NULL,
    currency TEXT NOT NULL,
    status TEXT NOT NULL,
    provider TEXT NOT NULL,
    -- The provider's names for person and plan: how later charges find this row.
    customer TEXT,
    plan_code TEXT,
    -- When the first month began; every period is counted from here.
    anchor BIGINT NOT NULL,
    -- The last period that was paid.
    period BIGINT NOT NULL,
    paid_through BIGINT NOT NULL,
    -- The last day of benefits (YYYY-MM-DD) once it is cancelled.
    end_date TEXT,
    -- When it is over if nothing more is paid.
    ends_at BIGINT NOT NULL,
    -- Charging goes on until the provider was told to stop.
    stop TEXT NOT NULL,
    stop_next_at BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    CONSTRAINT subscriptions_status CHECK (status IN ('active', 'cancelled', 'replaced', 'expired')),
    CONSTRAINT subscriptions_stop CHECK (stop IN ('none', 'due', 'done'))
);
CREATE UNIQUE INDEX subscriptions_one ON subscriptions (account_id) WHERE status IN ('active', 'cancelled');
CREATE INDEX subscriptions_customer ON subscriptions (provider, customer, plan_code);
CREATE INDEX subscriptions_ends ON subscriptions (ends_at) WHERE status IN ('active', 'cancelled');
CREATE INDEX subscriptions_stop_due ON subscriptions (stop_next_at) WHERE stop = 'due';

-- What the provider calls the standing order of a customer and a plan.
CREATE TABLE standing_orders (
    provider TEXT NOT NULL,
    code TEXT NOT NULL,
    token TEXT NOT NULL,
    customer TEXT NOT NULL,
    plan_code TEXT NOT NULL,
    stopped_at BIGINT,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (provider, code)
);
CREATE INDEX standing_orders_customer ON standing_orders (provider, customer, plan_code);
