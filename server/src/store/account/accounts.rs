//! Accounts and profiles. A new account, its profile and its first ledger entry appear
//! together or not at all.

use async_trait::async_trait;
use evernear_app::{
    domain::{
        account::{Account, Email, SignInEpoch, TermsAccepted, Theme, Username},
        id::AccountId,
        timestamp::Timestamp,
    },
    ports::{
        AccountStore, CreateAccountError, NewAccount, PasswordSetter, RenameError, StoreError,
    },
};
use sqlx::FromRow;

use crate::{
    store::{
        Store,
        account::{
            lock::{lock_account, lock_account_if_there, lock_for_session},
            set_password::write_password,
        },
        auth::{identities, prove_address::forget_choices},
        credits::welcome,
        db::{DbError, Tx},
        parsed, small,
    },
    values,
};

/// A row of `account_rows`: an account with its profile.
#[derive(FromRow)]
pub(in crate::store) struct AccountRecord {
    id: String,
    email: String,
    username: Option<String>,
    theme: String,
    credits: i64,
    plan: Option<String>,
    terms_version: Option<String>,
    terms_at: Option<i64>,
    created_at: i64,
    email_confirmed_at: Option<i64>,
    email_proven_at: Option<i64>,
    debt: i64,
    sign_in_epoch: i64,
    held: i64,
}

impl TryFrom<AccountRecord> for Account {
    type Error = DbError;

    fn try_from(row: AccountRecord) -> Result<Self, DbError> {
        let terms = match (row.terms_version, row.terms_at) {
            (Some(version), Some(at)) => Some(TermsAccepted { version, at: Timestamp(at) }),
            _ => None,
        };
        Ok(Self {
            id: parsed(&row.id, "an account id")?,
            email: parsed(&row.email, "an e-mail")?,
            username: row.username.map(|name| parsed(&name, "a user name")).transpose()?,
            theme: parsed(&row.theme, "a theme")?,
            credits: small(row.credits)?,
            plan: row.plan,
            terms,
            created_at: Timestamp(row.created_at),
            email_confirmed_at: row.email_confirmed_at.map(Timestamp),
            email_proven_at: row.email_proven_at.map(Timestamp),
            debt: small(row.debt)?,
            held: small(row.held)?,
            sign_in_epoch: SignInEpoch(row.sign_in_epoch),
        })
    }
}

/// An account with the digest of its password.
#[derive(FromRow)]
struct PasswordRecord {
    #[sqlx(flatten)]
    account: AccountRecord,
    password_hash: String,
}

#[async_trait]
impl AccountStore for Store {
    async fn create(&self, new: NewAccount) -> Result<(), CreateAccountError> {
        match self.insert_account(new).await {
            Ok(true) => Ok(()),
            // Another request made an account of the same way in meanwhile.
            Ok(false) => Err(CreateAccountError::EmailTaken),
            Err(error) if error.violates("accounts_email", "accounts.email") => {
                Err(CreateAccountError::EmailTaken)
            }
            Err(error) if username_taken(&error) => Err(CreateAccountError::UsernameTaken),
            Err(error) => Err(CreateAccountError::Store(error.into())),
        }
    }

    async fn by_email(
        &self,
        email: &Email,
    ) -> Result<Option<(Account, Option<String>)>, StoreError> {
        let sql = "SELECT r.*, a.password_hash FROM account_rows r JOIN accounts a ON a.id = r.id
                   WHERE a.email = $1";
        let found: Option<PasswordRecord> = self.db.find(sql, values![email.as_str()]).await?;
        let Some(row) = found else { return Ok(None) };
        Ok(Some((Account::try_from(row.account)?, some_hash(row.password_hash))))
    }

    async fn password_hash(&self, id: AccountId) -> Result<Option<String>, StoreError> {
        let sql = "SELECT password_hash FROM accounts WHERE id = $1";
        let found: Option<(String,)> = self.db.find(sql, values![id.to_string()]).await?;
        Ok(found.and_then(|(hash,)| some_hash(hash)))
    }

    async fn set_password(
        &self,
        id: AccountId,
        hash: &str,
        setter: PasswordSetter,
    ) -> Result<u64, StoreError> {
        let id = id.to_string();
        let mut tx = self.db.begin().await?;
        match setter.session() {
            Some(session) => lock_for_session(&mut tx, &id, session).await?,
            None => lock_account(&mut tx, &id).await?,
        }
        let removed = write_password(&mut tx, &id, hash, setter).await?;
        tx.commit().await?;
        Ok(removed)
    }

    async fn forget_unconfirmed_password(&self, id: AccountId) -> Result<(), StoreError> {
        // Asked again here: it may have been confirmed a moment ago.
        let sql =
            "UPDATE accounts SET password_hash = '' WHERE id = $1 AND email_confirmed_at IS NULL
                   AND password_hash IS NOT NULL AND password_hash <> ''";
        let (id, mut tx) = (id.to_string(), self.db.begin().await?);
        if lock_account_if_there(&mut tx, &id).await?
            && tx.execute(sql, values![id.as_str()]).await? == 1
        {
            forget_choices(&mut tx, &id).await?;
        }
        Ok(tx.commit().await?)
    }

    async fn pending_email(&self, id: AccountId) -> Result<Option<Email>, StoreError> {
        let sql = "SELECT email_change FROM accounts a WHERE id = $1 AND EXISTS
                   (SELECT 1 FROM one_time_tokens t WHERE t.account_id = a.id
                   AND t.token_type LIKE 'email_change_token_%')";
        let found: Option<(Option<String>,)> = self.db.find(sql, values![id.to_string()]).await?;
        let text = found.and_then(|(email,)| email);
        Ok(text.map(|text| parsed(&text, "an e-mail")).transpose()?)
    }

