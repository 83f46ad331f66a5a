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
    let picture = picture_of(ports, account, &call).await?;
    // The key is not yet a column of what was filmed before there was one.
    let review = picture.state.review.as_ref();
    if review.is_some_and(|review| review.film_request.as_ref() == Some(&call.request)) {
        return Ok(picture);
    }
    if let Some(film) = film_of_request(ports, account, &call.request).await? {
        return Ok(film);
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
    let picture = picture_of(ports, account, &call).await?;
    if matches!(decided, Some(Ok(()))) {
        ports.wake.wake();
        return Ok(picture);
    }
    // The same request may have come twice at once.
    if let Some(film) = film_of_request(ports, account, &call.request).await? {
        return Ok(film);
    }
    again(ports, account, &picture, call.request).await
}

async fn picture_of(
    ports: &Ports,
    account: &Account,
    call: &FilmCall,
) -> Result<Creation, GenerateFilmError> {
    let picture = ports.creations.get(account.id, call.picture).await?;
    picture.ok_or(GenerateFilmError::NoPicture)
}

/// What the same request began.
async fn film_of_request(
    ports: &Ports,
    account: &Account,
    request: &RequestKey,
) -> Result<Option<Creation>, GenerateFilmError> {
    match begun_before(ports, account.id, request).await? {
        Before::Same(film) => Ok(Some(*film)),
        Before::Other => Err(GenerateFilmError::KeyUsed),
        Before::Nothing => Ok(None),
    }
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
        state: State {
            picture_of: Some(picture.id),
            program: Some(request.clone()),
            ..State::default()
        },
        photos: PhotoSource::None,
        keepsake: false,
        recording: None,
        image_of: None,
        hold: hold(ports),
        costs: reserved_costs(ports, CreationKind::Video, true, None),
        retake: None,
        head_start: head_start(account),
        at,
    };
    let film = start(ports, account, new).await?;
    // Another request may have used the key meanwhile.
    Ok(film_of_request(ports, account, &request).await?.unwrap_or(film))
}
