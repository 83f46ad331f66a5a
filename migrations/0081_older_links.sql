-- A new mail leaves the links of older ones alive until one of them is used.
DROP INDEX one_time_tokens_account;
CREATE INDEX one_time_tokens_account ON one_time_tokens (account_id, token_type, created_at);
