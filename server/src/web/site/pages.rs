//! Pages: from a request to a visit, from an answer to HTML. Unknown paths lead to the
//! start; a failure shows the global text.

use std::{collections::BTreeMap, future::Future, pin::Pin};

use axum::{
    Extension,
    extract::{OriginalUri, Query, State},
    http::{HeaderMap, Method, StatusCode},
    response::{IntoResponse, Redirect, Response},
};
use evernear_app::pages::{Answer, PAGES, PageFn, Visit};

use crate::web::{
    response::{
        flash,
        page::{error_response, html, visit},
    },
    state::{
        AppState,
        session::{PendingSecondFactor, Principal},
    },
};

type Answering = Pin<Box<dyn Future<Output = Response> + Send>>;

type Queried = Query<BTreeMap<String, String>>;

/// The handler of a page of the table.
pub fn handler(
    page: PageFn,
) -> impl Fn(
    State<AppState>,
    Extension<Principal>,
    Extension<PendingSecondFactor>,
    OriginalUri,
    Queried,
    HeaderMap,
) -> Answering
+ Clone {
    move |State(state),
          Extension(who),
          Extension(pending_second_factor),
          OriginalUri(uri),
          Query(query),
          headers| {
        Box::pin(async move {
            let path = uri.path();
            let flash = flash::told(&state, &headers, who.0.as_ref(), path);
            let visit = visit(&state, who, path, query);
            let visit = Visit { pending_second_factor: pending_second_factor.0, flash, ..visit };
            let mut answer = match page(visit.clone()).await {
                Ok(Answer::Page(page)) => html(&visit, page, StatusCode::OK),
                Ok(Answer::Away(path)) => Redirect::to(&path).into_response(),
                Err(problem) => return error_response(&problem),
            };
            if let Some((name, cookie)) = flash::used_up(&state, &headers, path) {
                answer.headers_mut().append(name, cookie);
            }
            answer
        })
    }
}

/// What no route knows: people are led to the page they mean, else to the start; programs get
/// 404.
pub async fn elsewhere(method: Method, OriginalUri(uri): OriginalUri) -> Response {
    if matches!(method, Method::GET | Method::HEAD)
        && let Some(path) = meant(uri.path())
    {
        let query = uri.query().map_or(String::new(), |query| format!("?{query}"));
        return Redirect::permanent(&format!("{path}{query}")).into_response();
    }
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

/// The page whose path this is in other letters, or with slashes at its end. It begins with
/// words of our own, so it never leads to another site.
fn meant(path: &str) -> Option<String> {
    let wanted: Vec<&str> = path.trim_end_matches('/').split('/').collect();
    let pages = PAGES.iter().map(|(page, _)| *page).chain([
        "/register",
        "/invitation/{invitation}",
        "/m/{token}",
        "/p/{token}",
    ]);
    pages.filter_map(|page| same_page(page, &wanted)).find(|page| page != path)
}

fn same_page(page: &str, wanted: &[&str]) -> Option<String> {
    let parts: Vec<&str> = page.split('/').collect();
    if parts.len() != wanted.len() {
        return None;
    }
    let parts = parts.into_iter().zip(wanted).map(|(part, wanted)| {
        if part.starts_with('{') {
            // A name in an address of ours: its letters count.
            (!wanted.is_empty()).then_some(*wanted)
        } else {
            part.eq_ignore_ascii_case(wanted).then_some(part)
        }
    });
    Some(parts.collect::<Option<Vec<_>>>()?.join("/"))
}

#[cfg(test)]
mod tests {
    use super::meant;

    #[test]
    fn a_page_is_found_by_its_path_in_any_letters_and_with_slashes() {
        for (path, page) in [
            ("/about/", "/about"),
            ("/Dashboard", "/dashboard"),
            ("/PROFILE/Email//", "/profile/email"),
            ("/Register/", "/register"),
            ("/Memories/01Ab/", "/memories/01Ab"),
            ("/memories//", "/memories"),
            ("/invitation/01Ab/", "/invitation/01Ab"),
        ] {
            assert_eq!(meant(path).as_deref(), Some(page), "{path}");
        }
    }

    #[test]
    fn everything_else_is_nowhere() {
        for path in [
            "/",
            "//",
            "///",
            "/about",
            "//about",
            "//about/",
            "/about//us",
            "//evil.example/about/",
            "/evil.example//",
            "/%61bout",
            "/abou\u{17f}",
        ] {
            assert_eq!(meant(path), None, "{path}");
        }
    }
}
