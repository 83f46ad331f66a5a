-- A provider that cannot be told to stop is told again, each time later; what it said last
-- is for the operator.
ALTER TABLE subscriptions ADD COLUMN stop_tries BIGINT NOT NULL DEFAULT 0;
ALTER TABLE subscriptions ADD COLUMN stop_problem TEXT;
