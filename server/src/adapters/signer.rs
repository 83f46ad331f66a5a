//! Signatures by HMAC-SHA256, and the memory of locked browsers.

use std::{
    collections::HashSet,
    sync::{Mutex, PoisonError},
};

use evernear_app::{
    domain::id::AdminSessionId,
    ports::{LockMemory, Signer},
};
use ring::hmac::{HMAC_SHA256, Key, sign, verify};

/// HMAC-SHA256.
pub struct HmacSigner;

impl Signer for HmacSigner {
    fn sign(&self, key: &str, text: &str) -> String {
        hex::encode(sign(&Key::new(HMAC_SHA256, key.as_bytes()), text.as_bytes()))
    }

    fn verify(&self, key: &str, text: &str, signature: &str) -> bool {
        hex::decode(signature).is_ok_and(|signature| {
            verify(&Key::new(HMAC_SHA256, key.as_bytes()), text.as_bytes(), &signature).is_ok()
        })
    }
}

/// Locks of this process: a handful a day, gone with the process.
#[derive(Default)]
pub struct Locked(Mutex<HashSet<AdminSessionId>>);

impl LockMemory for Locked {
    fn remember(&self, session: AdminSessionId) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(session);
    }

    fn knows(&self, session: AdminSessionId) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).contains(&session)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_counts_for_its_text_and_key_alone() {
        let signature = HmacSigner.sign("key", "text");
        assert_eq!(signature.len(), 64);
        assert!(HmacSigner.verify("key", "text", &signature));
        for (key, text, signature) in [
            ("other", "text", signature.as_str()),
            ("key", "texts", &signature),
            ("key", "text", "00"),
        ] {
            assert!(!HmacSigner.verify(key, text, signature));
        }
    }
}
