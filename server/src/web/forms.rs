//! Forms that work without script: a refused one comes back filled in, an accepted one
//! leads to a page that shows the outcome.

use std::collections::BTreeMap;

use axum::{
    Extension,
    extract::{OriginalUri, Path, Query, State},
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Redirect, Response},
};
use evernear_app::{
    domain::{account::ReturnPath, account::session::Member, id::AccountId},
    flows::{
        apply::{Apply, apply},
        authenticate::open_session,
        delete_memory::delete_memory as delete,
        rename::rename,
        sign_in::sign_in,
        sign_out::sign_out as end_sessions,
        sign_up::{SignUp, sign_up},
    },
    pages::{
        auth::{self as auth_page, Filled},
        profile as profile_page, register as register_page,
    },
    problem::{Kind, Problem},
};
use serde::Deserialize;

use super::{
    client::Client,
    fields::Fields,
    pages::{self, html, trouble},
    router::AppState,
    session::{self, Who},
};

/// The fields of /auth.
#[derive(Deserialize)]
#[serde(default)]
#[derive(Default)]
pub struct AuthForm {
    email: String,
    password: String,
    username: String,
    terms: String,
    next: String,
}

/// Signs in, or up with `?mode=signup`.
pub async fn auth(
    State(state): State<AppState>,
    Extension(who): Extension<Who>,
    OriginalUri(uri): OriginalUri,
    Query(query): Query<BTreeMap<String, String>>,
    Fields(form): Fields<AuthForm>,
) -> Response {
    let signing_up = query.get("mode").is_some_and(|mode| mode == "signup");
    let terms = form.terms == "yes";
    let account = enter(&state, signing_up, &form, terms).await;
    let problem = match account {
        Ok(account) => match open_session(&state.ports, account).await {
            Ok(token) => {
                let next = ReturnPath::parse(Some(&form.next));
                let headers = [session::signed_in(&token, state.production)];
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
        terms,
        next: Some(form.next),
        problem: Some(problem.message),
    };
    html(&visit, auth_page::form(&visit, &filled), problem.kind.status())
}

async fn enter(
    state: &AppState,
    signing_up: bool,
    form: &AuthForm,
    terms: bool,
) -> Result<AccountId, Problem> {
    if !signing_up {
        return Ok(sign_in(&state.ports, &form.email, &form.password).await?);
    }
    let form = SignUp {
        email: form.email.clone(),
        password: form.password.clone(),
        username: form.username.clone(),
        terms,
        terms_later: false,
    };
    Ok(sign_up(&state.ports, form).await?)
}

/// Ends every session of the person and goes to the start.
pub async fn sign_out(State(state): State<AppState>, Extension(who): Extension<Who>) -> Response {
    if let Some(member) = &who.0
        && let Err(error) = end_sessions(&state.ports, member).await
    {
        // A failed logout still clears this browser (spec §8).
        tracing::error!(%error, "sessions could not be ended");
    }
    ([session::signed_out(state.production)], Redirect::to("/")).into_response()
}

/// The field of /profile.
#[derive(Deserialize)]
pub struct ProfileForm {
    #[serde(default)]
    username: String,
}

/// Changes the user name.
pub async fn profile(
    State(state): State<AppState>,
    Extension(who): Extension<Who>,
    OriginalUri(uri): OriginalUri,
    Fields(form): Fields<ProfileForm>,
) -> Response {
    let Some(member) = who.0.clone() else {
        let visit = pages::visit(&state, who, uri.path(), BTreeMap::new());
        return html(&visit, profile_page::signed_out(), StatusCode::UNAUTHORIZED);
    };
    match rename(&state.ports, &member, &form.username).await {
        Ok(()) => Redirect::to("/profile?saved=1").into_response(),
        Err(problem) => {
            log(&problem);
            let visit = pages::visit(&state, who, uri.path(), BTreeMap::new());
            let text = if problem.kind == Kind::Unavailable {
                "Error updating username"
            } else {
                &problem.message
            };
            let page = profile_page::form(&member.account, Some((&form.username, text)), false);
            html(&visit, page, problem.kind.status())
        }
    }
}

/// Deletes a memory for good.
pub async fn delete_memory(
    State(state): State<AppState>,
    Extension(who): Extension<Who>,
    Path(id): Path<String>,
) -> Response {
    let Some(member): Option<Member> = who.0 else { return to_sign_in("/dashboard") };
    let Ok(id) = id.parse() else { return StatusCode::NOT_FOUND.into_response() };
    match delete(&state.ports, &member, id).await {
        Ok(()) => Redirect::to("/dashboard").into_response(),
        Err(problem) => trouble(&problem),
    }
}

/// Stores an application for the beta.
pub async fn register(
    State(state): State<AppState>,
    Extension(who): Extension<Who>,
    OriginalUri(uri): OriginalUri,
    Extension(client): Extension<Client>,
    Fields(form): Fields<Apply>,
) -> Response {
    match apply(&state.ports, &form, &client.key()).await {
        Ok(()) => Redirect::to("/register?applied=1").into_response(),
        Err(error) => {
            let problem = Problem::from(error);
            log(&problem);
            let visit = pages::visit(&state, who, uri.path(), BTreeMap::new());
            let status = problem.kind.status();
            let wait = problem.retry_after;
            let page = register_page::form(&form, register_page::Outcome::Refused(problem.message));
            again_after(wait, html(&visit, page, status))
        }
    }
}

/// Says when to ask again, where it was asked too often.
fn again_after(wait: Option<u32>, mut response: Response) -> Response {
    if let Some(seconds) = wait {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    response
}

fn to_sign_in(path: &str) -> Response {
    Redirect::to(&format!("/auth?mode=signin&next={path}")).into_response()
}

fn log(problem: &Problem) {
    if let Some(source) = &problem.source {
        tracing::error!(%source, "a form could not be taken in");
    }
}
