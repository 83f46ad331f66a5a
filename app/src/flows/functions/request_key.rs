//! What a request of a client program began before.

use crate::{
    domain::{
        creation::{Creation, RequestKey},
        id::AccountId,
    },
    flows::auth::authenticate::new_token,
    ports::{Ports, StoreError},
};

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

/// The key of a request; `given` is the program's own.
pub fn request_key(ports: &Ports, given: Option<&str>, digest: String) -> RequestKey {
    let key = match given {
        Some(key) => format!("function:{key}"),
        None => format!("function::{}", new_token(ports).0),
    };
    RequestKey { key, digest }
}

/// What the same key has begun.
pub async fn begun_before(
    ports: &Ports,
    owner: AccountId,
    request: &RequestKey,
) -> Result<Before, StoreError> {
    let Some(creation) = ports.creations.of_request(owner, &request.key).await? else {
        return Ok(Before::Nothing);
    };
    let of_film = creation.state.review.as_ref().and_then(|review| review.film_request.as_ref());
    let same = creation.state.program.as_ref() == Some(request) || of_film == Some(request);
    Ok(if same { Before::Same(Box::new(creation)) } else { Before::Other })
}
