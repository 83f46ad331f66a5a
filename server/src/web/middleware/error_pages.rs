//! What could not be answered, as a page with the global text: for people, whoever refused
//! them, a handler, the router or a layer. Programs keep the bare status.

use axum::{
    body::Body,
    extract::{Request, State},
    http::{HeaderMap, HeaderValue, header},
    middleware::Next,
    response::Response,
};
use evernear_app::pages::{Scripts, Site, layout::error_page};

use crate::web::{
    headers::content_security_policy::page_policy, response::error_page::ErrorPage, state::AppState,
};

/// What only programs ask for.
const PROGRAMS: [&str; 5] = ["/api/", "/auth/v1/", "/webhooks/", "/health/", "/metrics"];

/// Writes the pages: where one is marked, and where a browser would show a blank one.
pub async fn layer(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let reads = !PROGRAMS.iter().any(|start| request.uri().path().starts_with(start))
        && reads_pages(request.headers());
    written(&state.site, reads, next.run(request).await)
}

/// The answer, or the page in its place; `reads` says that a browser asks for a page.
fn written(site: &Site, reads: bool, response: Response) -> Response {
    let status = response.status();
    let marked = response.extensions().get::<ErrorPage>().cloned();
    let failed = status.is_client_error() || status.is_server_error();
    if marked.is_none() && !(reads && failed && is_bare(response.headers())) {
        return response;
    }
    let said = marked.and_then(|ErrorPage(said)| said);
    let page = error_page::page(site, said.as_deref().unwrap_or(error_page::explained(status)));
    let (mut parts, _) = response.into_parts();
    parts.headers.remove(header::CONTENT_LENGTH);
    let html = HeaderValue::from_static("text/html; charset=utf-8");
    parts.headers.insert(header::CONTENT_TYPE, html);
    parts.headers.insert(header::CONTENT_SECURITY_POLICY, page_policy(Scripts::None));
    Response::from_parts(parts, Body::from(page))
}

/// Browsers name HTML when they go to a page, and not when they load a part of one.
fn reads_pages(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    accepted.is_some_and(|accepted| accepted.contains("text/html"))
}

/// Nothing but a status, or a line of plain text.
fn is_bare(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    kind.is_none_or(|kind| kind.starts_with("text/plain"))
}

#[cfg(test)]
mod tests {
    use axum::{body::to_bytes, http::StatusCode, response::IntoResponse};

    use super::*;
    use crate::web::response::error_page::{panicked, shown};

    #[tokio::test]
    async fn a_browser_gets_a_page_where_it_would_show_a_blank_one() {
        let text = |status: StatusCode| (status, "a line").into_response();
        let json = (StatusCode::CONFLICT, axum::Json("{}")).into_response();
        let nothing = StatusCode::NO_CONTENT.into_response();
        for (reads, answer, explained) in [
            (true, text(StatusCode::FORBIDDEN), Some("one of our own pages")),
            (true, StatusCode::METHOD_NOT_ALLOWED.into_response(), Some("takes nothing")),
            (true, StatusCode::REQUEST_TIMEOUT.into_response(), Some("we stopped waiting")),
            (true, StatusCode::BAD_GATEWAY.into_response(), Some("Nothing of yours is lost.")),
            (
                false,
                shown(StatusCode::CONFLICT, Some("Taken <b>".to_owned())),
                Some("Taken &lt;b&gt;"),
            ),
            (false, panicked(Box::new("secret")), Some("Nothing of yours is lost.")),
            (false, StatusCode::REQUEST_TIMEOUT.into_response(), None),
            (true, json, None),
            (true, nothing, None),
            (true, text(StatusCode::OK), None),
        ] {
            let status = answer.status();
            let answer = written(&Site::default(), reads, answer);
            assert_eq!(answer.status(), status);
            let policy = answer.headers().get(header::CONTENT_SECURITY_POLICY).cloned();
            let page = to_bytes(answer.into_body(), 100_000).await.expect("bytes");
            let page = String::from_utf8(page.to_vec()).expect("text");
            assert_eq!(page.contains("<h1>Something went wrong."), explained.is_some(), "{status}");
            assert!(page.contains(explained.unwrap_or_default()), "{status}: {page}");
            assert_eq!(policy.is_some(), explained.is_some(), "{status}");
        }
    }
}
