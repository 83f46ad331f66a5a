-- Accounts and their profiles. Times are milliseconds since 1970 UTC, here and everywhere.
CREATE TABLE accounts (
    id TEXT PRIMARY KEY,
    email TEXT NOT NULL,
    password_hash TEXT NOT NULL,
    terms_version TEXT,
    terms_at BIGINT,
    created_at BIGINT NOT NULL,
    -- Nothing until whoever signed up may come in: where confirmations are off, and where a program
    -- with the service role says so, an address is taken as it is.
    email_confirmed_at BIGINT,
    -- Nothing until the mailbox or a provider has vouched for the address.
    email_proven_at BIGINT,
    confirmation_sent_at BIGINT,
    recovery_sent_at BIGINT,
    reauthentication_sent_at BIGINT,
    -- The address an account changes to, until whoever has to agree has agreed.
    email_change TEXT,
    email_change_sent_at BIGINT,
    -- The sum of the sides that have not agreed yet: 1 the new address, 2 the present one.
    email_change_missing BIGINT NOT NULL DEFAULT 0,
    -- How often all sign-ins were ended. A session is opened only at the number that stood when its
    -- holder's proof was taken, so none is opened by a proof that was ended meanwhile.
    sign_in_epoch BIGINT NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX accounts_email ON accounts (email);

CREATE TABLE profiles (
    id TEXT PRIMARY KEY REFERENCES accounts (id),
    email TEXT NOT NULL,
    username TEXT,
    -- The user name in lower case: what must be unique.
    username_key TEXT,
    credits BIGINT NOT NULL,
    plan TEXT,
    subscription_status TEXT,
    subscription_end_date TEXT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    -- How many entries the account's ledger has.
    ledger_entries BIGINT NOT NULL DEFAULT 0,
    -- What is owed from payments that were taken back, and what the latest purchase paid of it.
    debt BIGINT NOT NULL DEFAULT 0,
    repaid BIGINT NOT NULL DEFAULT 0,
    CONSTRAINT profiles_credits_not_negative CHECK (credits >= 0)
);
CREATE UNIQUE INDEX profiles_username ON profiles (username_key);

-- Addresses that an account had before, with the moment in which it changed: what was written under
-- one of them later is somebody else's, who may have no account.
CREATE TABLE previous_emails (
    account_id TEXT NOT NULL REFERENCES accounts (id),
    email TEXT NOT NULL,
    until BIGINT NOT NULL,
    PRIMARY KEY (account_id, email)
);
CREATE INDEX previous_emails_email ON previous_emails (email);

-- Every address that is an account's: the one it has, once its holder has proven it, because anybody
-- can sign up with somebody else's; and those it had before that are nobody else's meanwhile.
CREATE VIEW account_addresses AS
SELECT id AS account_id, email, CAST(NULL AS BIGINT) AS until
FROM accounts WHERE email_proven_at IS NOT NULL
UNION ALL
SELECT account_id, email, until FROM previous_emails p
WHERE NOT EXISTS (SELECT 1 FROM accounts a WHERE a.email = p.email);

-- What happened to an account's safety, for its owner to read.
CREATE TABLE security_events (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    kind TEXT NOT NULL,
    ip TEXT NOT NULL,
    user_agent TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX security_events_account ON security_events (account_id, created_at);
CREATE INDEX security_events_created ON security_events (created_at);
