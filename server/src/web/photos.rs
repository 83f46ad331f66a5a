//! Receiving a photo: the file is the body, nothing else is believed.

use axum::{
    Extension, Json,
    body::Body,
    extract::State,
    response::{IntoResponse, Response},
};
use evernear_app::{
    flows::{
        add_photo::{AddPhotoFailed, add_photo},
        beta_gate::admitted,
    },
    problem::Problem,
};
use evernear_rules::rules::MAX_PHOTO_BYTES;
use http_body_util::{BodyExt, LengthLimitError, Limited};

use super::{functions::refused, router::AppState, session::Who};

/// Adds the body to the caller's draft.
pub async fn upload(
    State(state): State<AppState>,
    Extension(who): Extension<Who>,
    body: Body,
) -> Response {
    let Some(member) = who.0 else { return refused(&Problem::signed_out()) };
    match admitted(&state.ports, &member.account).await {
        Ok(true) => {}
        Ok(false) => return refused(&Problem::beta_closed()),
        Err(error) => return refused(&error.into()),
    }
    let limited = Limited::new(body, MAX_PHOTO_BYTES as usize);
    let bytes = match limited.collect().await {
        Ok(collected) => collected.to_bytes(),
        Err(error) if error.is::<LengthLimitError>() => {
            return refused(&AddPhotoFailed::TooHeavy.into());
        }
        Err(_) => {
            let problem = Problem::new(
                evernear_app::problem::Kind::BadInput,
                "The photo did not arrive whole. Please try again.",
            );
            return refused(&problem);
        }
    };
    // In a task of its own: what is being stored is finished or undone even when the person
    // goes away in the middle.
    let kept = tokio::spawn(async move { add_photo(&state.ports, &member, bytes.to_vec()).await });
    match kept.await {
        Ok(Ok(view)) => Json(view).into_response(),
        Ok(Err(error)) => refused(&error.into()),
        Err(error) => refused(&Problem::unavailable(error)),
    }
}
