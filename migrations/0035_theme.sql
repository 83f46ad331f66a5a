-- Whether pages are light or dark for a person: 'system' follows the setting of their device.
ALTER TABLE profiles ADD COLUMN theme TEXT NOT NULL DEFAULT 'system';

DROP VIEW api_account_rows;
DROP VIEW account_rows;

-- An account with its profile, and what of its credits creations hold that are being made.
CREATE VIEW account_rows AS
SELECT
    a.id, a.email, p.username, p.theme, p.credits, p.debt, p.plan, a.terms_version, a.terms_at, a.created_at,
    a.email_confirmed_at, a.email_proven_at, a.sign_in_epoch, a.confirmation_sent_at, a.recovery_sent_at,
    a.reauthentication_sent_at, a.email_change, a.email_change_sent_at,
    (
        SELECT CAST(COALESCE(-SUM(l.amount), 0) AS BIGINT)
        FROM creations c
        JOIN ledger l ON l.reference = c.id AND l.kind IN ('hold', 'retake')
        WHERE c.account_id = a.id AND c.status = 'running'
    ) AS held
FROM accounts a
JOIN profiles p ON p.id = a.id;

-- What client programs are told of an account: a row for each way to sign in with each second
-- factor. Both are few.
CREATE VIEW api_account_rows AS
SELECT
    a.id, a.email, a.username, a.theme, a.credits, a.debt, a.plan, a.terms_version, a.terms_at, a.created_at,
    a.email_confirmed_at, a.email_proven_at, a.sign_in_epoch, a.confirmation_sent_at, a.recovery_sent_at,
    a.reauthentication_sent_at, a.email_change, a.email_change_sent_at, a.held,
    u.user_metadata, u.app_metadata, u.banned_until, u.invited_at, u.last_sign_in_at, u.updated_at,
    i.id AS identity_id, i.provider, i.provider_id, i.identity_data, i.email AS identity_email,
    i.last_sign_in_at AS identity_last_sign_in_at, i.created_at AS identity_created_at,
    i.updated_at AS identity_updated_at,
    f.id AS factor_id, f.friendly_name, f.status AS factor_status, f.secret AS factor_secret,
    f.last_challenged_at AS factor_last_challenged_at, f.created_at AS factor_created_at,
    f.updated_at AS factor_updated_at, f.session_id AS factor_session_id
FROM account_rows a
LEFT JOIN api_users u ON u.account_id = a.id
LEFT JOIN identities i ON i.account_id = a.id
LEFT JOIN mfa_factors f ON f.account_id = a.id;
