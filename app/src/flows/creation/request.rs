//! What a provider is asked for: the photos, words and choices of a creation.

use std::sync::Arc;

use evernear_rules::{presentation::Presence, wire::Mode};

use super::orders::order_name;
use crate::{
    domain::{
        creation::Creation,
        media::{ObjectKey, Photo},
    },
    ports::{
        FilmRequest, ImageryError, Part, PhotoFile, PictureRequest, Ports, RequestPhoto,
        RequestRecording, StoreError, StoredPhoto, Submitted,
    },
};

/// Sends the request; nothing when the photos or the image are not there any more.
pub(super) async fn submit(
    ports: &Ports,
    creation: &Creation,
    part: Part,
) -> Result<Option<Result<Submitted, ImageryError>>, StoreError> {
    let order = order_name(creation, part);
    let Some(picture) = picture_request(ports, creation, order).await? else { return Ok(None) };
    Ok(Some(match part {
        Part::Image => ports.imagery.start_picture(picture).await,
        Part::Film => {
            let Some(image) = stored(ports, creation.image_key()).await? else {
                return Ok(None);
            };
            let image_by_model = creation.state.image_by.is_some();
            let Ok(recording) = recording(ports, creation).await? else { return Ok(None) };
            let film = FilmRequest { picture, image, image_by_model, recording };
            ports.imagery.start_film(film).await
        }
    }))
}

/// It was to be there, and is gone.
struct Gone;

/// What the film of a creation carries: nothing where nobody added a recording, or films carry none.
async fn recording(
    ports: &Ports,
    creation: &Creation,
) -> Result<Result<Option<RequestRecording>, Gone>, StoreError> {
    if !ports.imagery.carries_recordings() {
        return Ok(Ok(None));
    }
    let Some(recording) = ports.recordings.recording_of_creation(creation.id).await? else {
        return Ok(Ok(None));
    };
    let file = stored(ports, ObjectKey::recording(recording.id)).await?;
    Ok(file.map(|file| Some(RequestRecording { file, trim: recording.trim })).ok_or(Gone))
}

/// What the picture of a creation is made from; nothing when its photos are not there any more. What is made
/// from a picture alone has none.
pub(super) async fn picture_request(
    ports: &Ports,
    creation: &Creation,
    order: String,
) -> Result<Option<PictureRequest>, StoreError> {
    let (mut photos, mut keepsake) = (Vec::new(), None);
    for photo in ports.photos.of_creation(creation.id).await? {
        let Some(file) = stored(ports, ObjectKey::photo(photo.id)).await? else {
            return Ok(None);
        };
        let is_keepsake = photo.is_keepsake();
        let Photo { suggested, chosen, touch_up, .. } = photo;
        let photo = RequestPhoto { file, suggested, chosen, touch_up };
        if is_keepsake {
            keepsake = Some(photo);
        } else {
            photos.push(photo);
        }
    }
    let composes = ports.imagery.composes_photos();
    let takes_keepsakes = ports.imagery.takes_keepsakes();
    let from_picture = creation.state.picture_of.is_some();
    if !from_picture && Some(creation.brief.mode) != Mode::for_photos(photos.len()) {
        return Ok(None);
    }
    let mut presentation = creation.brief.presentation;
    if creation.state.fallback && !composes {
        // Nobody saw who would be cut out: nobody stands in a scene unseen.
        presentation.people = presentation.people.or(Some(Presence::Prints));
    }
    Ok(Some(PictureRequest {
        creation: creation.id,
        mode: creation.brief.mode,
        prompt: creation.brief.prompt.clone(),
        story: creation.brief.story.clone(),
        presentation,
        photos,
        // A model would draw it anew.
        keepsake: keepsake.filter(|_| takes_keepsakes),
        seed: creation.picture_seed(),
        order,
        fallback: creation.state.fallback,
        since: creation.since,
    }))
}

/// A file that is there now; nothing where it is gone.
async fn stored(ports: &Ports, key: ObjectKey) -> Result<Option<Arc<dyn PhotoFile>>, StoreError> {
    if ports.objects.length(&key).await?.is_none() {
        return Ok(None);
    }
    Ok(Some(Arc::new(StoredPhoto { objects: ports.objects.clone(), key })))
}
