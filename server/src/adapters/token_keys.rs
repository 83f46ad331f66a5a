//! Keys of the token API. Access tokens are JSON web tokens signed with ES256; the first
//! key signs, every key is published and verifies, so a rotation signs nobody out: put the
//! new key before the old one, and take the old one away an hour later. Refresh tokens are
//! `GoTrue`'s second form: version, session, number, authentication code and checksum, so
//! that the active one can be made again and none is stored.

use std::{fs, io, path::Path};

use base64::{
    Engine as _,
    prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD},
};
use evernear_app::{
    domain::id::SessionId,
    ports::{RefreshTokenProblem, StoreError, TokenKeys},
};
use ring::{
    hmac,
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair},
};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use uuid::Uuid;

use super::{
    jwt::{Unverified, encoded},
    secret_file::{read_or_create, write_new},
};

const BEGIN: &str = "-----BEGIN PRIVATE KEY-----";
const END: &str = "-----END PRIVATE KEY-----";
/// Name of the key file in the data folder.
pub const KEY_FILE: &str = "auth-keys.pem";

/// Why keys cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum KeysProblem {
    #[error("The keys of the token API cannot be read or written: {0}")]
    File(#[from] io::Error),
    #[error("There is no private key (PKCS#8, PEM) in the keys of the token API.")]
    NoKey,
    #[error(
        "A key of the token API is no P-256 key in PKCS#8. Make one with: openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256"
    )]
    NotP256,
}

struct SigningKey {
    id: String,
    pair: EcdsaKeyPair,
    random: SystemRandom,
}

/// All keys, from PEM text or files.
pub struct EsKeys {
    /// The first one signs.
    keys: Vec<SigningKey>,
    /// The first one makes tokens, the others are of before.
    refresh: Vec<hmac::Key>,
}

impl EsKeys {
    /// `pem` holds one or more keys; `refresh` authenticates refresh tokens.
    pub fn read(pem: &str, refresh: &[[u8; 32]]) -> Result<Self, KeysProblem> {
        let keys = pem
            .split(BEGIN)
            .skip(1)
            .map(|rest| signing_key(rest.split(END).next().unwrap_or_default()))
            .collect::<Result<Vec<_>, _>>()?;
        if keys.is_empty() {
            return Err(KeysProblem::NoKey);
        }
        let refresh = refresh.iter().map(|key| hmac::Key::new(hmac::HMAC_SHA256, key)).collect();
        Ok(Self { keys, refresh })
    }

    /// The keys that are given, or those of the folder, where one is made once.
    pub fn open(
        pem: Option<&str>,
        folder: &Path,
        refresh: &[[u8; 32]],
    ) -> Result<Self, KeysProblem> {
        let pem = match pem {
            Some(text) if text.contains(BEGIN) => text.to_owned(),
            Some(path) => fs::read_to_string(path)?,
            None => read_or_create(&folder.join(KEY_FILE), new_key)?,
        };
        Self::read(&pem, refresh)
    }

    /// Puts a new key before the one that signs now and keeps only these two.
    pub fn rotate(folder: &Path) -> Result<(), KeysProblem> {
        let path = folder.join(KEY_FILE);
        let pem = read_or_create(&path, new_key)?;
        let current = pem.split_inclusive(END).next().unwrap_or_default();
        let fresh = folder.join(format!("{KEY_FILE}.new"));
        let _ = fs::remove_file(&fresh);
        write_new(&fresh, &format!("{}{}\n", new_key()?, current.trim()))?;
        Ok(fs::rename(fresh, path)?)
    }

    /// How many are published.
    pub fn count(&self) -> usize {
        self.keys.len()
    }

    /// The code of a refresh token's body by each key.
    fn codes(&self, body: &[u8]) -> impl Iterator<Item = [u8; 16]> {
        self.refresh.iter().map(|key| {
            let tag = hmac::sign(key, body);
            let mut code = [0; 16];
            code.copy_from_slice(&tag.as_ref()[..16]);
            code
        })
    }
}

impl TokenKeys for EsKeys {
    fn access_token(&self, claims: &Value) -> Result<String, StoreError> {
        let key = self.keys.first().ok_or_else(|| StoreError::new(KeysProblem::NoKey))?;
        let header = json!({ "alg": "ES256", "kid": key.id, "typ": "JWT" });
        let text = format!("{}.{}", encoded(&header), encoded(claims));
        let signature = key
            .pair
            .sign(&key.random, text.as_bytes())
            .map_err(|_| StoreError::new("a token could not be signed"))?;
        Ok(format!("{text}.{}", BASE64_URL_SAFE_NO_PAD.encode(signature)))
    }

