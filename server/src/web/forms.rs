//! Forms that work without script: a refused one comes back filled in, an accepted one
//! leads to a page that shows the outcome.

use std::collections::BTreeMap;

use axum::{
    Extension,
    extract::{OriginalUri, Path, State},
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Redirect, Response},
};
use evernear_app::{
    domain::{account::session::Member, id::CreationId},
    flows::{
        account::rename::rename,
        creation::{delete::delete_memory as delete, retake::retake_memory as retake},
    },
    pages::{Flash, Page, Visit, profile as profile_page},
    problem::{Kind, Problem},
};
use serde::Deserialize;

use super::{
    fields::Fields,
    flash,
    pages::{self, html, trouble},
    router::AppState,
    session::Who,
};

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
        Ok(()) => flash::tell(&state, &member, Flash::UsernameSaved),
        Err(problem) => {
            let visit = pages::visit(&state, who, uri.path(), BTreeMap::new());
            let text = if problem.kind == Kind::Unavailable {
                "Error updating username"
            } else {
                &problem.message
            };
            let page = profile_page::form(&member.account, Some((&form.username, text)), None);
            refused(&visit, &problem, Ok(page))
        }
    }
}

/// Deletes a memory for good.
pub async fn delete_memory(
    State(state): State<AppState>,
    Extension(who): Extension<Who>,
    Path(id): Path<String>,
) -> Response {
    let (member, id) = match own_memory(who, &id) {
        Ok(own) => own,
        Err(answer) => return answer,
    };
    match delete(&state.ports, &member, id).await {
        Ok(()) => Redirect::to("/dashboard").into_response(),
        Err(problem) => trouble(&problem),
    }
}

/// A form that was refused, filled in and with the reason.
pub(super) fn refused(visit: &Visit, problem: &Problem, page: Result<Page, Problem>) -> Response {
    log(problem);
    match page {
        Ok(page) => again_after(problem.retry_after, html(visit, page, problem.kind.status())),
        Err(problem) => trouble(&problem),
    }
}

/// Opens the creator with the words of a finished memory, to make it once more for free.
pub async fn retake_memory(
    State(state): State<AppState>,
    Extension(who): Extension<Who>,
    Path(id): Path<String>,
) -> Response {
    let (member, id) = match own_memory(who, &id) {
        Ok(own) => own,
        Err(answer) => return answer,
    };
    match retake(&state.ports, &member, id).await {
        Ok(()) => Redirect::to("/ai-creator").into_response(),
        Err(problem) => trouble(&problem),
    }
}

/// Who asks about which memory; visitors sign in, and what is no id is nowhere.
#[expect(clippy::result_large_err, reason = "an answer like every other")]
fn own_memory(who: Who, id: &str) -> Result<(Member, CreationId), Response> {
    let member = who.0.ok_or_else(|| to_sign_in("/dashboard"))?;
    let id = id.parse().map_err(|_| StatusCode::NOT_FOUND.into_response())?;
    Ok((member, id))
}

/// Says when to ask again, where it was asked too often.
pub(super) fn again_after(wait: Option<u32>, mut response: Response) -> Response {
    if let Some(seconds) = wait {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    response
}

/// Visitors sign in first, and come back.
pub(super) fn to_sign_in(path: &str) -> Response {
    Redirect::to(&format!("/auth?mode=signin&next={path}")).into_response()
}

/// Writes down what is behind a refused form.
pub(super) fn log(problem: &Problem) {
    if let Some(source) = &problem.source {
        tracing::error!(%source, "a form could not be taken in");
    }
}
