//! The forms of getting in and out: /auth with its views, links of our mails, a new
//! password. Each refused form comes back filled in.

use std::collections::BTreeMap;

use axum::{
    Extension,
    extract::{Query, State},
    http::StatusCode,
    response::{IntoResponse, Redirect, Response},
};
use evernear_app::{
    domain::{
        account::{
            Account, ReturnPath, event::Origin, one_time::TokenKind, proof::Method,
            session::Credential,
        },
        id::AccountId,
        throttle::Limit,
    },
    flows::{
        account::change_password::{came_to_reset, change_password},
        auth::{
            open_session::{Entrance, enter},
            request_one_time::ask_mail,
            send_one_time::{Letter, Via},
            sign_in::{SignInError, sign_in},
            sign_out::{Scope, sign_out as end_sessions},
            sign_up::{SignUp, SignedUp, Terms, sign_up},
            verify_one_time::{Chosen, Claim, Redeemed, redeem_with},
        },
    },
    pages::{
        Visit,
        auth::{
            self as auth_page, Filled, View, link as link_page,
            mail::{CONFIRM_SENT, MAGIC_SENT, RESET_SENT},
            reset as reset_page,
        },
    },
    problem::{Kind, Problem},
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

/// What came of a form of /auth.
enum Outcome {
    /// With this credential, to this place.
    In(Box<Account>, Credential, String),
    /// Another view, with what has been done.
    Shown(View, &'static str, &'static str),
}

/// Takes the form of the view that was shown.
pub async fn auth(
    State(state): State<AppState>,
    Extension(who): Extension<Who>,
    Came(origin): Came,
    Query(query): Queried,
    Fields(form): Fields<AuthForm>,
) -> Response {
    let text = |name: &str| query.get(name).map(String::as_str);
    let view = View::parse(text("view"), text("mode"));
    let keep = form.keep == "yes";
    let outcome = match view {
        View::SignIn => come(&state, &form, &origin).await,
        View::SignUp => join(&state, &form, &origin).await,
        View::ForgottenPassword => {
            ask(&state, &form, Letter::Recovery, ("recovery", RESET_SENT), &origin).await
        }
        View::MagicLink => {
            ask(&state, &form, Letter::MagicLink, ("magiclink", MAGIC_SENT), &origin).await
        }
        View::VerifyOtp if form.again == "yes" => {
            let (letter, told) = match form.r#type.as_str() {
                "recovery" => (Letter::Recovery, ("recovery", RESET_SENT)),
                "magiclink" => (Letter::MagicLink, ("magiclink", MAGIC_SENT)),
                _ => (Letter::Confirm, ("signup", CONFIRM_SENT)),
            };
            ask(&state, &form, letter, told, &origin).await
        }
        View::VerifyOtp => verify(&state, &form, &origin).await,
    };
    let visit = pages::visit(&state, who, "/auth", query);
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
    let problem = match outcome {
        Ok(Outcome::In(account, credential, next)) => {
            match enter(&state.ports, &account, credential, &origin, keep).await {
                Ok(entrance) => return let_in(&state, &entrance, keep, &next),
                Err(error) => Problem::from(error),
            }
        }
        Ok(Outcome::Shown(view, code_for, done)) => {
            filled = Filled { view, code_for: code_for.to_owned(), done: Some(done), ..filled };
            return html(&visit, auth_page::form(&visit, &filled), StatusCode::OK);
        }
        Err(problem) => problem,
    };
    if problem.message == NOT_CONFIRMED {
        filled.view = View::VerifyOtp;
        "signup".clone_into(&mut filled.code_for);
    }
    filled.problem = Some(problem.message.clone());
    refused(&visit, &problem, Ok(auth_page::form(&visit, &filled)))
}

/// Where a password is chosen anew, and then on to the page that was wished for.
fn choose_then(next: &str) -> String {
    match ReturnPath::wished(Some(next)) {
        Some(next) => {
            let mut query = form_urlencoded::Serializer::new(String::new());
            format!("/reset-password?{}", query.append_pair("next", next.as_str()).finish())
        }
        None => "/reset-password".to_owned(),
    }
}

/// Told to those who know the password; the way to a new mail is beside it.
const NOT_CONFIRMED: &str = "Email not confirmed";

fn next(form: &AuthForm) -> String {
    ReturnPath::parse(Some(&form.next)).to_string()
}

