//! Begins the film of a picture that a client program was given. The first film of a picture takes the
//! picture's hold; every other one has a hold of its own, and is made from the picture alone.

use evernear_rules::{
    presentation::Shape,
    wire::{CreationKind, Mode, ReviewDecision},
};

use super::request_key::{Before, begun_before};
use crate::{
    domain::{
        account::Account,
        creation::{Brief, Creation, RequestKey, State, Status},
        id::CreationId,
    },
    flows::creation::begin::{BeginCreationError, head_start, hold, reserved_costs, start},
    ports::{NewCreation, PhotoSource, Ports},
};

/// What a program asks for.
pub struct FilmCall {
    pub request: RequestKey,
    /// The creation whose picture it is.
    pub picture: CreationId,
    pub mode: Mode,
    /// Nothing is the picture's.
    pub shape: Option<Shape>,
}

#[derive(Debug, thiserror::Error)]
pub enum GenerateFilmError {
    /// Unknown, somebody else's, or not kept any more.
    #[error("there is no such picture")]
    NoPicture,
    #[error("the picture is of another number of people")]
    OtherMode,
    #[error("the picture has another shape")]
    OtherShape,
    #[error("the key was used for another request")]
    KeyUsed,
    #[error(transparent)]
    Begin(#[from] BeginCreationError),
}

impl From<crate::ports::StoreError> for GenerateFilmError {
    fn from(error: crate::ports::StoreError) -> Self {
        Self::Begin(error.into())
    }
}

/// Begins it, or finds what the same request began.
pub async fn generate_film(
    ports: &Ports,
    account: &Account,
    call: FilmCall,
) -> Result<Creation, GenerateFilmError> {
    let picture = ports.creations.get(account.id, call.picture).await?;
    let picture = picture.ok_or(GenerateFilmError::NoPicture)?;
    let review = picture.state.review.as_ref();
    match review.and_then(|review| review.film_request.as_ref()) {
        Some(before) if *before == call.request => return Ok(picture),
        Some(before) if before.key == call.request.key => return Err(GenerateFilmError::KeyUsed),
        _ => {}
    }
    match begun_before(ports, account.id, &call.request).await? {
        Before::Same(film) => return Ok(*film),
        Before::Other => return Err(GenerateFilmError::KeyUsed),
        Before::Nothing => {}
    }
    if picture.brief.mode != call.mode {
        return Err(GenerateFilmError::OtherMode);
    }
    if call.shape.is_some_and(|shape| shape != picture.brief.presentation.shape) {
        return Err(GenerateFilmError::OtherShape);
    }
    let (film, request) = (ReviewDecision::Film, Some(&call.request));
    let decided =
        ports.creations.decide(account.id, picture.id, film, request, ports.now()).await?;
    if matches!(decided, Some(Ok(()))) {
        ports.wake.wake();
        return ports
            .creations
            .get(account.id, picture.id)
            .await?
            .ok_or(GenerateFilmError::NoPicture);
    }
    again(ports, account, &picture, call.request).await
}

/// Another film of a picture.
async fn again(
    ports: &Ports,
    account: &Account,
    picture: &Creation,
    request: RequestKey,
) -> Result<Creation, GenerateFilmError> {
    let kept = picture.status != Status::Cancelled
        && picture.state.image_stored
        && ports.objects.length(&picture.image_key()).await?.is_some();
    if !kept {
        return Err(GenerateFilmError::NoPicture);
    }
    let (at, parts) = ports.id_parts();
    let new = NewCreation {
        id: CreationId::new(at, &parts),
        owner: account.id,
        request_key: request.key.clone(),
        draft: None,
        brief: Brief {
            kind: CreationKind::Video,
            seed: picture.picture_seed(),
            ..picture.brief.clone()
        },
        state: State { picture_of: Some(picture.id), program: Some(request), ..State::default() },
        photos: PhotoSource::None,
        image_of: None,
        hold: hold(ports),
        costs: reserved_costs(ports, CreationKind::Video, true, None),
        retake: None,
        head_start: head_start(account),
        at,
    };
    Ok(start(ports, account, new).await?)
}
