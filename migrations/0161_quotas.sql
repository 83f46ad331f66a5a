-- The table under its name: counts that are kept across servers and restarts.
ALTER TABLE allowances RENAME TO quotas;
DROP INDEX allowances_began;
CREATE INDEX quotas_began ON quotas (began_at);
