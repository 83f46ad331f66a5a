//! The account that the page was rendered for, as its script says it.

use axum::{extract::FromRequestParts, http::HeaderMap, http::request::Parts};
use evernear_app::flows::auth::account_mark::ACCOUNT_HEADER;

/// The mark of the page, if the request names one. What is no text is the mark of no account.
pub struct AccountMark(pub Option<String>);

impl AccountMark {
    pub fn of(headers: &HeaderMap) -> Self {
        let mark = headers.get(ACCOUNT_HEADER);
        Self(mark.map(|mark| mark.to_str().unwrap_or_default().to_owned()))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for AccountMark {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        Ok(Self::of(&parts.headers))
    }
}
