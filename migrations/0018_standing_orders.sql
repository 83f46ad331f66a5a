-- Evernear asks for the standing order of a plan that renews itself, once the first month is paid, and
-- knows whose each order is. `order_state` says what is to become of it:
--   none      the plan does not renew by itself
--   wanted    the provider is to be asked for it
--   active    it charges month by month
--   resuming  the provider is to be asked to let it go on
--   stopping  the provider is to be told to stop it
--   stopped   it charges no more
-- Whatever cannot be done is tried again at `order_next_at`, each time later; what the provider said last
-- is for the operator. Until `order_call_until` one worker is asking the provider, or its question may
-- still arrive there: whatever is wanted meanwhile is asked afterwards.
CREATE TABLE subscriptions_of_0018 (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    plan TEXT NOT NULL,
    currency TEXT NOT NULL,
    status TEXT NOT NULL,
    provider TEXT NOT NULL,
    -- The provider's names for person and plan.
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
    created_at BIGINT NOT NULL,
    order_state TEXT NOT NULL,
    order_next_at BIGINT NOT NULL,
    order_call_until BIGINT NOT NULL DEFAULT 0,
    order_tries BIGINT NOT NULL DEFAULT 0,
    order_refusals BIGINT NOT NULL DEFAULT 0,
    order_problem TEXT,
    CONSTRAINT subscriptions_status CHECK (status IN ('planned', 'active', 'cancelled', 'replaced', 'expired')),
    CONSTRAINT subscriptions_order_state CHECK (order_state IN ('none', 'wanted', 'active', 'resuming', 'stopping', 'stopped'))
);

INSERT INTO subscriptions_of_0018 (id, account_id, plan, currency, status, provider, customer, plan_code, anchor,
    period, paid_through, end_date, ends_at, created_at, order_state, order_next_at, order_tries, order_problem)
SELECT id, account_id, plan, currency, status, provider, customer, plan_code, anchor,
    period, paid_through, end_date, ends_at, created_at,
    CASE
        WHEN plan_code IS NULL OR customer IS NULL THEN 'none'
        WHEN stop = 'done' THEN 'stopped'
        -- What is over is charged no more, and no order is asked for it.
        WHEN stop = 'due' OR status NOT IN ('planned', 'active') THEN 'stopping'
        WHEN order_code IS NULL THEN 'wanted'
        WHEN resume_at IS NOT NULL THEN 'resuming'
        ELSE 'active'
    END,
    0, stop_tries, stop_problem
FROM subscriptions;

-- Whose an order is; nobody's until it is written down there, and one that stays nobody's is stopped.
ALTER TABLE standing_orders ADD COLUMN subscription_id TEXT;
ALTER TABLE standing_orders ADD COLUMN stop_next_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE standing_orders ADD COLUMN stop_tries BIGINT NOT NULL DEFAULT 0;
ALTER TABLE standing_orders ADD COLUMN stop_problem TEXT;
UPDATE standing_orders SET subscription_id = (
    SELECT MAX(s.id) FROM subscriptions s
    WHERE s.provider = standing_orders.provider AND s.order_code = standing_orders.code
);
DROP INDEX standing_orders_customer;
CREATE UNIQUE INDEX standing_orders_subscription ON standing_orders (subscription_id) WHERE subscription_id IS NOT NULL;
CREATE INDEX standing_orders_unowned ON standing_orders (provider, plan_code, created_at)
    WHERE subscription_id IS NULL AND stopped_at IS NULL;

DROP TABLE subscriptions;
ALTER TABLE subscriptions_of_0018 RENAME TO subscriptions;
CREATE UNIQUE INDEX subscriptions_one ON subscriptions (account_id) WHERE status IN ('active', 'cancelled');
-- One plan of an account renews, or is planned to: never both, whoever settles and plans at once.
CREATE UNIQUE INDEX subscriptions_renewing ON subscriptions (account_id) WHERE status IN ('planned', 'active');
CREATE INDEX subscriptions_customer ON subscriptions (provider, customer, plan_code);
CREATE INDEX subscriptions_ends ON subscriptions (ends_at) WHERE status IN ('active', 'cancelled');
CREATE INDEX subscriptions_order_due ON subscriptions (provider, order_next_at)
    WHERE order_state IN ('wanted', 'resuming', 'stopping');
-- Whatever begins takes the place of what lasts or was planned. Without an index for that, a settled
-- payment looks through all subscriptions.
CREATE INDEX subscriptions_lasting ON subscriptions (account_id) WHERE status IN ('planned', 'active', 'cancelled');
