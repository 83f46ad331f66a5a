//! Whose archives are on their way: one of an account at a time.

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, PoisonError},
};

use evernear_app::{
    domain::id::AccountId,
    problem::{Kind, Problem},
};

/// Whose archives are on their way.
#[derive(Clone, Default)]
pub struct Exports(Arc<Mutex<HashSet<AccountId>>>);

/// One archive on its way; dropped, the account may ask for the next.
pub struct Sending {
    exports: Exports,
    account: AccountId,
}

impl Exports {
    pub fn begin(&self, account: AccountId) -> Result<Sending, Problem> {
        let mut accounts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !accounts.insert(account) {
            let text = "Your data is on its way already. Please wait until it has arrived.";
            return Err(Problem { retry_after: Some(10), ..Problem::new(Kind::TooMany, text) });
        }
        Ok(Sending { exports: self.clone(), account })
    }
}

impl Drop for Sending {
    fn drop(&mut self) {
        let mut accounts = self.exports.0.lock().unwrap_or_else(PoisonError::into_inner);
        accounts.remove(&self.account);
    }
}
