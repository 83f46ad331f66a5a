//! What the creator page shows when it opens: the draft with its photos, the creation
//! that was started from it, and the credits.

use evernear_rules::wire::{CreatorState, DraftPhotos, DraftView, PhotoView, RecordingView};

use super::{story::understood_view, unsent_words::unsent_at};
use crate::{
    domain::{
        auth::session::Member,
        creation::{Creation, Prompt},
        draft::Draft,
        id::{AccountId, DraftKey},
        media::{Photo, Recording},
        unsent_words::UnsentForm,
    },
    flows::creation::{outcome_mail::note_watched, watch::creation_view},
    ports::{Ports, StoreError},
    problem::Problem,
};

/// Everything the creator needs to begin or to carry on. A memory that its person is done with gives way
/// to a new draft.
pub async fn creator_state(ports: &Ports, member: &Member) -> Result<CreatorState, Problem> {
    let (mut draft, mut creation) = draft_and_creation(ports, member).await?;
    if let Some(done) = creation.as_ref().filter(|creation| creation.is_done_with()) {
        let (now, parts) = ports.id_parts();
        let key = DraftKey::new(now, &parts);
        ports.drafts.begin_after(member.account.id, done.id, key, now).await?;
        (draft, creation) = draft_and_creation(ports, member).await?;
    }
    if let Some(creation) = &creation {
        note_watched(ports, member, creation).await?;
    }
    let creation = match creation {
        Some(creation) => Some(creation_view(ports, &creation).await?),
        None => None,
    };
    // As they were when the creation was read, or when the request came.
    let (credits, held) = match &creation {
        Some(creation) => (Some(creation.credits), creation.held),
        None => (Some(member.account.credits), member.account.held),
    };
    let unsent = unsent_at(ports, member.account.id, UnsentForm::Creator).await?.remove("text");
    let draft = draft_view(ports, member, &draft).await?;
    let shown: Vec<_> = draft.photos.iter().map(|photo| photo.id.as_str()).collect();
    note_seen(ports, member.account.id, &shown).await?;
    Ok(CreatorState { credits, held, draft, unsent, creation })
}

/// The draft, and what was begun from it.
async fn draft_and_creation(
    ports: &Ports,
    member: &Member,
) -> Result<(Draft, Option<Creation>), StoreError> {
    let draft = load_draft(ports, member).await?;
    let creation = match draft.creation {
        Some(id) => ports.creations.get(member.account.id, id).await?,
        None => None,
    };
    Ok((draft, creation))
}

pub(crate) async fn load_draft(ports: &Ports, member: &Member) -> Result<Draft, StoreError> {
    draft_of(ports, member.account.id).await
}

/// The draft of an account.
pub(in crate::flows) async fn draft_of(
    ports: &Ports,
    account: AccountId,
) -> Result<Draft, StoreError> {
    let (now, parts) = ports.id_parts();
    ports.drafts.load(account, DraftKey::new(now, &parts), now).await
}

/// The photos of the draft as they are now. Those that the page says are `shown` count as seen; one that has come
/// since then does not, because the page may not get this answer, or not use it.
pub async fn draft_photos(
    ports: &Ports,
    member: &Member,
    shown: &[String],
) -> Result<DraftPhotos, StoreError> {
    let shown: Vec<_> = shown.iter().map(String::as_str).collect();
    note_seen(ports, member.account.id, &shown).await?;
    // Photos before draft: one that is read after they were taken names what took them.
    let photos = ports.photos.of_draft(member.account.id, ports.now()).await?;
    let draft = load_draft(ports, member).await?;
    Ok(DraftPhotos {
        key: draft.key.to_string(),
        photos: photos.iter().map(photo_view).collect(),
        begun: draft.creation.is_some(),
        credits: member.account.credits,
        held: member.account.held,
    })
}

/// Notes that photos which others added are shown to whoever asked for them. Only with the whole state, or
/// where the page says so: of what other calls answer the page does not show the photos.
async fn note_seen(ports: &Ports, account: AccountId, shown: &[&str]) -> Result<(), StoreError> {
    if shown.is_empty() {
        return Ok(());
    }
    let mut unseen = ports.photo_requests.unseen_photos(account).await?;
    unseen.retain(|id| shown.contains(&id.to_string().as_str()));
    if !unseen.is_empty() {
        ports.photo_requests.note_photos_seen(account, &unseen, ports.now()).await?;
    }
    Ok(())
}

pub(in crate::flows) async fn draft_view(
    ports: &Ports,
    member: &Member,
    draft: &Draft,
) -> Result<DraftView, StoreError> {
    let photos = ports.photos.of_draft(member.account.id, ports.now()).await?;
    let recording = ports.recordings.recording_of_draft(member.account.id, ports.now()).await?;
    let body = &draft.body;
    let prompt = body.prompt.as_ref();
    Ok(DraftView {
        key: draft.key.to_string(),
        messages: body.messages.clone(),
        next_action: body.next_action,
        prompt: prompt.and_then(Prompt::words).map(str::to_owned),
        location: prompt.and_then(Prompt::place).map(str::to_owned),
        photos: photos.iter().map(photo_view).collect(),
        recording: recording.as_ref().map(recording_view),
        kind: body.kind,
        rights_confirmed: body.rights_confirmed,
        retake: body.retake.is_some(),
        understood: body.story.as_ref().map(|story| understood_view(ports, story)),
        presentation: body.presentation,
        review: body.review,
    })
}

pub(super) fn recording_view(recording: &Recording) -> RecordingView {
    RecordingView {
        id: recording.id.to_string(),
        url: recording.address(),
        length: recording.length,
        trim: recording.trim,
        peaks: recording.peaks.clone(),
    }
}

pub(super) fn photo_view(photo: &Photo) -> PhotoView {
    PhotoView {
        id: photo.id.to_string(),
        preview_url: photo.preview_address(),
        width: photo.width,
        height: photo.height,
        who: photo.who,
        suggested: photo.suggested,
        chosen: photo.chosen,
    }
}
