//! The form of /auth, whichever view was shown: signing in and up, asking for a mail, and the
//! code of one. A refused form comes back filled in.

use std::collections::BTreeMap;

use axum::{
    Extension,
    extract::{Query, State},
    http::StatusCode,
    response::{IntoResponse, Redirect, Response},
};
use evernear_app::{
    domain::{
        account::{Account, ReturnPath, event::Origin},
        auth::{one_time::TokenKind, proof::Method, session::Credential},
        rate_limit::Limit,
    },
    flows::auth::{
        open_session::open_session,
        request_one_time::{AskedMail, check_asked_mail, send_asked_mail},
        reset_password::exchange_reset_code,
        send_one_time::{MailKind, Via},
        sign_in::{SignInError, sign_in},
        sign_up::{SignUp, SignedUp, Terms, sign_up},
        verify_one_time::{Chosen, Claim, VerifiedOneTime, verify_one_time_with},
    },
    pages::{
        auth as auth_page,
        auth::{
            Filled, View,
            mail::{CONFIRM_SENT, MAGIC_SENT, RESET_SENT},
        },
    },
    problem::{Kind, Problem},
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

type Queried = Query<BTreeMap<String, String>>;

/// The fields of /auth, whichever view.
#[derive(Deserialize, Default)]
#[serde(default)]
pub struct AuthForm {
    email: String,
    password: String,
    username: String,
    terms: String,
    keep: String,
    next: String,
    token: String,
    r#type: String,
    again: String,
}

/// What a form of /auth leads to.
enum AuthFormResult {
    /// A session with this credential, and this place.
    SignIn(Box<Account>, Credential, String),
    /// The form of a new password, behind this link.
    ResetPassword(String),
    /// Another view: for which kind of code, and what has been done.
    NextView(View, &'static str, &'static str),
    /// The password was right and the address is not confirmed: the view of the mail's code.
    NotConfirmed,
}

/// Takes the form of the view that was shown.
pub async fn auth(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    RequestOrigin(origin): RequestOrigin,
    Query(query): Queried,
    PostedForm(form): PostedForm<AuthForm>,
) -> Response {
    let text = |name: &str| query.get(name).map(String::as_str);
    let view = View::parse(text("view"), text("mode"));
    let keep = form.keep == "yes";
    let result = match view {
        View::SignIn => sign_in_with_password(&state, &form, &origin).await,
        View::SignUp => create_account(&state, &form, &origin).await,
        View::ForgottenPassword => {
            ask_for_mail(&state, &form, MailKind::Recovery, ("recovery", RESET_SENT), &origin).await
        }
        View::MagicLink => {
            ask_for_mail(&state, &form, MailKind::MagicLink, ("magiclink", MAGIC_SENT), &origin)
                .await
        }
        View::VerifyOtp if form.again == "yes" => {
            let (mail_kind, told) = match form.r#type.as_str() {
                "recovery" => (MailKind::Recovery, ("recovery", RESET_SENT)),
                "magiclink" => (MailKind::MagicLink, ("magiclink", MAGIC_SENT)),
                _ => (MailKind::Confirm, ("signup", CONFIRM_SENT)),
            };
            ask_for_mail(&state, &form, mail_kind, told, &origin).await
        }
        View::VerifyOtp => verify_code(&state, &form, &origin).await,
    };
    let visit = page::visit(&state, who, "/auth", query);
    let mut filled = Filled {
        view,
        email: form.email,
        username: form.username,
        terms: form.terms == "yes",
        keep,
        code_for: form.r#type,
        next: Some(form.next),
        ..Filled::default()
    };
    let problem = match result {
        Ok(AuthFormResult::SignIn(account, credential, next)) => {
            match open_session(&state.ports, &account, credential, &origin, keep).await {
                Ok(opened) => return sign_in_response(&state, &opened, keep, &next),
                Err(error) => Problem::from(error),
            }
        }
        Ok(AuthFormResult::ResetPassword(link)) => {
            let next = filled.next.as_deref().unwrap_or_default();
            return Redirect::to(&reset_address(Some(&link), next)).into_response();
        }
        Ok(AuthFormResult::NextView(view, code_for, done)) => {
            filled = Filled { view, code_for: code_for.to_owned(), done: Some(done), ..filled };
            return html(&visit, auth_page::form(&visit, &filled), StatusCode::OK);
        }
        Ok(AuthFormResult::NotConfirmed) => {
            filled = Filled { view: View::VerifyOtp, code_for: "signup".to_owned(), ..filled };
            Problem::new(Kind::BadInput, NOT_CONFIRMED)
        }
        Err(problem) => problem,
    };
    filled.problem = Some(problem.message.clone());
    refused(&visit, &problem, Ok(auth_page::form(&visit, &filled)))
}

