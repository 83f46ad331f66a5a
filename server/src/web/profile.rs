//! The forms behind the profile's doors. What protects the account changes only for whoever
//! has lately proved who they are; everyone else is led to prove it first.

use std::collections::BTreeMap;

use axum::{
    Extension,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Redirect, Response},
};
use evernear_app::{
    domain::{
        account::{ReturnPath, event::Origin, one_time::TokenKind, proof::Method, session::Member},
        throttle::Limit,
    },
    flows::{
        account::{
            change_email::change_email, change_password::change_password, delete::delete_account,
        },
        auth::{
            open_session::step_up,
            recovery_codes::make_recovery_codes,
            request_one_time::ask_mail,
            send_one_time::{Letter, Via},
            sign_out::{Scope, close_session, sign_out},
            verify_factor::{enroll_factor, unenroll_factor, verify_factor},
            verify_one_time::{Claim, Redeemed, redeem},
        },
    },
    pages::{
        Flash, Visit,
        profile::{data as data_page, email as email_page, password as password_page, two_factor},
    },
    problem::{Kind, Problem},
};
use serde::Deserialize;

use super::{
    fields::Fields,
    flash,
    forms::{refused, to_sign_in},
    origin::From as Came,
    pages::{self, html},
    router::AppState,
    session::{self, Who},
};

/// The fields of /profile/email.
#[derive(Deserialize, Default)]
#[serde(default)]
pub struct EmailForm {
    email: String,
    token: String,
}

/// Asks for a change of address, or takes one of its two codes.
pub async fn email(
    State(state): State<AppState>,
    Extension(who): Extension<Who>,
    Came(origin): Came,
    Fields(form): Fields<EmailForm>,
) -> Response {
    let Some(member) = who.0.clone() else { return to_sign_in("/profile/email") };
    let outcome = if form.token.is_empty() {
        ask_change(&state, &member, &form.email, &origin).await
    } else {
        agree(&state, &member, &form.token, &origin).await
    };
    match outcome {
        Ok(flash) => flash::tell(&state, &member, flash),
        Err(problem) if problem.kind == Kind::Stale => to_proof("/profile/email"),
        Err(problem) => {
            let visit = visit(&state, who);
            let wrong = Some(problem.message.as_str());
            let page = email_page::form(&visit, &member, &form.email, wrong, None).await;
            refused(&visit, &problem, page)
        }
    }
}

async fn ask_change(
    state: &AppState,
    member: &Member,
    email: &str,
    origin: &Origin,
) -> Result<Flash, Problem> {
    state.ports.throttle.admit(Limit::MailAsked, &origin.ip)?;
    change_email(&state.ports, member, email, origin).await?;
    Ok(Flash::EmailAsked)
}

async fn agree(
    state: &AppState,
    member: &Member,
    code: &str,
    origin: &Origin,
) -> Result<Flash, Problem> {
    state.ports.throttle.admit(Limit::Redeem, &origin.ip)?;
    let claim = Claim::Own { account: member.account.id, code };
    let kinds = [TokenKind::EmailChangeNew, TokenKind::EmailChangeCurrent];
    Ok(match redeem(&state.ports, claim, &kinds, origin).await? {
        Redeemed::Changed { .. } => Flash::EmailChanged,
        _ => Flash::EmailHalf,
    })
}

/// The field of /profile/password.
#[derive(Deserialize, Default)]
#[serde(default)]
pub struct PasswordForm {
    password: String,
}

/// Changes the password.
pub async fn password(
    State(state): State<AppState>,
    Extension(who): Extension<Who>,
    Came(origin): Came,
    Fields(form): Fields<PasswordForm>,
) -> Response {
    let Some(member) = who.0.clone() else { return to_sign_in("/profile/password") };
    match change_password(&state.ports, &member, &form.password, &origin).await {
        Ok(()) => Redirect::to("/dashboard?password=updated").into_response(),
        Err(error) => {
            let problem = Problem::from(error);
            if problem.kind == Kind::Stale {
                return to_proof("/profile/password");
            }
            let visit = visit(&state, who);
            let page = password_page::form(&member, Some(&problem.message));
            refused(&visit, &problem, Ok(page))
        }
    }
}

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
    Extension(who): Extension<Who>,
    Came(origin): Came,
    Fields(form): Fields<TwoFactorForm>,
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
    state.ports.throttle.admit(Limit::MailAsked, &origin.ip)?;
    let back = ReturnPath::wished(Some("/profile/two-factor"));
    let via = Via::Web { next: back.as_ref() };
    let email = member.account.email.as_str();
    ask_mail(&state.ports, email, Letter::MagicLink, via, origin).await?;
    Ok(flash::tell(state, member, Flash::ProofAsked))
}

