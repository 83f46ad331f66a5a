//! The registry of personal data: every table that holds anything of a person, with the
//! columns they may take along, those that are left out (secrets, digests, what only says how the
//! machine works, or who it belongs to), and what becomes of its rows when they go. Export and
//! deletion both read it, and a story asks it about every table and column there is
//! (`docs/decisions.md`, 'Personal data stands in one registry'). To add a table: a line in
//! [`PERSONAL_DATA`], before the tables that its rows refer to.

use async_trait::async_trait;
use evernear_app::{
    domain::{
        account::Email,
        id::{AccountId, SessionId},
        media::ObjectKey,
        timestamp::Timestamp,
        waitlist::status_or_pending,
    },
    ports::{PersonalDataStore, StoreError, TableRows},
};
use serde_json::{Map, Value as Json};

use super::lock::{lock_account, lock_for_session};
use crate::{
    store::{
        Store,
        db::{DbError, Dialects, Row, Value},
        parsed,
        waitlist::CountChange,
    },
    values,
};

/// A table with something of people's in it.
struct PersonalTable {
    table: &'static str,
    /// What is taken along; empty where the rows are only for the machine.
    columns: &'static [&'static str],
    omitted: &'static [&'static str],
    select: &'static str,
    end: End,
}

/// What becomes of the rows: `$1` is whose they are.
enum End {
    Deleted(&'static str),
    /// Deleted, and the status of each is returned: how many there are is counted elsewhere.
    Counted(&'static str),
    /// Kept under the pseudonym `$2`.
    Kept(&'static str),
}

macro_rules! personal_data {
    ($($table:literal where $condition:literal shows ($first:literal $(, $column:literal)*)
        omits ($($omitted:literal),*) $($end:ident by $by:literal)?;)+) => {
        const PERSONAL_DATA: &[PersonalTable] = &[$(PersonalTable {
            table: $table,
            columns: &[$first $(, $column)*],
            omitted: &[$($omitted),*],
            select: concat!("SELECT ", $first $(, ", ", $column)*, " FROM ", $table, " WHERE ", $condition),
            end: personal_data!(@end $table, $condition $(, $end $by)?),
        }),+];
    };
    (@end $table:literal, $condition:literal) => {
        End::Deleted(concat!("DELETE FROM ", $table, " WHERE ", $condition))
    };
    (@end $table:literal, $condition:literal, deletes $deleted:literal) => { End::Deleted($deleted) };
    (@end $table:literal, $condition:literal, counts $status:literal) => {
        End::Counted(concat!("DELETE FROM ", $table, " WHERE ", $condition, " RETURNING ", $status))
    };
    (@end $table:literal, $condition:literal, keeps $kept:literal) => { End::Kept($kept) };
}

personal_data! {
    "mfa_challenges" where "factor_id IN (SELECT id FROM mfa_factors WHERE account_id = $1)" shows ("created_at", "ip_address", "verified_at")
        omits ("id", "factor_id");
    "mfa_factors" where "account_id = $1" shows ("friendly_name", "factor_type", "status", "created_at", "updated_at")
        omits ("id", "account_id", "secret", "last_step", "last_challenged_at", "session_id");
    "mfa_recovery_codes" where "account_id = $1" shows ("created_at", "used_at")
        omits ("id", "account_id", "code_hash");
    "one_time_tokens" where "account_id = $1" shows ("token_type", "relates_to", "metadata", "created_at", "expires_at")
        omits ("id", "account_id", "token_hash", "code_hash", "tries_left", "challenge", "challenge_method");
    "identities" where "account_id = $1" shows ("provider", "provider_id", "identity_data", "email", "last_sign_in_at", "created_at", "updated_at")
        omits ("id", "account_id");
    "security_events" where "account_id = $1" shows ("kind", "ip", "user_agent", "created_at")
        omits ("id", "account_id");
    "auth_oauth_states" where "account_id = $1" shows ("created_at")
        omits ("id", "verifier", "redirect_to", "challenge", "challenge_method", "used_at", "account_id", "session_id");
    "auth_flows" where "account_id = $1" shows ("method", "created_at")
        omits ("id", "account_id", "challenge", "challenge_method", "code", "provider_tokens", "sign_in_epoch");
    "api_sessions" where "session_id IN (SELECT id FROM sessions WHERE account_id = $1)" shows ("refreshed_at")
        omits ("session_id", "counter");
    "api_users" where "account_id = $1" shows ("user_metadata", "app_metadata", "updated_at", "banned_until", "invited_at", "last_sign_in_at")
        omits ("account_id");
    "sessions" where "account_id = $1" shows ("user_agent", "ip", "keep", "created_at", "rotated_at", "expires_at", "seen_at")
        omits ("id", "account_id", "token", "previous_token", "aal", "amr");
    "prompt_history" where "user_id = $1" shows ("prompt", "created_at")
        omits ("id", "user_id");
    "photo_requests" where "account_id = $1" shows ("who", "created_at", "expires_at", "opened_at", "consented_at", "terms_version", "notice", "agreed_words", "taken_back_at", "seen_at", "creation_id", "ended_at", "ended_by")
        omits ("id", "account_id", "draft_key", "token_hash", "photo_id");
    "photos" where "account_id = $1" shows ("id", "width", "height", "who", "created_at", "expires_at", "chosen_x", "chosen_y", "chosen_width", "chosen_height", "touch_up")
        omits ("account_id", "creation_id", "position", "batch", "suggested_x", "suggested_y", "suggested_width", "suggested_height", "request_id");
    "recordings" where "account_id = $1" shows ("id", "length", "trim_start", "trim_length", "created_at", "expires_at")
        omits ("account_id", "creation_id", "peaks");
    // What somebody else reports of one's memory is theirs.
    "share_reports" where "EXISTS (SELECT 1 FROM account_addresses a WHERE a.account_id = $1
        AND a.email = share_reports.email AND (a.until IS NULL OR share_reports.created_at <= a.until))"
        shows ("reason", "email", "created_at", "closed_at", "outcome")
        omits ("id", "share_id", "looked_at", "looked_session");
    "shares" where "account_id = $1" shows ("creation_id", "note", "shows_words", "downloads", "max_viewings", "viewings", "people", "created_at", "expires_at", "last_viewed_at", "paused_at", "looked_at", "decision_reason", "ended_at", "ended_by")
        omits ("id", "account_id", "token_hash", "password_hash", "password_version", "version");
    "mail_refusals" where "account_id = $1" shows ("kind", "refused_at")
        omits ("account_id");
    "memory_dates" where "account_id = $1" shows ("creation_id", "occasion", "month", "day", "time_zone", "next_at")
        omits ("account_id");
    "creations" where "account_id = $1" shows ("id", "kind", "mode", "words", "place", "story", "presentation", "status", "progress", "state", "large_image", "created_at", "ended_at", "rights_confirmed_at", "picture_fetched_at", "seen_at", "title", "note")
        omits ("account_id", "request_key", "seed", "image_of", "progressed_at", "next_at", "lease_owner", "lease_until", "attempt", "head_start", "retake_of", "retake", "reviewed_ms", "film_request_key", "search_text", "outcome_mail");
    "provider_costs" where "account_id = $1" shows ("day", "spent", "tokens_in", "tokens_out", "companion_micros")
        omits ("creation_id", "account_id", "reserved", "orders", "lost", "cancelled")
        keeps by "UPDATE provider_costs SET account_id = $2 WHERE account_id = $1";
    "provider_days" where "scope = $1" shows ("day", "micros") omits ("scope");
    "unsent_words" where "account_id = $1" shows ("place", "created_at", "expires_at")
        omits ("account_id", "sealed");
    "drafts" where "account_id = $1" shows ("body", "updated_at")
        omits ("account_id", "draft_key", "version", "creation_id");
    "ledger" where "account_id = $1" shows ("kind", "amount", "reference", "created_at", "number", "balance")
        omits ("id", "account_id");
    "payments" where "account_id = $1" shows ("reference", "plan", "credits", "amount", "currency", "status", "resolution", "created_at", "paid_at")
        omits ("id", "provider", "account_id", "note", "subscription_id", "period", "shown_at", "next_at", "resolved_at")
        keeps by "UPDATE payments SET account_id = $2 WHERE account_id = $1";
    // Charging ends with the account: the provider is told until it has heard.
    "subscriptions" where "account_id = $1" shows ("plan", "currency", "status", "paid_through", "end_date", "created_at")
        omits ("id", "account_id", "provider", "customer", "plan_code", "authorization_code", "anchor", "period", "ends_at", "order_state", "order_next_at", "order_call_until", "order_tries", "order_refusals", "order_problem")
        keeps by "UPDATE subscriptions SET account_id = $2, authorization_code = NULL, order_next_at = 0,
                  order_state = CASE WHEN order_state IN ('none', 'stopped') THEN order_state ELSE 'stopping' END,
                  status = CASE status WHEN 'active' THEN 'cancelled' WHEN 'planned' THEN 'replaced' ELSE status END WHERE account_id = $1";
    // Not what somebody else pays who had the address before.
    "standing_orders" where "customer IN (SELECT email FROM account_addresses WHERE account_id = $1)
        AND customer NOT IN (SELECT customer FROM subscriptions WHERE account_id <> $1 AND customer IS NOT NULL)"
        shows ("plan_code", "created_at", "stopped_at")
        omits ("provider", "code", "token", "customer", "subscription_id", "stop_next_at", "stop_tries", "stop_problem")
        keeps by "UPDATE standing_orders SET customer = $2 WHERE customer IN (SELECT email FROM account_addresses WHERE account_id = $1)
            AND customer NOT IN (SELECT customer FROM subscriptions WHERE account_id <> $1 AND customer IS NOT NULL)";
    "order_requests" where "customer IN (SELECT email FROM account_addresses WHERE account_id = $1)
        AND customer NOT IN (SELECT customer FROM subscriptions WHERE account_id <> $1 AND customer IS NOT NULL)"
        shows ("plan_code")
        omits ("id", "provider", "customer", "next_at", "tries")
        keeps by "UPDATE order_requests SET customer = $2 WHERE customer IN (SELECT email FROM account_addresses WHERE account_id = $1)
            AND customer NOT IN (SELECT customer FROM subscriptions WHERE account_id <> $1 AND customer IS NOT NULL)";
    "sandbox_charges" where "email IN (SELECT email FROM account_addresses WHERE account_id = $1)" shows ("reference", "amount", "currency", "status", "created_at")
        omits ("access_code", "email", "metadata", "plan_code", "settles_at", "paid_at")
        keeps by "UPDATE sandbox_charges SET email = $2, metadata = '{}' WHERE email IN (SELECT email FROM account_addresses WHERE account_id = $1)";
    "sandbox_orders" where "email IN (SELECT email FROM account_addresses WHERE account_id = $1)" shows ("amount", "currency", "plan_code")
        omits ("code", "email", "metadata", "anchor", "renewals", "next_at", "stopped_at")
        keeps by "UPDATE sandbox_orders SET email = $2, metadata = '{}' WHERE email IN (SELECT email FROM account_addresses WHERE account_id = $1)";
    "sandbox_webhooks" where "EXISTS (SELECT 1 FROM account_addresses a WHERE a.account_id = $1
        AND body LIKE '%\"' || REPLACE(REPLACE(a.email, '%', '~%'), '_', '~_') || '\"%' ESCAPE '~')" shows ("due_at")
        omits ("id", "body");
    "welcome_grants" where "account_id = $1" shows ("granted_at")
        omits ("mailbox", "account_id", "forget_at")
        keeps by "UPDATE welcome_grants SET account_id = $2 WHERE account_id = $1";
    "threads" where "account_id = $1 OR id IN
        (SELECT m.thread_id FROM messages m JOIN account_addresses a ON a.email = m.email
        WHERE a.account_id = $1 AND m.account_id IS NULL AND (a.until IS NULL OR m.created_at <= a.until))" shows ("plan", "queue")
        omits ("id", "account_id", "sort_at");
    "messages" where "account_id = $1 OR account_id IS NULL AND EXISTS (SELECT 1 FROM account_addresses a
        WHERE a.account_id = $1 AND a.email = messages.email AND (a.until IS NULL OR messages.created_at <= a.until))"
        shows ("name", "email", "company", "employees", "body", "ours", "created_at", "plan")
        omits ("id", "account_id", "thread_id")
        // Those of the threads that were deleted just now, and no others: one that is stored between
        // the two statements keeps its thread, and an answer does not outlive what it answers.
        deletes by "DELETE FROM messages WHERE (account_id = $1 OR account_id IS NULL
            AND email IN (SELECT email FROM account_addresses WHERE account_id = $1))
            AND NOT EXISTS (SELECT 1 FROM threads t WHERE t.id = messages.thread_id)";
    // Not the application of somebody else whose invitation let this account in.
    "waitlist_entries" where "account_id = $1 AND email IN (SELECT email FROM account_addresses WHERE account_id = $1) OR EXISTS (SELECT 1 FROM account_addresses a
        WHERE a.account_id = $1 AND a.email = waitlist_entries.email
        AND (a.until IS NULL OR waitlist_entries.created_at <= a.until))"
        shows ("name", "email", "reason", "type", "status", "created_at")
        // Each engine has a column of its own for its search.
        omits ("number", "folded", "id", "mailbox", "search", "invitation", "account_id")
        counts by "status";
    "mails" where "EXISTS (SELECT 1 FROM account_addresses a WHERE a.account_id = $1
        AND (a.email = mails.recipient OR a.email = mails.reply_to)
        AND (a.until IS NULL OR mails.created_at <= a.until))
        OR purpose = 'email_change' AND recipient = (SELECT email_change FROM accounts WHERE id = $1)" shows ("purpose", "recipient", "created_at")
        omits ("id", "reply_to", "next_at", "lease_owner", "lease_until", "attempt", "sealed", "priority");
    "profiles" where "id = $1" shows ("email", "username", "theme", "credits", "debt", "plan", "subscription_status", "subscription_end_date", "people_reached", "created_at", "updated_at")
        omits ("id", "username_key", "ledger_entries", "repaid");
    "previous_emails" where "account_id = $1" shows ("email", "until")
        omits ("account_id");
    "accounts" where "id = $1" shows ("id", "email", "email_change", "terms_version", "terms_at", "email_confirmed_at", "email_proven_at", "created_at")
        omits ("password_hash", "confirmation_sent_at", "recovery_sent_at", "reauthentication_sent_at", "email_change_sent_at", "email_change_missing", "sign_in_epoch");
}

