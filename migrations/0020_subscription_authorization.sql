-- What the provider charges for the plan: the card with which it was paid last. A customer of the
-- provider is a mailbox, and a mailbox may change hands, so a standing order names its card.
ALTER TABLE subscriptions ADD COLUMN authorization_code TEXT;
