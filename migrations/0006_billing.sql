-- What people pay. A payment is written before the provider hears of it, and its credits are granted
-- once: its row, the ledger, the balance and the plan change in one transaction. Money is whole cents.
-- Rows stay when an account goes, so the owner is no foreign key; it is empty where a charge names
-- nobody we know.
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
    -- A flagged payment is settled by an operator: 'revoked' took its credits back, 'resolved' left
    -- everything as it is. Flagged again, it is open again.
    resolution TEXT,
    resolved_at BIGINT,
    CONSTRAINT payments_status CHECK (status IN ('pending', 'paid', 'failed', 'flagged'))
);
CREATE UNIQUE INDEX payments_once ON payments (provider, reference);
CREATE UNIQUE INDEX payments_period ON payments (subscription_id, period) WHERE status = 'paid';
CREATE INDEX payments_owner ON payments (account_id, created_at);
CREATE INDEX payments_due ON payments (next_at) WHERE status = 'pending';
-- What was paid is looked at again: a bank may take money back months later.
CREATE INDEX payments_due_again ON payments (next_at) WHERE status = 'paid' AND note IS NULL;
CREATE INDEX payments_newest ON payments (created_at);

-- A plan that someone has, had, or planned. The latest one of an account is what its profile shows.
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
    -- Charging goes on until the provider was told to stop. One that cannot be told is told again, each
    -- time later; what it said last is for the operator.
    stop TEXT NOT NULL,
    stop_next_at BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    stop_tries BIGINT NOT NULL DEFAULT 0,
    stop_problem TEXT,
    -- The provider's own name of what charges for it: a charge belongs to it.
    order_code TEXT,
    CONSTRAINT subscriptions_status CHECK (status IN ('planned', 'active', 'cancelled', 'replaced', 'expired')),
    CONSTRAINT subscriptions_stop CHECK (stop IN ('none', 'due', 'done'))
);
CREATE UNIQUE INDEX subscriptions_one ON subscriptions (account_id) WHERE status IN ('active', 'cancelled');
CREATE UNIQUE INDEX subscriptions_planned ON subscriptions (account_id) WHERE status = 'planned';
CREATE INDEX subscriptions_customer ON subscriptions (provider, customer, plan_code);
CREATE INDEX subscriptions_ends ON subscriptions (ends_at) WHERE status IN ('active', 'cancelled');
CREATE INDEX subscriptions_stop_due ON subscriptions (stop_next_at) WHERE stop = 'due';
CREATE INDEX subscriptions_order ON subscriptions (provider, order_code) WHERE order_code IS NOT NULL;
-- Whatever begins takes the place of what lasts or was planned. Without an index for that, a settled
-- payment looks through all subscriptions.
CREATE INDEX subscriptions_lasting ON subscriptions (account_id) WHERE status IN ('planned', 'active', 'cancelled');

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

-- The provider of development mode plays a party of its own: these are its books, not ours.
CREATE TABLE sandbox_charges (
    reference TEXT PRIMARY KEY,
    access_code TEXT NOT NULL,
    email TEXT NOT NULL,
    amount BIGINT NOT NULL,
    currency TEXT NOT NULL,
    metadata TEXT NOT NULL,
    plan_code TEXT,
    status TEXT NOT NULL,
    -- When the money arrives: until then a success is 'processing'.
    settles_at BIGINT NOT NULL,
    paid_at BIGINT,
    created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX sandbox_charges_access_code ON sandbox_charges (access_code);

CREATE TABLE sandbox_orders (
    code TEXT PRIMARY KEY,
    email TEXT NOT NULL,
    amount BIGINT NOT NULL,
    currency TEXT NOT NULL,
    plan_code TEXT NOT NULL,
    metadata TEXT NOT NULL,
    anchor BIGINT NOT NULL,
    renewals BIGINT NOT NULL,
    next_at BIGINT NOT NULL,
    stopped_at BIGINT
);
CREATE INDEX sandbox_orders_due ON sandbox_orders (next_at) WHERE stopped_at IS NULL;

-- Webhooks on their way.
CREATE TABLE sandbox_webhooks (
    id TEXT PRIMARY KEY,
    body TEXT NOT NULL,
    due_at BIGINT NOT NULL
);
CREATE INDEX sandbox_webhooks_due ON sandbox_webhooks (due_at);
