//! What makes a request happen once, however often it is sent.

use crate::{
    domain::{creation::Creation, id::AccountId},
    ports::{Ports, StoreError},
};

/// A request of a client program.
#[derive(Clone, Debug)]
pub struct RequestKey {
    /// One thing a key and account. Without a key of the program's own, each request has another.
    pub key: String,
    /// Of all that was asked.
    pub digest: String,
}

/// What a request with this key was before.
#[derive(Debug)]
pub enum Before {
    /// The first of its key.
    Nothing,
    /// The same; this is what it began.
    Same(Box<Creation>),
    /// Another one.
    Other,
}

impl RequestKey {
    /// `given` is the program's own key.
    pub fn new(ports: &Ports, given: Option<&str>, digest: String) -> Self {
        let key = match given {
            Some(key) => format!("function:{key}"),
            None => format!("function::{}", crate::flows::auth::authenticate::new_token(ports).0),
        };
        Self { key, digest }
    }

    /// What the same key has begun.
    pub async fn before(&self, ports: &Ports, owner: AccountId) -> Result<Before, StoreError> {
        let Some(creation) = ports.creations.of_request(owner, &self.key).await? else {
            return Ok(Before::Nothing);
        };
        let program = creation.state.program.as_ref();
        let same = program.is_some_and(|program| program.digest == self.digest);
        Ok(if same { Before::Same(Box::new(creation)) } else { Before::Other })
    }
}
