//! Who asks for what a link leads to, and the page of one that leads nowhere.

use std::collections::BTreeMap;

use axum::{
    Extension,
    extract::{FromRequestParts, Path},
    http::{StatusCode, request::Parts},
    response::Response,
};
use evernear_app::{
    domain::{cookie::Cookie, sharing::LINK_PREFIX},
    flows::sharing::open_link::Visitor,
    pages::{Visit, sharing::cover},
};

use crate::web::{
    extract::{client::Client, embedded::is_embedded},
    headers::cookies,
    response::page::{self, html},
    state::{AppState, session::Principal},
};

/// A link's token, with whoever shows it.
pub struct LinkRequest {
    pub token: String,
    viewer: Option<String>,
    client: String,
    who: Principal,
}

impl LinkRequest {
    pub fn visitor(&self) -> Visitor<'_> {
        let member = self.who.0.as_ref();
        Visitor {
            client: &self.client,
            viewer: self.viewer.as_deref(),
            account: member.map(|member| member.account.id),
        }
    }

    pub fn client(&self) -> &str {
        &self.client
    }

    /// Where the cookie of this link is sent.
    pub fn path(&self) -> String {
        format!("{LINK_PREFIX}{}", self.token)
    }

    /// The page of a link is the same for everybody: it shows nothing of who is signed in.
    pub fn visit(&self, state: &AppState, below: &str) -> Visit {
        let path = format!("{}{below}", self.path());
        page::visit(state, Principal(None, None), &path, BTreeMap::new())
    }
}

/// The page of every link that leads nowhere.
pub fn nowhere(state: &AppState) -> Response {
    let visit = page::visit(state, Principal(None, None), LINK_PREFIX, BTreeMap::new());
    html(&visit, cover::nowhere(&visit), StatusCode::NOT_FOUND)
}

impl FromRequestParts<AppState> for LinkRequest {
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
        let principal = Extension::<Principal>::from_request_parts(parts, state).await;
        let Extension(who) = principal.map_err(|_| StatusCode::INTERNAL_SERVER_ERROR)?;
        Ok(Self {
            token: token.unwrap_or_default(),
            viewer: cookies::shown(&parts.headers, Cookie::Viewer, state.site.https()),
            client: client.key(),
            who,
        })
    }
}
