//! A new account (spec §4 Auth, decision 13): e-mail, password, an optional user name and
//! the confirmation of age and terms. Its profile begins with 50 credits, the first entry
//! of its ledger.

use evernear_rules::rules::WELCOME_CREDITS;

use crate::{
    domain::{
        account::{
            Email, EmailProblem, Password, PasswordProblem, TERMS_VERSION, TermsAccepted, Username,
            UsernameProblem,
        },
        id::{AccountId, EntryId},
    },
    ports::{CreateAccountError, NewAccount, Ports, StoreError},
};

/// The form as it came.
#[derive(Clone, Debug, Default)]
pub struct SignUp {
    pub email: String,
    pub password: String,
    /// Blank for none.
    pub username: String,
    /// '12 or older' and the terms are confirmed.
    pub terms: bool,
    /// They are asked for later, before the first creation: a client program has no form
    /// for them (decision 13).
    pub terms_later: bool,
}

#[derive(Debug, thiserror::Error)]
pub enum SignUpError {
    #[error("e-mail or password is missing")]
    Missing,
    #[error(transparent)]
    Email(#[from] EmailProblem),
    #[error(transparent)]
    Password(#[from] PasswordProblem),
    #[error(transparent)]
    Username(#[from] UsernameProblem),
    #[error("the user name is taken")]
    UsernameTaken,
    #[error("the e-mail has an account")]
    EmailTaken,
    #[error("age and terms are not confirmed")]
    Terms,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Makes the account; the caller opens its first session.
pub async fn sign_up(ports: &Ports, form: SignUp) -> Result<AccountId, SignUpError> {
    if form.email.trim().is_empty() || form.password.is_empty() {
        return Err(SignUpError::Missing);
    }
    let email: Email = form.email.parse()?;
    let password: Password = form.password.parse()?;
    let username = match form.username.trim() {
        "" => None,
        name => Some(name.parse::<Username>()?),
    };
    if !form.terms && !form.terms_later {
        return Err(SignUpError::Terms);
    }
    let (at, parts) = ports.id_parts();
    let id = AccountId::new(at, &parts);
    let account = NewAccount {
        id,
        email,
        password_hash: ports.passwords.hash(&password).await?,
        username,
        terms: form.terms.then(|| TermsAccepted { version: TERMS_VERSION.to_owned(), at }),
        welcome: WELCOME_CREDITS,
        welcome_entry: EntryId::new(at, &ports.id_parts().1),
        at,
    };
    ports.accounts.create(account).await.map_err(|error| match error {
        CreateAccountError::EmailTaken => SignUpError::EmailTaken,
        CreateAccountError::UsernameTaken => SignUpError::UsernameTaken,
        CreateAccountError::Store(error) => SignUpError::Store(error),
    })?;
    Ok(id)
}
