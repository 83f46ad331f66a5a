//! One-time tokens. Using one up and what it does are one transaction; a try is taken
//! before a code is compared, so that many guesses at once are still only so many.

use async_trait::async_trait;
use evernear_app::{
    domain::{
        account::{Email, SignInEpoch},
        auth::one_time::{OneTime, TokenKind},
        id::{AccountId, OneTimeId},
        timestamp::Timestamp,
    },
    ports::{
        AskedBy, Effect, EmailChange, Issue, OneTimeStore, PasswordSetter, PendingEmailChange,
        StoreError, UseError, Used, UsedUp, Welcome,
    },
};
use sqlx::FromRow;

use super::{
    end_sessions::{end_sign_ins, sign_in_epoch},
    identities::keep_previous_email,
    oauth::challenge,
    prove_address::{AddressProof, prove},
};
use crate::{
    store::{
        Store,
        account::{
            accounts::{claim_username, username_taken},
            lock::{lock_account, lock_for_session},
            set_password::write_password,
        },
        credits::welcome,
        db::{DbError, Tx},
        draft::drafts::{decode, encode},
        mail::queue,
        parsed, small,
    },
    values,
};

/// A row of `one_time_tokens`.
#[derive(FromRow)]
struct OneTimeRecord {
    id: String,
    account_id: String,
    token_type: String,
    token_hash: String,
    code_hash: String,
    relates_to: String,
    tries_left: i64,
    created_at: i64,
    expires_at: i64,
    metadata: Option<String>,
    challenge: Option<String>,
    challenge_method: Option<String>,
}

impl TryFrom<OneTimeRecord> for OneTime {
    type Error = DbError;

    fn try_from(row: OneTimeRecord) -> Result<Self, DbError> {
        Ok(Self {
            id: parsed(&row.id, "a token's id")?,
            account: parsed(&row.account_id, "an account id")?,
            kind: kind(&row.token_type)?,
            link: row.token_hash,
            code: row.code_hash,
            sent_to: parsed(&row.relates_to, "an e-mail")?,
            metadata: row.metadata.map(|text| decode(&text)).transpose()?,
            challenge: row
                .challenge
                .zip(row.challenge_method)
                .map(|(text, method)| challenge(text, &method))
                .transpose()?,
            tries_left: small(row.tries_left)?,
            created_at: Timestamp(row.created_at),
            expires_at: Timestamp(row.expires_at),
        })
    }
}

#[async_trait]
impl OneTimeStore for Store {
    async fn issue(&self, issue: Issue<'_>) -> Result<bool, StoreError> {
        let mut tx = self.db.begin().await?;
        if let (Some(change), Some(token)) = (&issue.email_change, issue.tokens.first())
            && !begin_change(&mut tx, token.account, change).await?
        {
            return Ok(false);
        }
        for token in issue.tokens {
            insert(&mut tx, token).await?;
        }
        for mail in issue.mails {
            queue::enqueue(&mut tx, mail).await?;
        }
        tx.commit().await?;
        Ok(true)
    }

    async fn pending_email_change(
        &self,
        account: AccountId,
    ) -> Result<Option<PendingEmailChange>, StoreError> {
        let sql = "SELECT email_change, email_change_missing FROM accounts
                   WHERE id = $1 AND email_change IS NOT NULL";
        let found: Option<(String, i64)> = self.db.find(sql, values![account.to_string()]).await?;
        let pending = found.map(|(to, sides)| {
            Ok::<_, DbError>(PendingEmailChange {
                to: parsed(&to, "an e-mail")?,
                sides: small(sides)?,
            })
        });
        Ok(pending.transpose()?)
    }

    async fn by_link(&self, link: &str, now: Timestamp) -> Result<Option<OneTime>, StoreError> {
        let sql = "SELECT * FROM one_time_tokens WHERE token_hash = $1 AND expires_at > $2";
        let found: Option<OneTimeRecord> = self.db.find(sql, values![link, now]).await?;
        Ok(found.map(OneTime::try_from).transpose()?)
    }

