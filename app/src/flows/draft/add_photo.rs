//! Receiving a photo: first whether the draft has room for it, then its bytes, which are decoded,
//! turned upright and written anew without metadata, and only then added to the draft. A row
//! without its file never exists.

use std::time::Duration;

use evernear_rules::{
    photos::{MAX_KEEPSAKES, MAX_PHOTOS, PHOTO_REJECTED, WRONG_PHOTO_COUNT, keepsake_part},
    presentation::TouchUp,
    wire::{PhotoView, Who},
};

use super::creator_state::photo_view;
use crate::{
    domain::{
        account::event::Origin,
        auth::session::Member,
        id::{AccountId, CreationId, PhotoId},
        media::{Batch, DRAFT_PHOTO_LIFETIME, ObjectKey, Photo},
        photo_request::{Consent, Requested},
        rate_limit::Limit,
    },
    flows::system::sweep::sweep_now,
    ports::{
        AddPhotoError, AddRequestedError, PhotoFile, PhotoReadError, Ports, ReadPhoto, StoreError,
        TooOften,
    },
    problem::{Kind, Problem},
};

#[derive(Debug, thiserror::Error)]
pub enum AddPhotoFailed {
    #[error("there are three photos already")]
    Full,
    #[error("there is a keepsake already")]
    KeepsakeThere,
    #[error("a model makes the picture or the film, and is sent no keepsake")]
    NoKeepsakes,
    #[error("the request by which it came takes no photo any more")]
    RequestOver,
    #[error("more than 6 MB")]
    TooLarge,
    #[error("another photo of this account is on its way")]
    OneAtATime,
    #[error("more photos are on their way than there is room for")]
    Busy,
    #[error("the sender stopped in the middle")]
    Incomplete,
    #[error("reading this person's photos took too long in all")]
    TooOften(Duration),
    #[error(transparent)]
    Unreadable(#[from] PhotoReadError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl AddPhotoFailed {
    /// The file itself is none that can be used, however often it is sent.
    fn is_of_the_file(&self) -> bool {
        match self {
            Self::TooLarge => true,
            Self::Unreadable(error) => {
                !matches!(error, PhotoReadError::Store(_) | PhotoReadError::Busy)
            }
            Self::Full
            | Self::KeepsakeThere
            | Self::NoKeepsakes
            | Self::RequestOver
            | Self::OneAtATime
            | Self::Busy
            | Self::Incomplete
            | Self::TooOften(_)
            | Self::Store(_) => false,
        }
    }
}

impl From<TooOften> for AddPhotoFailed {
    fn from(TooOften(wait): TooOften) -> Self {
        Self::TooOften(wait)
    }
}

/// Where a photo belongs among those of its draft.
#[derive(Clone, Debug, Default)]
pub struct Placed {
    /// Whom it shows, as the person says, which is its place; without that it comes last.
    pub who: Option<Who>,
    /// What it was chosen together with.
    pub batch: Option<Batch>,
}

/// After a photo was not added: a file that is refused takes those along that were chosen with
/// it, because none of a batch is added when one of it cannot be.
pub async fn refuse_batch(
    ports: &Ports,
    member: &Member,
    placed: &Placed,
    error: &AddPhotoFailed,
) -> Result<(), StoreError> {
    if let Some(batch) = &placed.batch
        && error.is_of_the_file()
        && ports.photos.expire_batch(member.account.id, batch, ports.now()).await? > 0
    {
        sweep_now(ports).await;
    }
    Ok(())
}

/// Whether the draft has room, and the account's photos have not cost too much; asked before a
/// photo's bytes are taken in.
pub async fn may_add(
    ports: &Ports,
    member: &Member,
    placed: &Placed,
    origin: &Origin,
) -> Result<(), AddPhotoFailed> {
    let is_keepsake = placed.who == Some(Who::Keepsake);
    if is_keepsake && !ports.imagery.takes_keepsakes() {
        return Err(AddPhotoFailed::NoKeepsakes);
    }
    may_read(ports, member.account.id, origin).await?;
    let photos = ports.photos.of_draft(member.account.id, ports.now()).await?;
    let there = photos.iter().filter(|photo| photo.is_keepsake() == is_keepsake).count();
    let most = if is_keepsake { MAX_KEEPSAKES } else { MAX_PHOTOS };
    if there < most as usize { Ok(()) } else { Err(full(placed)) }
}

fn full(placed: &Placed) -> AddPhotoFailed {
    if placed.who == Some(Who::Keepsake) {
        AddPhotoFailed::KeepsakeThere
    } else {
        AddPhotoFailed::Full
    }
}

/// Whether there is room, and the account's photos have not cost too much.
pub async fn may_read(
    ports: &Ports,
    account: AccountId,
    origin: &Origin,
) -> Result<(), AddPhotoFailed> {
    for (limit, key) in cpu_limits(account, origin) {
        ports.rate_limiter.peek(limit, &key)?;
    }
    Ok(ports.objects.has_room(0).await?)
}

/// Decodes a photo, and counts what that cost. Dropped on the way, the work ends and nothing is
/// left of it.
pub async fn read_photo(
    ports: &Ports,
    account: AccountId,
    origin: &Origin,
    file: &dyn PhotoFile,
) -> Result<ReadPhoto, AddPhotoFailed> {
    read_counted(ports, &cpu_limits(account, origin), origin, file).await
}

/// The same, counted for these.
pub(in crate::flows) async fn read_counted(
    ports: &Ports,
    counted: &[(Limit, String)],
    origin: &Origin,
    file: &dyn PhotoFile,
) -> Result<ReadPhoto, AddPhotoFailed> {
    let spent = |cpu: Duration| charge_cpu(ports, counted, cpu);
    Ok(ports.reader.read(&origin.ip, file, &spent).await?)
}

/// Counts CPU time for these.
pub(super) fn charge_cpu(ports: &Ports, counted: &[(Limit, String)], cpu: Duration) {
    for (limit, key) in counted {
        let units = cpu.as_millis() / CPU_UNIT.as_millis();
        ports.rate_limiter.charge(*limit, key, u32::try_from(units).unwrap_or(u32::MAX));
    }
}

/// What [`Limit::PhotoCpu`] counts. Smaller than what an ordinary photo costs, because less
/// than one counts nothing.
const CPU_UNIT: Duration = Duration::from_millis(50);

pub(super) fn cpu_limits(account: AccountId, origin: &Origin) -> [(Limit, String); 2] {
    [(Limit::PhotoCpu, account.to_string()), (Limit::PhotoCpuFrom, origin.ip.clone())]
}

/// Adds a photo that was read to the draft.
pub async fn keep_photo(
    ports: &Ports,
    member: &Member,
    placed: Placed,
    read: ReadPhoto,
) -> Result<PhotoView, AddPhotoFailed> {
    let photo = store_photo(ports, member.account.id, read, PhotoRow::OfDraft(placed)).await?;
    Ok(photo_view(&photo))
}

/// Where the row of a photo belongs.
pub(in crate::flows) enum PhotoRow {
    OfDraft(Placed),
    /// It came with the request of a client program that is about to begin this creation.
    OfRequest {
        creation: CreationId,
        position: u32,
    },
    /// Somebody else adds it to its owner's draft, who asked for it.
    Requested {
        request: Requested,
        consent: Consent,
    },
}

/// Stores a photo that was read; where its row cannot be written, its files go again.
pub(in crate::flows) async fn store_photo(
    ports: &Ports,
    owner: AccountId,
    read: ReadPhoto,
    row: PhotoRow,
) -> Result<Photo, AddPhotoFailed> {
    let (now, parts) = ports.id_parts();
    let mut photo = Photo {
        id: PhotoId::new(now, &parts),
        owner,
        creation: None,
        width: read.width,
        height: read.height,
        who: None,
        suggested: read.suggested,
        chosen: None,
        touch_up: TouchUp::default(),
        position: 0,
        batch: None,
        expires_at: now.after(DRAFT_PHOTO_LIFETIME),
    };
    let (upright, preview) = (ObjectKey::photo(photo.id), ObjectKey::preview(photo.id));
    let stored = async {
        ports.objects.put(&upright, read.upright).await?;
        ports.objects.put(&preview, read.preview).await?;
        match row {
            PhotoRow::OfDraft(placed) => {
                let full = full(&placed);
                (photo.who, photo.batch) = (placed.who, placed.batch);
                if photo.is_keepsake() {
                    photo.suggested = keepsake_part(photo.width, photo.height);
                }
                let added = ports.photos.add(&photo, now).await;
                photo.position = added.map_err(|error| match error {
                    AddPhotoError::Full => full,
                    AddPhotoError::Store(error) => AddPhotoFailed::Store(error),
                })?;
            }
            PhotoRow::OfRequest { creation, position } => {
                photo.position = position;
                ports.photos.add_of_request(&photo, creation, now).await?;
            }
            PhotoRow::Requested { request, consent } => {
                photo.who = Some(request.who);
                let Requested { id, token_hash, .. } = request;
                let added =
                    ports.photo_requests.add_requested(id, &token_hash, &photo, &consent).await;
                photo.position = added.map_err(|error| match error {
                    AddRequestedError::Over => AddPhotoFailed::RequestOver,
                    AddRequestedError::Filled => AddPhotoFailed::Full,
                    AddRequestedError::Store(error) => AddPhotoFailed::Store(error),
                })?;
            }
        }
        Ok(photo)
    }
    .await;
    if stored.is_err() {
        ports.objects.delete(&upright).await?;
        ports.objects.delete(&preview).await?;
    }
    stored
}

impl From<AddPhotoFailed> for Problem {
    fn from(error: AddPhotoFailed) -> Self {
        use crate::ports::PhotoReadError as Read;
        match error {
            AddPhotoFailed::Full => Self::new(Kind::Conflict, WRONG_PHOTO_COUNT),
            AddPhotoFailed::KeepsakeThere => Self::new(
                Kind::Conflict,
                "A memory holds one keepsake. Please remove the other one first.",
            ),
            AddPhotoFailed::NoKeepsakes => Self::new(
                Kind::Conflict,
                "Memories here are made by another provider, so no keepsake can be in them.",
            ),
            AddPhotoFailed::RequestOver => {
                Self::new(Kind::Conflict, "No photo can be added by this request any more.")
            }
            AddPhotoFailed::TooLarge => Self::new(Kind::TooLarge, PHOTO_REJECTED),
            AddPhotoFailed::OneAtATime => Self {
                retry_after: Some(2),
                ..Self::new(
                    Kind::TooMany,
                    "Your other photo is still on its way. Please try this one again in a moment.",
                )
            },
            AddPhotoFailed::Busy | AddPhotoFailed::Unreadable(Read::Busy) => Self {
                retry_after: Some(3),
                ..Self::new(
                    Kind::Unavailable,
                    "Many photos are on their way just now. Please try again in a moment.",
                )
            },
            AddPhotoFailed::TooOften(wait) => Self::too_many(wait),
            AddPhotoFailed::Incomplete => {
                Self::new(Kind::Incomplete, "The photo did not arrive whole. Please try again.")
            }
            AddPhotoFailed::Unreadable(Read::TooSlow) => Self::new(
                Kind::BadInput,
                "Reading this photo took too long. Please choose a smaller copy, or another one.",
            ),
            AddPhotoFailed::Unreadable(Read::NotAnImage) => {
                Self::new(Kind::Unsupported, PHOTO_REJECTED)
            }
            AddPhotoFailed::Unreadable(Read::Unsupported) => Self::new(
                Kind::Unsupported,
                "This kind of image cannot be used. Please choose a JPEG, PNG, WebP or HEIC photo.",
            ),
            AddPhotoFailed::Unreadable(Read::TooLarge) => Self::new(
                Kind::TooLarge,
                "This photo has too many pixels. Please choose a smaller copy.",
            ),
            AddPhotoFailed::Unreadable(Read::Damaged) => Self::new(
                Kind::BadInput,
                "This photo is damaged or not complete. Please choose it again, or another one.",
            ),
            AddPhotoFailed::Unreadable(Read::Store(error)) | AddPhotoFailed::Store(error) => {
                error.into()
            }
        }
    }
}
