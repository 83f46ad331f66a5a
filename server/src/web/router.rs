//! The routes as one table, grouped by who calls, and the layers around them. Order of
//! the layers, outermost first: counting, kept pages, headers, packing, failures, panics, time
//! limits, body limits, client, origin check, session, calls counted.

use std::{ops::Deref, sync::Arc, time::Duration};

use axum::{
    Extension, Router,
    extract::DefaultBodyLimit,
    http::StatusCode,
    middleware::{from_fn, from_fn_with_state},
    routing::{get, post},
};
use evernear_app::{
    pages::{PAGES, Site},
    ports::Ports,
};
use evernear_rules::rules::MAX_PHOTO_BYTES;
use tokio::sync::Semaphore;
use tower::ServiceBuilder;
use tower_http::{catch_panic::CatchPanicLayer, timeout::TimeoutLayer};

use super::{
    access, admin, admin_payments, assets, auth_api, checkout, client, credits, csrf, debug,
    dev_mail,
    export::{self, Exports},
    failures, forms, found, functions, google, headers, health, invitation, media, metrics,
    packing,
    page_cache::{self, PageCache},
    pages, patience, photos, profile, proof, rate_limit, session, support,
    uploads::Uploads,
    waitlist, webhooks,
};
use crate::{adapters::mail_folder::MailFolder, config::Config};

/// Largest body of anything but a photo.
pub const BODY_BYTES: usize = 64 * 1024;
/// Longest time for a request, a photo on a bad line included.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(120);

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
    /// Places for long bodies of the token API.
    pub large_bodies: Semaphore,
    /// Whose archives are on their way.
    pub exports: Exports,
    pub site: Arc<Site>,
    /// Visitors' pages, rendered once.
    pub kept: PageCache,
    /// What was last found out about being ready.
    pub readiness: health::Readiness,
    /// What the operator decided.
    pub config: Config,
    /// In development: where mails are written instead of being sent.
    pub mail_folder: Option<Arc<MailFolder>>,
    /// Where links of the token API may lead.
    pub redirects: auth_api::Allowed,
    /// HTTPS only: secure cookies and HSTS.
    pub production: bool,
}

/// The whole site.
pub fn router(state: &AppState) -> Router {
    // People in browsers, with a session where they have one.
    let mut people = Router::new()
        .route("/auth", post(access::auth))
        .route("/auth/link", post(access::link))
        .route("/auth/program", post(auth_api::press))
        .route("/auth/google", get(google::away))
        .route("/auth/google/return", get(google::back))
        .route("/auth/second-factor", post(proof::second_factor))
        .route("/auth/again", post(proof::again))
        .route("/reset-password", post(access::reset_password))
        .route("/register", get(waitlist::register_page).post(waitlist::register))
        .route("/contact", post(waitlist::contact))
        .route("/support", post(support::ask))
        .route("/sign-out", post(access::sign_out))
        .route("/profile", post(forms::profile))
        .route("/profile/email", post(profile::email))
        .route("/profile/password", post(profile::password))
        .route("/profile/two-factor", post(profile::two_factor))
        .route("/profile/devices", post(profile::devices))
        .route("/profile/export", post(export::export))
        .route("/profile/delete", post(profile::delete))
        .route("/memories/{id}/delete", post(forms::delete_memory))
        .route("/memories/{id}/retake", post(forms::retake_memory))
        // Buying.
        .route("/credits.csv", get(credits::csv))
        .route("/checkout", post(checkout::begin))
        .route("/checkout/return", get(checkout::back))
        .route("/subscription/cancel", post(checkout::cancel))
        .route("/subscription/keep", post(checkout::keep))
        .route("/subscription/change", post(checkout::change))
        .route("/sandbox/checkout/{code}", post(checkout::play))
        .route("/sandbox/renew", post(checkout::renew))
        .route("/invitation/{invitation}", get(invitation::open))
        // The administrator.
        .route("/admin/unlock", post(admin::unlock))
        .route("/admin/lock", post(admin::lock))
        .route("/admin/waitlist.csv", get(admin::export))
        .route("/admin/payments", post(admin_payments::settle))
        .route("/debug-supabase", post(debug::run));
    for (path, page) in PAGES {
        people = people.route(path, get(pages::handler(*page)));
    }
    if let Some(folder) = &state.mail_folder {
        let mails = Router::new()
            .route("/dev/mail", get(dev_mail::list))
            .route("/dev/mail/{id}", get(dev_mail::one));
        people = people.merge(mails.layer(Extension(folder.clone())));
    }
    let people = people.route_layer(from_fn_with_state(state.clone(), rate_limit::pages));
    let islands = Router::new()
        .route(
            "/api/photos",
            post(photos::upload).layer(DefaultBodyLimit::max(MAX_PHOTO_BYTES as usize + 1)),
        )
        .route("/api/{*function}", post(functions::call))
        .route_layer(from_fn_with_state(state.clone(), rate_limit::calls));
    // The person's own pictures.
    let media = Router::new()
        .route("/media/photos/{id}", get(media::photo))
        .route("/media/memories/{id}/{file}", get(media::memory));
    let people = people
        .merge(islands)
        .merge(media)
        .fallback(pages::elsewhere)
        .layer(from_fn_with_state(state.clone(), invitation::layer))
        .layer(from_fn_with_state(state.clone(), session::layer));

    // Machines.
    let machines = Router::new()
        .route("/assets/{*path}", get(assets::serve))
        .route("/webhooks/{provider}", post(webhooks::receive))
        .route("/robots.txt", get(found::robots))
        .route("/sitemap.xml", get(found::sitemap))
        .route("/manifest.webmanifest", get(found::manifest))
        .route("/favicon.ico", get(assets::favicon))
        .route("/apple-touch-icon.png", get(assets::touch_icon))
        .route("/health/live", get(health::live))
        .route("/health/ready", get(health::ready))
        .route("/metrics", get(metrics::show));

    // Client programs: with tokens, so the origin check is not for them.
    let programs = auth_api::router(state);

    let pages = machines.merge(people).layer(from_fn(csrf::layer));
    pages.merge(programs).with_state(state.clone()).layer(
        ServiceBuilder::new()
            .layer(Extension(Arc::new(metrics::Metrics::default())))
            .layer(from_fn(metrics::layer))
            .layer(from_fn_with_state(state.clone(), page_cache::layer))
            .layer(from_fn_with_state(state.clone(), headers::layer))
            .layer(from_fn(packing::layer))
            .layer(from_fn_with_state(state.clone(), failures::layer))
            .layer(CatchPanicLayer::custom(failures::panicked))
            .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, REQUEST_TIMEOUT))
            .layer(from_fn_with_state(state.clone(), patience::layer))
            .layer(DefaultBodyLimit::max(BODY_BYTES))
            .layer(from_fn_with_state(state.clone(), client::layer)),
    )
}