    async fn take_try(
        &self,
        account: AccountId,
        kind: TokenKind,
        now: Timestamp,
    ) -> Result<Option<OneTime>, StoreError> {
        let sql = "UPDATE one_time_tokens SET tries_left = tries_left - 1
                   WHERE id = (SELECT id FROM one_time_tokens WHERE account_id = $1 AND token_type = $2
                       ORDER BY created_at DESC, id DESC LIMIT 1)
                   AND expires_at > $3 AND tries_left > 0 RETURNING *";
        let values = values![account.to_string(), kind.as_str(), now];
        let taken: Vec<OneTimeRecord> = self.db.write_returning(sql, values).await?;
        Ok(taken.into_iter().next().map(OneTime::try_from).transpose()?)
    }

    async fn use_up(
        &self,
        id: OneTimeId,
        effect: Effect<'_>,
        welcome: &Welcome,
        at: Timestamp,
    ) -> Result<UsedUp, UseError> {
        let mut used = self.used_up(id, effect, welcome, at).await;
        // Somebody who asked for the same name confirmed at the same time: they have it.
        if used.as_ref().is_err_and(username_taken) {
            used = self.used_up(id, effect, welcome, at).await;
        }
        used.map_err(|error| {
            if error.violates("accounts_email", "accounts.email") {
                UseError::EmailTaken
            } else {
                UseError::Store(error.into())
            }
        })
    }

    async fn changing_to(&self, email: &Email) -> Result<Option<AccountId>, StoreError> {
        let sql =
            "SELECT t.account_id FROM one_time_tokens t JOIN accounts a ON a.id = t.account_id
                   WHERE t.token_type = 'email_change_token_new' AND t.relates_to = $1
                   AND a.email_change = $1 ORDER BY t.created_at DESC LIMIT 1";
        let found: Option<(String,)> = self.db.find(sql, values![email.as_str()]).await?;
        Ok(found.map(|(id,)| parsed(&id, "an account id")).transpose()?)
    }

    async fn forget_expired_tokens(&self, now: Timestamp) -> Result<u64, StoreError> {
        let sql = "DELETE FROM one_time_tokens WHERE expires_at <= $1";
        Ok(self.db.execute(sql, values![now]).await?)
    }
}

impl Store {
    async fn used_up(
        &self,
        id: OneTimeId,
        effect: Effect<'_>,
        welcome: &Welcome,
        at: Timestamp,
    ) -> Result<UsedUp, DbError> {
        let gone = UsedUp { used: Used::Gone, epoch: SignInEpoch::default() };
        let mut tx = self.db.begin().await?;
        let sql = "SELECT account_id FROM one_time_tokens WHERE id = $1";
        let owner: Option<(String,)> = tx.find(sql, values![id.to_string()]).await?;
        let Some((account,)) = owner else { return Ok(gone) };
        lock_account(&mut tx, &account).await?;
        // It belongs to the address it was sent to: of an account that has another one by now,
        // or changes to another one, it proves nothing. With one of them, all of its kind end:
        // two at once delete the same rows, and the second finds none.
        let sql = "DELETE FROM one_time_tokens WHERE (account_id, token_type) IN
                   (SELECT t.account_id, t.token_type FROM one_time_tokens t
                   JOIN accounts a ON a.id = t.account_id
                   WHERE t.id = $1 AND t.expires_at > $2 AND t.relates_to = CASE t.token_type
                   WHEN 'email_change_token_new' THEN a.email_change ELSE a.email END)
                   RETURNING account_id, token_type";
        let ended: Option<(String, String)> = tx.find(sql, values![id.to_string(), at]).await?;
        let Some((account, token_type)) = ended else { return Ok(gone) };
        let kind = kind(&token_type)?;
        let used = match effect {
            Effect::None => Used::Done,
            Effect::Exchange(other) => {
                insert(&mut tx, other).await?;
                Used::Done
            }
            Effect::ConfirmEmail => {
                confirm(&mut tx, &account, Some(welcome), at).await?;
                note_proof(&mut tx, &account, at).await?;
                Used::Done
            }
            Effect::EnterByMail => {
                confirm(&mut tx, &account, Some(welcome), at).await?;
                let first = prove(&mut tx, &account, AddressProof::Mailbox, at).await?;
                if first { Used::Cleared } else { Used::Done }
            }
            Effect::ResetPassword { hash, second_factor } => {
                if !second_factor && has_second_factor(&mut tx, &account).await? {
                    return Ok(UsedUp { used: Used::FactorNeeded, ..gone });
                }
                confirm(&mut tx, &account, Some(welcome), at).await?;
                let cleared = prove(&mut tx, &account, AddressProof::Mailbox, at).await?;
                // A mail alone proves no address where there is a second factor; both together do.
                note_proof(&mut tx, &account, at).await?;
                let setter = PasswordSetter::ResetLink;
                let identities_removed = write_password(&mut tx, &account, hash, setter).await?;
                Used::Reset { cleared, identities_removed }
            }
            Effect::ChangeEmail => agree(&mut tx, &account, kind, at).await?,
        };
        let epoch = sign_in_epoch(&mut tx, &account).await?;
        tx.commit().await?;
        Ok(UsedUp { used, epoch })
    }
}

