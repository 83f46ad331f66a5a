-- A smaller plan is planned once its provider has taken the order. Those that broke off before
-- that was written down are due to be stopped.
UPDATE subscriptions SET status = 'replaced', ends_at = anchor, stop = 'due', stop_next_at = 0
WHERE status = 'planned' AND order_code IS NULL;