async fn come(state: &AppState, form: &AuthForm, origin: &Origin) -> Result<Outcome, Problem> {
    state.ports.throttle.admit(Limit::SignInFrom, &origin.ip)?;
    match sign_in(&state.ports, &form.email, &form.password, origin).await {
        Ok((account, credential)) => Ok(Outcome::In(Box::new(account), credential, next(form))),
        Err(SignInError::NotConfirmed) => Err(Problem::new(Kind::BadInput, NOT_CONFIRMED)),
        Err(error) => Err(error.into()),
    }
}

async fn join(state: &AppState, form: &AuthForm, origin: &Origin) -> Result<Outcome, Problem> {
    state.ports.throttle.admit(Limit::SignUp, &origin.ip)?;
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
            Outcome::In(Box::new(account), Method::Password.into(), next(form))
        }
        SignedUp::CheckMail(_) => Outcome::Shown(View::VerifyOtp, "signup", CONFIRM_SENT),
    })
}

async fn ask(
    state: &AppState,
    form: &AuthForm,
    letter: Letter,
    (code_for, done): (&'static str, &'static str),
    origin: &Origin,
) -> Result<Outcome, Problem> {
    state.ports.throttle.admit(Limit::MailAsked, &origin.ip)?;
    let wished = ReturnPath::wished(Some(&form.next));
    let via = Via::Web { next: wished.as_ref() };
    ask_mail(&state.ports, &form.email, letter, via, origin).await?;
    Ok(Outcome::Shown(View::VerifyOtp, code_for, done))
}

async fn verify(state: &AppState, form: &AuthForm, origin: &Origin) -> Result<Outcome, Problem> {
    state.ports.throttle.admit(Limit::Redeem, &origin.ip)?;
    let kinds: &[TokenKind] = match form.r#type.as_str() {
        "recovery" | "magiclink" => &[TokenKind::Recovery],
        "signup" => &[TokenKind::Confirmation],
        _ => &[TokenKind::Recovery, TokenKind::Confirmation],
    };
    let claim = Claim::Code { email: &form.email, code: &form.token };
    let chosen = Chosen::If(&form.password);
    let redeemed = redeem_with(&state.ports, claim, kinds, chosen, origin).await?;
    let account = whose(state, &redeemed).await?;
    let (method, next) = match form.r#type.as_str() {
        "recovery" => (Method::Recovery, choose_then(&form.next)),
        _ if matches!(redeemed, Redeemed::Entered { to_choose: true, .. }) => {
            (Method::Recovery, choose_then(&form.next))
        }
        _ => (Method::Otp, next(form)),
    };
    Ok(Outcome::In(Box::new(account), method.into(), next))
}

async fn whose(state: &AppState, redeemed: &Redeemed) -> Result<Account, Problem> {
    let id: AccountId = match redeemed {
        Redeemed::Entered { account, .. }
        | Redeemed::HalfChanged { account }
        | Redeemed::Changed { account, .. } => *account,
    };
    state.ports.accounts.by_id(id).await?.ok_or_else(Problem::not_found)
}

/// A new session's cookie, and where to go: on, or to the second factor first.
pub(super) fn let_in(state: &AppState, entrance: &Entrance, keep: bool, next: &str) -> Response {
    let headers = [session::signed_in(&entrance.token, keep, state.site.https())];
    let to = if entrance.second_factor {
        let mut query = form_urlencoded::Serializer::new(String::new());
        format!(
            "/auth/second-factor?{}",
            query.append_pair("next", next).finish().replace("%2F", "/")
        )
    } else {
        next.to_owned()
    };
    (headers, Redirect::to(&to)).into_response()
}

/// The fields of /auth/link and /reset-password.
#[derive(Deserialize, Default)]
#[serde(default)]
pub struct LinkForm {
    token: String,
    r#type: String,
    keep: String,
    password: String,
    next: String,
}

