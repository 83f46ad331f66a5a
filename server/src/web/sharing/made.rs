//! The answer that shows a link, once.

use axum::{http::StatusCode, response::Response};
use evernear_app::{
    flows::sharing::share::MadeLink,
    pages::{Visit, sharing::made},
};

use crate::{adapters::qr_code::qr_code, web::response::page::html};

/// The page with the address.
pub(super) fn shown(visit: &Visit, link: &MadeLink) -> Response {
    // The link works without its drawing.
    let drawing = qr_code(&link.address).inspect_err(|error| {
        tracing::error!(%error, "the QR code of a link could not be drawn");
    });
    html(visit, made::page(link, drawing.ok()), StatusCode::OK)
}
