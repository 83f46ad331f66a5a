-- One plan of an account renews, or is planned to: never both, whoever settles and plans at once.
DROP INDEX subscriptions_planned;
CREATE UNIQUE INDEX subscriptions_renewing ON subscriptions (account_id) WHERE status IN ('planned', 'active');

-- When the provider is asked again to let its order go on: whoever was about to stop it may have done so.
ALTER TABLE subscriptions ADD COLUMN resume_at BIGINT;
CREATE INDEX subscriptions_resume_due ON subscriptions (resume_at) WHERE resume_at IS NOT NULL;
