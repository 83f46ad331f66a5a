//! The forms of getting in: /auth and signing out. Each refused form comes back filled in.

use std::collections::BTreeMap;

use axum::{
    Extension,
    extract::{OriginalUri, Query, State},
    response::{IntoResponse, Redirect, Response},
};
use evernear_app::{
    domain::{
        account::{Account, ReturnPath, event::Origin, proof::Method},
        throttle::Limit,
    },
    flows::{
        enter::enter,
        send_one_time::Via,
        sign_in::sign_in,
        sign_out::{Scope, sign_out as end_sessions},
        sign_up::{SignUp, SignedUp, Terms, sign_up},
    },
    pages::auth::{self as auth_page, Filled},
    problem::Problem,
};
use serde::Deserialize;

use super::{
    fields::Fields,
    forms::{again_after, log},
    origin::From as Came,
    pages::{self, html},
    router::AppState,
    session::{self, Who},
};

/// The fields of /auth.
#[derive(Deserialize, Default)]
#[serde(default)]
pub struct AuthForm {
    email: String,
    password: String,
    username: String,
    terms: String,
    keep: String,
    next: String,
}

/// Signs in, or up with `?mode=signup`.
pub async fn auth(
    State(state): State<AppState>,
    Extension(who): Extension<Who>,
    Came(origin): Came,
    OriginalUri(uri): OriginalUri,
    Query(query): Query<BTreeMap<String, String>>,
    Fields(form): Fields<AuthForm>,
) -> Response {
    let signing_up = query.get("mode").is_some_and(|mode| mode == "signup");
    let keep = form.keep == "yes";
    let account = if signing_up {
        join(&state, &form, &origin).await
    } else {
        come(&state, &form, &origin).await
    };
    let problem = match account {
        Ok(account) => match enter(&state.ports, &account, Method::Password, &origin, keep).await {
            Ok(entrance) => {
                let next = ReturnPath::parse(Some(&form.next));
                let headers = [session::signed_in(&entrance.token, keep, state.production)];
                return (headers, Redirect::to(next.as_str())).into_response();
            }
            Err(error) => Problem::from(error),
        },
        Err(problem) => problem,
    };
    log(&problem);
    let visit = pages::visit(&state, who, uri.path(), query);
    let filled = Filled {
        signing_up,
        email: form.email,
        username: form.username,
        terms: form.terms == "yes",
        next: Some(form.next),
        problem: Some(problem.message),
    };
    let page = html(&visit, auth_page::form(&visit, &filled), problem.kind.status());
    again_after(problem.retry_after, page)
}

async fn come(state: &AppState, form: &AuthForm, origin: &Origin) -> Result<Account, Problem> {
    state.ports.throttle.admit(Limit::SignInFrom, &origin.ip)?;
    Ok(sign_in(&state.ports, &form.email, &form.password, origin).await?)
}

async fn join(state: &AppState, form: &AuthForm, origin: &Origin) -> Result<Account, Problem> {
    state.ports.throttle.admit(Limit::SignUp, &origin.ip)?;
    let form = SignUp {
        email: form.email.clone(),
        password: form.password.clone(),
        username: form.username.clone(),
        terms: if form.terms == "yes" { Terms::Accepted } else { Terms::Refused },
    };
    match sign_up(&state.ports, form, Via::Web, origin).await? {
        SignedUp::Ready(account) => Ok(account),
        SignedUp::CheckMail(_) => Err(Problem::new(
            evernear_app::problem::Kind::BadInput,
            "Check your email for the confirmation link",
        )),
    }
}

/// Ends every session of the person and goes to the start.
pub async fn sign_out(
    State(state): State<AppState>,
    Extension(who): Extension<Who>,
    Came(origin): Came,
) -> Response {
    if let Some(member) = &who.0
        && let Err(error) = end_sessions(&state.ports, member, Scope::Global, &origin).await
    {
        // A failed logout still clears this browser (spec §8).
        tracing::error!(%error, "sessions could not be ended");
    }
    ([session::signed_out(state.production)], Redirect::to("/")).into_response()
}
