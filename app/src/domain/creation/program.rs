//! Creations that a client program asks for, by the calls under `/functions/v1`.

use serde::{Deserialize, Serialize};

/// A request of a client program. One thing is begun by it, however often it is sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RequestKey {
    /// One an account. Without a key of the program's own, each request has another.
    pub key: String,
    /// Of all that was asked: the same key with another request is a mistake of the program.
    pub digest: String,
}
