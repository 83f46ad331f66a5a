//! Changing the address: asking for it, and agreeing with a code.

use axum::{Extension, extract::State, response::Response};
use evernear_app::{
    domain::{
        account::event::Origin,
        auth::{one_time::TokenKind, session::Member},
        rate_limit::Limit,
    },
    flows::{
        account::change_email::change_email,
        auth::verify_one_time::{Claim, VerifiedOneTime, verify_one_time},
    },
    pages::{Flash, account::email as email_page},
    problem::{Kind, Problem},
};
use serde::Deserialize;

use crate::web::{
    account::visit::{to_proof, visit},
    extract::{form::PostedForm, request_origin::RequestOrigin},
    response::{
        flash,
        forms::{refused, to_sign_in},
    },
    state::{AppState, session::Principal},
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
    Extension(who): Extension<Principal>,
    RequestOrigin(origin): RequestOrigin,
    PostedForm(form): PostedForm<EmailForm>,
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
    state.ports.rate_limiter.check(Limit::MailAsked, &origin.ip)?;
    change_email(&state.ports, member, email, origin).await?;
    Ok(Flash::EmailAsked)
}

async fn agree(
    state: &AppState,
    member: &Member,
    code: &str,
    origin: &Origin,
) -> Result<Flash, Problem> {
    state.ports.rate_limiter.check(Limit::VerifyCode, &origin.ip)?;
    let claim = Claim::Own { account: member.account.id, code };
    let kinds = [TokenKind::EmailChangeNew, TokenKind::EmailChangeCurrent];
    Ok(match verify_one_time(&state.ports, claim, &kinds, origin).await? {
        VerifiedOneTime::Changed { .. } => Flash::EmailChanged,
        _ => Flash::EmailHalf,
    })
}
