//! The second factor: set up, finished, turned off, and new recovery codes.

use axum::{
    Extension,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Redirect, Response},
};
use evernear_app::{
    domain::{
        account::{ReturnPath, event::Origin},
        auth::{proof::Method, session::Member},
        rate_limit::Limit,
    },
    flows::auth::{
        open_session::step_up,
        recovery_codes::make_recovery_codes,
        request_one_time::check_asked_mail,
        send_one_time::MailKind,
        verify_factor::{begin_factor, turn_factors_off, verify_factor},
    },
    pages::{Flash, Visit, account::two_factor},
    problem::{Kind, Problem},
};
use serde::Deserialize;

use crate::web::{
    account::visit::{to_proof, visit},
    auth::forms::send_later,
    extract::{form::PostedForm, request_origin::RequestOrigin},
    response::{
        flash,
        forms::{refused, to_sign_in},
        page::html,
        session_cookie,
    },
    state::{AppState, session::Principal},
};

/// The fields of /profile/two-factor.
#[derive(Deserialize, Default)]
#[serde(default)]
pub struct TwoFactorForm {
    action: String,
    factor: String,
    token: String,
}

/// Begins, finishes, ends, or makes new recovery codes.
pub async fn two_factor(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    RequestOrigin(origin): RequestOrigin,
    PostedForm(form): PostedForm<TwoFactorForm>,
) -> Response {
    let Some(member) = who.0.clone() else { return to_sign_in("/profile/two-factor") };
    if !member.fresh(state.ports.now()) {
        return to_proof("/profile/two-factor");
    }
    let visit = visit(&state, who);
    let done = match form.action.as_str() {
        "prove" => prove(&state, &member, &origin).await,
        "begin" => begin(&state, &member).await,
        "finish" => finish(&state, &visit, &member, &form, &origin).await,
        "codes" if member.has_factor => new_codes(&state, &visit, &member, &origin, false).await,
        "off" => turn_off(&state, &member, &origin).await,
        _ => Err(Problem::new(Kind::BadInput, "We could not read that form.")),
    };
    match done {
        Ok(answer) => answer,
        Err(problem) => {
            let wrong = Some(problem.message.as_str());
            let page = two_factor::form(&visit, &member, wrong, None).await;
            refused(&visit, &problem, page)
        }
    }
}

/// Sends a link that proves the address and leads back to the page.
async fn prove(state: &AppState, member: &Member, origin: &Origin) -> Result<Response, Problem> {
    state.ports.rate_limiter.check(Limit::MailAsked, &origin.ip)?;
    let email = member.account.email.as_str();
    let asked = check_asked_mail(&state.ports, email, MailKind::MagicLink).await?;
    send_later(state, asked, ReturnPath::wished(Some("/profile/two-factor")), origin).await;
    Ok(flash::tell(state, member, Flash::ProofAsked))
}

async fn begin(state: &AppState, member: &Member) -> Result<Response, Problem> {
    begin_factor(&state.ports, member, two_factor::ISSUER).await?;
    Ok(Redirect::to("/profile/two-factor").into_response())
}

async fn finish(
    state: &AppState,
    visit: &Visit,
    member: &Member,
    form: &TwoFactorForm,
    origin: &Origin,
) -> Result<Response, Problem> {
    let id = form.factor.parse().map_err(|_| Problem::not_found())?;
    verify_factor(&state.ports, (member.account.id, member.session), id, None, &form.token, origin)
        .await?;
    // This browser has just shown it holds the factor.
    let token = step_up(&state.ports, member, Method::Totp).await?;
    let token = token.ok_or_else(Problem::signed_out)?;
    let mut answer = new_codes(state, visit, member, origin, true).await?;
    let (name, cookie) = session_cookie::signed_in(&token, member.keep, state.site.https());
    answer.headers_mut().insert(name, cookie);
    Ok(answer)
}

async fn new_codes(
    state: &AppState,
    visit: &Visit,
    member: &Member,
    origin: &Origin,
    fresh: bool,
) -> Result<Response, Problem> {
    let codes = make_recovery_codes(&state.ports, member, origin).await?;
    Ok(html(visit, two_factor::codes(&codes, fresh), StatusCode::OK))
}

async fn turn_off(state: &AppState, member: &Member, origin: &Origin) -> Result<Response, Problem> {
    turn_factors_off(&state.ports, member, origin).await?;
    Ok(flash::tell(state, member, Flash::FactorOff))
}
