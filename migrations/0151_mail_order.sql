-- Codes and links go before notices that anybody can have sent: 0 before 1.
ALTER TABLE mails ADD COLUMN place BIGINT NOT NULL DEFAULT 0;
CREATE INDEX mails_in_order ON mails (place, next_at);