async fn insert(tx: &mut Tx, token: &OneTime) -> Result<(), DbError> {
    let account = token.account.to_string();
    let challenge = token.challenge.as_ref();
    tx.execute(
        "INSERT INTO one_time_tokens (id, account_id, token_type, token_hash, code_hash, relates_to,
         tries_left, created_at, expires_at, metadata, challenge, challenge_method)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
        values![
            token.id.to_string(),
            account.as_str(),
            token.kind.as_str(),
            token.link.as_str(),
            token.code.as_str(),
            token.sent_to.as_str(),
            token.tries_left,
            token.created_at,
            token.expires_at,
            token.metadata.as_ref().map(encode).transpose()?,
            challenge.map(|challenge| challenge.text.clone()),
            challenge.map(|challenge| challenge.method.as_str().to_owned()),
        ],
    )
    .await?;
    let sent = match token.kind {
        TokenKind::Confirmation => "UPDATE accounts SET confirmation_sent_at = $2 WHERE id = $1",
        TokenKind::Recovery => "UPDATE accounts SET recovery_sent_at = $2 WHERE id = $1",
        TokenKind::EmailChangeNew | TokenKind::EmailChangeCurrent => {
            "UPDATE accounts SET email_change_sent_at = $2 WHERE id = $1"
        }
        TokenKind::Reauthentication => {
            "UPDATE accounts SET reauthentication_sent_at = $2 WHERE id = $1"
        }
    };
    tx.execute(sent, values![account.as_str(), token.created_at]).await?;
    Ok(())
}

/// Notes that the address is proven, if nobody had proven it before.
async fn note_proof(tx: &mut Tx, account: &str, at: Timestamp) -> Result<(), DbError> {
    let sql = "UPDATE accounts SET email_proven_at = COALESCE(email_proven_at, $2) WHERE id = $1";
    tx.execute(sql, values![account, at]).await?;
    Ok(())
}

async fn has_second_factor(tx: &mut Tx, account: &str) -> Result<bool, DbError> {
    let sql = "SELECT 1 FROM mfa_factors WHERE account_id = $1 AND status = 'verified'";
    Ok(tx.row(sql, values![account]).await?.is_some())
}

/// Lets its holder in from now on, with the name that was asked for and the welcome credits of the
/// mailbox.
pub(super) async fn confirm(
    tx: &mut Tx,
    account: &str,
    welcome: Option<&Welcome>,
    at: Timestamp,
) -> Result<(), DbError> {
    let sql =
        "UPDATE accounts SET email_confirmed_at = $2 WHERE id = $1 AND email_confirmed_at IS NULL";
    if tx.execute(sql, values![account, at]).await? == 0 {
        return Ok(());
    }
    claim_username(tx, account).await?;
    match welcome {
        Some(welcome) => welcome::grant(tx, account, welcome, at).await,
        None => Ok(()),
    }
}

