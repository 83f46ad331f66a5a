//! The server's own key: keyed digests of what is sent by mail, a seal for what must be read
//! again (the secrets of second factors, waiting mails), and the key of refresh tokens. It comes
//! from the configuration, or is made once and kept beside the data, readable by its owner alone.
//! Keys of before still read what was made with them; nothing new is made with one.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
};

use chacha20poly1305::{KeyInit, XChaCha20Poly1305, XNonce, aead::Aead};
use evernear_app::ports::{Entropy, Secrets, StoreError};
use ring::hmac::{self, HMAC_SHA256};
use subtle::ConstantTimeEq;

use super::secret_file::{read_or_create, write_new};

const NONCE: usize = 24;
/// What a key is made of, as it is kept once it is retired: three keys of 32 bytes.
const RETIRED: usize = 3 * 32;

/// What one secret gives.
struct Keys {
    bytes: [[u8; 32]; 3],
    digests: hmac::Key,
    seals: XChaCha20Poly1305,
}

impl Keys {
    fn from_text(text: &str) -> Result<Self, StoreError> {
        let key = hmac::Key::new(HMAC_SHA256, text.as_bytes());
        let own = |purpose: &str| {
            let tag = hmac::sign(&key, purpose.as_bytes());
            <[u8; 32]>::try_from(tag.as_ref()).map_err(StoreError::new)
        };
        Self::from_bytes([own("digests")?, own("seals")?, own("refresh tokens")?])
    }

    fn from_bytes(bytes: [[u8; 32]; 3]) -> Result<Self, StoreError> {
        let seals = XChaCha20Poly1305::new_from_slice(&bytes[1])
            .map_err(|error| StoreError::new(error.to_string()))?;
        Ok(Self { digests: hmac::Key::new(HMAC_SHA256, &bytes[0]), seals, bytes })
    }

    fn digest(&self, purpose: &str, text: &str) -> String {
        let mut mac = hmac::Context::with_key(&self.digests);
        mac.update(purpose.as_bytes());
        mac.update(&[0]);
        mac.update(text.as_bytes());
        hex::encode(mac.sign())
    }

    fn open(&self, sealed: &str) -> Option<Vec<u8>> {
        let bytes = hex::decode(sealed).ok()?;
        let (nonce, hidden) = bytes.split_at_checked(NONCE)?;
        let nonce: [u8; NONCE] = nonce.try_into().ok()?;
        self.seals.decrypt(&XNonce::from(nonce), hidden).ok()
    }
}

/// Everything that is made with the key.
pub struct ServerSecrets {
    now: Keys,
    /// Newest first.
    before: Vec<Keys>,
    entropy: Arc<dyn Entropy>,
}

impl ServerSecrets {
    /// From the configured text, of any length and at least 32 characters.
    pub fn from_text(text: &str, entropy: Arc<dyn Entropy>) -> Result<Self, StoreError> {
        Ok(Self { now: Keys::from_text(text)?, before: Vec::new(), entropy })
    }

    /// From the file, which is made when it is missing; and from the one that it took the place
    /// of.
    pub fn from_file(file: &Path, entropy: Arc<dyn Entropy>) -> Result<Self, StoreError> {
        let text = read_or_create(file, || Ok(fresh(entropy.as_ref()))).map_err(StoreError::new)?;
        let secrets = Self::from_text(text.trim(), entropy)?;
        secrets.and_before_from(&before(file))
    }

    /// The same, which also reads what was made with this one.
    pub fn and_before(mut self, text: &str) -> Result<Self, StoreError> {
        self.add(Keys::from_text(text)?);
        Ok(self)
    }

