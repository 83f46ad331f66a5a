//! JSON web tokens in their compact form (RFC 7515, RFC 7519): taken apart, and the
//! signatures of others' checked against their published keys (RFC 7517). The key decides
//! how a signature is verified, never the token.
//!
//! The crate `jsonwebtoken` is not used: it takes tokens that name extensions in `crit` which it does
//! not understand, and RFC 7515 says to refuse these.

use base64::{Engine as _, prelude::BASE64_URL_SAFE_NO_PAD};
use ring::signature::{
    ECDSA_P256_SHA256_FIXED, RSA_PKCS1_2048_8192_SHA256, RsaPublicKeyComponents, UnparsedPublicKey,
};
use serde::{
    Deserialize, Serialize,
    de::{DeserializeOwned, IgnoredAny},
};

/// Longest token that is looked at. One of ours holds twice 8 KiB of metadata, in base64.
const TOKEN_BYTES: usize = 28 * 1024;

#[derive(Deserialize)]
struct Header {
    alg: String,
    #[serde(default)]
    kid: String,
    /// Extensions that must be understood; we understand none (RFC 7515 §4.1.11).
    crit: Option<IgnoredAny>,
}

/// A token of which nothing is believed yet.
pub struct Unverified<'a> {
    header: Header,
    /// What was signed.
    signed: &'a str,
    claims: &'a str,
    signature: Vec<u8>,
}

impl<'a> Unverified<'a> {
    pub fn parse(token: &'a str) -> Option<Self> {
        if token.len() > TOKEN_BYTES {
            return None;
        }
        let (signed, signature) = token.rsplit_once('.')?;
        let (header, claims) = signed.split_once('.')?;
        let signature = BASE64_URL_SAFE_NO_PAD.decode(signature).ok()?;
        let header: Header = decoded(header)?;
        header.crit.is_none().then_some(Self { header, signed, claims, signature })
    }

    /// Which key it names.
    pub fn key(&self) -> &str {
        &self.header.kid
    }

    /// What it says, if this P-256 key (its point, uncompressed) has signed it.
    pub fn claims_by_p256<T: DeserializeOwned>(&self, point: &[u8]) -> Option<T> {
        let key = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, point);
        let right = self.header.alg == "ES256"
            && key.verify(self.signed.as_bytes(), &self.signature).is_ok();
        right.then(|| decoded(self.claims))?
    }

    /// What it says, if this RSA key has signed it.
    fn claims_by_rsa<T: DeserializeOwned>(&self, n: &[u8], e: &[u8]) -> Option<T> {
        let key = RsaPublicKeyComponents { n, e };
        let verified =
            key.verify(&RSA_PKCS1_2048_8192_SHA256, self.signed.as_bytes(), &self.signature);
        (self.header.alg == "RS256" && verified.is_ok()).then(|| decoded(self.claims))?
    }
}

/// The keys that somebody publishes; those we cannot use are passed over.
#[derive(Deserialize)]
pub struct KeySet {
    keys: Vec<PublicKey>,
}

#[derive(Deserialize)]
struct PublicKey {
    kty: String,
    #[serde(default)]
    kid: String,
    #[serde(default)]
    crv: String,
    #[serde(default)]
    n: String,
    #[serde(default)]
    e: String,
    #[serde(default)]
    x: String,
    #[serde(default)]
    y: String,
}

impl KeySet {
    /// Whether it has the key that a token names.
    pub fn has(&self, token: &Unverified<'_>) -> bool {
        self.keys.iter().any(|key| key.kid == token.key())
    }

    /// What a token says, if the key of these that it names has signed it.
    pub fn claims<T: DeserializeOwned>(&self, token: &Unverified<'_>) -> Option<T> {
        let key = self.keys.iter().find(|key| key.kid == token.key())?;
        let part = |text: &str| BASE64_URL_SAFE_NO_PAD.decode(text).ok();
        match (key.kty.as_str(), key.crv.as_str()) {
            ("RSA", _) => token.claims_by_rsa(&part(&key.n)?, &part(&key.e)?),
            ("EC", "P-256") => {
                let point = [vec![4], part(&key.x)?, part(&key.y)?].concat();
                token.claims_by_p256(&point)
            }
            _ => None,
        }
    }
}

