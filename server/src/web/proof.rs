//! Proving more, or once more, who one is: the second factor after the password, and 'Is it
//! you?' before something that protects the account.

use std::collections::BTreeMap;

use axum::{
    Extension,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Redirect, Response},
};
use evernear_app::{
    domain::account::{ReturnPath, event::Origin, session::Member},
    flows::auth::{
        authenticate::Token,
        open_session::{ProofError, pass_second_factor},
        reauthenticate::{Evidence, ask_reauthentication, reauthenticate},
        send_one_time::Via,
    },
    pages::auth::again::{self as again_page, Tried},
    problem::Problem,
};
use serde::Deserialize;

use super::{
    fields::Fields,
    forms::refused,
    origin::From as Came,
    pages::{self, html},
    router::AppState,
    session::{self, HalfWay, Who},
};

/// The fields of the second factor and of 'Is it you?'.
#[derive(Deserialize, Default)]
#[serde(default)]
pub struct ProofForm {
    token: String,
    password: String,
    by: String,
    next: String,
    /// Another mail is asked for after one that was sent.
    sent: String,
}

/// The second factor after the password.
pub async fn second_factor(
    State(state): State<AppState>,
    Extension(who): Extension<Who>,
    Extension(half_way): Extension<HalfWay>,
    Came(origin): Came,
    Fields(form): Fields<ProofForm>,
) -> Response {
    let Some(member) = half_way.0 else { return Redirect::to("/auth?mode=signin").into_response() };
    let problem = match pass_second_factor(&state.ports, &member, &form.token, &origin).await {
        Ok(token) => return on(&state, &member, &token, &form.next),
        Err(error) => Problem::from(error),
    };
    let mut visit = pages::visit(&state, who, "/auth/second-factor", BTreeMap::new());
    visit.half_way = Some(member);
    let told = Some(problem.message.clone());
    let tried = Tried { next: Some(form.next), problem: told, sent: false };
    refused(&visit, &problem, Ok(again_page::second_factor(&visit, &tried)))
}

/// 'Is it you?'
pub async fn again(
    State(state): State<AppState>,
    Extension(who): Extension<Who>,
    Came(origin): Came,
    Fields(form): Fields<ProofForm>,
) -> Response {
    let Some(member) = who.0.clone() else {
        return Redirect::to("/auth?mode=signin").into_response();
    };
    let visit = pages::visit(&state, who, "/auth/again", BTreeMap::new());
    let sent = (form.by == "mail" || !form.sent.is_empty()) && !member.has_factor;
    match prove(&state, &member, &form, &origin).await {
        Ok(Some(token)) => on(&state, &member, &token, &form.next),
        Ok(None) => {
            let tried = Tried { next: Some(form.next), problem: None, sent: true };
            match again_page::form(&visit, &tried).await {
                Ok(page) => html(&visit, page, StatusCode::OK),
                Err(problem) => pages::trouble(&problem),
            }
        }
        Err(problem) => {
            let told = Some(problem.message.clone());
            let tried = Tried { next: Some(form.next), problem: told, sent };
            refused(&visit, &problem, again_page::form(&visit, &tried).await)
        }
    }
}

/// Goes on under the new token.
fn on(state: &AppState, member: &Member, token: &Token, next: &str) -> Response {
    let headers = [session::signed_in(token, member.keep, state.site.https())];
    (headers, Redirect::to(ReturnPath::parse(Some(next)).as_str())).into_response()
}

async fn prove(
    state: &AppState,
    member: &Member,
    form: &ProofForm,
    origin: &Origin,
) -> Result<Option<Token>, Problem> {
    let evidence = match form.by.as_str() {
        "send" if member.has_factor => return Err(ProofError::FactorNeeded.into()),
        "send" => {
            ask_reauthentication(&state.ports, &member.account, Via::WEB).await?;
            return Ok(None);
        }
        "mail" => Evidence::MailCode(&form.token),
        "factor" => Evidence::SecondFactor(&form.token),
        _ => Evidence::Password(&form.password),
    };
    Ok(Some(reauthenticate(&state.ports, member, evidence, origin).await?))
}