/// A provider may know its customer by the address.
const ALSO_BY_EMAIL: &str = "UPDATE subscriptions SET customer = $2 WHERE account_id = $1
    AND customer IN (SELECT email FROM account_addresses WHERE account_id = $1)";

/// An application that somebody else made, and this account came in by its invitation: it stays
/// theirs.
const LEAVE_APPLICATIONS: &str =
    "UPDATE waitlist_entries SET account_id = NULL WHERE account_id = $1
    AND email NOT IN (SELECT email FROM account_addresses WHERE account_id = $1)";

const HOLD_PAYMENTS: &str = "UPDATE payments SET note = note WHERE account_id = $1";

/// How often a deletion is tried.
const ERASE_TRIES: u32 = 4;

/// Tables that hold nothing of anyone's, only sums of everyone, which line an administrator changed, or
/// keyed digests: those that go within a day, and those of viewers, whom nobody knows and who go with
/// their link. Photos that a phone handed on belong to no account until somebody adds them, and go
/// within the hour.
pub const NON_PERSONAL: &[&str] = &[
    "admin_locks",
    "admin_log",
    "companion_days",
    "incoming_photos",
    "quotas",
    "timing_padding",
    "retired_keys",
    "server_keys",
    "share_viewers",
    "task_deletions",
    "waitlist_counts",
    "_sqlx_migrations",
];