    fn read_access_token(&self, token: &str) -> Option<Value> {
        let token = Unverified::parse(token)?;
        let key = self.keys.iter().find(|key| key.id == token.key())?;
        token.claims_by_p256(key.pair.public_key().as_ref())
    }

    fn published(&self) -> Value {
        let keys: Vec<Value> = self
            .keys
            .iter()
            .map(|key| {
                let mut public = public(&key.pair);
                public["kid"] = json!(key.id);
                public["alg"] = json!("ES256");
                public["use"] = json!("sig");
                public["key_ops"] = json!(["verify"]);
                public
            })
            .collect();
        json!({ "keys": keys })
    }

    fn refresh_token(&self, session: SessionId, counter: u64) -> String {
        let mut bytes = vec![0];
        bytes.extend(session.bytes());
        let mut rest = counter;
        while rest >= 0x80 {
            bytes.push(rest.to_le_bytes()[0] | 0x80);
            rest >>= 7;
        }
        bytes.push(rest.to_le_bytes()[0]);
        let code = self.codes(&bytes).next();
        bytes.extend(code.unwrap_or_default());
        let sum = Sha256::digest(&bytes);
        bytes.extend(&sum[..4]);
        BASE64_URL_SAFE_NO_PAD.encode(bytes)
    }

    fn code_challenge(&self, verifier: &str) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(verifier))
    }

    fn read_refresh_token(&self, token: &str) -> Result<(SessionId, u64), RefreshTokenProblem> {
        use RefreshTokenProblem::{Malformed, Unknown};
        // The first form: well made, but we never gave one out.
        let first = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        if token.len() == 12 && token.bytes().all(first) {
            return Err(Unknown);
        }
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(token).map_err(|_| Malformed)?;
        let (signed, sum) = bytes.split_at_checked(bytes.len().wrapping_sub(4)).ok_or(Malformed)?;
        if Sha256::digest(signed)[..4] != *sum {
            return Err(Malformed);
        }
        let (body, code) =
            signed.split_at_checked(signed.len().wrapping_sub(16)).ok_or(Malformed)?;
        let (id, number) = body.split_at_checked(17).ok_or(Malformed)?;
        let counter = uvarint(number).ok_or(Malformed)?;
        let id = Uuid::from_slice(&id[1..]).map_err(|_| Malformed)?;
        if body[0] != 0 {
            return Err(Malformed);
        }
        if !self.codes(body).any(|ours| bool::from(ours.ct_eq(code))) {
            return Err(Unknown);
        }
        Ok((id.to_string().parse().map_err(|_| Malformed)?, counter))
    }
}

fn uvarint(bytes: &[u8]) -> Option<u64> {
    let (last, rest) = bytes.split_last()?;
    if bytes.len() > 9 || *last >= 0x80 || rest.iter().any(|byte| *byte < 0x80) {
        return None;
    }
    Some(bytes.iter().rev().fold(0, |number, byte| number << 7 | u64::from(byte & 0x7f)))
}

fn signing_key(body: &str) -> Result<SigningKey, KeysProblem> {
    let text: String = body.split_whitespace().collect();
    let der = BASE64_STANDARD.decode(text).map_err(|_| KeysProblem::NotP256)?;
    let random = SystemRandom::new();
    let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &der, &random)
        .map_err(|_| KeysProblem::NotP256)?;
    // The thumbprint of RFC 7638: the public members in the order of the alphabet.
    let id = BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(public(&pair).to_string()));
    Ok(SigningKey { id, pair, random })
}

fn public(pair: &EcdsaKeyPair) -> Value {
    // 4, x, y: 1 + 32 + 32 bytes.
    let point = pair.public_key().as_ref();
    let (x, y) = point.get(1..).unwrap_or_default().split_at(32);
    let part = |bytes: &[u8]| BASE64_URL_SAFE_NO_PAD.encode(bytes);
    json!({ "crv": "P-256", "kty": "EC", "x": part(x), "y": part(y) })
}

fn new_key() -> io::Result<String> {
    let key = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new())
        .map_err(|_| io::Error::other("no key could be made"))?;
    Ok(format!("{BEGIN}\n{}\n{END}\n", BASE64_STANDARD.encode(key)))
}

#[cfg(test)]
mod tests {
    use evernear_app::domain::timestamp::Timestamp;

    use super::*;

    const SECRET: &[[u8; 32]] = &[*b"0123456789abcdef0123456789abcdef"];