/// Uses up a link of our mails.
pub async fn link(
    State(state): State<AppState>,
    Extension(who): Extension<Who>,
    Came(origin): Came,
    Fields(form): Fields<LinkForm>,
) -> Response {
    let keep = form.keep == "yes";
    let visit = pages::visit(&state, who, "/auth/link", BTreeMap::new());
    let problem = match follow(&state, &form, &origin).await {
        Ok((Redeemed::Entered { to_choose, .. }, account)) => {
            // Whoever was invited never chose one.
            let (method, next) = if to_choose && form.r#type != "invite" {
                (Method::Recovery, choose_then(&form.next))
            } else {
                (Method::Otp, ReturnPath::parse(Some(&form.next)).to_string())
            };
            match enter(&state.ports, &account, method.into(), &origin, keep).await {
                Ok(entrance) => return let_in(&state, &entrance, keep, &next),
                Err(error) => Problem::from(error),
            }
        }
        Ok((redeemed, _)) => {
            let changed = matches!(redeemed, Redeemed::Changed { .. });
            return html(&visit, link_page::agreed(&visit, changed), StatusCode::OK);
        }
        Err(problem) => problem,
    };
    let page =
        link_page::form(&visit, &form.r#type, &form.token, &form.next, Some(&problem.message));
    refused(&visit, &problem, Ok(page))
}

async fn follow(
    state: &AppState,
    form: &LinkForm,
    origin: &Origin,
) -> Result<(Redeemed, Account), Problem> {
    state.ports.throttle.admit(Limit::Redeem, &origin.ip)?;
    let kinds: &[TokenKind] = match form.r#type.as_str() {
        "signup" | "invite" => &[TokenKind::Confirmation],
        "email_change" => &[TokenKind::EmailChangeNew, TokenKind::EmailChangeCurrent],
        _ => &[TokenKind::Recovery],
    };
    let (claim, chosen) = (Claim::Link(&form.token), Chosen::If(&form.password));
    let redeemed = redeem_with(&state.ports, claim, kinds, chosen, origin).await?;
    let account = whose(state, &redeemed).await?;
    Ok((redeemed, account))
}

/// Uses up the link of a password reset, or takes the new password.
pub async fn reset_password(
    State(state): State<AppState>,
    Extension(who): Extension<Who>,
    Came(origin): Came,
    Fields(form): Fields<LinkForm>,
) -> Response {
    let visit = pages::visit(&state, who.clone(), "/reset-password", BTreeMap::new());
    if !form.token.is_empty() {
        return open_reset(&state, &visit, &form, &origin).await;
    }
    let Some(member) = who.0.filter(|member| came_to_reset(&state.ports, member)) else {
        return Redirect::to("/auth?view=forgotten_password").into_response();
    };
    match change_password(&state.ports, &member, &form.password, &origin).await {
        Ok(()) => {
            let next = ReturnPath::wished(Some(&form.next));
            let next = next.map_or("/dashboard?password=updated".to_owned(), |to| to.to_string());
            Redirect::to(&next).into_response()
        }
        Err(error) => {
            let problem = Problem::from(error);
            let page = reset_page::form(&visit, &form.next, Some(&problem.message));
            refused(&visit, &problem, Ok(page))
        }
    }
}

async fn open_reset(state: &AppState, visit: &Visit, form: &LinkForm, origin: &Origin) -> Response {
    let problem = match follow(state, form, origin).await {
        Ok((_, account)) => {
            match enter(&state.ports, &account, Method::Recovery.into(), origin, false).await {
                Ok(entrance) => return let_in(state, &entrance, false, &choose_then(&form.next)),
                Err(error) => Problem::from(error),
            }
        }
        Err(problem) => problem,
    };
    let page = reset_page::opened(visit, &form.token, &form.next, Some(&problem.message));
    refused(visit, &problem, Ok(page))
}

/// Which sessions end.
#[derive(Deserialize, Default)]
#[serde(default)]
pub struct SignOutForm {
    scope: String,
}

/// Ends every session of the person and goes to the start; `scope=local` ends this
/// browser's alone (leaving the tab).
pub async fn sign_out(
    State(state): State<AppState>,
    Extension(who): Extension<Who>,
    Extension(half_way): Extension<HalfWay>,
    Came(origin): Came,
    Fields(form): Fields<SignOutForm>,
) -> Response {
    let scope = if form.scope == "local" || who.0.is_none() { Scope::Local } else { Scope::Global };
    if let Some(member) = who.0.or(half_way.0)
        && let Err(error) = end_sessions(&state.ports, &member, scope, &origin).await
    {
        // A failed logout still clears this browser.
        tracing::error!(%error, "sessions could not be ended");
    }
    ([session::signed_out(state.site.https())], Redirect::to("/")).into_response()
}
