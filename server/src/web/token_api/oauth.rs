//! Signing in through a provider. Google is the only one, where it is configured.

use axum::{
    body::Bytes,
    extract::{Query, RawQuery, State},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use evernear_app::{
    domain::{
        auth::flow_state::{CodeChallenge, LinkTo},
        rate_limit::Limit,
    },
    flows::auth::{
        oauth_flow::{OAuthRequest, Returned, begin_oauth, complete_oauth, consume_oauth_state},
        sign_in_with_google::Admission,
    },
    refusal::Refusal,
};
use serde::Deserialize;
use url::{Url, form_urlencoded};

use super::{
    limits,
    result::{ApiError, ApiResult},
    verify,
};
use crate::web::{extract::request_origin::RequestOrigin, state::AppState};

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

/// Begins.
pub async fn authorize(
    State(state): State<AppState>,
    RequestOrigin(origin): RequestOrigin,
    Query(query): Query<AuthorizeQuery>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    limits::check(&state, Limit::ApiVerify, &origin)?;
    Ok(found(&way_out(&state, &query, None, &headers).await?))
}

/// Where the browser goes: to sign in, or to link another way in to an account.
pub async fn way_out(
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

/// A provider sends somebody back, by address or by form.
pub async fn callback(
    State(state): State<AppState>,
    RequestOrigin(origin): RequestOrigin,
    RawQuery(query): RawQuery,
    body: Bytes,
) -> ApiResult<Response> {
    limits::check(&state, Limit::ApiVerify, &origin)?;
    let query = query.unwrap_or_default();
    let pairs: Vec<(String, String)> = form_urlencoded::parse(query.as_bytes())
        .into_owned()
        .chain(form_urlencoded::parse(&body).into_owned())
        .collect();
    let text = |name: &str| {
        let found = pairs.iter().find(|(one, value)| one == name && !value.is_empty());
        found.map(|(_, value)| value.as_str())
    };
    let Some(known) = text("state") else {
        let message = "OAuth state parameter missing";
        return Err(ApiError(Refusal::bad("bad_oauth_callback", message)));
    };
    let oauth_state = consume_oauth_state(&state.ports, known).await?;
    let target: Url = oauth_state.redirect_to.parse().map_err(Refusal::failed)?;
    let by_code = oauth_state.challenge.is_some();
    let refused =
        |refusal: &Refusal| Ok(found(verify::with_refusal(target.clone(), refusal, true).as_str()));
    if text("error").is_some() {
        let message: String =
            text("error_description").unwrap_or("The provider refused").chars().take(200).collect();
        return refused(&Refusal::forbidden("provider_refused", message));
    }
    let Some(code) = text("code") else {
        return refused(&Refusal::bad("bad_oauth_callback", "OAuth code parameter missing"));
    };
    let (return_to, admission) = (return_to(&state), admission(&state));
    match complete_oauth(&state.ports, &oauth_state, code, &return_to, admission, &origin).await {
        Ok(Returned::Code(code)) if by_code => Ok(found(verify::with_code(target, &code).as_str())),
        Ok(Returned::Code(_)) => refused(&Refusal::failed("a code for nobody")),
        Ok(Returned::Session(tokens)) => {
            Ok(found(verify::with_session(target, &tokens, None).as_str()))
        }
        Err(error) => refused(&error.into()),
    }
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

/// 302.
pub fn found(address: &str) -> Response {
    // An address that was parsed is always header text.
    let address = HeaderValue::from_str(address).unwrap_or(HeaderValue::from_static("/"));
    (StatusCode::FOUND, [(header::LOCATION, address)]).into_response()
}
