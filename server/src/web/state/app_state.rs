//! What requests share.

use std::{ops::Deref, sync::Arc};

use evernear_app::{domain::support::MAX_MESSAGE_CHARS, pages::Site, ports::Ports};
use tokio::sync::Semaphore;

use super::{
    background::Background, exports::Exports, page_cache::PageCache, readiness::Readiness,
    redirects::Allowed, uploads::Uploads,
};
use crate::{adapters::mail_folder::MailFolder, config::Config};

/// Most bytes that a form takes for a sign: four of UTF-8, each as `%` and two digits.
const FORM_BYTES_PER_CHAR: usize = 12;
/// Largest body of anything but a photo: the longest message that a form allows, whatever the script
/// it is written in, and the form's other fields.
pub const BODY_BYTES: usize = FORM_BYTES_PER_CHAR * MAX_MESSAGE_CHARS + 16_000;

/// What requests share. Handed on many times in each request, so that one count is all it costs.
#[derive(Clone)]
pub struct AppState(Arc<Shared>);

impl AppState {
    pub fn new(shared: Shared) -> Self {
        Self(Arc::new(shared))
    }
}

impl Deref for AppState {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

/// Everything that handlers need beside the request.
pub struct Shared {
    pub ports: Ports,
    /// Whose photos are on their way.
    pub uploads: Uploads,
    /// What goes on after its answer.
    pub background: Background,
    /// Places for long bodies of the token API.
    pub large_bodies: Semaphore,
    /// Places for bodies with photos that are taken apart.
    pub photo_bodies: Semaphore,
    /// Whose archives are on their way.
    pub exports: Exports,
    pub site: Arc<Site>,
    /// Visitors' pages, rendered once.
    pub kept: PageCache,
    /// What was last found out about being ready.
    pub readiness: Readiness,
    /// What the operator decided.
    pub config: Config,
    /// In development: where mails are written instead of being sent.
    pub mail_folder: Option<Arc<MailFolder>>,
    /// Where links of the token API may lead.
    pub redirects: Allowed,
    /// HTTPS only: secure cookies and HSTS.
    pub production: bool,
}
