//! Who shows the link of a request, and the page of one that leads nowhere.

use std::collections::BTreeMap;

use axum::{
    Extension,
    extract::{FromRequestParts, Path},
    http::{StatusCode, request::Parts},
    response::{Redirect, Response},
};
use evernear_app::{
    domain::{cookie::Cookie, photo_request::REQUEST_PREFIX},
    pages::{Visit, photo_request::asked},
};

use crate::web::{
    extract::{client::Client, embedded::is_embedded},
    headers::cookies,
    response::page::{self, html},
    state::{AppState, session::Principal},
};

/// The token of a request, with whoever shows it. Nobody is asked who they are.
pub struct RequestLink {
    pub token: String,
    /// The mark of a browser in which the request was opened.
    pub opened: Option<String>,
    pub client: String,
}

impl RequestLink {
    /// Where the cookie of this link is sent.
    pub fn path(&self) -> String {
        format!("{REQUEST_PREFIX}{}", self.token)
    }

    /// The page is the same for everybody: it shows nothing of who is signed in.
    pub fn visit(&self, state: &AppState) -> Visit {
        page::visit(state, Principal(None, None), &self.path(), BTreeMap::new())
    }
}

/// To the page: a browser that reloads the answer to a form asks for its address.
pub async fn to_page(link: RequestLink) -> Redirect {
    Redirect::to(&link.path())
}

/// The page of every link that leads nowhere.
pub fn nowhere(state: &AppState) -> Response {
    let visit = page::visit(state, Principal(None, None), REQUEST_PREFIX, BTreeMap::new());
    html(&visit, asked::nowhere(&visit), StatusCode::NOT_FOUND)
}

impl FromRequestParts<AppState> for RequestLink {
    type Rejection = StatusCode;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, StatusCode> {
        if is_embedded(&parts.headers) {
            return Err(StatusCode::NOT_FOUND);
        }
        // What cannot be read is no token of ours.
        let path = Path::<BTreeMap<String, String>>::from_request_parts(parts, state).await;
        let token = path.ok().and_then(|Path(mut path)| path.remove("token"));
        let extension = Extension::<Client>::from_request_parts(parts, state).await;
        let Extension(client) = extension.map_err(|_| StatusCode::INTERNAL_SERVER_ERROR)?;
        Ok(Self {
            token: token.unwrap_or_default(),
            opened: cookies::shown(&parts.headers, Cookie::Request, state.site.https()),
            client: client.key(),
        })
    }
}