async fn begin(state: &AppState, member: &Member) -> Result<Response, Problem> {
    let account = &member.account;
    // One that was begun before and not finished makes room.
    for factor in state.ports.factors.factors(account.id).await? {
        if !factor.verified {
            state.ports.factors.unenroll(account.id, factor.id).await?;
        }
    }
    enroll_factor(&state.ports, account, "", two_factor::ISSUER).await?;
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
    verify_factor(&state.ports, member.account.id, id, None, &form.token, origin).await?;
    // This browser has just shown it holds the factor.
    let token = step_up(&state.ports, member, Method::Totp).await?;
    let token = token.ok_or_else(Problem::signed_out)?;
    let mut answer = new_codes(state, visit, member, origin, true).await?;
    let (name, cookie) = session::signed_in(&token, member.keep, state.site.https());
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
    let codes = make_recovery_codes(&state.ports, member.account.id, origin).await?;
    Ok(html(visit, two_factor::codes(&codes, fresh), StatusCode::OK))
}

async fn turn_off(state: &AppState, member: &Member, origin: &Origin) -> Result<Response, Problem> {
    for factor in state.ports.factors.factors(member.account.id).await? {
        unenroll_factor(&state.ports, member.account.id, factor.id, origin).await?;
    }
    Ok(flash::tell(state, member, Flash::FactorOff))
}

/// The field of /profile/devices.
#[derive(Deserialize, Default)]
#[serde(default)]
pub struct DevicesForm {
    session: String,
}

/// Signs out one other device, or all of them.
pub async fn devices(
    State(state): State<AppState>,
    Extension(who): Extension<Who>,
    Came(origin): Came,
    Fields(form): Fields<DevicesForm>,
) -> Response {
    let Some(member) = who.0 else { return to_sign_in("/profile/devices") };
    let (flash, outcome) = if form.session.is_empty() {
        (Flash::OthersOut, sign_out(&state.ports, &member, Scope::Others, &origin).await)
    } else {
        let Ok(id) = form.session.parse() else { return StatusCode::NOT_FOUND.into_response() };
        let closed = close_session(&state.ports, &member, id, &origin).await;
        (Flash::DeviceOut, closed.map(|_| ()))
    };
    match outcome {
        Ok(()) => flash::tell(&state, &member, flash),
        Err(error) => pages::trouble(&error.into()),
    }
}

/// The box of 'Delete your account'.
#[derive(Deserialize, Default)]
#[serde(default)]
pub struct DeleteForm {
    sure: String,
}

/// The end of the account.
pub async fn delete(
    State(state): State<AppState>,
    Extension(who): Extension<Who>,
    Fields(form): Fields<DeleteForm>,
) -> Response {
    let Some(member) = who.0.clone() else { return to_sign_in("/profile/data") };
    match delete_account(&state.ports, &member, form.sure == "yes").await {
        Ok(()) => {
            let page = html(&visit(&state, Who(None, None)), data_page::gone(), StatusCode::OK);
            ([session::signed_out(state.site.https())], page).into_response()
        }
        Err(error) => {
            let problem = Problem::from(error);
            if problem.kind == Kind::Stale {
                return to_proof("/profile/data");
            }
            let page = data_page::form(Some(&problem.message));
            refused(&visit(&state, who), &problem, Ok(page))
        }
    }
}

fn visit(state: &AppState, who: Who) -> Visit {
    pages::visit(state, who, "/profile", BTreeMap::new())
}

fn to_proof(path: &str) -> Response {
    Redirect::to(&format!("/auth/again?next={path}")).into_response()
}
