//! What a link leads to: a cover, and the memory once its button was pressed.

use std::collections::BTreeMap;

use axum::{
    extract::{Query, State},
    http::StatusCode,
    response::{IntoResponse, Redirect, Response},
};
use evernear_app::{
    domain::{cookie::Cookie, sharing::VIEWER_KNOWN},
    flows::sharing::open_link::{LinkView, OpenLinkError, look_at_link, open_link},
    pages::sharing::{cover, watch},
    problem::Problem,
};
use serde::Deserialize;

use super::visitor::{LinkRequest, nowhere};
use crate::web::{
    extract::form::PostedForm,
    headers::cookies,
    response::{
        forms::{again_after, log},
        page::{error_response, html},
    },
    state::AppState,
};

/// Where a link leads that was opened just now: without the cookie, the browser keeps none.
const OPENED: &str = "opened";

const NO_COOKIE: &str = "Your browser did not keep the cookie by which we know that you opened this link. Please allow cookies for this site, and open it again.";

/// The fields of the cover.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct OpenForm {
    password: String,
}

/// The cover, or the memory where the link was opened in this browser. Changes nothing.
pub async fn look(
    State(state): State<AppState>,
    asked: LinkRequest,
    Query(query): Query<BTreeMap<String, String>>,
) -> Response {
    match look_at_link(&state.ports, &asked.token, asked.visitor()).await {
        // So that an address which is sent on says nothing of cookies.
        Ok(LinkView::Memory(_)) if query.contains_key(OPENED) => {
            Redirect::to(&asked.path()).into_response()
        }
        Ok(LinkView::Memory(memory)) => {
            let visit = asked.visit(&state, "");
            html(&visit, watch::page(&visit, &memory), StatusCode::OK)
        }
        Ok(LinkView::Cover { asks_password }) => {
            let visit = asked.visit(&state, "");
            let wrong = query.contains_key(OPENED).then_some(NO_COOKIE);
            html(&visit, cover::cover(&visit, asks_password, wrong), StatusCode::OK)
        }
        Err(OpenLinkError::Nowhere) => nowhere(&state),
        Err(error) => error_response(&error.into()),
    }
}

/// Opens it: the visitor is let in and counted.
pub async fn open(
    State(state): State<AppState>,
    asked: LinkRequest,
    PostedForm(form): PostedForm<OpenForm>,
) -> Response {
    match open_link(&state.ports, &asked.token, asked.visitor(), &form.password).await {
        Ok(viewer) => {
            let path = asked.path();
            let (known, https) = (Some(VIEWER_KNOWN.as_secs()), state.site.https());
            let headers = [cookies::set_at(Cookie::Viewer, &viewer, &path, known, https)];
            (headers, Redirect::to(&format!("{path}?{OPENED}"))).into_response()
        }
        Err(OpenLinkError::Nowhere) => nowhere(&state),
        Err(error @ (OpenLinkError::TooOften(_) | OpenLinkError::Store(_))) => {
            error_response(&error.into())
        }
        Err(error) => {
            let problem = Problem::from(error);
            log(&problem);
            let visit = asked.visit(&state, "");
            let page = cover::cover(&visit, true, Some(&problem.message));
            again_after(problem.retry_after, html(&visit, page, problem.kind.status()))
        }
    }
}
