//! The links of our mails.

use std::collections::BTreeMap;

use axum::{Extension, extract::State, http::StatusCode, response::Response};
use evernear_app::{
    domain::{
        account::{Account, ReturnPath, event::Origin},
        auth::{one_time::TokenKind, proof::Method, session::Credential},
        rate_limit::Limit,
    },
    flows::auth::{
        open_session::open_session,
        verify_one_time::{
            Chosen, Claim, Holder, VerifiedOneTime, VerifyOneTimeError, verify_one_time_with,
        },
    },
    pages::auth::link as link_page,
    problem::Problem,
};
use serde::Deserialize;

use crate::web::{
    auth::session::{reset_address, sign_in_response, whose},
    extract::{form::PostedForm, request_origin::RequestOrigin},
    response::{
        forms::refused,
        page::{self, html},
    },
    state::{AppState, session::Principal},
};

/// The fields of /auth/link.
#[derive(Deserialize, Default)]
#[serde(default)]
pub struct LinkForm {
    token: String,
    r#type: String,
    keep: String,
    password: String,
    next: String,
    /// The address that the account has now, for the mail to a new one.
    email: String,
}

/// Uses up a link of our mails.
pub async fn link(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    RequestOrigin(origin): RequestOrigin,
    PostedForm(form): PostedForm<LinkForm>,
) -> Response {
    let keep = form.keep == "yes";
    let holder = Holder {
        session: who.0.as_ref().map(|member| member.account.id),
        current_email: &form.email,
    };
    let visit = page::visit(&state, who, "/auth/link", BTreeMap::new());
    let problem = match follow(&state, &form, holder, &origin).await {
        Ok((VerifiedOneTime::Entered { to_choose, epoch, .. }, account)) => {
            // Whoever was invited never chose one.
            let (method, next) = if to_choose && form.r#type != "invite" {
                (Method::Recovery, reset_address(None, &form.next))
            } else {
                (Method::Otp, ReturnPath::parse(Some(&form.next)).to_string())
            };
            match open_session(&state.ports, &account, Credential { method, epoch }, &origin, keep)
                .await
            {
                Ok(opened) => return sign_in_response(&state, &opened, keep, &next),
                Err(error) => Problem::from(error),
            }
        }
        Ok((verified, _)) => {
            let changed = matches!(verified, VerifiedOneTime::Changed { .. });
            return html(&visit, link_page::agreed(&visit, changed), StatusCode::OK);
        }
        Err(FollowError::NotHolder(problem)) => {
            let page = link_page::form(
                &visit,
                &form.r#type,
                &form.token,
                &form.next,
                Some(&problem.message),
            );
            return refused(&visit, &problem, Ok(page));
        }
        Err(FollowError::Other(problem)) => problem,
    };
    let page = link_page::failed(&visit, &form.r#type, &problem.message);
    refused(&visit, &problem, Ok(page))
}

/// Why a link brought nothing about.
enum FollowError {
    /// It still stands: the button may be pressed again.
    NotHolder(Problem),
    Other(Problem),
}

impl<E: Into<Problem>> From<E> for FollowError {
    fn from(error: E) -> Self {
        Self::Other(error.into())
    }
}

async fn follow(
    state: &AppState,
    form: &LinkForm,
    holder: Holder<'_>,
    origin: &Origin,
) -> Result<(VerifiedOneTime, Account), FollowError> {
    state.ports.rate_limiter.check(Limit::VerifyCode, &origin.ip)?;
    let kinds: &[TokenKind] = match form.r#type.as_str() {
        "signup" | "invite" => &[TokenKind::Confirmation],
        "email_change" => &[TokenKind::EmailChangeNew, TokenKind::EmailChangeCurrent],
        _ => &[TokenKind::Recovery],
    };
    let claim = Claim::Pressed { link: &form.token, holder };
    let chosen = Chosen::If(&form.password);
    let verified = match verify_one_time_with(&state.ports, claim, kinds, chosen, origin).await {
        Err(error @ VerifyOneTimeError::NotHolder) => {
            return Err(FollowError::NotHolder(error.into()));
        }
        verified => verified?,
    };
    let account = whose(state, &verified).await?;
    Ok((verified, account))
}
