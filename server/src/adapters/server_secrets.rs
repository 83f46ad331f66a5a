//! The server's own key: keyed digests of what is sent by mail, and a seal for what must be
//! read again (the secrets of second factors); and the key of refresh tokens. It comes from the configuration, or is made
//! once and kept beside the data, readable by its owner alone.

use std::{path::Path, sync::Arc};

use chacha20poly1305::{KeyInit, XChaCha20Poly1305, XNonce, aead::Aead};
use evernear_app::ports::{Entropy, Secrets, StoreError};
use hmac::{Hmac, Mac};
use sha2::{Digest, Sha224, Sha256};
use subtle::ConstantTimeEq;

use super::kept_file::kept;

const NONCE: usize = 24;

/// Everything that is made with the key.
pub struct ServerSecrets {
    digests: Hmac<Sha256>,
    seals: XChaCha20Poly1305,
    refresh: [u8; 32],
    entropy: Arc<dyn Entropy>,
}

impl ServerSecrets {
    /// From the configured text, of any length and at least 32 characters.
    pub fn from_text(text: &str, entropy: Arc<dyn Entropy>) -> Result<Self, StoreError> {
        let own = |purpose: &str| {
            let mut mac = keyed(text.as_bytes())?;
            mac.update(purpose.as_bytes());
            Ok::<_, StoreError>(mac.finalize().into_bytes())
        };
        let seals = XChaCha20Poly1305::new_from_slice(&own("seals")?)
            .map_err(|error| StoreError::new(error.to_string()))?;
        let refresh = own("refresh tokens")?.into();
        Ok(Self { digests: keyed(&own("digests")?)?, seals, refresh, entropy })
    }

    /// What authenticates refresh tokens.
    pub fn refresh_key(&self) -> &[u8; 32] {
        &self.refresh
    }

    /// From the file, which is made when it is missing.
    pub fn from_file(file: &Path, entropy: Arc<dyn Entropy>) -> Result<Self, StoreError> {
        let made = || {
            let mut bytes = [0; 32];
            entropy.fill(&mut bytes);
            Ok(hex::encode(bytes))
        };
        let text = kept(file, made).map_err(StoreError::new)?;
        Self::from_text(text.trim(), entropy)
    }
}

fn keyed(key: &[u8]) -> Result<Hmac<Sha256>, StoreError> {
    <Hmac<Sha256> as Mac>::new_from_slice(key).map_err(|error| StoreError::new(error.to_string()))
}

impl Secrets for ServerSecrets {
    fn digest(&self, purpose: &str, text: &str) -> String {
        let mut mac = self.digests.clone();
        mac.update(purpose.as_bytes());
        mac.update(&[0]);
        mac.update(text.as_bytes());
        hex::encode(mac.finalize().into_bytes())
    }

    fn seal(&self, bytes: &[u8]) -> String {
        let mut nonce = [0; NONCE];
        self.entropy.fill(&mut nonce);
        // Encrypting a short text in memory cannot fail.
        let hidden = self.seals.encrypt(&XNonce::from(nonce), bytes).unwrap_or_default();
        format!("{}{}", hex::encode(nonce), hex::encode(hidden))
    }

    fn open(&self, sealed: &str) -> Option<Vec<u8>> {
        let bytes = hex::decode(sealed).ok()?;
        let (nonce, hidden) = bytes.split_at_checked(NONCE)?;
        let nonce: [u8; NONCE] = nonce.try_into().ok()?;
        self.seals.decrypt(&XNonce::from(nonce), hidden).ok()
    }

    fn gotrue_hash(&self, email: &str, code: &str) -> String {
        hex::encode(Sha224::digest(format!("{email}{code}")))
    }

    fn same(&self, one: &str, other: &str) -> bool {
        one.as_bytes().ct_eq(other.as_bytes()).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adapters::system::SystemEntropy;

    #[test]
    fn what_is_sealed_is_read_only_with_the_same_key() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("keys/secret");
        let made = ServerSecrets::from_file(&file, Arc::new(SystemEntropy)).expect("made");
        let again = ServerSecrets::from_file(&file, Arc::new(SystemEntropy)).expect("read");
        let other =
            ServerSecrets::from_text(&"x".repeat(32), Arc::new(SystemEntropy)).expect("other");
        let sealed = made.seal(b"twenty bytes of luck");
        assert!(!sealed.contains(&hex::encode("twenty")));
        assert_ne!(sealed, made.seal(b"twenty bytes of luck"), "never the same twice");
        assert_eq!(again.open(&sealed).as_deref(), Some(&b"twenty bytes of luck"[..]));
        assert_eq!(other.open(&sealed), None);
        assert_eq!(made.open("no"), None);
        assert_eq!(made.digest("code", "123456"), again.digest("code", "123456"));
        assert_ne!(made.digest("code", "123456"), made.digest("link", "123456"));
        assert_ne!(made.digest("code", "123456"), other.digest("code", "123456"));
    }

    #[cfg(unix)]
    #[test]
    fn the_key_is_its_owners_alone() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("secret");
        ServerSecrets::from_file(&file, Arc::new(SystemEntropy)).expect("made");
        let mode = std::fs::metadata(&file).expect("there").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}