/// The tables of the registry, with the columns it knows of.
pub fn tables() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    PERSONAL_DATA.iter().map(|table| (table.table, [table.columns, table.omitted].concat()))
}

#[async_trait]
impl PersonalDataStore for Store {
    async fn rows_of(&self, account: AccountId) -> Result<Vec<TableRows>, StoreError> {
        let mut all = Vec::new();
        for table in PERSONAL_DATA {
            let rows = self.db.rows(table.select, values![account.to_string()]).await?;
            let rows = rows.iter().map(|row| object(row, table.columns)).collect();
            all.push(TableRows { table: table.table, rows });
        }
        Ok(all)
    }

    async fn objects_of(&self, account: AccountId) -> Result<Vec<ObjectKey>, StoreError> {
        let mut keys = Vec::new();
        let photos = "SELECT id FROM photos WHERE account_id = $1 ORDER BY id";
        let found: Vec<(String,)> = self.db.list(photos, values![account.to_string()]).await?;
        for (id,) in found {
            let id = parsed(&id, "a photo's id")?;
            keys.extend([ObjectKey::photo(id), ObjectKey::preview(id)]);
        }
        let recordings = "SELECT id FROM recordings WHERE account_id = $1 ORDER BY id";
        let found: Vec<(String,)> = self.db.list(recordings, values![account.to_string()]).await?;
        for (id,) in found {
            keys.push(ObjectKey::recording(parsed(&id, "a recording's id")?));
        }
        let memories = "SELECT id FROM creations WHERE account_id = $1 ORDER BY id";
        let found: Vec<(String,)> = self.db.list(memories, values![account.to_string()]).await?;
        for (id,) in found {
            let id = parsed(&id, "a creation's id")?;
            keys.extend([ObjectKey::image(id), ObjectKey::large_image(id), ObjectKey::film(id)]);
        }
        Ok(keys)
    }

