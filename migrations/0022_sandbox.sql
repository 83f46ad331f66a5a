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
