//! Begins the picture that a client program asks for. Its credits are held; the film of it takes the hold, and
//! without one it is captured as a picture once the program has fetched it, a day later.

use evernear_rules::{
    presentation::{Presentation, Shape},
    pricing::CREATION_COST,
    wire::{CreationKind, Mode},
};

use super::request_key::{Before, begun_before};
use crate::{
    domain::{
        account::Account,
        creation::{Brief, Creation, Prompt, RequestKey, Review, State},
        id::CreationId,
    },
    flows::{
        account::accept_terms::accept_terms,
        creation::begin::{
            BeginCreationError, check_words, head_start, hold, reserved_costs, start,
        },
        draft::{
            add_photo::{AddPhotoFailed, PhotoRow, store_photo},
            story::understand,
        },
        system::sweep::sweep_now,
        waitlist::beta_gate::admitted,
    },
    ports::{NewCreation, PhotoSource, Ports, ReadPhoto},
};

/// The largest seed that every provider takes.
pub const LAST_SEED: u64 = u32::MAX as u64;

/// What a program asks for.
pub struct PictureCall {
    pub request: RequestKey,
    pub mode: Mode,
    pub prompt: Prompt,
    pub shape: Shape,
    /// Nothing leaves it to us.
    pub seed: Option<u64>,
    /// Age and terms are confirmed with this request.
    pub terms_accepted: bool,
}

/// Whether the call may begin anything, asked before its photos are read.
pub async fn may_generate(
    ports: &Ports,
    account: &Account,
    call: &PictureCall,
) -> Result<(), BeginCreationError> {
    if !admitted(ports, account).await? {
        return Err(BeginCreationError::BetaClosed);
    }
    if account.credits < CREATION_COST {
        return Err(BeginCreationError::InsufficientCredits { have: account.credits });
    }
    if account.terms_needed() {
        if !call.terms_accepted {
            return Err(BeginCreationError::Terms);
        }
        accept_terms(ports, account.id).await?;
    }
    check_words(ports, &call.prompt)
}

/// Begins it, with photos that were read.
pub async fn generate_picture(
    ports: &Ports,
    account: &Account,
    call: PictureCall,
    photos: Vec<ReadPhoto>,
) -> Result<Creation, BeginCreationError> {
    let (at, parts) = ports.id_parts();
    let id = CreationId::new(at, &parts);
    let begun = begin(ports, account, &call, id, photos).await;
    // What a request left that began nothing, or was sent twice at once.
    ports.photos.expire_of_request(account.id, id, ports.now()).await?;
    if begun.as_ref().map_or(true, |creation| creation.id != id) {
        sweep_now(ports).await;
    }
    let creation = begun?;
    match begun_before(ports, account.id, &call.request).await? {
        Before::Other => Err(BeginCreationError::Stale),
        Before::Same(_) | Before::Nothing => Ok(creation),
    }
}

async fn begin(
    ports: &Ports,
    account: &Account,
    call: &PictureCall,
    id: CreationId,
    photos: Vec<ReadPhoto>,
) -> Result<Creation, BeginCreationError> {
    for (photo, position) in photos.into_iter().zip(0..) {
        let row = PhotoRow::OfRequest { creation: id, position };
        store_photo(ports, account.id, photo, row).await.map_err(|error| match error {
            AddPhotoFailed::Store(error) => BeginCreationError::Store(error),
            _ => BeginCreationError::WrongPhotos,
        })?;
    }
    let story = understand(ports, account.id, &call.prompt).await;
    let review = Some(Review::of_one_picture());
    let program = Some(call.request.clone());
    let new = NewCreation {
        id,
        owner: account.id,
        request_key: call.request.key.clone(),
        draft: None,
        brief: Brief {
            kind: CreationKind::Video,
            mode: call.mode,
            prompt: call.prompt.clone(),
            story,
            presentation: Presentation { shape: call.shape, people: None },
            // Programs are told it, and may send it again.
            seed: call.seed.unwrap_or_else(|| id.seed() & LAST_SEED),
        },
        costs: reserved_costs(ports, CreationKind::Video, false, review.as_ref()),
        state: State { review, program, ..State::default() },
        photos: PhotoSource::Request,
        keepsake: false,
        recording: None,
        image_of: None,
        hold: hold(ports),
        retake: None,
        head_start: head_start(account),
        at: ports.now(),
    };
    start(ports, account, new).await
}