    async fn addresses_of(&self, account: AccountId) -> Result<Vec<Email>, StoreError> {
        let sql = "SELECT email FROM account_addresses WHERE account_id = $1
                   UNION SELECT a.email_change FROM accounts a WHERE a.id = $1 AND a.email_change IS NOT NULL
                   AND NOT EXISTS (SELECT 1 FROM accounts o WHERE o.email = a.email_change)";
        let found: Vec<(String,)> = self.db.list(sql, values![account.to_string()]).await?;
        let emails = found.iter().map(|(email,)| parsed(email, "an e-mail"));
        Ok(emails.collect::<Result<_, _>>()?)
    }

    async fn erase(
        &self,
        account: AccountId,
        session: Option<SessionId>,
        pseudonym: &str,
        welcome_until: Timestamp,
    ) -> Result<(), StoreError> {
        for _ in 1..ERASE_TRIES {
            match self.erase_once(account, session, pseudonym, welcome_until).await {
                // Somebody else was quicker.
                Err(DbError::SessionGone | DbError::AccountGone) => {
                    return Err(StoreError::OwnerGone);
                }
                // Others waited for its rows in another order, and the engine ended this one; or a
                // row that belongs to one of its rows came between two deletions.
                Err(error) if error.busy() || error.owner_gone() => {}
                done => return Ok(done?),
            }
        }
        // Nothing was deleted, so this must not be told as an account that is gone.
        let done = self.erase_once(account, session, pseudonym, welcome_until).await;
        done.map_err(StoreError::new)
    }
}

