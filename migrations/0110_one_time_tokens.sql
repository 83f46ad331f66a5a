-- Links of the token API were digests of address and code, and could be guessed; from now on
-- they are random. Those that are on their way end: they live longer than ten minutes, which
-- is how long links of our own mails live.
DELETE FROM one_time_tokens WHERE expires_at - created_at > 600000;
-- How many confirmations a change of address lacked; from now on the sum of the sides that lack
-- (1 the new address, 2 the present one). What was under way is asked for again.
DELETE FROM one_time_tokens WHERE token_type IN ('email_change_token_new', 'email_change_token_current');
UPDATE accounts SET email_change = NULL, email_change_missing = 0;
