-- The payment comes first: whoever else settles it waits here, finds it paid, and nothing follows.
UPDATE payments SET status = 'paid', paid_at = $3, note = NULL, subscription_id = $9, period = 0
WHERE provider = $5 AND reference = $6 AND account_id = $1 AND plan = $4 AND credits = $2
    AND amount = $7 AND currency = $8 AND status IN ('pending', 'failed');

-- Credits, less what is owed from a payment that was taken back (the right side of an assignment is
-- the row of before); and the plan, unless a larger one is paid for: then this payment's window was
-- opened before that was bought.
UPDATE profiles SET
    credits = credits + $2 - MIN(debt, $2),
    ledger_entries = ledger_entries + CASE WHEN debt > 0 THEN 2 ELSE 1 END,
    debt = debt - MIN(debt, $2),
    repaid = MIN(debt, $2),
    updated_at = $3,
    plan = CASE WHEN larger.lasts THEN profiles.plan ELSE $4 END,
    subscription_status = CASE WHEN larger.lasts THEN subscription_status ELSE 'active' END,
    subscription_end_date = CASE WHEN larger.lasts THEN subscription_end_date END
FROM (
    SELECT EXISTS (
        SELECT 1 FROM subscriptions s
        WHERE s.account_id = $1 AND $22 LIKE '%,' || s.plan || ',%'
            AND s.status IN ('active', 'cancelled')
            AND (s.paid_through > $3 OR s.status = 'cancelled' AND s.ends_at > $3)
    ) AS lasts
) larger
WHERE id = $1
    AND EXISTS (
        SELECT 1 FROM payments y WHERE y.provider = $5 AND y.reference = $6 AND y.subscription_id = $9
    );

INSERT INTO ledger (id, account_id, number, kind, amount, balance, reference, created_at)
SELECT $14, $1, p.ledger_entries - (p.repaid > 0), 'purchase', $2, p.credits + p.repaid, y.id, $3
FROM profiles p, payments y
WHERE p.id = $1 AND y.provider = $5 AND y.reference = $6 AND y.subscription_id = $9;

INSERT INTO ledger (id, account_id, number, kind, amount, balance, reference, created_at)
SELECT $20, $1, p.ledger_entries, 'repay', -p.repaid, p.credits, y.id, $3
FROM profiles p, payments y
WHERE p.id = $1 AND p.repaid > 0
    AND y.provider = $5 AND y.reference = $6 AND y.subscription_id = $9;

-- What renewed until now gives way, and its provider is due to be told; not a larger plan that is paid
-- for.
UPDATE subscriptions SET
    status = 'replaced',
    stop = CASE WHEN stop = 'none' THEN 'due' ELSE stop END,
    stop_next_at = $3
FROM (
    SELECT EXISTS (
        SELECT 1 FROM subscriptions s
        WHERE s.account_id = $1 AND $22 LIKE '%,' || s.plan || ',%'
            AND s.status IN ('active', 'cancelled')
            AND (s.paid_through > $3 OR s.status = 'cancelled' AND s.ends_at > $3)
    ) AS lasts
) larger
WHERE account_id = $1 AND status IN ('planned', 'active', 'cancelled') AND NOT larger.lasts
    AND EXISTS (
        SELECT 1 FROM payments y WHERE y.provider = $5 AND y.reference = $6 AND y.subscription_id = $9
    );

-- What this payment has set up; beside a larger plan that is paid for, it is replaced from the start.
INSERT INTO subscriptions (id, account_id, plan, currency, status, provider, customer, plan_code, anchor, period,
    paid_through, ends_at, stop, stop_next_at, created_at, order_code)
SELECT $9, $1, $4, $8,
    CASE WHEN larger.lasts THEN 'replaced' ELSE 'active' END,
    $5, $10, $11, $3, 0,
    CASE WHEN larger.lasts THEN $3 ELSE $12 END,
    CASE WHEN larger.lasts THEN $3 ELSE $13 END,
    CASE WHEN larger.lasts THEN 'due' ELSE 'none' END,
    CASE WHEN larger.lasts THEN $3 ELSE 0 END,
    $3, $21
FROM (
    SELECT EXISTS (
        SELECT 1 FROM subscriptions s
        WHERE s.account_id = $1 AND $22 LIKE '%,' || s.plan || ',%'
            AND s.status IN ('active', 'cancelled')
            AND (s.paid_through > $3 OR s.status = 'cancelled' AND s.ends_at > $3)
    ) AS lasts
) larger
WHERE EXISTS (
        SELECT 1 FROM payments y WHERE y.provider = $5 AND y.reference = $6 AND y.subscription_id = $9
    );

-- The receipt.
INSERT INTO mails (id, purpose, recipient, reply_to, sealed, created_at, next_at, lease_until, attempt)
SELECT $15, $16, $17, $18, $19, $3, $3, 0, 0
WHERE $15 IS NOT NULL AND EXISTS (
        SELECT 1 FROM payments y WHERE y.provider = $5 AND y.reference = $6 AND y.subscription_id = $9
    );

-- Without a row all of it is undone.
SELECT p.credits, p.repaid FROM profiles p, payments y
WHERE p.id = $1 AND y.provider = $5 AND y.reference = $6 AND y.subscription_id = $9
