//! Google's OAuth with PKCE: who came with a code is asked of Google itself with the token
//! it gave. Client programs that got a token from Google themselves show it here; its
//! signature is checked against the keys that Google publishes, which are kept a while.
//!
//! The crates `openidconnect` and `oauth2` are not used: beside the keys and signatures, which are
//! needed for tokens of client programs as well, what is left is one address, one form and one answer.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use async_trait::async_trait;
use base64::{Engine as _, prelude::BASE64_URL_SAFE_NO_PAD};
use evernear_app::{
    domain::timestamp::Timestamp,
    ports::{
        AuthorizeRequest, Google, GoogleError, GoogleGrant, GoogleIdToken, GoogleProfile,
        IdTokenError, ProviderTokens, StoreError,
    },
};
use reqwest::Client;
use serde::Deserialize;
use serde_json::Value;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use super::jwt::{KeySet, Unverified};
use crate::config::{GoogleConfig, Secret};

/// Longest wait for an answer of Google's.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long Google's keys are kept: ten minutes, as `GoTrue`'s clients keep ours.
const KEYS_KEPT: Duration = Duration::from_secs(600);
/// A token that names an unknown key makes us ask again, but not more often.
const KEYS_ASKED: Duration = Duration::from_secs(60);

/// Where Google is asked.
pub struct GoogleOAuth {
    client: Client,
    id: String,
    secret: Secret,
    authorize: String,
    token: String,
    profile: String,
    keys: String,
    /// The two names under which Google signs.
    issuers: [String; 2],
    /// All programs of ours whose tokens count.
    audiences: Vec<String>,
    known: Mutex<Option<(Timestamp, Arc<KeySet>)>>,
    /// When they were last asked for, with or without success.
    asked: tokio::sync::Mutex<Option<Timestamp>>,
}

impl GoogleOAuth {
    pub fn new(config: &GoogleConfig) -> Result<Self, reqwest::Error> {
        let at = |own: &str, real: &str| match &config.url {
            Some(url) => format!("{url}/{own}"),
            None => real.to_owned(),
        };
        Ok(Self {
            client: Client::builder().timeout(PATIENCE).build()?,
            id: config.client_id.clone(),
            secret: config.client_secret.clone(),
            authorize: at("authorize", "https://accounts.google.com/o/oauth2/v2/auth"),
            token: at("token", "https://oauth2.googleapis.com/token"),
            profile: at("userinfo", "https://openidconnect.googleapis.com/v1/userinfo"),
            keys: at("certs", "https://www.googleapis.com/oauth2/v3/certs"),
            issuers: match &config.url {
                Some(url) => [url.clone(), url.clone()],
                None => ["https://accounts.google.com", "accounts.google.com"].map(str::to_owned),
            },
            audiences: [&[config.client_id.clone()][..], &config.more_client_ids].concat(),
            known: Mutex::default(),
            asked: tokio::sync::Mutex::default(),
        })
    }

    /// What a token says that one of Google's keys has signed.
    async fn claims(&self, token: &str, now: Timestamp) -> Result<Option<Claims>, StoreError> {
        let Some(token) = Unverified::parse(token) else { return Ok(None) };
        if let Some(keys) = self.known_keys(now, |keys| keys.has(&token)) {
            return Ok(keys.claims(&token));
        }
        // One asks, and whoever comes meanwhile waits for the answer. Tokens of known keys do not.
        let mut asked = self.asked.lock().await;
        if asked.is_none_or(|at| now.since(at) >= KEYS_ASKED) {
            *asked = Some(now);
            let answer = self.client.get(&self.keys).send().await;
            let answer = answer.and_then(reqwest::Response::error_for_status);
            let found = answer.map_err(|error| StoreError::new(error.without_url()))?.json().await;
            let found: KeySet = found.map_err(|error| StoreError::new(error.without_url()))?;
            let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            *known = Some((now, Arc::new(found)));
        }
        match self.known_keys(now, |_| true) {
            Some(keys) => Ok(keys.claims(&token)),
            None => Err(StoreError::new("Google's keys could not be read a moment ago")),
        }
    }

    /// The keys that were read lately, where they are such.
    fn known_keys(&self, now: Timestamp, such: impl Fn(&KeySet) -> bool) -> Option<Arc<KeySet>> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let (at, keys) = known.as_ref()?;
        (now.since(*at) < KEYS_KEPT && such(keys)).then(|| keys.clone())
    }
}

#[derive(Deserialize)]
struct Token {
    access_token: String,
    refresh_token: Option<String>,
}

/// What an id token says (`OpenID` Connect Core §2).
#[derive(Deserialize)]
struct Claims {
    iss: String,
    #[serde(default)]
    sub: String,
    /// One program, or a list.
    aud: Value,
    exp: i64,
    nbf: Option<i64>,
    nonce: Option<String>,
    at_hash: Option<String>,
    #[serde(default)]
    email: String,
    #[serde(default)]
    email_verified: bool,
    name: Option<String>,
}

