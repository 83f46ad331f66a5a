//! The account that the page was rendered for, as its script says it.

use axum::{extract::FromRequestParts, http::HeaderMap, http::request::Parts};
use evernear_app::flows::auth::account_tag::ACCOUNT_HEADER;

/// The tag of the page, if the request names one. What is no text is the tag of no account.
pub struct AccountTag(pub Option<String>);

impl AccountTag {
    pub fn of(headers: &HeaderMap) -> Self {
        let tag = headers.get(ACCOUNT_HEADER);
        Self(tag.map(|tag| tag.to_str().unwrap_or_default().to_owned()))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for AccountTag {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        Ok(Self::of(&parts.headers))
    }
}
