//! Where the links of a mail lead that a client program asks for, and how long they count.

use axum::http::HeaderMap;
use evernear_app::{
    domain::auth::{api_session::Metadata, flow_state::CodeChallenge},
    flows::auth::send_one_time::Via,
    refusal::Refusal,
};

use super::input::{Call, Pkce, Target};
use crate::web::state::AppState;

/// See the module.
pub struct MailOptions {
    /// The program's own page, where it named one that is allowed.
    named: Option<String>,
    redirect_to: String,
    challenge: Option<CodeChallenge>,
    lifetime: std::time::Duration,
    by_our_pages: bool,
    data: Option<Metadata>,
}

impl MailOptions {
    pub fn new(
        state: &AppState,
        target: &Target,
        headers: &HeaderMap,
        challenge: Option<CodeChallenge>,
    ) -> Self {
        let settings = &state.ports.settings.tokens;
        let named = state.redirects.named(target.redirect_to.as_deref(), headers);
        Self {
            redirect_to: named.as_ref().unwrap_or(state.redirects.home()).to_string(),
            named: named.map(String::from),
            challenge,
            lifetime: settings.mail_lifetime,
            by_our_pages: false,
            data: None,
        }
    }

    /// The same with what the program knows of somebody new.
    #[must_use]
    pub fn with_data(self, data: Option<Metadata>) -> Self {
        Self { data, ..self }
    }

    /// The same with a mail as our own pages send it.
    #[must_use]
    pub fn by_our_pages(self) -> Self {
        Self { by_our_pages: true, ..self }
    }

    pub fn via(&self) -> Via<'_> {
        if self.by_our_pages {
            return Via::WEB;
        }
        Via::Api {
            redirect_to: self.named.as_deref(),
            challenge: self.challenge.as_ref(),
            lifetime: self.lifetime,
            data: self.data.as_ref(),
        }
    }

    /// Where a link will lead.
    pub fn redirect_to(&self) -> &str {
        &self.redirect_to
    }
}

impl<T> Call<T> {
    /// The options of its mail.
    pub fn mail_options(&self, state: &AppState, pkce: &Pkce) -> Result<MailOptions, Refusal> {
        Ok(MailOptions::new(state, &self.target, &self.headers, pkce.challenge()?))
    }
}
