//! Receiving a photo: the file is the body, nothing else is believed.

use axum::{
    Extension, Json,
    body::{Body, HttpBody},
    extract::{Query, State},
    response::{IntoResponse, Response},
};
use evernear_app::{
    domain::{
        account::event::Origin,
        auth::session::Member,
        id::AccountId,
        media::{Batch, who_from},
    },
    flows::{
        auth::account_tag::require_own_page,
        draft::add_photo::{AddPhotoFailed, Placed, keep_photo, may_add, read_photo, refuse_batch},
        waitlist::beta_gate::admitted,
    },
    ports::StoreError,
    problem::Problem,
};
use evernear_rules::wire::PhotoView;
use serde::Deserialize;

use crate::web::{
    extract::{account_tag::AccountTag, request_origin::RequestOrigin},
    response::problem::refused,
    state::{
        app_state::AppState,
        session::Principal,
        uploads::{QueuePermit, UploadSlot, discard},
    },
};

/// Where the page says that the photo belongs.
#[derive(Deserialize, Default)]
#[serde(default)]
pub struct Chosen {
    who: String,
    batch: String,
}

impl Chosen {
    fn placed(&self) -> Placed {
        Placed { who: who_from(&self.who), batch: Batch::parse(&self.batch) }
    }
}

/// Adds the body to the caller's draft.
pub async fn upload(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    RequestOrigin(origin): RequestOrigin,
    AccountTag(tag): AccountTag,
    Query(chosen): Query<Chosen>,
    body: Body,
) -> Response {
    let member = match allowed(&state, who, tag.as_deref()).await {
        Ok(member) => member,
        Err(problem) => {
            discard(body).await;
            return refused(&problem);
        }
    };
    let placed = chosen.placed();
    let length = body.size_hint().exact();
    let added = match begin(&state, &member, &placed, &origin, length).await {
        Ok((permit, slot)) => {
            let added = keep(&state, member.clone(), &origin, placed.clone(), body, slot).await;
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
        Err(error) => match refuse_batch(&state.ports, &member, &placed, &error).await {
            Ok(()) => refused(&error.into()),
            Err(error) => refused(&error.into()),
        },
    }
}

pub(super) async fn allowed(
    state: &AppState,
    who: Principal,
    tag: Option<&str>,
) -> Result<Member, Problem> {
    let member = who.0.ok_or_else(Problem::signed_out)?;
    require_own_page(&state.ports, &member, tag)?;
    if admitted(&state.ports, &member.account).await? {
        Ok(member)
    } else {
        Err(Problem::beta_closed())
    }
}

/// The account's permit, and a slot for its photo.
async fn begin(
    state: &AppState,
    member: &Member,
    placed: &Placed,
    origin: &Origin,
    length: Option<u64>,
) -> Result<(QueuePermit<AccountId>, UploadSlot), AddPhotoFailed> {
    let permit = state.uploads.account_permit(member.account.id).await?;
    may_add(&state.ports, member, placed, origin).await?;
    let slot = state.uploads.slot(&origin.ip, length).await?;
    // Again, beside what all others who have a slot are still to send.
    state.ports.objects.has_room(state.uploads.to_come()).await?;
    Ok((permit, slot))
}

/// Decodes while the sender is there, when others may send already, and stores in a task of its own:
/// what is being stored is finished or undone even when the sender goes away in the middle.
async fn keep(
    state: &AppState,
    member: Member,
    origin: &Origin,
    placed: Placed,
    body: Body,
    mut slot: UploadSlot,
) -> Result<PhotoView, AddPhotoFailed> {
    let received = state.uploads.receive(body, &mut slot).await?;
    let of_client = slot.received();
    let read = read_photo(&state.ports, member.account.id, origin, &received).await?;
    drop((received, of_client));
    let state = state.clone();
    let kept = tokio::spawn(async move { keep_photo(&state.ports, &member, placed, read).await });
    kept.await.map_err(StoreError::new)?
}
