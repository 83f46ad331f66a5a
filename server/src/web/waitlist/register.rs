//! Applying for the beta.

use std::collections::BTreeMap;

use axum::{
    Extension,
    extract::{OriginalUri, State},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Redirect, Response},
};
use evernear_app::{
    domain::cookie::Cookie,
    flows::waitlist::apply::{Apply, apply},
    pages::waitlist::register as register_page,
    ports::{ApplyError, StoreError},
    problem::Problem,
};

use crate::web::{
    extract::{client::Client, form::PostedForm},
    headers::cookies,
    response::{
        forms::{again_after, log},
        page::{self, error_response, html},
    },
    state::{
        AppState,
        session::{Principal, Unidentified},
    },
};

/// The page of the form and of what came of it.
const REGISTER: &str = "/register";

/// The form; after applying, once, what came of it.
pub async fn register_page(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    headers: HeaderMap,
) -> Response {
    let applied = cookies::shown(&headers, Cookie::Applied, state.site.https());
    let shown = applied.as_deref().and_then(|id| id.parse().ok());
    let visit = page::visit(&state, who, REGISTER, BTreeMap::new());
    match register_page::told(&visit, shown).await {
        Ok(page) => {
            let answer = html(&visit, page, StatusCode::OK);
            let said = applied
                .is_some()
                .then(|| [cookies::set(Cookie::Applied, "", Some(0), state.site.https())]);
            match said {
                Some(headers) => (headers, answer).into_response(),
                None => answer,
            }
        }
        Err(error) => error_response(&error.into()),
    }
}

/// Stores an application for the beta.
pub async fn register(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    OriginalUri(uri): OriginalUri,
    Extension(client): Extension<Client>,
    unidentified: Option<Extension<Unidentified>>,
    PostedForm(form): PostedForm<Apply>,
) -> Response {
    let applied = match unidentified {
        None => apply(&state.ports, &form, who.0.as_ref(), &client.key()).await,
        Some(Extension(unidentified)) => {
            Err(ApplyError::from(StoreError::new(unidentified)).into())
        }
    };
    match applied {
        Ok(id) => {
            let id = id.to_string();
            let headers = [cookies::set(Cookie::Applied, &id, Some(600), state.site.https())];
            (headers, Redirect::to("/register?applied=1")).into_response()
        }
        Err(error) => {
            let problem = Problem::from(error);
            log(&problem);
            let visit = page::visit(&state, who, uri.path(), BTreeMap::new());
            let outcome = register_page::RegisterNotice::Refused(problem.message);
            let page = register_page::form(&visit, &form, outcome);
            again_after(problem.retry_after, html(&visit, page, problem.kind.status()))
        }
    }
}
