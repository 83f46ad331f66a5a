//! Counts and times every request. Routes are named by their group, so that no path, and with it
//! nobody, shows.

use std::sync::Arc;

use axum::{Extension, extract::Request, middleware::Next, response::Response};
use prometheus_client::{
    encoding::EncodeLabelSet,
    metrics::{counter::Counter, family::Family, gauge::Gauge, histogram::Histogram},
    registry::Registry,
};
use tokio::time::Instant;

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

/// What requests leave behind.
pub struct Metrics {
    pub registry: Registry,
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