/// A part of a token.
pub fn encoded(value: &impl Serialize) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(serde_json::to_vec(value).unwrap_or_default())
}

fn decoded<T: DeserializeOwned>(text: &str) -> Option<T> {
    serde_json::from_slice(&BASE64_URL_SAFE_NO_PAD.decode(text).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    // Made once with openssl; the private key was thrown away.
    const MODULUS: &str = concat!(
        "xJUy1u-8tLni-mtsfeqNlIigOYHj-wla-5LA6dDj8aBUHxuDwTGb__54kAC6PnJpRYCrPfxohj",
        "8krnkFpepsFvRFSWqkOH6XngnGPoSTHU_v_RV5nI4I1ihry0kChEeL3z_n-PUZ8K8oGMVD5JPl",
        "WghY7NCPHxxkxG7E4bd6Rk2WrmO75MOOdwzTpSn18ag4clShIxSp6bppleACjFHyGkIJMQ9isQ",
        "TszauCeOVsayhh-R1Avi7Svqkagrk6r6CPow05Lso2LjoxlkeWyIx4GNASNFB_lSm-govfsv41",
        "Fz7lFzUcj7Kz4SZehDQVRy21ARWd388k7f1iQ43gznjojw",
    );
    const SIGNATURE: &str = concat!(
        "PZNsRBl4m1Vzg7W0PL6--V4tmg-D_oRy7EBauuiKgz85QeZZWgJi0-yN_swMM1PcVlkuO0tSRw",
        "7jQHXSxmbdfjohsQg-5o7T7yBAr5Titg2EBPrEqqV6FsNM3wmh64kxu30bXKasgSIKfJp3fChj",
        "eqmPrit97YFfCnAM-yDjhVW_X-qPTSKvxS35D3wNpkE2zIDc03ifOIIvyiZC6UNU6KG02KjAQP",
        "l1TNIOJV6gaGAlfCflqX2rbNKGe26Avff7BQSUwGrJ7WNeizIOi7g0OViDj5MJdqrHJbJW_MZ3",
        "NEF1JvvLQ0qRLpslnYm8SGrZyCvbbP52hA05KKGYCaJAHQ",
    );

    fn token(header: &Value, claims: &Value) -> String {
        format!("{}.{}.{SIGNATURE}", encoded(header), encoded(claims))
    }

    fn keys(kty: &str) -> KeySet {
        let key = json!({ "kty": kty, "kid": "theirs", "n": MODULUS, "e": "AQAB" });
        serde_json::from_value(json!({ "keys": [{ "kty": "oct" }, key] })).expect("a key set")
    }

    fn read(keys: &KeySet, token: &str) -> Option<Value> {
        keys.claims(&Unverified::parse(token)?)
    }

    #[test]
    fn what_an_rsa_key_has_signed_is_read_and_nothing_else() {
        let (header, claims) = (json!({ "alg": "RS256", "kid": "theirs" }), json!({ "sub": "1" }));
        let good = token(&header, &claims);
        assert_eq!(read(&keys("RSA"), &good), Some(claims.clone()));
        assert!(keys("RSA").has(&Unverified::parse(&good).expect("three parts")));
        assert_eq!(read(&keys("RSA"), &token(&header, &json!({ "sub": "2" }))), None);
        for header in [
            json!({ "alg": "none", "kid": "theirs" }),
            json!({ "alg": "HS256", "kid": "theirs" }),
            json!({ "alg": "ES256", "kid": "theirs" }),
            json!({ "alg": "RS256", "kid": "another" }),
            json!({ "alg": "RS256" }),
            json!({ "alg": "RS256", "kid": "theirs", "crit": ["exp"] }),
        ] {
            assert_eq!(read(&keys("RSA"), &token(&header, &claims)), None, "{header}");
        }
        for kty in ["EC", "oct", "OKP"] {
            assert_eq!(read(&keys(kty), &good), None, "{kty}");
        }
    }

    #[test]
    fn what_is_no_token_is_none() {
        for text in ["", ".", "..", "a.b", "a.b.c", "é.é.é", &"a.".repeat(20_000)] {
            assert!(Unverified::parse(text).is_none(), "{text}");
        }
    }
}