    fn keys() -> EsKeys {
        EsKeys::read(&new_key().expect("a key"), SECRET).expect("keys")
    }

    fn session() -> SessionId {
        SessionId::new(Timestamp(1), &[7; 10])
    }

    #[test]
    fn a_token_comes_back_as_it_was_signed_and_no_other_does() {
        let keys = keys();
        let claims = json!({ "sub": "me", "exp": 5 });
        let token = keys.access_token(&claims).expect("signed");
        assert_eq!(keys.read_access_token(&token), Some(claims.clone()));
        let (text, signature) = token.rsplit_once('.').expect("three parts");
        let (header, _) = text.split_once('.').expect("three parts");
        let other = encoded(&json!({ "sub": "you", "exp": 5 }));
        assert_eq!(keys.read_access_token(&format!("{header}.{other}.{signature}")), None);
        for alg in ["none", "HS256", "RS256"] {
            let header = encoded(&json!({ "alg": alg, "kid": keys.keys[0].id }));
            for signature in ["", signature] {
                let forged = format!("{header}.{}.{signature}", encoded(&claims));
                assert_eq!(keys.read_access_token(&forged), None, "{alg}");
            }
        }
        let stranger = EsKeys::read(&new_key().expect("a key"), SECRET).expect("keys");
        assert_eq!(stranger.read_access_token(&token), None);
        for text in ["", ".", "..", "a.b.c", "é.é.é"] {
            assert_eq!(keys.read_access_token(text), None);
        }
    }

    #[test]
    fn after_a_rotation_both_keys_are_published_and_old_tokens_count() {
        let folder = tempfile::tempdir().expect("a folder");
        let open = || EsKeys::open(None, folder.path(), SECRET).expect("keys");
        let before = open();
        let token = before.access_token(&json!({ "n": 1 })).expect("signed");
        let refresh = before.refresh_token(session(), 3);
        assert_eq!(open().read_access_token(&token), Some(json!({ "n": 1 })), "kept");
        for published in [2, 2] {
            EsKeys::rotate(folder.path()).expect("rotated");
            let after = open();
            assert_eq!(after.published()["keys"].as_array().map(Vec::len), Some(published));
            assert_ne!(after.keys[0].id, before.keys[0].id);
            assert_eq!(after.read_refresh_token(&refresh), Ok((session(), 3)));
        }
        EsKeys::rotate(folder.path()).expect("rotated");
        assert_eq!(open().read_access_token(&token), None, "the first key is gone");
    }

    #[test]
    fn nobody_else_can_read_the_keys() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a folder");
        EsKeys::open(None, folder.path(), SECRET).expect("keys");
        EsKeys::rotate(folder.path()).expect("rotated");
        let file = fs::metadata(folder.path().join(KEY_FILE)).expect("a file");
        assert_eq!(file.permissions().mode() & 0o077, 0);
    }

    #[test]
    fn a_refresh_token_carries_its_session_and_number() {
        let keys = keys();
        for counter in [0, 1, 127, 128, 300, (1 << 62) + 5] {
            let token = keys.refresh_token(session(), counter);
            assert_eq!(keys.read_refresh_token(&token), Ok((session(), counter)));
        }
    }

    #[test]
    fn a_refresh_token_that_we_did_not_make_is_refused() {
        let keys = keys();
        let token = keys.refresh_token(session(), 1);
        let other = EsKeys::read(&new_key().expect("a key"), &[[7; 32]]).expect("keys");
        assert_eq!(other.read_refresh_token(&token), Err(RefreshTokenProblem::Unknown));
        let rotated =
            EsKeys::read(&new_key().expect("a key"), &[[7; 32], SECRET[0]]).expect("keys");
        assert_eq!(rotated.read_refresh_token(&token), Ok((session(), 1)), "by a key of before");
        assert_eq!(rotated.refresh_token(session(), 1), other.refresh_token(session(), 1));
        assert_eq!(keys.read_refresh_token("abcdefghi123"), Err(RefreshTokenProblem::Unknown));
        for text in ["", "a", "é", "AAAA", &token[1..], &"A".repeat(60)] {
            assert_eq!(
                keys.read_refresh_token(text),
                Err(RefreshTokenProblem::Malformed),
                "{text}"
            );
        }
    }

    #[test]
    fn keys_that_cannot_be_used_are_refused() {
        assert!(matches!(EsKeys::read("", SECRET), Err(KeysProblem::NoKey)));
        let nonsense = format!("{BEGIN}\nAAAA\n{END}");
        assert!(matches!(EsKeys::read(&nonsense, SECRET), Err(KeysProblem::NotP256)));
    }
}
