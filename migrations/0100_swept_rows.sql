-- What is swept by its age is found by its age.
CREATE INDEX mfa_challenges_created ON mfa_challenges (created_at);
CREATE INDEX security_events_created ON security_events (created_at);
