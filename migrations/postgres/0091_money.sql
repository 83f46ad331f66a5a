-- The ledger knows revocations and what pays a debt; a subscription may be planned for later.
ALTER TABLE ledger DROP CONSTRAINT ledger_kind;
ALTER TABLE ledger ADD CONSTRAINT ledger_kind CHECK (kind IN
    ('welcome', 'purchase', 'grant', 'hold', 'capture', 'release', 'retake', 'retake_back', 'revoke', 'repay'));
ALTER TABLE subscriptions DROP CONSTRAINT subscriptions_status;
ALTER TABLE subscriptions ADD CONSTRAINT subscriptions_status
    CHECK (status IN ('planned', 'active', 'cancelled', 'replaced', 'expired'));
CREATE UNIQUE INDEX subscriptions_planned ON subscriptions (account_id) WHERE status = 'planned';
-- Whatever begins takes the place of what lasts or was planned. Without an index for that, a
-- settled payment looks through all subscriptions, at a cost for which PostgreSQL compiles the statement first.
CREATE INDEX subscriptions_lasting ON subscriptions (account_id) WHERE status IN ('planned', 'active', 'cancelled');
