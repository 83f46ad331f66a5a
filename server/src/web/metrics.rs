//! `/metrics` in Prometheus' form, behind a token: how often, how long, how wrong and how
//! full (the four golden signals), and the product's own numbers. Routes are named by their
//! group, so that no path, and with it nobody, shows.

use std::sync::Arc;

use axum::{
    Extension,
    extract::{Request, State},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use evernear_app::ports::Figures;
use prometheus_client::{
    encoding::{EncodeLabelSet, text::encode},
    metrics::{counter::Counter, family::Family, gauge::Gauge, histogram::Histogram},
    registry::Registry,
};
use subtle::ConstantTimeEq;
use tokio::time::Instant;

use super::router::AppState;

/// Upper bounds of the durations, in seconds.
const BOUNDS: [f64; 10] = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0, 30.0];

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Answered {
    method: &'static str,
    group: &'static str,
    /// 2xx, 3xx, 4xx or 5xx.
    status: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Group {
    group: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Named {
    state: String,
}

/// What requests leave behind.
pub struct Metrics {
    registry: Registry,
    answered: Family<Answered, Counter>,
    seconds: Family<Group, Histogram, fn() -> Histogram>,
    under_way: Gauge,
}

impl Default for Metrics {
    fn default() -> Self {
        let mut registry = Registry::with_prefix("evernear");
        let answered = Family::<Answered, Counter>::default();
        let seconds =
            Family::new_with_constructor((|| Histogram::new(BOUNDS)) as fn() -> Histogram);
        let under_way = Gauge::default();
        registry.register("http_requests", "Requests that were answered", answered.clone());
        registry.register("http_seconds", "How long answers took", seconds.clone());
        registry.register("http_under_way", "Requests under way", under_way.clone());
        Self { registry, answered, seconds, under_way }
    }
}

/// A request until it is answered, or given up by whoever asked.
struct UnderWay(Gauge);

impl UnderWay {
    fn begin(gauge: &Gauge) -> Self {
        gauge.inc();
        Self(gauge.clone())
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.0.dec();
    }
}

/// Counts and times every request.
pub async fn layer(
    Extension(metrics): Extension<Arc<Metrics>>,
    request: Request,
    next: Next,
) -> Response {
    let (method, group) = (method(request.method().as_str()), group(request.uri().path()));
    let start = Instant::now();
    let under_way = UnderWay::begin(&metrics.under_way);
    let response = next.run(request).await;
    drop(under_way);
    let status = match response.status().as_u16() {
        500.. => "5xx",
        400.. => "4xx",
        300.. => "3xx",
        _ => "2xx",
    };
    metrics.answered.get_or_create(&Answered { method, group, status }).inc();
    metrics.seconds.get_or_create(&Group { group }).observe(start.elapsed().as_secs_f64());
    response
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

fn product(figures: &Figures, now: evernear_app::domain::moment::Moment) -> Registry {
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
    let age = |since: Option<evernear_app::domain::moment::Moment>| {
        since.map_or(0, |since| i64::try_from(now.since(since).as_secs()).unwrap_or(i64::MAX))
    };
    for (name, help, value) in [
        ("credits_held", "Credits held by running creations", figures.credits_held),
        ("queue_age_seconds", "How long the oldest due creation waits", age(figures.oldest_due)),
        ("mails_waiting", "Mails that wait to be sent", i64::from(figures.mails_waiting)),
        ("mail_age_seconds", "How long the oldest mail waits", age(figures.oldest_mail)),
    ] {
        let gauge = Gauge::<i64>::default();
        gauge.set(value);
        registry.register(name, help, gauge);
    }
    registry
}

fn method(text: &str) -> &'static str {
    ["GET", "HEAD", "POST", "PUT", "DELETE"]
        .into_iter()
        .find(|known| *known == text)
        .unwrap_or("other")
}

fn group(path: &str) -> &'static str {
    let first = path.trim_start_matches('/').split('/').next().unwrap_or_default();
    ["admin", "api", "assets", "auth", "functions", "health", "media", "metrics"]
        .into_iter()
        .find(|known| *known == first)
        .unwrap_or("page")
}