impl Claims {
    fn audiences(&self) -> Vec<&str> {
        match &self.aud {
            Value::Array(all) => all.iter().filter_map(Value::as_str).collect(),
            one => one.as_str().into_iter().collect(),
        }
    }

    fn counts_at(&self, now: Timestamp) -> bool {
        // A clock that is a little behind does no harm.
        let seconds = now.0.div_euclid(1000);
        seconds < self.exp && self.nbf.is_none_or(|from| from <= seconds + 300)
    }

    /// Whether this access token was given together with it, where that is said.
    fn goes_with(&self, access_token: Option<&str>) -> bool {
        let (Some(hash), Some(token)) = (self.at_hash.as_deref(), access_token) else {
            return true;
        };
        let digest = Sha256::digest(token);
        let expected = BASE64_URL_SAFE_NO_PAD.encode(&digest[..16]);
        expected.as_bytes().ct_eq(hash.as_bytes()).into()
    }
}

#[derive(Deserialize)]
struct UserInfo {
    sub: String,
    email: String,
    #[serde(default)]
    email_verified: bool,
    name: Option<String>,
}

#[async_trait]
impl Google for GoogleOAuth {
    fn authorize_url(&self, leave: &AuthorizeRequest<'_>) -> String {
        let wish = |name: &str| leave.wishes.iter().find(|(one, _)| one == name);
        let scope = match wish("scope") {
            Some((_, more)) => format!("openid email profile {more}"),
            None => "openid email profile".to_owned(),
        };
        let mut query = form_urlencoded::Serializer::new(String::new());
        query
            .append_pair("client_id", &self.id)
            .append_pair("response_type", "code")
            .append_pair("scope", &scope)
            .append_pair("redirect_uri", leave.return_to)
            .append_pair("state", leave.state)
            .append_pair("code_challenge", leave.challenge)
            .append_pair("code_challenge_method", "S256");
        if wish("prompt").is_none() {
            query.append_pair("prompt", "select_account");
        }
        query.extend_pairs(leave.wishes.iter().filter(|(name, _)| name != "scope"));
        format!("{}?{}", self.authorize, query.finish())
    }

    async fn exchange(
        &self,
        code: &str,
        verifier: &str,
        return_to: &str,
    ) -> Result<GoogleGrant, GoogleError> {
        let form = [
            ("client_id", self.id.as_str()),
            ("client_secret", self.secret.0.as_str()),
            ("grant_type", "authorization_code"),
            ("code", code),
            ("code_verifier", verifier),
            ("redirect_uri", return_to),
        ];
        let answer = self.client.post(&self.token).form(&form).send().await.map_err(away)?;
        if !answer.status().is_success() {
            return Err(GoogleError::Refused(answer.status().to_string()));
        }
        let token: Token = answer.json().await.map_err(away)?;
        let asked = self.client.get(&self.profile).bearer_auth(&token.access_token);
        let answer = asked.send().await.map_err(away)?;
        if !answer.status().is_success() {
            return Err(GoogleError::Refused(answer.status().to_string()));
        }
        let found: UserInfo = answer.json().await.map_err(away)?;
        let profile = GoogleProfile {
            subject: found.sub,
            email: found.email,
            email_verified: found.email_verified,
            name: found.name,
        };
        let tokens = ProviderTokens { access: token.access_token, refresh: token.refresh_token };
        Ok(GoogleGrant { profile, tokens })
    }

    async fn read_id_token(
        &self,
        token: &str,
        access_token: Option<&str>,
        now: Timestamp,
    ) -> Result<GoogleIdToken, IdTokenError> {
        let claims = self.claims(token, now).await?.ok_or(IdTokenError::Bad)?;
        if !self.issuers.contains(&claims.iss)
            || !claims.counts_at(now)
            || !claims.goes_with(access_token)
        {
            return Err(IdTokenError::Bad);
        }
        if claims.sub.is_empty() {
            return Err(IdTokenError::NoSubject);
        }
        let audiences = claims.audiences();
        if !audiences.iter().any(|one| self.audiences.iter().any(|ours| ours == one)) {
            return Err(IdTokenError::Audience(format!("{audiences:?}")));
        }
        let profile = GoogleProfile {
            subject: claims.sub,
            email: claims.email,
            email_verified: claims.email_verified,
            name: claims.name,
        };
        Ok(GoogleIdToken { profile, nonce: claims.nonce.filter(|nonce| !nonce.is_empty()) })
    }
}

/// Without the address, which may carry a code.
fn away(error: reqwest::Error) -> GoogleError {
    GoogleError::Store(StoreError::new(error.without_url()))
}
