//! Google's OAuth with PKCE. Who came is asked of Google itself with the token it gave, so
//! that no signature has to be checked here.

use std::time::Duration;

use async_trait::async_trait;
use evernear_app::ports::{Google, GoogleError, GoogleProfile, StoreError};
use reqwest::Client;
use serde::Deserialize;

use crate::config::{GoogleConfig, Secret};

/// Longest wait for an answer of Google's.
const PATIENCE: Duration = Duration::from_secs(10);

/// Where Google is asked.
pub struct GoogleOAuth {
    client: Client,
    id: String,
    secret: Secret,
    authorize: String,
    token: String,
    profile: String,
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
        })
    }
}

#[derive(Deserialize)]
struct Token {
    access_token: String,
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
    fn authorize_url(&self, state: &str, challenge: &str, return_to: &str) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        query
            .append_pair("client_id", &self.id)
            .append_pair("response_type", "code")
            .append_pair("scope", "openid email profile")
            .append_pair("redirect_uri", return_to)
            .append_pair("state", state)
            .append_pair("code_challenge", challenge)
            .append_pair("code_challenge_method", "S256")
            .append_pair("prompt", "select_account");
        format!("{}?{}", self.authorize, query.finish())
    }

    async fn profile(
        &self,
        code: &str,
        verifier: &str,
        return_to: &str,
    ) -> Result<GoogleProfile, GoogleError> {
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
        Ok(GoogleProfile {
            subject: found.sub,
            email: found.email,
            email_verified: found.email_verified,
            name: found.name,
        })
    }
}

/// Without the address, which may carry a code.
fn away(error: reqwest::Error) -> GoogleError {
    GoogleError::Store(StoreError::new(error.without_url()))
}
