-- Each value is a list, with one for each caller of the batch.
WITH g AS (
    SELECT * FROM unnest(
        :id::text[], :newest::bigint[], :renewed_at::bigint[], :opened::bigint[], :refreshed::bigint[]
    ) WITH ORDINALITY AS g (id, newest, renewed_at, opened, refreshed, nth)
),
-- Moves a family of refresh tokens on by one: from its newest, within the session's limits, unless its
-- person is banned.
t AS (
    UPDATE api_sessions SET counter = g.newest + 1, refreshed_at = g.renewed_at
    FROM g
    WHERE session_id = g.id AND counter = g.newest AND refreshed_at >= g.refreshed
        AND EXISTS (
            SELECT 1 FROM sessions s
            LEFT JOIN api_users u ON u.account_id = s.account_id
            WHERE s.id = g.id AND s.created_at >= g.opened
                AND (u.banned_until IS NULL OR u.banned_until <= g.renewed_at)
        )
    RETURNING session_id, counter, refreshed_at, nth
)
SELECT a.*, s.amr, s.created_at AS session_created_at, t.counter, t.refreshed_at, t.nth
FROM t
JOIN sessions s ON s.id = t.session_id
JOIN api_account_rows a ON a.id = s.account_id
ORDER BY identity_created_at, identity_id, factor_created_at, factor_id
