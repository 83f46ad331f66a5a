//! The routes as one table, grouped by who calls, and the layers around them. Order of
//! the layers, outermost first: metrics, kept pages, security headers, compression, error pages,
//! panics, time limits, body limits, client, origin check, whole body, session, rate limits.

use std::{sync::Arc, time::Duration};

use axum::{
    Extension, Router,
    extract::DefaultBodyLimit,
    http::StatusCode,
    middleware::{from_fn, from_fn_with_state},
    routing::{any, get, post},
};
use evernear_app::{domain::media::INCOMING_PATH, pages::PAGES};
use tower::ServiceBuilder;
use tower_http::{catch_panic::CatchPanicLayer, timeout::TimeoutLayer};

use super::{
    account, admin, auth, billing, creation, credits, draft, functions, mail, media,
    middleware::{
        body_timeout, client, compression, csrf, error_pages, invitation, metrics, own_host,
        page_cache, rate_limit, security_headers, session, whole_body,
    },
    photo_request,
    response::error_page::panicked,
    server_functions, sharing,
    site::{assets, pages, seo, service_worker},
    state::{AppState, BODY_BYTES},
    support,
    system::{self, dev_mail, health},
    token_api, waitlist,
};

/// Longest time for a request, a photo on a bad line included.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(120);

/// The whole site.
pub fn router(state: &AppState) -> Router {
    // People in browsers, with a session where they have one.
    let mut people = Router::new()
        .route("/auth", post(auth::forms::auth))
        .route("/auth/link", post(auth::link::link))
        .route("/auth/program", post(token_api::by_press::verify))
        .route("/auth/google", get(auth::google::start::start))
        .route("/auth/google/return", get(auth::google::callback::callback))
        .route("/auth/second-factor", post(auth::second_factor::second_factor))
        .route("/auth/again", post(auth::step_up::again))
        .route("/reset-password", post(auth::reset_password::reset_password))
        .route(
            "/register",
            get(waitlist::register::register_page).post(waitlist::register::register),
        )
        .route("/contact", post(support::contact::contact))
        .route("/support", post(support::ask::ask))
        .route("/sign-out", post(auth::sign_out::sign_out))
        .route("/profile", post(account::rename::profile))
        .route("/profile/theme", post(account::choose_theme::choose_theme))
        .route("/profile/mails", post(mail::choose::choose))
        .route("/mail/stop", post(mail::stop::stop))
        .route("/profile/email", post(account::change_email::email))
        .route("/profile/password", post(account::change_password::password))
        .route("/profile/two-factor", post(account::two_factor::two_factor))
        .route("/profile/devices", post(account::devices::devices))
        .route("/profile/export", post(account::export::export))
        .route("/profile/delete", post(account::delete::delete))
        // Buying.
        .route("/credits.csv", get(credits::csv::csv))
        .route("/checkout", post(billing::checkout::begin))
        .route("/checkout/return", get(billing::checkout_return::payment_return))
        .route("/subscription/cancel", post(billing::cancel_plan::cancel))
        .route("/subscription/keep", post(billing::keep_plan::keep))
        .route("/subscription/change", post(billing::change_plan::change))
        .route("/sandbox/checkout/{code}", post(billing::sandbox::play))
        .route("/sandbox/renew", post(billing::sandbox_renew::renew))
        .route("/invitation/{invitation}", get(waitlist::invitation::open))
        // The administrator.
        .route("/admin/unlock", post(admin::unlock::unlock))
        .route("/admin/lock", post(admin::lock::lock))
        .route("/admin/waitlist.csv", get(admin::waitlist_csv::export))
        .route("/admin/payments", post(admin::payments::settle))
        .route("/admin/reports", post(admin::reports::decide))
        .route("/debug-supabase", post(admin::debug::run));
    people = people.merge(memories()).merge(links()).merge(requests()).merge(waiting_photos());
    for (path, page) in PAGES {
        people = people.route(path, get(pages::handler(*page)));
    }
    if let Some(folder) = &state.mail_folder {
        let mails = Router::new()
            .route("/dev/mail", get(dev_mail::list))
            .route("/dev/mail/{id}", get(dev_mail::one));
        let mails = mails.layer(Extension(folder.clone()));
        people = people.merge(mails.layer(from_fn_with_state(state.clone(), own_host::layer)));
    }
    let counted = || from_fn_with_state(state.clone(), rate_limit::pages);
    let people = people
        .route_layer(from_fn_with_state(state.clone(), invitation::layer))
        .route_layer(counted());
    let calls = || from_fn_with_state(state.clone(), rate_limit::calls);
    let session = || from_fn_with_state(state.clone(), session::layer);
    // Limits by account come before the body of a photo.
    let photos = Router::new()
        .route("/api/photos", post(draft::upload_photo::upload))
        .route("/api/recordings", post(draft::upload_recording::upload))
        .route_layer(calls())
        .layer(session());
    // Nobody is asked who they are, and they are counted by their flows.
    let incoming = Router::new()
        .route(INCOMING_PATH, post(draft::incoming::receive))
        .route("/p/{token}/photo", post(photo_request::add::add));
    let functions =
        Router::new().route("/api/{*function}", post(server_functions::call)).route_layer(calls());
    let media = media().route_layer(from_fn_with_state(state.clone(), rate_limit::media));
    let elsewhere = any(pages::elsewhere).layer(counted());
    let people = people
        .merge(functions)
        .merge(media)
        .fallback_service(elsewhere.with_state(state.clone()))
        .layer(session())
        .layer(from_fn(whole_body::layer))
        .merge(photos)
        .merge(incoming);

    // Client programs: with tokens, so the origin check is not for them.
    let programs = token_api::router(state).merge(functions::router(state));

    let pages = machines().merge(people).layer(from_fn(csrf::layer));
    pages.merge(programs).with_state(state.clone()).layer(
        ServiceBuilder::new()
            .layer(Extension(Arc::new(metrics::Metrics::default())))
            .layer(from_fn(metrics::layer))
            .layer(from_fn_with_state(state.clone(), page_cache::layer))
            .layer(from_fn_with_state(state.clone(), security_headers::layer))
            .layer(from_fn(compression::layer))
            .layer(from_fn_with_state(state.clone(), error_pages::layer))
            .layer(CatchPanicLayer::custom(panicked))
            .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, REQUEST_TIMEOUT))
            .layer(from_fn_with_state(state.clone(), body_timeout::layer))
            .layer(DefaultBodyLimit::max(BODY_BYTES))
            .layer(from_fn_with_state(state.clone(), client::layer)),
    )
}

