//! Codes and links that were sent by mail.

use std::collections::BTreeMap;

use axum::{
    Extension, Json,
    extract::{Query, State},
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    response::{IntoResponse, Response},
};
use evernear_app::{
    domain::{account::event::Origin, rate_limit::Limit},
    flows::auth::{
        issue_tokens::Tokens,
        verify_mail_code::{Asker, MailType, Verified, VerifyMailError, verify_mail},
        verify_one_time::{Chosen, Claim, Holder, VerifyOneTimeError},
    },
    pages::auth::program as program_page,
    problem::Problem,
    refusal::Refusal,
};
use serde::Deserialize;
use serde_json::json;
use url::{Url, form_urlencoded::Serializer};

use super::{
    input::{Input, Meta, e164, given},
    limits,
    result::{ApiError, ApiResult},
    wire,
};
use crate::web::{
    extract::{form::PostedForm, request_origin::RequestOrigin},
    response::{
        forms::refused,
        page::{self, error_response},
    },
    state::{AppState, session::Principal},
};

/// What a link carries for a program that asked by code.
const BY_CODE: &str = "pkce_";
const HALF: &str =
    "Confirmation link accepted. Please proceed to confirm link sent to the other email";

/// What clients send.
#[derive(Deserialize)]
pub struct VerifyBody {
    #[serde(rename = "type")]
    kind: Option<String>,
    token: Option<String>,
    token_hash: Option<String>,
    email: Option<String>,
    phone: Option<String>,
    #[serde(flatten)]
    _meta: Meta,
}

/// Answers with a session.
pub async fn post(
    State(state): State<AppState>,
    RequestOrigin(origin): RequestOrigin,
    Input(body): Input<VerifyBody>,
) -> ApiResult {
    limits::check(&state, Limit::ApiVerify, &origin)?;
    let (token, hash) = (given(body.token.as_ref()), given(body.token_hash.as_ref()));
    let (email, phone) = (given(body.email.as_ref()), given(body.phone.as_ref()));
    let invalid = |message: &str| Err(ApiError(Refusal::invalid(message)));
    let Some(kind) = given(body.kind.as_ref()) else {
        return invalid("Verify requires a verification type");
    };
    let claim = match (token, hash) {
        (None, None) => return invalid("Verify requires a token or a token hash"),
        (Some(_), Some(_)) => return invalid("Verify requires either a token or a token hash"),
        (None, Some(_)) if email.is_some() || phone.is_some() => {
            return invalid("Only the token_hash and type should be provided");
        }
        (None, Some(hash)) => Claim::Link(hash),
        (Some(code), None) => match (email, phone) {
            (Some(email), None) => Claim::Code { email, code },
            (None, Some(phone)) => {
                e164(phone)?;
                // No telephone was ever sent a code.
                return Err(wrong_code().into());
            }
            _ => {
                return invalid(
                    "Only an email address or phone number should be provided on verify",
                );
            }
        },
    };
    let Some(mail) = MailType::parse(kind) else {
        return invalid("Unsupported verification type");
    };
    let by_hash = matches!(claim, Claim::Link(_));
    match verify_mail(&state.ports, claim, mail, chosen(&state), Asker::Program, &origin).await {
        Ok(Verified::Session(tokens)) => Ok(Json(wire::session(&tokens))),
        Ok(Verified::Half | Verified::Code(_)) => Ok(Json(json!({ "msg": HALF, "code": "200" }))),
        Err(error) => {
            let refusal = Refusal::from(error);
            let code = refusal.code == "otp_expired" && !by_hash;
            Err(ApiError(if code { wrong_code() } else { refusal }))
        }
    }
}

/// What becomes of a password that was chosen before its address was confirmed. Where programs make
/// no accounts it was chosen on our page, whose button asks for it: a code or a link of that page's
/// mail, used here, is no proof of who chose it.
fn chosen(state: &AppState) -> Chosen<'static> {
    if state.config.auth_api.signup { Chosen::Counts } else { Chosen::If("") }
}

fn wrong_code() -> Refusal {
    Refusal::forbidden("otp_expired", "Token has expired or is invalid")
}

/// What a link carries.
#[derive(Deserialize)]
pub struct LinkQuery {
    token: Option<String>,
    #[serde(rename = "type")]
    kind: Option<String>,
    redirect_to: Option<String>,
}

