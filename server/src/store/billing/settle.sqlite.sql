-- The payment comes first: whoever else settles it waits here, finds it paid, and nothing follows.
UPDATE payments SET status = 'paid', paid_at = :settled_at, note = NULL, subscription_id = :subscription, period = 0
WHERE provider = :paid_by AND reference = :paid_reference AND account_id = :account AND plan = :bought_plan
    AND credits = :bought AND amount = :price AND currency = :paid_currency AND status IN ('pending', 'failed')
    -- Where this plan lasts, a month is added to it instead (`add_month`).
    AND NOT EXISTS (
        SELECT 1 FROM subscriptions s
        WHERE s.account_id = :account AND s.plan = :bought_plan
            AND s.status IN ('active', 'cancelled') AND (s.status = 'active' OR s.paid_through > :settled_at)
    );

-- Credits, less what is owed from a payment that was taken back (the right side of an assignment is
-- the row of before); and the plan, unless a larger one is paid for: then this payment's window was
-- opened before that was bought.
UPDATE profiles SET
    credits = credits + :bought - MIN(debt, :bought),
    ledger_entries = ledger_entries + CASE WHEN debt > 0 THEN 2 ELSE 1 END,
    debt = debt - MIN(debt, :bought),
    repaid = MIN(debt, :bought),
    updated_at = :settled_at,
    plan = CASE WHEN larger.lasts THEN profiles.plan ELSE :bought_plan END,
    subscription_status = CASE WHEN larger.lasts THEN subscription_status ELSE 'active' END,
    subscription_end_date = CASE WHEN larger.lasts THEN subscription_end_date END
FROM (
    SELECT EXISTS (
        SELECT 1 FROM subscriptions s
        WHERE s.account_id = :account AND :larger_plans LIKE '%,' || s.plan || ',%'
            AND s.status IN ('active', 'cancelled')
            AND (s.paid_through > :settled_at OR s.status = 'cancelled' AND s.end_date >= :today)
    ) AS lasts
) larger
WHERE id = :account
    AND EXISTS (
        SELECT 1 FROM payments y
        WHERE y.provider = :paid_by AND y.reference = :paid_reference AND y.subscription_id = :subscription
    );

INSERT INTO ledger (id, account_id, number, kind, amount, balance, reference, created_at)
SELECT :entry, :account, p.ledger_entries - (p.repaid > 0), 'purchase', :bought, p.credits + p.repaid, y.id, :settled_at
FROM profiles p, payments y
WHERE p.id = :account AND y.provider = :paid_by AND y.reference = :paid_reference AND y.subscription_id = :subscription;

INSERT INTO ledger (id, account_id, number, kind, amount, balance, reference, created_at)
SELECT :repay_entry, :account, p.ledger_entries, 'repay', -p.repaid, p.credits, y.id, :settled_at
FROM profiles p, payments y
WHERE p.id = :account AND p.repaid > 0
    AND y.provider = :paid_by AND y.reference = :paid_reference AND y.subscription_id = :subscription;

-- What renewed until now gives way, and its order is due to be stopped; not a larger plan that is paid
-- for.
UPDATE subscriptions SET
    status = 'replaced',
    order_state = CASE WHEN order_state IN ('none', 'stopped') THEN order_state ELSE 'stopping' END,
    order_next_at = :settled_at
FROM (
    SELECT EXISTS (
        SELECT 1 FROM subscriptions s
        WHERE s.account_id = :account AND :larger_plans LIKE '%,' || s.plan || ',%'
            AND s.status IN ('active', 'cancelled')
            AND (s.paid_through > :settled_at OR s.status = 'cancelled' AND s.end_date >= :today)
    ) AS lasts
) larger
WHERE account_id = :account AND status IN ('planned', 'active', 'cancelled') AND NOT larger.lasts
    AND EXISTS (
        SELECT 1 FROM payments y
        WHERE y.provider = :paid_by AND y.reference = :paid_reference AND y.subscription_id = :subscription
    );

-- What this payment has set up, with its standing order to be asked for; beside a larger plan that is
-- paid for, it is replaced from the start, and needs none.
INSERT INTO subscriptions (id, account_id, plan, currency, status, provider, customer, plan_code, authorization_code, anchor, period,
    paid_through, ends_at, created_at, order_state, order_next_at)
SELECT :subscription, :account, :bought_plan, :paid_currency,
    CASE WHEN larger.lasts THEN 'replaced' ELSE 'active' END,
    :paid_by, :customer, :plan_code, :authorization_code, :settled_at, 0,
    CASE WHEN larger.lasts THEN :settled_at ELSE :through END,
    CASE WHEN larger.lasts THEN :settled_at ELSE :ends_at END,
    :settled_at,
    CASE WHEN :plan_code IS NULL THEN 'none' WHEN larger.lasts THEN 'stopped' ELSE 'wanted' END,
    :settled_at
FROM (
    SELECT EXISTS (
        SELECT 1 FROM subscriptions s
        WHERE s.account_id = :account AND :larger_plans LIKE '%,' || s.plan || ',%'
            AND s.status IN ('active', 'cancelled')
            AND (s.paid_through > :settled_at OR s.status = 'cancelled' AND s.end_date >= :today)
    ) AS lasts
) larger
WHERE EXISTS (
        SELECT 1 FROM payments y
        WHERE y.provider = :paid_by AND y.reference = :paid_reference AND y.subscription_id = :subscription
    );

-- The receipt.
INSERT INTO mails (id, purpose, recipient, reply_to, sealed, created_at, next_at, lease_until, attempt)
SELECT :mail, :purpose, :recipient, :reply_to, :sealed, :settled_at, :settled_at, 0, 0
WHERE :mail IS NOT NULL AND EXISTS (
        SELECT 1 FROM payments y
        WHERE y.provider = :paid_by AND y.reference = :paid_reference AND y.subscription_id = :subscription
    );

-- Without a row all of it is undone.
SELECT p.credits, p.repaid FROM profiles p, payments y
WHERE p.id = :account AND y.provider = :paid_by AND y.reference = :paid_reference AND y.subscription_id = :subscription
