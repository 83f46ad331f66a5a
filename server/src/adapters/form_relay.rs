//! The form collector: told beside the request, once, and whatever comes of it is ignored.

use std::time::Duration;

use evernear_app::{domain::waitlist::Entry, ports::FormRelay};
use serde_json::json;

/// How long the collector may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// Nobody is told.
pub struct NoRelay;

impl FormRelay for NoRelay {
    fn relay(&self, _entry: &Entry) {}
}

/// Told by a POST of JSON.
pub struct HttpRelay {
    client: reqwest::Client,
    url: String,
    receiver: Option<String>,
}

impl HttpRelay {
    pub fn new(url: String) -> Result<Self, reqwest::Error> {
        let client = reqwest::Client::builder().timeout(PATIENCE).build()?;
        // Its host only: the rest of the address may hold a key.
        let receiver =
            url.parse::<reqwest::Url>().ok().and_then(|url| url.host_str().map(str::to_owned));
        Ok(Self { client, url, receiver })
    }
}

impl FormRelay for HttpRelay {
    fn receiver(&self) -> Option<String> {
        self.receiver.clone()
    }

    fn relay(&self, entry: &Entry) {
        let application = &entry.application;
        let body = json!({
            "name": application.name.as_str(),
            "email": application.email.as_str(),
            "reason": application.reason.as_str(),
            "type": entry.kind.as_str(),
            "status": "pending",
            "timestamp": entry.at.iso(),
        });
        let request = self.client.post(&self.url).json(&body);
        let id = entry.id;
        tokio::spawn(async move {
            match request.send().await.and_then(reqwest::Response::error_for_status) {
                Ok(_) => tracing::debug!(application = %id, "the form collector was told"),
                // Without its address, which may hold a key.
                Err(error) => {
                    tracing::info!(application = %id, error = %error.without_url(), "the form collector was not told");
                }
            }
        });
    }
}