    async fn address_proven(
        &self,
        id: AccountId,
        email: &Email,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let sql = "UPDATE accounts SET email_proven_at = $3
                   WHERE id = $1 AND email = $2 AND email_proven_at IS NULL";
        self.db.execute(sql, values![id.to_string(), email.as_str(), at]).await?;
        Ok(())
    }

    async fn rehash(&self, id: AccountId, from: &str, to: &str) -> Result<bool, StoreError> {
        let sql = "UPDATE accounts SET password_hash = $3 WHERE id = $1 AND password_hash = $2";
        Ok(self.db.execute(sql, values![id.to_string(), from, to]).await? == 1)
    }

    async fn by_id(&self, id: AccountId) -> Result<Option<Account>, StoreError> {
        let sql = "SELECT * FROM account_rows WHERE id = $1";
        let found: Option<AccountRecord> = self.db.find(sql, values![id.to_string()]).await?;
        Ok(found.map(Account::try_from).transpose()?)
    }

    async fn username_taken(&self, username: &Username) -> Result<bool, StoreError> {
        let sql = "SELECT 1 FROM profiles WHERE username_key = $1";
        Ok(self.db.row(sql, values![username.key()]).await?.is_some())
    }

    async fn rename(
        &self,
        id: AccountId,
        username: &Username,
        at: Timestamp,
    ) -> Result<(), RenameError> {
        let sql =
            "UPDATE profiles SET username = $2, username_key = $3, updated_at = $4 WHERE id = $1";
        let renamed = self
            .db
            .execute(sql, values![id.to_string(), username.as_str(), username.key(), at])
            .await;
        match renamed {
            // Deleted at the same time.
            Ok(0) => Err(RenameError::Store(StoreError::OwnerGone)),
            Ok(_) => Ok(()),
            Err(error) if username_taken(&error) => Err(RenameError::Taken),
            Err(error) => Err(RenameError::Store(error.into())),
        }
    }

    async fn choose_theme(
        &self,
        id: AccountId,
        theme: Theme,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let sql = "UPDATE profiles SET theme = $2, updated_at = $3 WHERE id = $1";
        match self.db.execute(sql, values![id.to_string(), theme.as_str(), at]).await? {
            // Deleted at the same time.
            0 => Err(StoreError::OwnerGone),
            _ => Ok(()),
        }
    }

    async fn accept_terms(&self, id: AccountId, terms: &TermsAccepted) -> Result<(), StoreError> {
        let sql = "UPDATE accounts SET terms_version = $2, terms_at = $3 WHERE id = $1";
        self.db.execute(sql, values![id.to_string(), terms.version.as_str(), terms.at]).await?;
        Ok(())
    }
}

impl Store {
    /// No where its way in is one into another account.
    async fn insert_account(&self, new: NewAccount) -> Result<bool, DbError> {
        let id = new.id.to_string();
        let mut tx = self.db.begin().await?;
        tx.execute(
            "INSERT INTO accounts (id, email, password_hash, terms_version, terms_at, created_at, email_confirmed_at, email_proven_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
            values![
                id.as_str(),
                new.email.as_str(),
                new.password_hash.unwrap_or_default(),
                new.terms.as_ref().map(|terms| terms.version.clone()),
                new.terms.as_ref().map(|terms| terms.at.0),
                new.at,
                new.email_confirmed_at.map(|at| at.0),
                new.email_proven.then_some(new.at.0),
            ],
        )
        .await?;
        tx.execute(
            "INSERT INTO profiles (id, email, username, username_key, credits, created_at, updated_at)
             VALUES ($1, $2, $3, $4, 0, $5, $5)",
            values![
                id.as_str(),
                new.email.as_str(),
                new.username.as_ref().map(|name| name.as_str().to_owned()),
                // Whose address is to be confirmed has the name from then on: if it were taken at
                // once, others would learn by it whether an address was new here.
                new.username.as_ref().filter(|_| new.email_confirmed_at.is_some()).map(Username::key),
                new.at,
            ],
        )
        .await?;
        if !identities::insert(&mut tx, &new.identity).await? {
            return Ok(false);
        }
        if let Some(welcome) = &new.welcome {
            welcome::grant(&mut tx, &id, welcome, new.at).await?;
        }
        tx.commit().await?;
        Ok(true)
    }
}

/// Whether somebody else has the user name.
pub(in crate::store) fn username_taken(error: &DbError) -> bool {
    error.violates("profiles_username", "profiles.username_key")
}

/// The name that was asked for at the sign-up becomes the account's, unless somebody has it
/// meanwhile: then there is none, and another one can be chosen.
pub(in crate::store) async fn claim_username(tx: &mut Tx, account: &str) -> Result<(), DbError> {
    let sql = "SELECT username FROM profiles WHERE id = $1 AND username IS NOT NULL AND username_key IS NULL";
    let asked: Option<(String,)> = tx.find(sql, values![account]).await?;
    let Some((name,)) = asked else { return Ok(()) };
    let key = parsed::<Username>(&name, "a user name")?.key();
    let sql = "UPDATE profiles SET username_key = $2 WHERE id = $1
               AND NOT EXISTS (SELECT 1 FROM profiles other WHERE other.username_key = $2)";
    if tx.execute(sql, values![account, key]).await? == 0 {
        let sql = "UPDATE profiles SET username = NULL WHERE id = $1";
        tx.execute(sql, values![account]).await?;
    }
    Ok(())
}

/// The column cannot be empty on both engines: no password is no text.
fn some_hash(hash: String) -> Option<String> {
    Some(hash).filter(|hash| !hash.is_empty())
}
