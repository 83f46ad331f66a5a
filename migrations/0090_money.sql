-- A revocation takes back what a payment granted. What was spent meanwhile is owed, and the
-- next purchase pays it: `debt` is what is still owed, `repaid` what the latest purchase paid.
ALTER TABLE profiles ADD COLUMN debt BIGINT NOT NULL DEFAULT 0;
ALTER TABLE profiles ADD COLUMN repaid BIGINT NOT NULL DEFAULT 0;

-- A flagged payment is settled by an operator: 'revoked' took its credits back, 'resolved'
-- left everything as it is. Flagged again, it is open again.
ALTER TABLE payments ADD COLUMN resolution TEXT;
ALTER TABLE payments ADD COLUMN resolved_at BIGINT;

-- The provider's own name of what charges for a subscription: a charge belongs to it.
ALTER TABLE subscriptions ADD COLUMN order_code TEXT;
CREATE INDEX subscriptions_order ON subscriptions (provider, order_code) WHERE order_code IS NOT NULL;

-- What is held for memories that are being made is shown beside the balance on every page.
CREATE INDEX creations_running ON creations (account_id) WHERE status = 'running';
