//! Adding a photo by a request: whether it takes one, what has to be confirmed, then the bytes, which
//! go through the same decoders and limits as every photo. What they cost is counted for the requests of
//! whoever asked and for the network that they come from.

use super::open_request::{OpenRequestError, Stage, leading, shown};
use crate::{
    domain::{
        account::{TERMS_VERSION, event::Origin},
        id::AccountId,
        photo_request::{Consent, Requested},
        rate_limit::Limit,
    },
    flows::draft::add_photo::{AddPhotoFailed, PhotoRow, read_counted, store_photo},
    ports::{PhotoFile, Ports, ReadPhoto, StoreError, TooOften},
    problem::{Kind, Problem},
};

/// What limits of the whole site are counted by.
const SITE: &str = "site";

/// What whoever adds a photo has confirmed so far.
#[derive(Clone, Debug, Default)]
pub struct Confirmed {
    /// Age and terms.
    pub terms: bool,
    /// The right to use the photo.
    pub rights: bool,
    /// That those who are named may receive it.
    pub providers: bool,
    /// The digest of what they have read, from the page's form.
    pub read: String,
}

impl Confirmed {
    fn all(&self) -> bool {
        self.terms && self.rights && self.providers
    }
}

#[derive(Debug, thiserror::Error)]
pub enum AddByRequestError {
    #[error(transparent)]
    Link(#[from] OpenRequestError),
    #[error("what was sent is no form with a file, or is broken")]
    NotAForm,
    #[error("there was no photo in it")]
    NoPhoto,
    #[error("age, right or receivers are not confirmed")]
    NotConfirmed,
    #[error("the page has changed since they have read it")]
    Changed,
    #[error("the request has its photo, or takes none any more")]
    Over,
    #[error("a photo stands at its place")]
    Filled,
    #[error(transparent)]
    TooOften(#[from] TooOften),
    #[error(transparent)]
    Photo(AddPhotoFailed),
}

impl From<AddPhotoFailed> for AddByRequestError {
    fn from(error: AddPhotoFailed) -> Self {
        match error {
            AddPhotoFailed::Full => Self::Filled,
            AddPhotoFailed::RequestOver => Self::Over,
            other => Self::Photo(other),
        }
    }
}

impl From<StoreError> for AddByRequestError {
    fn from(error: StoreError) -> Self {
        Self::Photo(error.into())
    }
}

/// Whether the request takes a photo from this client now; asked before anything of it is taken in.
pub async fn may_add_requested(
    ports: &Ports,
    token: &str,
    origin: &Origin,
) -> Result<Requested, AddByRequestError> {
    // Its page may be made again below, whatever is wrong.
    ports.rate_limiter.check(Limit::PageFrom, &origin.ip)?;
    ports.rate_limiter.peek(Limit::RequestedPhotoFrom, &origin.ip)?;
    let (request, token_hash) = leading(ports, token, &origin.ip).await?;
    for (limit, key) in counted(request.owner, origin) {
        ports.rate_limiter.peek(limit, &key)?;
    }
    let shown = shown(ports, &request).await.map_err(OpenRequestError::from)?;
    let Some(words) = shown.words_to_agree() else {
        let filled = shown.stage == Stage::Filled;
        return Err(if filled { AddByRequestError::Filled } else { AddByRequestError::Over });
    };
    // Who is refused as one client uses up nothing of the asker's, and nothing of everybody's.
    ports.rate_limiter.check(Limit::RequestedPhotoFrom, &origin.ip)?;
    ports.rate_limiter.check(Limit::RequestedPhoto, &request.owner.to_string())?;
    ports.rate_limiter.check(Limit::RequestedPhotoAll, SITE)?;
    ports.objects.has_room(0).await?;
    Ok(Requested {
        id: request.id,
        owner: request.owner,
        who: request.who,
        token_hash,
        words: words.to_owned(),
        read: shown.read,
    })
}

/// What is kept of what was confirmed; nothing is taken in without all of it.
pub fn consent(
    ports: &Ports,
    request: &Requested,
    confirmed: &Confirmed,
) -> Result<Consent, AddByRequestError> {
    if !confirmed.all() {
        return Err(AddByRequestError::NotConfirmed);
    }
    if !ports.secrets.same(&confirmed.read, &request.read) {
        return Err(AddByRequestError::Changed);
    }
    Ok(Consent {
        at: ports.now(),
        terms_version: TERMS_VERSION.to_owned(),
        notice: ports.imagery.notice(),
        words: request.words.clone(),
    })
}

/// Decodes the photo, and counts what that cost.
pub async fn read_requested(
    ports: &Ports,
    request: &Requested,
    origin: &Origin,
    file: &dyn PhotoFile,
) -> Result<ReadPhoto, AddPhotoFailed> {
    read_counted(ports, &counted(request.owner, origin), origin, file).await
}

/// CPU time is counted for whoever asked, whatever number of requests they make, but apart from what they
/// send themselves: a stranger uses up nothing of that.
fn counted(owner: AccountId, origin: &Origin) -> [(Limit, String); 2] {
    [(Limit::PhotoCpu, format!("asked {owner}")), (Limit::PhotoCpuFrom, origin.ip.clone())]
}

/// Adds a photo that was read to the draft.
pub async fn keep_requested(
    ports: &Ports,
    request: Requested,
    consent: Consent,
    read: ReadPhoto,
) -> Result<(), AddByRequestError> {
    let owner = request.owner;
    store_photo(ports, owner, read, PhotoRow::Requested { request, consent }).await?;
    Ok(())
}

impl From<AddByRequestError> for Problem {
    fn from(error: AddByRequestError) -> Self {
        match error {
            AddByRequestError::Link(error) => error.into(),
            AddByRequestError::NotAForm => {
                Self::new(Kind::Incomplete, "The photo did not arrive whole. Please send it again.")
            }
            AddByRequestError::NoPhoto => Self::new(Kind::BadInput, "Please choose a photo first."),
            AddByRequestError::NotConfirmed => {
                Self::new(Kind::BadInput, "Please confirm all three, and choose the photo again.")
            }
            AddByRequestError::Changed => Self::new(
                Kind::Conflict,
                "What the photo is for was changed meanwhile. Please read it again below, and choose the photo again.",
            ),
            AddByRequestError::Over => Self::new(
                Kind::Conflict,
                "This photo was not added, and nothing of it is kept. Below is how things stand now.",
            ),
            AddByRequestError::Filled => Self::new(
                Kind::Conflict,
                "Somebody has added a photo for this place meanwhile. Yours was not added, and nothing of it is kept.",
            ),
            AddByRequestError::TooOften(wait) => wait.into(),
            AddByRequestError::Photo(error) => error.into(),
        }
    }
}
