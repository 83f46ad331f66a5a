//! The tokens of requests for photos: random, shown once, kept as keyed digests, as those of links to
//! memories are.

use crate::{
    domain::photo_request::{PhotoRequest, REQUEST_PREFIX},
    flows::sharing::link::{is_random_hex, random_hex},
    ports::{Ports, StoreError},
};

const TOKEN_PURPOSE: &str = "token of a request for a photo";

/// A token in clear: goes to whoever asks, is never stored.
pub(super) struct RequestToken(String);

impl RequestToken {
    pub fn random(ports: &Ports) -> Self {
        Self(random_hex(ports))
    }

    /// What is stored of it.
    pub fn digest(&self, ports: &Ports) -> String {
        ports.secrets.digest(TOKEN_PURPOSE, &self.0)
    }

    /// The address that it makes.
    pub fn address(&self, ports: &Ports) -> String {
        format!("{}{REQUEST_PREFIX}{}", ports.settings.public_url, self.0)
    }
}

/// The request with this token, whatever it does, and the digest by which it was found.
pub(super) async fn request_of(
    ports: &Ports,
    token: &str,
) -> Result<Option<(PhotoRequest, String)>, StoreError> {
    if !is_random_hex(token) {
        return Ok(None);
    }
    for digest in ports.secrets.digests(TOKEN_PURPOSE, token) {
        if let Some(request) = ports.photo_requests.photo_request_of_token(&digest).await? {
            return Ok(Some((request, digest)));
        }
    }
    Ok(None)
}
