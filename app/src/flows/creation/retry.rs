//! Trying again after a failure: a new creation with a hold of its own, the same photos,
//! and the image that already exists. With a follow-up question, the answer becomes the place.

use evernear_rules::text::{cleaned_text, text_sendable};

use super::begin::{
    BeginCreationError, check_words, head_start, hold, reserved_costs, retake, start,
};
use crate::{
    domain::{
        auth::session::Member,
        creation::{Creation, RETAKE_WITHIN, State, Status},
        id::CreationId,
        media::{FAILED_PHOTO_LIFETIME, Photo},
        unsent_words::UnsentForm,
    },
    flows::draft::{creator_state::load_draft, story::understand, unsent_words::forget_unsent},
    ports::{NewCreation, PhotoSource, Ports},
};

/// Starts again what failed; asked twice, it starts once.
pub async fn retry_creation(
    ports: &Ports,
    member: &Member,
    id: CreationId,
    answer: Option<&str>,
) -> Result<Creation, BeginCreationError> {
    let owner = member.account.id;
    let failed = ports.creations.get(owner, id).await?.ok_or(BeginCreationError::NotFound)?;
    if failed.status != Status::Failed {
        return Ok(failed);
    }
    let photos = ports.photos.of_creation(failed.id).await?;
    let now = ports.now();
    // A retry that was asked for before has taken the photos with it: the store finds it.
    let gone = photos.iter().any(|photo| photo.expires_at <= now);
    if gone {
        return Err(BeginCreationError::PhotosGone);
    }
    let mut brief = failed.brief.clone();
    let answered = answer.map(cleaned_text).filter(|answer| text_sendable(answer));
    if let Some(answer) = &answered {
        brief.prompt = brief.prompt.at(answer);
    }
    check_words(ports, &brief.prompt)?;
    if answered.is_some() {
        let understood = understand(ports, owner, &brief.prompt).await;
        if understood.setting.is_some() {
            brief.story.setting = understood.setting;
            brief.story.view = understood.view;
        }
    }
    let draft = load_draft(ports, member).await?;
    let (at, parts) = ports.id_parts();
    let reusable = failed.state.image_stored && answer.is_none();
    let review = failed.state.review.as_ref().map(|review| review.again(reusable));
    let new = NewCreation {
        id: CreationId::new(at, &parts),
        owner,
        request_key: format!("retry:{}", failed.id),
        draft: Some(draft.key),
        brief,
        photos: PhotoSource::Creation(failed.id),
        keepsake: photos.iter().any(Photo::is_keepsake),
        recording: None,
        image_of: reusable.then_some(failed.id),
        hold: hold(ports),
        costs: reserved_costs(ports, failed.brief.kind, reusable, review.as_ref()),
        state: State { review, ..State::default() },
        // What was free stays free, as long as its photos are kept.
        retake: failed
            .retake_of
            .map(|memory| retake(ports, memory, RETAKE_WITHIN + FAILED_PHOTO_LIFETIME)),
        head_start: head_start(&member.account),
        at,
    };
    let creation = match start(ports, &member.account, new).await {
        Err(BeginCreationError::WrongPhotos) => return Err(BeginCreationError::PhotosGone),
        started => started?,
    };
    forget_unsent(ports, owner, UnsentForm::Creator).await;
    Ok(creation)
}