/// Leads back to the program, with a session or a code.
pub async fn get(
    State(state): State<AppState>,
    RequestOrigin(origin): RequestOrigin,
    method: Method,
    Query(query): Query<LinkQuery>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    limits::check(&state, Limit::ApiVerify, &origin)?;
    let invalid = |message: &str| Err(ApiError(Refusal::invalid(message)));
    let Some(kind) = given(query.kind.as_ref()) else {
        return invalid("Verify requires a verification type");
    };
    let Some(token) = given(query.token.as_ref()) else {
        return invalid("Verify requires a token or a token hash");
    };
    if method == Method::HEAD {
        // Whoever only looks, uses nothing up.
        return Ok(StatusCode::OK.into_response());
    }
    let target = state.redirects.target(query.redirect_to.as_deref(), &headers);
    let verified = verify_link(&state, Claim::Link(token), kind, &origin).await;
    Ok(lead_back(target, kind, token, verified))
}

/// The form of our page for links in mails of client programs.
#[derive(Deserialize, Default)]
#[serde(default)]
pub struct PressForm {
    token: String,
    r#type: String,
    redirect_to: String,
    /// The address that the account has now, for the mail to a new one.
    email: String,
}

/// Somebody pressed its button: as [`get`], which mail scanners never get to. What a mail
/// names alone decides where it leads, so the headers of the request are not asked.
pub async fn press(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    RequestOrigin(origin): RequestOrigin,
    PostedForm(form): PostedForm<PressForm>,
) -> Response {
    if let Err(too_often) = state.ports.rate_limiter.check(Limit::ApiVerify, &origin.ip) {
        return error_response(&too_often.into());
    }
    let target = state.redirects.target(Some(&form.redirect_to), &HeaderMap::new());
    let holder = Holder {
        session: who.0.as_ref().map(|member| member.account.id),
        current_email: &form.email,
    };
    let claim = Claim::Pressed { link: &form.token, holder };
    match verify_link(&state, claim, &form.r#type, &origin).await {
        Err(LinkError::Mail(VerifyMailError::OneTime(error @ VerifyOneTimeError::NotHolder))) => {
            let problem = Problem::from(error);
            let visit = page::visit(&state, who, "/auth/program", BTreeMap::new());
            let (token, kind, to) = (&form.token, &form.r#type, &form.redirect_to);
            let page = program_page::form(&visit, token, kind, to, Some(&problem.message));
            refused(&visit, &problem, Ok(page))
        }
        verified => lead_back(target, &form.r#type, &form.token, verified),
    }
}

/// Why a link brought nothing about.
enum LinkError {
    Kind,
    Mail(VerifyMailError),
}

async fn verify_link(
    state: &AppState,
    claim: Claim<'_>,
    kind: &str,
    origin: &Origin,
) -> Result<Verified, LinkError> {
    let mail = MailType::parse(kind).ok_or(LinkError::Kind)?;
    let verified =
        verify_mail(&state.ports, claim, mail, chosen(state), Asker::Browser, origin).await;
    verified.map_err(LinkError::Mail)
}

fn lead_back(
    target: Url,
    kind: &str,
    token: &str,
    verified: Result<Verified, LinkError>,
) -> Response {
    let by_code = token.starts_with(BY_CODE);
    let verified = verified.map_err(|error| match error {
        LinkError::Mail(error) => Refusal::from(error),
        LinkError::Kind => Refusal::invalid("Unsupported verification type"),
    });
    see(&match verified {
        Ok(Verified::Session(tokens)) => with_session(target, &tokens, Some(kind)),
        Ok(Verified::Code(code)) => with_code(target, &code),
        Ok(Verified::Half) => with_fragment(
            target,
            Serializer::new(String::new()).append_pair("message", HALF).append_pair("sb", ""),
        ),
        Err(refusal) => with_refusal(target, &refusal, by_code),
    })
}

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

fn with_fragment(mut target: Url, pairs: &mut Serializer<'_, String>) -> Url {
    target.set_fragment(Some(&pairs.finish()));
    target
}

/// 303.
pub fn see(target: &Url) -> Response {
    // An address that was parsed is always header text.
    let target = HeaderValue::from_str(target.as_str()).unwrap_or(HeaderValue::from_static("/"));
    (StatusCode::SEE_OTHER, [(header::LOCATION, target)]).into_response()
}
