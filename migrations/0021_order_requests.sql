-- Standing orders that a provider is being asked for, each written down before the question and gone
-- with the answer. What stays was not answered, and may have been made: the provider is asked which
-- orders there are.
CREATE TABLE order_requests (
    id TEXT PRIMARY KEY,
    provider TEXT NOT NULL,
    customer TEXT NOT NULL,
    plan_code TEXT NOT NULL,
    -- When it counts as not answered.
    next_at BIGINT NOT NULL,
    tries BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX order_requests_due ON order_requests (provider, next_at);
CREATE INDEX order_requests_of ON order_requests (provider, customer, plan_code);
