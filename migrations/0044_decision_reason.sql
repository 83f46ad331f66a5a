-- Why a link was paused or removed, as its owner was told.
ALTER TABLE shares ADD COLUMN decision_reason TEXT;
