//! Addresses that lead back to a client program, with a session, a code or a refusal.

use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use evernear_app::{flows::auth::issue_tokens::Tokens, refusal::Refusal};
use url::{Url, form_urlencoded::Serializer};

/// A session in the fragment, which no server sees.
pub fn with_session(target: Url, tokens: &Tokens, kind: Option<&str>) -> Url {
    let mut pairs = Serializer::new(String::new());
    pairs
        .append_pair("access_token", &tokens.access_token)
        .append_pair("expires_at", &tokens.expires_at.to_string())
        .append_pair("expires_in", &tokens.expires_in.to_string())
        .append_pair("refresh_token", &tokens.refresh_token)
        .append_pair("sb", "")
        .append_pair("token_type", "bearer");
    if let Some(provider) = &tokens.provider {
        pairs.append_pair("provider_token", &provider.access);
        if let Some(refresh) = &provider.refresh {
            pairs.append_pair("provider_refresh_token", refresh);
        }
    }
    if let Some(kind) = kind {
        pairs.append_pair("type", kind);
    }
    with_fragment(target, &mut pairs)
}

/// A code in the query.
pub fn with_code(mut target: Url, code: &str) -> Url {
    target.query_pairs_mut().append_pair("code", code);
    target
}

/// Why it did not work: in the fragment, and in the query for programs that asked by code.
pub fn with_refusal(mut target: Url, refusal: &Refusal, in_query: bool) -> Url {
    if let Some(source) = &refusal.source {
        tracing::error!(%source, "a link could not be followed");
    }
    let error = match refusal.status.as_u16() {
        400 => Some("invalid_request"),
        401 => Some("unauthorized_client"),
        403 => Some("access_denied"),
        500 => Some("server_error"),
        503 => Some("temporarily_unavailable"),
        _ => None,
    };
    let mut pairs = Vec::new();
    pairs.extend(error.map(|error| ("error", error)));
    pairs.push(("error_code", refusal.code));
    pairs.push(("error_description", refusal.message.as_str()));
    if in_query {
        target.query_pairs_mut().extend_pairs(&pairs);
    }
    let mut fragment = Serializer::new(String::new());
    with_fragment(target, fragment.extend_pairs(&pairs).append_pair("sb", ""))
}

pub fn with_fragment(mut target: Url, pairs: &mut Serializer<'_, String>) -> Url {
    target.set_fragment(Some(&pairs.finish()));
    target
}

/// 302.
pub fn found(address: &str) -> Response {
    redirect(StatusCode::FOUND, address)
}

/// 303.
pub fn see_other(address: &str) -> Response {
    redirect(StatusCode::SEE_OTHER, address)
}

fn redirect(status: StatusCode, address: &str) -> Response {
    // An address that was parsed is always header text.
    let address = HeaderValue::from_str(address).unwrap_or(HeaderValue::from_static("/"));
    (status, [(header::LOCATION, address)]).into_response()
}
