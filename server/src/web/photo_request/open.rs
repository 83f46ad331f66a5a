//! What the link of a request leads to: a cover, and who asks for what once its button was pressed.

use std::collections::BTreeMap;

use axum::{
    extract::{Query, State},
    http::StatusCode,
    response::{IntoResponse, Redirect, Response},
};
use evernear_app::{
    domain::{cookie::Cookie, photo_request::REQUEST_LIFETIME},
    flows::photo_request::open_request::{
        OpenRequestError, RequestView, look_at_request, open_request,
    },
    pages::photo_request::asked as page,
};

use super::request_link::{RequestLink, nowhere};
use crate::web::{
    headers::cookies,
    response::page::{error_response, html},
    state::AppState,
};

/// Where a request leads that was opened just now: without the cookie, the browser keeps none.
const OPENED: &str = "opened";

const NO_COOKIE: &str = "Your browser did not keep the cookie by which we know that you opened this page. Please allow cookies for this site, and open it again.";

/// The cover, or the request where it was opened in this browser. Changes nothing.
pub async fn look(
    State(state): State<AppState>,
    asked: RequestLink,
    Query(query): Query<BTreeMap<String, String>>,
) -> Response {
    let RequestLink { token, client, opened } = &asked;
    match look_at_request(&state.ports, token, client, opened.as_deref()).await {
        // So that an address which is sent on says nothing of cookies.
        Ok(RequestView::Shown(_)) if query.contains_key(OPENED) => {
            Redirect::to(&asked.path()).into_response()
        }
        Ok(RequestView::Shown(shown)) => {
            let visit = asked.visit(&state);
            html(&visit, page::page(&visit, &shown, None), StatusCode::OK)
        }
        Ok(RequestView::Cover) => {
            let visit = asked.visit(&state);
            let wrong = query.contains_key(OPENED).then_some(NO_COOKIE);
            html(&visit, page::cover(&visit, wrong), StatusCode::OK)
        }
        Err(OpenRequestError::Nowhere) => nowhere(&state),
        Err(error) => error_response(&error.into()),
    }
}

/// Opens it.
pub async fn open(State(state): State<AppState>, asked: RequestLink) -> Response {
    match open_request(&state.ports, &asked.token, &asked.client).await {
        Ok(mark) => {
            let path = asked.path();
            let (known, https) = (Some(REQUEST_LIFETIME.as_secs()), state.site.https());
            let headers = [cookies::set_at(Cookie::Request, &mark, &path, known, https)];
            (headers, Redirect::to(&format!("{path}?{OPENED}"))).into_response()
        }
        Err(OpenRequestError::Nowhere) => nowhere(&state),
        Err(error) => error_response(&error.into()),
    }
}