impl Store {
    async fn erase_once(
        &self,
        account: AccountId,
        session: Option<SessionId>,
        pseudonym: &str,
        welcome_until: Timestamp,
    ) -> Result<(), DbError> {
        let account = account.to_string();
        let mut tx = self.db.begin().await?;
        // In the order of whoever settles or begins something, so that they wait for one another.
        tx.execute(HOLD_PAYMENTS, values![account.as_str()]).await?;
        match session {
            Some(session) => lock_for_session(&mut tx, &account, session).await?,
            None => lock_account(&mut tx, &account).await?,
        }
        // From here on nothing new can belong to the account: whoever tries waits, and finds it
        // gone. On SQLite nobody else writes meanwhile.
        let lock = tx.dialect(Dialects {
            sqlite: "SELECT 1 FROM accounts WHERE id = $1",
            postgres: "SELECT 1 FROM accounts WHERE id = $1 FOR UPDATE",
        });
        tx.row(lock, values![account.as_str()]).await?;
        tx.execute(LEAVE_APPLICATIONS, values![account.as_str()]).await?;
        let kept = "UPDATE welcome_grants SET forget_at = $2 WHERE account_id = $1";
        tx.execute(kept, values![account.as_str(), welcome_until]).await?;
        tx.execute(ALSO_BY_EMAIL, values![account.as_str(), pseudonym]).await?;
        let mut counted = CountChange::default();
        for table in PERSONAL_DATA {
            match table.end {
                End::Deleted(sql) => {
                    tx.execute(sql, values![account.as_str()]).await?;
                }
                End::Counted(sql) => {
                    let deleted: Vec<(String,)> = tx.list(sql, values![account.as_str()]).await?;
                    for (status,) in deleted {
                        counted.add(status_or_pending(Some(&status)), -1);
                    }
                }
                End::Kept(sql) => {
                    tx.execute(sql, values![account.as_str(), pseudonym]).await?;
                }
            }
        }
        counted.write(&mut tx).await?;
        tx.commit().await?;
        self.db.scrub().await
    }
}

/// A row as JSON; what is JSON already stays what it is.
fn object(row: &Row, columns: &[&'static str]) -> Map<String, Json> {
    let value = |column: usize| match row.value(column) {
        Some(Value::Int(Some(number))) => Json::from(*number),
        Some(Value::Text(Some(text))) if text.starts_with(['{', '[']) => {
            serde_json::from_str(text).unwrap_or_else(|_| Json::from(text.as_str()))
        }
        Some(Value::Text(Some(text))) => Json::from(text.as_str()),
        _ => Json::Null,
    };
    columns.iter().enumerate().map(|(at, name)| ((*name).to_owned(), value(at))).collect()
}
