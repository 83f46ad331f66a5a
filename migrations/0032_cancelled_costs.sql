-- Whether the creation was cancelled: what was spent for it then was paid by nobody.
ALTER TABLE provider_costs ADD COLUMN cancelled BIGINT NOT NULL DEFAULT 0;