    /// The same, with what stands in a file, if there is one.
    pub fn and_before_from(self, file: &Path) -> Result<Self, StoreError> {
        match fs::read_to_string(file) {
            Ok(text) => self.and_before(text.trim()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(self),
            Err(error) => Err(StoreError::new(error)),
        }
    }

    /// The same, with keys that were retired.
    pub fn and_retired(mut self, sealed: &[String]) -> Result<Self, StoreError> {
        for sealed in sealed {
            let keys = self.open(sealed).and_then(|bytes| bytes_of(&bytes)).ok_or_else(|| {
                StoreError::new(
                    "A retired key was sealed with another key than EVERNEAR_SECRET. Put the secret of before into EVERNEAR_SECRET_PREVIOUS and run: evernear rotate-keys",
                )
            })?;
            self.add(Keys::from_bytes(keys)?);
        }
        Ok(self)
    }

    fn add(&mut self, keys: Keys) {
        let known = self.all().any(|one| one.bytes == keys.bytes);
        if !known {
            self.before.push(keys);
        }
    }

    fn all(&self) -> impl Iterator<Item = &Keys> {
        std::iter::once(&self.now).chain(&self.before)
    }

    /// A key to take the place of the file's from the next start on. The one of now is kept
    /// beside it until [`Self::forget_file_of_before`], because what was sealed with it is
    /// sealed anew only when no server runs on it alone any more.
    pub fn replace_file(file: &Path, entropy: &dyn Entropy) -> io::Result<()> {
        let old = read_or_create(file, || Ok(fresh(entropy)))?;
        write_new(&before(file), &old)?;
        let new = file.with_extension("new");
        let _ = fs::remove_file(&new);
        write_new(&new, &fresh(entropy))?;
        fs::rename(new, file)
    }

    /// Whether a key of before stands beside the file.
    pub fn has_file_of_before(file: &Path) -> bool {
        before(file).exists()
    }

    /// What it sealed was sealed anew.
    pub fn forget_file_of_before(file: &Path) -> io::Result<()> {
        fs::remove_file(before(file))
    }

    /// What was sealed with a key of before, sealed with the one of now.
    pub fn sealed_anew(&self, sealed: &str) -> Option<String> {
        if self.now.open(sealed).is_some() {
            return None;
        }
        self.open(sealed).map(|bytes| self.seal(&bytes))
    }

    /// The keys of before as they are kept: what each is called, and the key sealed.
    pub fn to_retire(&self) -> Vec<(String, String)> {
        let kept =
            |keys: &Keys| (keys.digest("name of a key", ""), self.seal(keys.bytes.as_flattened()));
        self.before.iter().map(kept).collect()
    }

    /// What authenticates refresh tokens: the key of now first.
    pub fn refresh_keys(&self) -> Vec<[u8; 32]> {
        self.all().map(|keys| keys.bytes[2]).collect()
    }
}

/// Where the key of before stands beside the one of now.
fn before(file: &Path) -> PathBuf {
    file.with_extension("previous")
}

fn fresh(entropy: &dyn Entropy) -> String {
    let mut bytes = [0; 32];
    entropy.fill(&mut bytes);
    hex::encode(bytes)
}

fn bytes_of(bytes: &[u8]) -> Option<[[u8; 32]; 3]> {
    let bytes: &[u8; RETIRED] = bytes.try_into().ok()?;
    let (keys, _) = bytes.as_chunks::<32>();
    keys.try_into().ok()
}

impl Secrets for ServerSecrets {
    fn digest(&self, purpose: &str, text: &str) -> String {
        self.now.digest(purpose, text)
    }

    fn digests(&self, purpose: &str, text: &str) -> Vec<String> {
        self.all().map(|keys| keys.digest(purpose, text)).collect()
    }

    fn seal(&self, bytes: &[u8]) -> String {
        let mut nonce = [0; NONCE];
        self.entropy.fill(&mut nonce);
        // Encrypting a short text in memory cannot fail.
        let hidden = self.now.seals.encrypt(&XNonce::from(nonce), bytes).unwrap_or_default();
        format!("{}{}", hex::encode(nonce), hex::encode(hidden))
    }

    fn open(&self, sealed: &str) -> Option<Vec<u8>> {
        self.all().find_map(|keys| keys.open(sealed))
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

    #[test]
    fn a_key_of_before_reads_and_makes_nothing_new() {
        let text = |sign: &str| sign.repeat(32);
        let with = |sign: &str| {
            ServerSecrets::from_text(&text(sign), Arc::new(SystemEntropy)).expect("a key")
        };
        let (old, new) = (with("a"), with("b"));
        let sealed = old.seal(b"kept");
        let both = with("b").and_before(&text("a")).expect("both");
        assert_eq!(both.open(&sealed).as_deref(), Some(&b"kept"[..]));
        let again = both.sealed_anew(&sealed).expect("it was the old key's");
        assert_eq!(new.open(&again).as_deref(), Some(&b"kept"[..]));
        assert_eq!(both.sealed_anew(&again), None, "nothing to do");
        let (old_digest, new_digest) = (old.digest("code", "1"), new.digest("code", "1"));
        assert_eq!(both.digests("code", "1"), [new_digest.clone(), old_digest.clone()]);
        assert_eq!(both.digest("code", "1"), new_digest);
        // Once it is retired, digests are all that still needs the old one.
        let retired: Vec<String> = both.to_retire().into_iter().map(|(_, sealed)| sealed).collect();
        let alone = with("b").and_retired(&retired).expect("opened");
        assert_eq!(alone.digests("code", "1"), [new_digest, old_digest]);
        assert_eq!(alone.refresh_keys(), both.refresh_keys());
        assert!(with("c").and_retired(&retired).is_err(), "the secret of before is missing");
    }

    #[test]
    fn the_file_of_the_key_is_replaced_and_the_one_of_before_still_reads() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("keys/secret");
        let open = || ServerSecrets::from_file(&file, Arc::new(SystemEntropy)).expect("a key");
        let sealed = open().seal(b"kept");
        let old = open().digest("code", "1");
        ServerSecrets::replace_file(&file, &SystemEntropy).expect("replaced");
        assert_ne!(open().digest("code", "1"), old);
        assert_eq!(open().digests("code", "1")[1], old);
        assert_eq!(open().open(&sealed).as_deref(), Some(&b"kept"[..]));
        let again = ServerSecrets::replace_file(&file, &SystemEntropy);
        assert!(again.is_err(), "what the first one sealed would be lost");
        ServerSecrets::forget_file_of_before(&file).expect("gone");
        assert_eq!(open().open(&sealed), None);
        ServerSecrets::replace_file(&file, &SystemEntropy).expect("replaced");
    }

    #[cfg(unix)]
    #[test]
    fn the_key_is_its_owners_alone() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("secret");
        ServerSecrets::from_file(&file, Arc::new(SystemEntropy)).expect("made");
        let mode = fs::metadata(&file).expect("there").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}
