//! Pages: from a request to a visit, from an answer to HTML. Unknown paths lead to the
//! start (spec §2); trouble shows the global text (spec §8).

use std::{collections::BTreeMap, future::Future, pin::Pin};

use axum::{
    Extension,
    extract::{OriginalUri, Query, State},
    http::{HeaderValue, Method, StatusCode, header},
    response::{Html, IntoResponse, Redirect, Response},
};
use evernear_app::{
    pages::{Answer, Page, PageFn, Visit, render},
    problem::Problem,
};

use super::{
    failures,
    headers::page_policy,
    router::AppState,
    session::{HalfWay, Who},
};

/// A visit from its request.
pub fn visit(state: &AppState, who: Who, path: &str, query: BTreeMap<String, String>) -> Visit {
    Visit {
        ports: state.ports.clone(),
        member: who.0,
        half_way: None,
        admin: who.1,
        path: path.to_owned(),
        query,
        site: state.site.clone(),
    }
}

type Answering = Pin<Box<dyn Future<Output = Response> + Send>>;
type Queried = Query<BTreeMap<String, String>>;

/// The handler of a page of the table.
pub fn handler(
    page: PageFn,
) -> impl Fn(State<AppState>, Extension<Who>, Extension<HalfWay>, OriginalUri, Queried) -> Answering
+ Clone {
    move |State(state), Extension(who), Extension(half_way), OriginalUri(uri), Query(query)| {
        Box::pin(async move {
            let visit = Visit { half_way: half_way.0, ..visit(&state, who, uri.path(), query) };
            match page(visit.clone()).await {
                Ok(Answer::Page(page)) => html(&visit, page, StatusCode::OK),
                Ok(Answer::Away(path)) => Redirect::to(&path).into_response(),
                Err(problem) => trouble(&problem),
            }
        })
    }
}

/// A page as an answer.
pub fn html(visit: &Visit, page: Page, status: StatusCode) -> Response {
    let policy = page_policy(page.scripts);
    let headers = [
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::CACHE_CONTROL, HeaderValue::from_static("private, no-store")),
    ];
    (status, headers, Html(render(visit, page))).into_response()
}

/// What no route knows: people are led to the start, programs get 404.
pub async fn elsewhere(method: Method, OriginalUri(uri): OriginalUri) -> Response {
    let file = uri.path().rsplit('/').next().is_some_and(|name| name.contains('.'));
    if matches!(method, Method::GET | Method::HEAD)
        && !file
        && !uri.path().starts_with("/media/")
        && !uri.path().starts_with("/api/")
    {
        Redirect::to("/").into_response()
    } else {
        StatusCode::NOT_FOUND.into_response()
    }
}

/// The global text (spec §8), for a page that could not be made.
pub fn trouble(problem: &Problem) -> Response {
    if let Some(source) = &problem.source {
        tracing::error!(%source, "a page could not be made");
    }
    let status = problem.kind.status();
    let said = status.is_client_error().then(|| problem.message.clone());
    failures::shown(status, said)
}
