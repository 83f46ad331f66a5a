//! What a server says of its models, for `evernear doctor`.

use std::time::Duration;

use evernear_app::domain::timestamp::Timestamp;
use serde_json::Value;
use time::{Date, macros::format_description};

use super::chat::{ChatError, get_json};
use crate::{adapters::provider_http, config::companion::ApiAddress};

/// How long it is waited for.
const PATIENCE: Duration = Duration::from_secs(10);
/// How many days before its end a model is warned of.
const WARNED_BEFORE: i64 = 90;
/// A day in milliseconds.
const DAY: i64 = 86_400_000;

/// How the configured model stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModelState {
    /// It is there, and its end is unknown or far.
    Available,
    /// It ends then, in so many days (negative where it has ended).
    Ends(Timestamp, i64),
    /// The server knows others: some of their names.
    Missing(Vec<String>),
}

/// Asks the server for its models.
///
/// # Errors
/// When it does not answer, or refuses.
pub async fn state_of_model(
    api: &ApiAddress,
    model: &str,
    now: Timestamp,
) -> Result<ModelState, ChatError> {
    let client = provider_http::client()
        .timeout(PATIENCE)
        .build()
        .map_err(|error| ChatError::Unavailable(error.to_string()))?;
    let models = get_json(&client, api, "models").await?;
    Ok(read(&models, model, now))
}

fn read(models: &Value, wanted: &str, now: Timestamp) -> ModelState {
    let all = models["data"].as_array().map(Vec::as_slice).unwrap_or_default();
    let named = |model: &&Value| model["id"].as_str() == Some(wanted);
    let Some(model) = all.iter().find(named) else {
        let names = all.iter().filter_map(|model| model["id"].as_str());
        return ModelState::Missing(names.take(8).map(str::to_owned).collect());
    };
    let end = model["shutdown_date"].as_str().and_then(midnight);
    match end.map(|end| (end, (end.0 - now.0).div_euclid(DAY))) {
        Some((end, days)) if days < WARNED_BEFORE => ModelState::Ends(end, days),
        _ => ModelState::Available,
    }
}

/// The first moment of a day such as `2027-01-14`.
fn midnight(text: &str) -> Option<Timestamp> {
    let date = Date::parse(text, format_description!("[year]-[month]-[day]")).ok()?;
    Some(Timestamp(date.midnight().assume_utc().unix_timestamp() * 1000))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_models_end_is_told_ninety_days_before() {
        let models = json!({ "object": "list", "data": [
            { "id": "gpt-4o", "object": "model", "shutdown_date": "2027-01-14" },
            { "id": "llama3.1", "object": "model" },
            { "id": "other", "object": "model", "shutdown_date": null },
        ]});
        let state = |name, day| read(&models, name, midnight(day).expect("a day"));
        assert_eq!(state("gpt-4o", "2026-10-01"), ModelState::Available);
        let end = midnight("2027-01-14").expect("a day");
        assert_eq!(state("gpt-4o", "2026-11-28"), ModelState::Ends(end, 47));
        assert_eq!(state("gpt-4o", "2027-01-15"), ModelState::Ends(end, -1));
        assert_eq!(state("llama3.1", "2026-11-28"), ModelState::Available);
        assert_eq!(state("other", "2026-11-28"), ModelState::Available);
        let missing = state("gpt-5", "2026-11-28");
        assert!(matches!(missing, ModelState::Missing(names) if names.len() == 3));
    }
}
