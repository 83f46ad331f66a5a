-- A link to a provider that somebody began ends with the session that began it.
ALTER TABLE auth_oauth_states ADD COLUMN session_id TEXT REFERENCES sessions (id) ON DELETE CASCADE;
CREATE INDEX auth_oauth_states_session ON auth_oauth_states (session_id) WHERE session_id IS NOT NULL;