/// Notes the address to change to and who has to agree; no where the change that is asked for again
/// is not under way any more. Links of another change must never
/// complete this one, whichever side they were sent to. Those of the same change stay, as long
/// as the same sides are asked and nobody has agreed yet.
async fn begin_change(
    tx: &mut Tx,
    account: AccountId,
    change: &EmailChange<'_>,
) -> Result<bool, DbError> {
    let account = account.to_string();
    match change.asked_by {
        AskedBy::Session(session) => lock_for_session(tx, &account, session).await?,
        AskedBy::Again | AskedBy::Administrator => lock_account(tx, &account).await?,
    }
    if change.asked_by == AskedBy::Again {
        let sql = "SELECT 1 FROM accounts
                   WHERE id = $1 AND email_change = $2 AND email_change_missing = $3";
        let values = values![account.as_str(), change.to.as_str(), change.sides];
        if tx.row(sql, values).await?.is_none() {
            return Ok(false);
        }
    }
    let adds = u32::from(change.asked_by == AskedBy::Administrator);
    tx.execute(
        "DELETE FROM one_time_tokens
         WHERE account_id = $1 AND token_type LIKE 'email_change_token_%' AND NOT EXISTS
         (SELECT 1 FROM accounts a WHERE a.id = $1 AND a.email_change = $2
         AND (a.email_change_missing = $3 OR CAST($4 AS BIGINT) = 1))",
        values![account.as_str(), change.to.as_str(), change.sides, adds],
    )
    .await?;
    tx.execute(
        "UPDATE accounts SET email_change = $2, email_change_missing = $3 WHERE id = $1
         AND (CAST($4 AS BIGINT) = 0 OR email_change IS NULL OR email_change <> $2)",
        values![account.as_str(), change.to.as_str(), change.sides, adds],
    )
    .await?;
    Ok(true)
}

/// One side agrees; with the last one the address changes everywhere. A side that need not
/// agree, or did before, changes nothing.
async fn agree(
    tx: &mut Tx,
    account: &str,
    kind: TokenKind,
    at: Timestamp,
) -> Result<Used, DbError> {
    let sql = "UPDATE accounts SET email_change_missing = email_change_missing - $2
               WHERE id = $1 AND email_change IS NOT NULL AND email_change_missing IN ($2, $3)
               RETURNING email_change_missing, email_change";
    let both = TokenKind::EmailChangeNew.side() + TokenKind::EmailChangeCurrent.side();
    let agreed: Option<(i64, String)> = tx.find(sql, values![account, kind.side(), both]).await?;
    let Some((missing, to)) = agreed else { return Ok(Used::Gone) };
    if missing > 0 {
        return Ok(Used::HalfChanged);
    }
    keep_previous_email(tx, account, &to, at).await?;
    // A provider's account of the address that is given up: whoever has that mailbox would come in
    // by it for good.
    tx.execute(
        "DELETE FROM identities WHERE account_id = $1 AND provider <> 'email'
         AND LOWER(email) = (SELECT email FROM accounts WHERE id = $1)",
        values![account],
    )
    .await?;
    tx.execute(
        "UPDATE accounts SET email = $2, email_change = NULL, email_confirmed_at = $3, email_proven_at = $3 WHERE id = $1",
        values![account, to.as_str(), at],
    )
    .await?;
    tx.execute(
        "UPDATE profiles SET email = $2, updated_at = $3 WHERE id = $1",
        values![account, to.as_str(), at],
    )
    .await?;
    tx.execute(
        "UPDATE identities SET email = $2, updated_at = $3 WHERE account_id = $1 AND provider = 'email'",
        values![account, to.as_str(), at],
    )
    .await?;
    // What was shown by the address of before proves nothing any more.
    tx.execute("DELETE FROM one_time_tokens WHERE account_id = $1", values![account]).await?;
    end_sign_ins(tx, account).await?;
    Ok(Used::Changed { to: parsed(&to, "an e-mail")? })
}

fn kind(text: &str) -> Result<TokenKind, DbError> {
    TokenKind::from_stored(text)
        .ok_or_else(|| DbError::Row(format!("'{text}' is no kind of token")))
}
