-- What the model behind the companion answered, a day (UTC) and call, and what that cost the operator, in
-- millionths of a US dollar.
CREATE TABLE companion_days (
    -- YYYY-MM-DD.
    day TEXT NOT NULL,
    -- conversation, plan, steps, closing or story.
    call TEXT NOT NULL,
    answers BIGINT NOT NULL,
    -- Answers that came without a count of their tokens.
    uncounted BIGINT NOT NULL,
    -- Tokens that it read and wrote.
    tokens_in BIGINT NOT NULL,
    tokens_out BIGINT NOT NULL,
    micros BIGINT NOT NULL,
    PRIMARY KEY (day, call)
);

-- The part of it that belongs to a creation. It is no order: nothing is reserved for it and no ceiling counts it.
ALTER TABLE provider_costs ADD COLUMN tokens_in BIGINT NOT NULL DEFAULT 0;
ALTER TABLE provider_costs ADD COLUMN tokens_out BIGINT NOT NULL DEFAULT 0;
ALTER TABLE provider_costs ADD COLUMN companion_micros BIGINT NOT NULL DEFAULT 0;
