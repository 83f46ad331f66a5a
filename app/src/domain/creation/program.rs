//! Creations that a client program asks for, by the calls under `/functions/v1`.

use serde::{Deserialize, Serialize};

/// What a creation remembers of the program that asked for it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramRequest {
    /// A digest of what was asked: the same key with another request is a mistake of the program.
    pub digest: String,
    /// The key of the request that took the picture for its film.
    pub film_key: Option<String>,
}
