//! `/metrics` in Prometheus' form, behind a token: how often, how long, how wrong and how
//! full (the four golden signals), and the product's own numbers. Routes are named by their
//! group, so that no path, and with it nobody, shows.

use std::sync::Arc;

use axum::{
    Extension,
    extract::State,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use evernear_app::ports::{CompanionCosts, Figures};
use prometheus_client::{
    encoding::{EncodeLabelSet, text::encode},
    metrics::{family::Family, gauge::Gauge},
    registry::Registry,
};
use subtle::ConstantTimeEq;

use crate::web::{middleware::metrics::Metrics, state::AppState};

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Named {
    state: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OfCall {
    call: String,
}

/// What was counted, with the product's own numbers of this moment.
pub async fn show(
    State(state): State<AppState>,
    Extension(metrics): Extension<Arc<Metrics>>,
    headers: HeaderMap,
) -> Response {
    let Some(token) = &state.config.web.metrics_token else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let shown = headers.get(header::AUTHORIZATION).map(HeaderValue::as_bytes);
    let right = format!("Bearer {}", token.0);
    if !shown.is_some_and(|shown| bool::from(shown.ct_eq(right.as_bytes()))) {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    let mut text = String::new();
    let now = state.ports.now();
    let product = match state.ports.diagnosis.figures(now).await {
        Ok(figures) => product(&figures, now),
        Err(error) => {
            tracing::error!(%error, "the product's numbers cannot be read");
            product_up(false)
        }
    };
    let written = encode_two(&mut text, &metrics.registry, &product);
    if written.is_err() {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    }
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], text).into_response()
}

fn encode_two(text: &mut String, web: &Registry, product: &Registry) -> std::fmt::Result {
    encode(text, web)?;
    // Each registry ends by this mark; there is one end.
    let end = text.rfind("# EOF").unwrap_or(text.len());
    text.truncate(end);
    encode(text, product)
}

fn product_up(up: bool) -> Registry {
    let mut registry = Registry::with_prefix("evernear");
    let gauge = Gauge::<i64>::default();
    gauge.set(i64::from(up));
    registry.register("database_up", "Whether the database answers", gauge);
    registry
}

/// What the companion's model answered, by the call.
fn companion(registry: &mut Registry, by_call: &[(String, CompanionCosts)]) {
    type Part = fn(&CompanionCosts) -> i64;
    let parts: [(&str, &str, Part); 5] = [
        ("companion_answers", "Answers of the companion's model", |costs| costs.answers),
        (
            "companion_answers_uncounted",
            "Of these, those that did not come, or of which nobody knows how many tokens they took",
            |costs| costs.uncounted,
        ),
        ("companion_tokens_in", "Tokens that it read", |costs| costs.tokens_in),
        ("companion_tokens_out", "Tokens that it wrote", |costs| costs.tokens_out),
        ("companion_microdollars", "Spent on its answers", |costs| costs.micros),
    ];
    for (name, help, part) in parts {
        let family = Family::<OfCall, Gauge>::default();
        for (call, costs) in by_call {
            family.get_or_create(&OfCall { call: call.clone() }).set(part(costs));
        }
        registry.register(name, help, family);
    }
}

fn product(figures: &Figures, now: evernear_app::domain::timestamp::Timestamp) -> Registry {
    let mut registry = product_up(true);
    let mut states = |name: &str, help: &str, counts: &[(String, u32)]| {
        let family = Family::<Named, Gauge>::default();
        for (state, count) in counts {
            family.get_or_create(&Named { state: state.clone() }).set(i64::from(*count));
        }
        registry.register(name, help, family);
    };
    states("creations", "Creations by state", &figures.creations);
    states("applications", "Applications for the beta by status", &figures.applications);
    companion(&mut registry, &figures.companion);
    let age = |since: Option<evernear_app::domain::timestamp::Timestamp>| {
        since.map_or(0, |since| i64::try_from(now.since(since).as_secs()).unwrap_or(i64::MAX))
    };
    for (name, help, value) in [
        ("credits_held", "Credits held by running creations", figures.credits_held),
        ("queue_age_seconds", "How long the oldest due creation waits", age(figures.oldest_due)),
        ("mails_waiting", "Mails that wait to be sent", i64::from(figures.mails_waiting)),
        (
            "provider_task_deletions",
            "Tasks that are still to be deleted at their providers",
            i64::from(figures.task_deletions),
        ),
        ("provider_orders", "Orders at paid providers", figures.provider_orders),
        (
            "provider_orders_lost",
            "Of these, those of which nobody knows whether they were taken",
            figures.provider_orders_lost,
        ),
        ("provider_microdollars", "Spent at paid providers", figures.provider_micros),
        ("mail_age_seconds", "How long the oldest mail waits", age(figures.oldest_mail)),
    ] {
        let gauge = Gauge::<i64>::default();
        gauge.set(value);
        registry.register(name, help, gauge);
    }
    registry
}
