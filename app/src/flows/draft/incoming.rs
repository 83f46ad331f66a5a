//! Photos that a phone hands on: received, decoded and kept as every photo is, but for nobody yet.
//! Whoever holds the token that their browser was given sees them for an hour, and adds them to
//! their own draft by a button, or declines; no request from elsewhere adds anything.

use evernear_rules::photos::PHOTO_REJECTED;

use super::add_photo::{AddPhotoFailed, read_counted};
use crate::{
    domain::{
        account::event::Origin,
        auth::session::Member,
        id::{IncomingId, PhotoId},
        media::{
            DRAFT_PHOTO_LIFETIME, INCOMING_LIFETIME, Incoming, IncomingPhoto, MAX_INCOMING,
            ObjectKey,
        },
        rate_limit::Limit,
    },
    flows::{
        auth::authenticate::new_token,
        system::sweep::{delete_files, sweep_now},
        waitlist::beta_gate::admitted,
    },
    ports::{AddIncomingError, PhotoFile, PhotoReadError, Ports, ReadPhoto, StoreError, TooOften},
    problem::{Kind, Problem},
};

const TOKEN_PURPOSE: &str = "token of photos that were handed on";

/// Said beside every refusal of what was sent.
const CHOOSE_INSTEAD: &str = "You can choose photos in the creator instead.";

