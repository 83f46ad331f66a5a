//! 'Is it you?' before something that protects the account.

use std::collections::BTreeMap;

use axum::{
    Extension,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Redirect, Response},
};
use evernear_app::{
    domain::{
        account::{ReturnPath, event::Origin},
        auth::session::Member,
    },
    flows::auth::{
        authenticate::Token,
        open_session::ProofError,
        reauthenticate::{Evidence, ask_reauthentication, reauthenticate},
        send_one_time::Via,
    },
    pages::auth::{step_up as again_page, step_up::Tried},
    problem::Problem,
};
use serde::Deserialize;

use crate::web::{
    extract::{form::PostedForm, request_origin::RequestOrigin},
    response::{
        forms::refused,
        page::{self, html},
        session_cookie,
    },
    state::{AppState, session::Principal},
};

/// The fields of the second factor and of 'Is it you?'.
#[derive(Deserialize, Default)]
#[serde(default)]
pub struct ProofForm {
    pub(super) token: String,
    password: String,
    by: String,
    pub(super) next: String,
    /// Another mail is asked for after one that was sent.
    sent: String,
}

/// 'Is it you?'
pub async fn again(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    RequestOrigin(origin): RequestOrigin,
    PostedForm(form): PostedForm<ProofForm>,
) -> Response {
    let Some(member) = who.0.clone() else {
        return Redirect::to("/auth?mode=signin").into_response();
    };
    let visit = page::visit(&state, who, "/auth/again", BTreeMap::new());
    let sent = (form.by == "mail" || !form.sent.is_empty()) && !member.has_factor;
    match prove(&state, &member, &form, &origin).await {
        Ok(Some(token)) => on(&state, &member, &token, &form.next),
        Ok(None) => {
            let tried = Tried { next: Some(form.next), problem: None, sent: true };
            match again_page::form(&visit, &tried).await {
                Ok(page) => html(&visit, page, StatusCode::OK),
                Err(problem) => page::error_response(&problem),
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
pub(in crate::web) fn on(state: &AppState, member: &Member, token: &Token, next: &str) -> Response {
    let headers = [session_cookie::signed_in(token, member.keep, state.site.https())];
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
