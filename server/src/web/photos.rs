//! Receiving a photo: the file is the body, nothing else is believed.

use axum::{
    Extension, Json,
    body::Body,
    extract::{Query, State},
    response::{IntoResponse, Response},
};
use evernear_app::{
    domain::media::Batch,
    flows::{
        add_photo::{AddPhotoFailed, Placed, add_photo, refuse_batch},
        beta_gate::admitted,
    },
    problem::Problem,
};
use evernear_rules::rules::MAX_PHOTO_BYTES;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use serde::Deserialize;

use super::{functions::refused, router::AppState, session::Who};

/// Largest place that a page may give a photo.
const LAST_PLACE: u32 = 1_000_000;

/// Where the page says that the photo belongs.
#[derive(Deserialize, Default)]
#[serde(default)]
pub struct Chosen {
    position: String,
    batch: String,
}

impl Chosen {
    fn placed(&self) -> Placed {
        Placed {
            position: self.position.parse().ok().filter(|place| *place <= LAST_PLACE),
            batch: Batch::parse(&self.batch),
        }
    }
}

/// Adds the body to the caller's draft.
pub async fn upload(
    State(state): State<AppState>,
    Extension(who): Extension<Who>,
    Query(chosen): Query<Chosen>,
    body: Body,
) -> Response {
    let Some(member) = who.0 else { return refused(&Problem::signed_out()) };
    match admitted(&state.ports, &member.account).await {
        Ok(true) => {}
        Ok(false) => return refused(&Problem::beta_closed()),
        Err(error) => return refused(&error.into()),
    }
    let placed = chosen.placed();
    let limited = Limited::new(body, MAX_PHOTO_BYTES as usize);
    let bytes = match limited.collect().await {
        Ok(collected) => collected.to_bytes(),
        Err(error) if error.is::<LengthLimitError>() => {
            if let Some(batch) = &placed.batch
                && let Err(error) = refuse_batch(&state.ports, &member, batch).await
            {
                return refused(&error.into());
            }
            return refused(&AddPhotoFailed::TooHeavy.into());
        }
        Err(_) => {
            let problem = Problem::new(
                // Of the line, not of the file: it may be sent again.
                evernear_app::problem::Kind::Unavailable,
                "The photo did not arrive whole. Please try again.",
            );
            return refused(&problem);
        }
    };
    // In a task of its own: what is being stored is finished or undone even when the person
    // goes away in the middle.
    let kept =
        tokio::spawn(async move { add_photo(&state.ports, &member, placed, bytes.to_vec()).await });
    match kept.await {
        Ok(Ok(view)) => Json(view).into_response(),
        Ok(Err(error)) => refused(&error.into()),
        Err(error) => refused(&Problem::unavailable(error)),
    }
}