#[derive(Debug, thiserror::Error)]
pub enum ReceiveError {
    #[error("what was sent is no form with files, or is broken")]
    NotAForm,
    #[error("there was no photo in it")]
    NoPhotos,
    #[error("more photos than a memory has")]
    TooMany,
    #[error("all together, or what is no photo, is too long")]
    TooLong,
    #[error("as many photos wait as may")]
    SiteFull,
    #[error(transparent)]
    TooOften(#[from] TooOften),
    #[error(transparent)]
    Photo(#[from] AddPhotoFailed),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Where photos wait, and the token that opens it.
pub struct Received {
    pub id: IncomingId,
    /// In clear: goes to the browser, is never stored.
    pub token: String,
}

/// Photos that wait for whoever asks.
pub struct Waiting {
    pub id: IncomingId,
    pub photos: Vec<IncomingPhoto>,
    token_hash: String,
}

/// Whether this client may hand on photos now; asked before anything of them is taken in.
pub async fn may_receive(ports: &Ports, origin: &Origin) -> Result<(), ReceiveError> {
    let [(limit, key)] = counted(origin);
    ports.rate_limiter.peek(limit, &key)?;
    ports.rate_limiter.check(Limit::Incoming, &origin.ip)?;
    ports.objects.has_room(0).await?;
    if ports.incoming.waiting_incoming().await? >= MAX_INCOMING {
        return Err(ReceiveError::SiteFull);
    }
    Ok(())
}

/// Decodes a photo, and counts what that cost its client.
pub async fn read_incoming(
    ports: &Ports,
    origin: &Origin,
    file: &dyn PhotoFile,
) -> Result<ReadPhoto, AddPhotoFailed> {
    read_counted(ports, &counted(origin), origin, file).await
}

fn counted(origin: &Origin) -> [(Limit, String); 1] {
    [(Limit::PhotoCpuFrom, origin.ip.clone())]
}

/// The id of a photo whose files are about to be stored.
pub fn new_photo_id(ports: &Ports) -> PhotoId {
    let (now, parts) = ports.id_parts();
    PhotoId::new(now, &parts)
}

/// Stores the files of a photo that was read.
pub async fn store_files(
    ports: &Ports,
    id: PhotoId,
    read: ReadPhoto,
) -> Result<IncomingPhoto, StoreError> {
    ports.objects.put(&ObjectKey::photo(id), read.upright).await?;
    ports.objects.put(&ObjectKey::preview(id), read.preview).await?;
    Ok(IncomingPhoto { id, width: read.width, height: read.height, suggested: read.suggested })
}

/// Deletes the files of photos that do not wait after all.
pub async fn delete_stored(ports: &Ports, photos: &[PhotoId]) -> Result<(), StoreError> {
    for id in photos {
        delete_files(ports, *id).await?;
    }
    Ok(())
}

/// They wait from now on. Their files are there.
pub async fn keep_waiting(
    ports: &Ports,
    photos: Vec<IncomingPhoto>,
) -> Result<Received, ReceiveError> {
    let (now, parts) = ports.id_parts();
    let (id, token) = (IncomingId::new(now, &parts), new_token(ports).0);
    let incoming = Incoming {
        id,
        token_hash: ports.secrets.digest(TOKEN_PURPOSE, &token),
        photos,
        expires_at: now.after(INCOMING_LIFETIME),
    };
    if ports.incoming.keep_incoming(&incoming, now).await? {
        Ok(Received { id, token })
    } else {
        Err(ReceiveError::SiteFull)
    }
}

/// The photos that wait there for whoever shows this token.
pub async fn waiting(
    ports: &Ports,
    id: IncomingId,
    token: &str,
) -> Result<Option<Waiting>, StoreError> {
    for token_hash in ports.secrets.digests(TOKEN_PURPOSE, token) {
        let photos = ports.incoming.incoming_photos(id, &token_hash, ports.now()).await?;
        if !photos.is_empty() {
            return Ok(Some(Waiting { id, photos, token_hash }));
        }
    }
    Ok(None)
}

#[derive(Debug, thiserror::Error)]
pub enum AddWaitingError {
    #[error("the beta is closed for this account")]
    BetaClosed,
    #[error(transparent)]
    Add(#[from] AddIncomingError),
}

impl From<StoreError> for AddWaitingError {
    fn from(error: StoreError) -> Self {
        Self::Add(error.into())
    }
}

/// Makes them photos of the member's draft, all of them or none.
pub async fn add_waiting(
    ports: &Ports,
    member: &Member,
    waiting: &Waiting,
) -> Result<(), AddWaitingError> {
    if !admitted(ports, &member.account).await? {
        return Err(AddWaitingError::BetaClosed);
    }
    let now = ports.now();
    let (owner, until) = (member.account.id, now.after(DRAFT_PHOTO_LIFETIME));
    let Waiting { id, token_hash, .. } = waiting;
    Ok(ports.incoming.add_incoming(*id, token_hash, owner, until, now).await?)
}

/// Deletes them: their person does not want them here.
pub async fn decline_waiting(ports: &Ports, waiting: &Waiting) -> Result<(), StoreError> {
    let now = ports.now();
    if ports.incoming.expire_incoming(waiting.id, &waiting.token_hash, now).await? > 0 {
        sweep_now(ports).await;
    }
    Ok(())
}

impl From<ReceiveError> for Problem {
    fn from(error: ReceiveError) -> Self {
        let instead = |kind, text: &str| Self::new(kind, format!("{text} {CHOOSE_INSTEAD}"));
        match error {
            ReceiveError::NotAForm => Self::new(
                Kind::Incomplete,
                "The photos did not arrive whole. Please send them again.",
            ),
            ReceiveError::NoPhotos => instead(Kind::BadInput, "No photos arrived."),
            ReceiveError::TooMany => instead(
                Kind::TooLarge,
                "A memory has two or three photos, and more than three arrived. Please send only those.",
            ),
            ReceiveError::TooLong => Self::new(Kind::TooLarge, PHOTO_REJECTED),
            ReceiveError::SiteFull => Self {
                retry_after: Some(600),
                ..instead(Kind::Unavailable, "Many photos wait here just now.")
            },
            ReceiveError::TooOften(wait) => wait.into(),
            ReceiveError::Photo(error @ AddPhotoFailed::Unreadable(PhotoReadError::NotAnImage)) => {
                let problem = Self::from(error);
                Self {
                    message: format!("{} None of what was sent is kept.", problem.message),
                    ..problem
                }
            }
            ReceiveError::Photo(error) => error.into(),
            ReceiveError::Store(error) => error.into(),
        }
    }
}

impl From<AddWaitingError> for Problem {
    fn from(error: AddWaitingError) -> Self {
        match error {
            AddWaitingError::BetaClosed => Self::beta_closed(),
            AddWaitingError::Add(AddIncomingError::Gone) => Self::new(Kind::NotFound, GONE),
            AddWaitingError::Add(AddIncomingError::Full { room, photos }) => {
                Self::new(Kind::Conflict, full(room, photos))
            }
            AddWaitingError::Add(AddIncomingError::Store(error)) => error.into(),
        }
    }
}

/// Shown where no photos wait.
pub const GONE: &str = "These photos are not here any more.";

fn full(room: u32, photos: u32) -> String {
    let has_room = match room {
        0 => "Your memory has all the photos it can have.".to_owned(),
        1 => {
            format!("Your memory has room for one more photo, and these are {}.", in_words(photos))
        }
        _ => format!(
            "Your memory has room for {} more photos, and these are {}.",
            in_words(room),
            in_words(photos)
        ),
    };
    format!("{has_room} Take some out in the creator and come back here: these wait for an hour.")
}

fn in_words(number: u32) -> String {
    match number {
        1 => "one".to_owned(),
        2 => "two".to_owned(),
        3 => "three".to_owned(),
        more => more.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::full;

    #[test]
    fn who_has_too_many_photos_reads_how_many_have_room() {
        let later = "Take some out in the creator and come back here: these wait for an hour.";
        for (room, photos, said) in [
            (0, 1, "Your memory has all the photos it can have."),
            (1, 2, "Your memory has room for one more photo, and these are two."),
            (2, 3, "Your memory has room for two more photos, and these are three."),
        ] {
            assert_eq!(full(room, photos), format!("{said} {later}"));
        }
    }
}
