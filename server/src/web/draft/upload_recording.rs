//! Receiving a recording: the file is the body, nothing else is believed.

use axum::{
    Extension, Json,
    body::{Body, HttpBody},
    extract::State,
    response::{IntoResponse, Response},
};
use evernear_app::{
    domain::{account::event::Origin, auth::session::Member, id::AccountId},
    flows::draft::add_recording::{
        AddRecordingFailed, keep_recording, may_add_recording, read_recording,
    },
    ports::StoreError,
};
use evernear_rules::{recordings::MAX_RECORDING_BYTES, wire::RecordingView};

use super::upload_photo::allowed;
use crate::web::{
    extract::{account_tag::AccountTag, request_origin::RequestOrigin},
    response::problem::refused,
    state::{
        app_state::AppState,
        session::Principal,
        uploads::{QueuePermit, UploadSlot, discard},
    },
};

/// Makes the body the recording of the caller's draft.
pub async fn upload(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    RequestOrigin(origin): RequestOrigin,
    AccountTag(tag): AccountTag,
    body: Body,
) -> Response {
    let member = match allowed(&state, who, tag.as_deref()).await {
        Ok(member) => member,
        Err(problem) => {
            discard(body).await;
            return refused(&problem);
        }
    };
    let added = match begin(&state, &member, &origin, body.size_hint().exact()).await {
        Ok((permit, slot)) => {
            let added = keep(&state, member, &origin, body, slot).await;
            drop(permit);
            added
        }
        Err(error) => {
            discard(body).await;
            Err(error)
        }
    };
    match added {
        Ok(view) => Json(view).into_response(),
        Err(error) => refused(&error.into()),
    }
}

/// The account's permit, and a slot: the same as for a photo.
async fn begin(
    state: &AppState,
    member: &Member,
    origin: &Origin,
    length: Option<u64>,
) -> Result<(QueuePermit<AccountId>, UploadSlot), AddRecordingFailed> {
    let permit = state.uploads.account_permit(member.account.id).await?;
    may_add_recording(&state.ports, member, origin).await?;
    let slot = state.uploads.slot_for(&origin.ip, length, MAX_RECORDING_BYTES.into()).await?;
    // Again, beside what all others who have a slot are still to send.
    state.ports.objects.has_room(state.uploads.to_come()).await?;
    Ok((permit, slot))
}

/// Decodes while the sender is there, and stores in a task of its own: what is being stored is
/// finished or undone even when the sender goes away in the middle.
async fn keep(
    state: &AppState,
    member: Member,
    origin: &Origin,
    body: Body,
    mut slot: UploadSlot,
) -> Result<RecordingView, AddRecordingFailed> {
    let received = state.uploads.receive(body, &mut slot).await?;
    let of_client = slot.received();
    let read = read_recording(&state.ports, member.account.id, origin, &received).await?;
    drop((received, of_client));
    let state = state.clone();
    let kept = tokio::spawn(async move { keep_recording(&state.ports, &member, read).await });
    kept.await.map_err(StoreError::new)?
}
