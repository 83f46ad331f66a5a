//! What the forms behind the profile's links share. What protects the account changes only for
//! whoever has lately proved who they are; everyone else is led to prove it first.

use std::collections::BTreeMap;

use axum::response::{IntoResponse, Redirect, Response};
use evernear_app::pages::Visit;

use crate::web::{
    response::page,
    state::{AppState, session::Principal},
};

pub(in crate::web) fn visit(state: &AppState, who: Principal) -> Visit {
    page::visit(state, who, "/profile", BTreeMap::new())
}

pub(in crate::web) fn to_proof(path: &str) -> Response {
    Redirect::to(&format!("/auth/again?next={path}")).into_response()
}
