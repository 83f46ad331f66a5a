-- Moves a family of refresh tokens on by one: from its newest, within the session's limits, unless its
-- person is banned.
UPDATE api_sessions SET counter = :newest + 1, refreshed_at = :renewed_at
WHERE session_id = :id AND counter = :newest AND refreshed_at >= :refreshed
    AND EXISTS (
        SELECT 1 FROM sessions s
        LEFT JOIN api_users u ON u.account_id = s.account_id
        WHERE s.id = api_sessions.session_id AND s.created_at >= :opened
            AND (u.banned_until IS NULL OR u.banned_until <= :renewed_at)
    );

-- Without a row all of it is undone.
SELECT a.*, s.amr, s.created_at AS session_created_at, t.counter, t.refreshed_at
FROM api_account_rows a
JOIN sessions s ON s.account_id = a.id
JOIN api_sessions t ON t.session_id = s.id
WHERE t.session_id = :id AND changes() = 1
ORDER BY identity_created_at, identity_id, factor_created_at, factor_id
