//! Confirming age and terms for an account that came another way than the sign-up form
//! (Google, a link, the token API): `docs/decisions.md`, 'Age and terms are confirmed'.

use crate::{
    domain::{
        account::{TERMS_VERSION, TermsAccepted},
        id::AccountId,
    },
    ports::{Ports, StoreError},
};

/// Stores when and which version.
pub async fn accept_terms(ports: &Ports, account: AccountId) -> Result<(), StoreError> {
    let terms = TermsAccepted { version: TERMS_VERSION.to_owned(), at: ports.now() };
    ports.accounts.accept_terms(account, &terms).await
}
