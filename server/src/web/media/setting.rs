//! A small picture of a setting, at some hour, in some weather and season, for whoever is signed in.

use axum::{
    Extension,
    extract::{Path, Query, State, rejection::QueryRejection},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use evernear_app::{
    domain::rate_limit::Limit,
    ports::SettingPicture,
    problem::{Kind, Problem},
};
use evernear_rules::story::{Hour, Season, Weather};
use serde::Deserialize;

use crate::web::{
    response::problem::refused,
    state::{AppState, session::Principal},
};

/// Another build may draw it otherwise.
const CACHE: &str = "private, max-age=86400";

const UNKNOWN_MOMENT: &str =
    "We do not know that hour, weather or season. Please choose another one.";

/// What is seen from there, and when it is; nothing is what is usual there.
#[derive(Deserialize)]
pub struct Asked {
    view: Option<String>,
    hour: Option<Hour>,
    weather: Option<Weather>,
    season: Option<Season>,
}

/// The picture, JPEG.
pub async fn picture(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    Path(setting): Path<String>,
    asked: Result<Query<Asked>, QueryRejection>,
) -> Response {
    let Some(member) = who.0 else { return StatusCode::NOT_FOUND.into_response() };
    let account = member.account.id.to_string();
    if let Err(wait) = state.ports.rate_limiter.check(Limit::SettingPicture, &account) {
        return refused(&wait.into());
    }
    let Ok(Query(Asked { view, hour, weather, season })) = asked else {
        let mut answer = refused(&Problem::new(Kind::BadInput, UNKNOWN_MOMENT));
        *answer.status_mut() = StatusCode::BAD_REQUEST;
        return answer;
    };
    // Names that are none make no picture of their own.
    let view = view.filter(|name| state.ports.catalog.find(name).is_some());
    match state
        .ports
        .catalog
        .picture(&SettingPicture { setting, view, hour, weather, season })
        .await
    {
        Ok(Some(jpeg)) => {
            let headers = [(header::CONTENT_TYPE, "image/jpeg"), (header::CACHE_CONTROL, CACHE)];
            (headers, jpeg).into_response()
        }
        Ok(None) => StatusCode::NOT_FOUND.into_response(),
        Err(error) => refused(&Problem::from(error)),
    }
}
