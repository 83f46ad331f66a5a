//! The tokens of links: random, shown once, kept as keyed digests.

use std::fmt::Write;

use crate::{
    domain::sharing::{LINK_PREFIX, Share, TOKEN_BYTES},
    ports::{Ports, StoreError},
};

const TOKEN_PURPOSE: &str = "token of a link to a memory";

/// A token in clear: goes to whoever shares, is never stored.
pub(super) struct LinkToken(String);

impl LinkToken {
    pub fn random(ports: &Ports) -> Self {
        Self(random_hex(ports))
    }

    /// What is stored of it.
    pub fn digest(&self, ports: &Ports) -> String {
        ports.secrets.digest(TOKEN_PURPOSE, &self.0)
    }

    /// The address that it makes.
    pub fn address(&self, ports: &Ports) -> String {
        format!("{}{LINK_PREFIX}{}", ports.settings.public_url, self.0)
    }
}

/// As many random bytes as a token has, in lower-case hex digits.
pub(in crate::flows) fn random_hex(ports: &Ports) -> String {
    let mut bytes = [0; TOKEN_BYTES];
    ports.entropy.fill(&mut bytes);
    let mut text = String::with_capacity(2 * TOKEN_BYTES);
    for byte in bytes {
        // Writing to a String cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// Whether a text could be one of [`random_hex`].
pub(in crate::flows) fn is_random_hex(text: &str) -> bool {
    text.len() == 2 * TOKEN_BYTES
        && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// The link with this token, whatever it does.
pub(super) async fn share_of(ports: &Ports, token: &str) -> Result<Option<Share>, StoreError> {
    if !is_random_hex(token) {
        return Ok(None);
    }
    for digest in ports.secrets.digests(TOKEN_PURPOSE, token) {
        if let Some(share) = ports.shares.share_of_token(&digest, ports.now()).await? {
            return Ok(Some(share));
        }
    }
    Ok(None)
}
