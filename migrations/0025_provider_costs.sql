-- What a creation costs the operator at providers outside, in millionths of a US dollar. `reserved` is what it
-- may still come to and never less than `spent`; when it ends they are the same.
CREATE TABLE provider_costs (
    creation_id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    -- The day (YYYY-MM-DD, UTC) on which it began.
    day TEXT NOT NULL,
    reserved BIGINT NOT NULL,
    spent BIGINT NOT NULL DEFAULT 0,
    orders BIGINT NOT NULL DEFAULT 0,
    -- Orders of which nobody knows whether the provider took them.
    lost BIGINT NOT NULL DEFAULT 0,
    CONSTRAINT provider_costs_reserved CHECK (reserved >= spent AND spent >= 0)
);
CREATE INDEX provider_costs_account ON provider_costs (account_id);
CREATE INDEX provider_costs_day ON provider_costs (day);

-- The sum of what is reserved, of an account (`scope` is its id) and of the site, a day.
CREATE TABLE provider_days (
    scope TEXT NOT NULL,
    day TEXT NOT NULL,
    micros BIGINT NOT NULL,
    PRIMARY KEY (scope, day)
);
