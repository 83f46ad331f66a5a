//! /dev/mail, in development only and only where mails are files.

use std::{collections::BTreeMap, sync::Arc};

use axum::{
    Extension,
    extract::{Path, State},
    http::{HeaderValue, StatusCode, header},
    response::{Html, IntoResponse, Response},
};
use evernear_app::{
    pages::system::dev_mail::{DevMail, page},
    problem::Problem,
};

use crate::{
    adapters::mail_folder::MailFolder,
    web::{
        response::page::{error_response, html, visit},
        state::{AppState, session::Principal},
    },
};

/// Mails style themselves inline, and do nothing else.
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
);

/// The newest mails with their texts.
pub async fn list(
    State(state): State<AppState>,
    Extension(folder): Extension<Arc<MailFolder>>,
    Extension(who): Extension<Principal>,
) -> Response {
    let found = match folder.list().await {
        Ok(found) => found,
        Err(error) => return error_response(&Problem::unavailable(error)),
    };
    let letters = found.into_iter().map(|mail| DevMail {
        id: mail.id.to_string(),
        to: mail.to,
        subject: mail.subject.as_str().to_owned(),
        text: mail.text,
    });
    let visit = visit(&state, who, "/dev/mail", BTreeMap::new());
    html(&visit, page(letters.collect()), StatusCode::OK)
}

/// One mail as its reader sees it.
pub async fn one(
    Extension(folder): Extension<Arc<MailFolder>>,
    Path(id): Path<String>,
) -> Response {
    let Ok(id) = id.parse() else { return StatusCode::NOT_FOUND.into_response() };
    match folder.html(id).await {
        Ok(text) => ([(header::CONTENT_SECURITY_POLICY, POLICY)], Html(text)).into_response(),
        Err(_) => StatusCode::NOT_FOUND.into_response(),
    }
}
