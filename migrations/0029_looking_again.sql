-- What was paid is looked at again: a bank may take money back months later.
CREATE INDEX payments_due_again ON payments (next_at) WHERE status = 'paid' AND note IS NULL;