/// Told to those who know the password; the way to a new mail is beside it.
const NOT_CONFIRMED: &str = "Email not confirmed";

pub(in crate::web) fn next(form: &AuthForm) -> String {
    ReturnPath::parse(Some(&form.next)).to_string()
}

async fn sign_in_with_password(
    state: &AppState,
    form: &AuthForm,
    origin: &Origin,
) -> Result<AuthFormResult, Problem> {
    state.ports.rate_limiter.check(Limit::SignInFrom, &origin.ip)?;
    match sign_in(&state.ports, &form.email, &form.password, origin).await {
        Ok((account, credential)) => {
            Ok(AuthFormResult::SignIn(Box::new(account), credential, next(form)))
        }
        Err(SignInError::NotConfirmed) => Ok(AuthFormResult::NotConfirmed),
        Err(error) => Err(error.into()),
    }
}

async fn create_account(
    state: &AppState,
    form: &AuthForm,
    origin: &Origin,
) -> Result<AuthFormResult, Problem> {
    state.ports.rate_limiter.check(Limit::SignUp, &origin.ip)?;
    let sign = SignUp {
        email: form.email.clone(),
        password: form.password.clone(),
        username: form.username.clone(),
        terms: if form.terms == "yes" { Terms::Accepted } else { Terms::Refused },
    };
    let wished = ReturnPath::wished(Some(&form.next));
    let via = Via::Web { next: wished.as_ref() };
    Ok(match sign_up(&state.ports, sign, via, origin).await? {
        SignedUp::Ready(account) => {
            let credential = Credential::after(&account, Method::Password);
            AuthFormResult::SignIn(Box::new(account), credential, next(form))
        }
        SignedUp::CheckMail(_) => AuthFormResult::NextView(View::VerifyOtp, "signup", CONFIRM_SENT),
    })
}

async fn ask_for_mail(
    state: &AppState,
    form: &AuthForm,
    mail_kind: MailKind,
    (code_for, done): (&'static str, &'static str),
    origin: &Origin,
) -> Result<AuthFormResult, Problem> {
    state.ports.rate_limiter.check(Limit::MailAsked, &origin.ip)?;
    let asked = check_asked_mail(&state.ports, &form.email, mail_kind).await?;
    send_later(state, asked, ReturnPath::wished(Some(&form.next)), origin).await;
    Ok(AuthFormResult::NextView(View::VerifyOtp, code_for, done))
}

/// Sends a mail of our pages that was admitted, after the answer.
pub(in crate::web) async fn send_later(
    state: &AppState,
    asked: AskedMail,
    next: Option<ReturnPath>,
    origin: &Origin,
) {
    let (ports, origin) = (state.ports.clone(), origin.clone());
    let work = async move {
        let via = Via::Web { next: next.as_ref() };
        send_asked_mail(&ports, &asked, via, &origin).await
    };
    state.background.run(&*state.ports.entropy, "a mail that was asked for", work).await;
}

async fn verify_code(
    state: &AppState,
    form: &AuthForm,
    origin: &Origin,
) -> Result<AuthFormResult, Problem> {
    if form.r#type == "recovery" {
        let link = exchange_reset_code(&state.ports, &form.email, &form.token, origin).await?;
        return Ok(AuthFormResult::ResetPassword(link));
    }
    state.ports.rate_limiter.check(Limit::VerifyCode, &origin.ip)?;
    let kinds: &[TokenKind] = match form.r#type.as_str() {
        "magiclink" => &[TokenKind::Recovery],
        "signup" => &[TokenKind::Confirmation],
        _ => &[TokenKind::Recovery, TokenKind::Confirmation],
    };
    let claim = Claim::Code { email: &form.email, code: &form.token };
    let chosen = Chosen::If(&form.password);
    let verified = verify_one_time_with(&state.ports, claim, kinds, chosen, origin).await?;
    let account = whose(state, &verified).await?;
    // Other kinds of mails change an address.
    let VerifiedOneTime::Entered { epoch, to_choose, .. } = verified else {
        return Err(Problem::not_found());
    };
    let (method, next) = if to_choose {
        (Method::Recovery, reset_address(None, &form.next))
    } else {
        (Method::Otp, next(form))
    };
    Ok(AuthFormResult::SignIn(Box::new(account), Credential { method, epoch }, next))
}