/// Forms about finished memories, and about pictures that wait.
fn memories() -> Router<AppState> {
    Router::new()
        .route("/memories/selected", post(creation::selected::act))
        .route("/memories/delete", post(creation::selected::delete))
        .route("/memories/{id}/date", post(creation::date::choose))
        .route("/memories/{id}/words", post(creation::own_words::keep))
        .route("/memories/{id}/delete", post(creation::delete::delete_memory))
        .route("/memories/{id}/film", post(creation::review::film))
        .route("/memories/{id}/another", post(creation::review::another))
        .route("/memories/{id}/stop", post(creation::review::stop))
        .route("/memories/{id}/retake", post(creation::retake::retake_memory))
}

/// Links to memories, of those who share, and of those who have one.
fn links() -> Router<AppState> {
    Router::new()
        .route("/memories/{id}/share", post(sharing::share::share))
        .route("/shared", post(sharing::stop::stop_all))
        .route("/shared/{id}", post(sharing::edit::edit))
        .route("/shared/{id}/renew", post(sharing::edit::renew))
        .route("/shared/{id}/stop", post(sharing::stop::stop))
        .route("/m/{token}", get(sharing::open::look).post(sharing::open::open))
        .route("/m/{token}/report", get(sharing::report::form).post(sharing::report::report))
}

/// Requests for photos, of those who ask, and of those who are asked.
fn requests() -> Router<AppState> {
    Router::new()
        .route("/photo-requests", post(photo_request::ask::ask))
        .route("/photo-requests/{id}/renew", post(photo_request::ask::renew))
        .route("/photo-requests/{id}/stop", post(photo_request::stop::stop))
        .route("/p/{token}", get(photo_request::open::look).post(photo_request::open::open))
        .route("/p/{token}/photo", get(photo_request::request_link::to_page))
        .route(
            "/p/{token}/take-back",
            get(photo_request::request_link::to_page).post(photo_request::take_back::take_back),
        )
}

/// The person's own pictures, and those that a link or a report shows.
fn media() -> Router<AppState> {
    Router::new()
        .route("/m/{token}/{file}", get(sharing::watch::file))
        .route("/admin/reports/{id}/{file}", get(admin::reports::file))
        .route("/incoming/{id}/{number}", get(draft::incoming::preview))
        .route("/media/photos/{id}", get(media::serve::photo))
        .route("/media/photos/{id}/{file}", get(media::cut_out::file))
        .route("/media/recordings/{id}", get(media::serve::recording))
        .route("/media/memories/{id}/{file}", get(media::serve::memory))
        .route("/media/settings/{name}", get(media::setting::picture))
}

/// Photos that a phone handed on.
fn waiting_photos() -> Router<AppState> {
    Router::new()
        .route("/incoming/{id}", get(draft::incoming::look).post(draft::incoming::add))
        .route("/incoming/{id}/decline", post(draft::incoming::decline))
}

/// What machines ask for.
fn machines() -> Router<AppState> {
    Router::new()
        .route("/assets/{*path}", get(assets::serve))
        .route("/webhooks/{provider}", post(billing::webhooks::receive))
        .route("/robots.txt", get(seo::robots))
        .route("/sitemap.xml", get(seo::sitemap))
        .route("/manifest.webmanifest", get(seo::manifest))
        .route("/service-worker.js", get(service_worker::script))
        .route("/favicon.ico", get(assets::favicon))
        .route("/apple-touch-icon.png", get(assets::touch_icon))
        .route("/health/live", get(health::live))
        .route("/health/ready", get(health::ready))
        .route("/metrics", get(system::metrics::show))
}
