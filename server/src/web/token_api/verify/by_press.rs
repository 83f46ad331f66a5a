//! Somebody presses the button of our page to which links in mails of client programs lead.

use std::collections::BTreeMap;

use axum::{Extension, extract::State, http::HeaderMap, response::Response};
use evernear_app::{
    domain::rate_limit::Limit,
    flows::auth::{
        verify_mail_code::VerifyMailError,
        verify_one_time::{Claim, Holder, VerifyOneTimeError},
    },
    pages::auth::program as program_page,
    problem::Problem,
};
use serde::Deserialize;

use super::{LinkError, lead_back, verify_link};
use crate::web::{
    extract::{form::PostedForm, request_origin::RequestOrigin},
    response::{
        forms::refused,
        page::{self, error_response},
    },
    state::{AppState, session::Principal},
};

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

/// Does what the link does; mail scanners never get here. What a mail
/// names alone decides where it leads, so the headers of the request are not asked.
pub async fn verify(
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
