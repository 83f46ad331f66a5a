-- Codes and links go before notices that anybody can have sent: 0 before 1.
ALTER TABLE mails RENAME COLUMN place TO priority;
