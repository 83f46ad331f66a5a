//! Signing in through a provider. Google is the only one, where it is configured.

pub mod authorize;
pub mod callback;

use axum::http::HeaderMap;
use evernear_app::{
    domain::auth::flow_state::{CodeChallenge, LinkTo},
    flows::auth::{
        oauth_flow::{OAuthRequest, begin_oauth},
        sign_in_with_google::Admission,
    },
    refusal::Refusal,
};
use serde::Deserialize;

use crate::web::state::AppState;

/// What a program asks for.
#[derive(Deserialize)]
pub struct AuthorizeQuery {
    provider: Option<String>,
    redirect_to: Option<String>,
    code_challenge: Option<String>,
    code_challenge_method: Option<String>,
    scopes: Option<String>,
    access_type: Option<String>,
    prompt: Option<String>,
    login_hint: Option<String>,
    hd: Option<String>,
    skip_http_redirect: Option<String>,
}

impl AuthorizeQuery {
    /// The program only wants to know the address.
    pub fn only_told(&self) -> Result<bool, Refusal> {
        match self.skip_http_redirect.as_deref() {
            None | Some("" | "false") => Ok(false),
            Some("true") => Ok(true),
            Some(_) => Err(Refusal::invalid("skip_http_redirect has to be true or false")),
        }
    }

    /// What goes along to the provider, by its own names.
    fn wishes(&self) -> Vec<(String, String)> {
        let named = [
            ("scope", &self.scopes),
            ("access_type", &self.access_type),
            ("prompt", &self.prompt),
            ("login_hint", &self.login_hint),
            ("hd", &self.hd),
        ];
        let given = named.into_iter().filter_map(|(name, wish)| Some((name, wish.as_ref()?)));
        given.map(|(name, wish)| (name.to_owned(), wish.clone())).collect()
    }
}

/// Where the browser goes: to sign in, or to link another way in to an account.
pub async fn authorization_url(
    state: &AppState,
    query: &AuthorizeQuery,
    link_to: Option<LinkTo>,
    headers: &HeaderMap,
) -> Result<String, Refusal> {
    if query.provider.as_deref() != Some("google") {
        return Err(unsupported(query.provider.as_deref()));
    }
    let (text, method) = (query.code_challenge.as_deref(), query.code_challenge_method.as_deref());
    let target = state.redirects.target(query.redirect_to.as_deref(), headers);
    let request = OAuthRequest {
        redirect_to: target.as_str(),
        challenge: CodeChallenge::parse(text, method)?,
        link_to,
        return_to: &return_to(state),
        wishes: &query.wishes(),
    };
    let address = begin_oauth(&state.ports, request).await?;
    address.ok_or_else(|| Refusal::invalid("Unsupported provider: provider is not enabled"))
}

/// A provider that is not there.
fn unsupported(provider: Option<&str>) -> Refusal {
    let name: String = provider.unwrap_or_default().chars().take(100).collect();
    Refusal::invalid(format!("Unsupported provider: Provider {name} could not be found"))
}

/// Whom a provider's word lets in.
pub fn admission(state: &AppState) -> Admission {
    if state.config.auth_api.signup { Admission::Anyone } else { Admission::Known }
}

fn return_to(state: &AppState) -> String {
    format!("{}/callback", state.ports.settings.tokens.issuer)
}
