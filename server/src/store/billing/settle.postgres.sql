-- Each value is a list, with one for each caller of the batch.
WITH g AS (
    SELECT * FROM unnest(
        :account::text[], :bought::bigint[], :settled_at::bigint[], :bought_plan::text[], :paid_by::text[],
        :paid_reference::text[], :price::bigint[], :paid_currency::text[], :subscription::text[],
        :customer::text[], :plan_code::text[], :authorization_code::text[], :through::bigint[], :ends_at::bigint[], :entry::text[],
        :mail::text[], :purpose::text[], :recipient::text[], :reply_to::text[], :sealed::text[],
        :repay_entry::text[], :larger_plans::text[], :today::text[]
    ) WITH ORDINALITY AS g (
        account, bought, settled_at, bought_plan, paid_by, paid_reference, price, paid_currency,
        subscription, customer, plan_code, authorization_code, through, ends_at, entry, mail, purpose,
        recipient, reply_to, sealed, repay_entry, larger_plans, today, nth
    )
),
-- The payment comes first: whoever else settles it waits here, finds it paid, and nothing follows.
paid AS (
    UPDATE payments SET status = 'paid', paid_at = g.settled_at, note = NULL, subscription_id = g.subscription,
        period = 0
    FROM g
    WHERE provider = g.paid_by AND reference = g.paid_reference AND account_id = g.account
        AND plan = g.bought_plan AND credits = g.bought AND amount = g.price AND currency = g.paid_currency
        AND status IN ('pending', 'failed')
        -- Where this plan lasts, a month is added to it instead (`add_month`).
        AND NOT EXISTS (
            SELECT 1 FROM subscriptions s
            WHERE s.account_id = g.account AND s.plan = g.bought_plan
                AND s.status IN ('active', 'cancelled') AND (s.status = 'active' OR s.paid_through > g.settled_at)
        )
    RETURNING g.*, payments.id AS payment,
        -- A larger plan is paid for: this payment's window was opened before that was bought.
        EXISTS (
            SELECT 1 FROM subscriptions s
            WHERE s.account_id = g.account AND g.larger_plans LIKE '%,' || s.plan || ',%'
                AND s.status IN ('active', 'cancelled')
                AND (s.paid_through > g.settled_at OR s.status = 'cancelled' AND s.end_date >= g.today)
        ) AS larger_lasts
),
-- Credits, less what is owed from a payment that was taken back (the right side of an assignment is
-- the row of before); and the plan, unless a larger one lasts.
owner AS (
    UPDATE profiles SET
        credits = credits + p.bought - LEAST(debt, p.bought),
        ledger_entries = ledger_entries + CASE WHEN debt > 0 THEN 2 ELSE 1 END,
        debt = debt - LEAST(debt, p.bought),
        repaid = LEAST(debt, p.bought),
        updated_at = p.settled_at,
        plan = CASE WHEN p.larger_lasts THEN plan ELSE p.bought_plan END,
        subscription_status = CASE WHEN p.larger_lasts THEN subscription_status ELSE 'active' END,
        subscription_end_date = CASE WHEN p.larger_lasts THEN subscription_end_date END
    FROM paid p
    WHERE profiles.id = p.account
    RETURNING p.*, credits AS balance, ledger_entries AS number, repaid
),
entered AS (
    INSERT INTO ledger (id, account_id, number, kind, amount, balance, reference, created_at)
    SELECT entry, account, number - CASE WHEN repaid > 0 THEN 1 ELSE 0 END, 'purchase', bought, balance + repaid,
        payment, settled_at
    FROM owner
),
paid_back AS (
    INSERT INTO ledger (id, account_id, number, kind, amount, balance, reference, created_at)
    SELECT repay_entry, account, number, 'repay', -repaid, balance, payment, settled_at
    FROM owner WHERE repaid > 0
),
-- What renewed until now gives way, and its order is due to be stopped; not a larger plan that lasts.
replaced AS (
    UPDATE subscriptions SET
        status = 'replaced',
        order_state = CASE WHEN order_state IN ('none', 'stopped') THEN order_state ELSE 'stopping' END,
        order_next_at = o.settled_at
    FROM owner o
    WHERE account_id = o.account AND status IN ('planned', 'active', 'cancelled') AND NOT o.larger_lasts
    RETURNING o.nth
),
-- What this payment has set up, with its standing order to be asked for; beside a larger plan that lasts,
-- it is replaced from the start, and needs none.
-- Counting makes it wait for the rows that give way.
begun AS (
    INSERT INTO subscriptions (id, account_id, plan, currency, status, provider, customer, plan_code, authorization_code, anchor,
        period, paid_through, ends_at, created_at, order_state, order_next_at)
    SELECT subscription, account, bought_plan, paid_currency,
        CASE WHEN larger_lasts THEN 'replaced' ELSE 'active' END,
        paid_by, customer, plan_code, authorization_code, settled_at, 0,
        CASE WHEN larger_lasts THEN settled_at ELSE through END,
        CASE WHEN larger_lasts THEN settled_at ELSE ends_at END,
        settled_at,
        CASE WHEN plan_code IS NULL THEN 'none' WHEN larger_lasts THEN 'stopped' ELSE 'wanted' END,
        settled_at
    FROM owner WHERE (SELECT COUNT(*) FROM replaced) >= 0
),
-- The receipt.
sent AS (
    INSERT INTO mails (id, purpose, recipient, reply_to, sealed, created_at, next_at, lease_until, attempt)
    SELECT mail, purpose, recipient, reply_to, sealed, settled_at, settled_at, 0, 0
    FROM owner WHERE mail IS NOT NULL
)
SELECT COALESCE(owner.balance, raise_rollback()) AS credits, owner.repaid, paid.nth
FROM paid LEFT JOIN owner USING (nth)
