//! Opening a request for a photo. A look at its address shows a cover that says nothing, so that
//! previews and mail scanners neither see nor count anything; the cover's button opens it, and the
//! browser knows by a cookie of that address that it was pressed. Who asks and for what is shown then,
//! as the draft is at that moment. What leads nowhere looks the same, whyever that is, and is counted
//! as a guess.

use evernear_rules::{story::Relation, wire::Who};

use super::token::request_of;
use crate::{
    domain::{
        companion::moderation::{Concern, assess},
        creation::{Prompt, Status, place_line},
        draft::Draft,
        id::CreationId,
        photo_request::{DraftNow, PhotoNow, PhotoRequest, RequestState, is_filled, shown_by},
        rate_limit::Limit,
        timestamp::Timestamp,
    },
    flows::{draft::creator_state::draft_of, sharing::open_link::NOWHERE},
    ports::{Ports, StoreError, TooOften},
    problem::{Kind, Problem},
};

const READ_PURPOSE: &str = "what a request for a photo showed";
const OPENED_PURPOSE: &str = "request for a photo that was opened";

/// What a request shows.
pub enum RequestView {
    /// Nothing of it yet.
    Cover,
    Shown(Box<ShownRequest>),
}

/// What whoever has opened a request reads.
pub struct ShownRequest {
    /// Who asks.
    pub name: String,
    /// What the memory is about, as it stands in the draft now; nothing where it is written anew.
    pub words: Option<String>,
    pub place: Option<String>,
    /// Who they are to whoever asks, where that was told: 'father'.
    pub relation: Option<&'static str>,
    /// The words that were agreed to with the photo, where they have been changed since.
    pub agreed_words: Option<String>,
    pub stage: Stage,
    /// A digest of all that is agreed to with a photo.
    pub read: String,
}

/// How far it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// A photo can be added until then.
    Asks(Timestamp),
    /// A photo stands at the place, which somebody else added.
    Filled,
    /// It was added at this time, and can be taken back.
    Added(Timestamp),
    /// The memory was begun with it. `kept` is whether the photo is still needed.
    Used { status: Option<Status>, kept: bool },
    /// Whoever asked took it out, or its time was over: it is deleted.
    Removed,
}

#[derive(Debug, thiserror::Error)]
pub enum OpenRequestError {
    #[error("the link leads nowhere")]
    Nowhere,
    #[error("asked too often")]
    TooOften(#[from] TooOften),
    #[error(transparent)]
    Store(StoreError),
}

impl From<StoreError> for OpenRequestError {
    fn from(error: StoreError) -> Self {
        match error {
            // The account was deleted a moment ago, and its requests with it.
            StoreError::OwnerGone => Self::Nowhere,
            error @ StoreError::Failed(_) => Self::Store(error),
        }
    }
}

/// What the link shows in a browser with this mark of having opened it; changes nothing.
pub async fn look_at_request(
    ports: &Ports,
    token: &str,
    client: &str,
    opened: Option<&str>,
) -> Result<RequestView, OpenRequestError> {
    if opened.is_some_and(|mark| is_mark(ports, token, mark))
        && let Some((request, _)) = request_of(ports, token).await?
        && request.shows_something(ports.now())
    {
        return Ok(RequestView::Shown(Box::new(shown(ports, &request).await?)));
    }
    leading(ports, token, client).await?;
    Ok(RequestView::Cover)
}

/// Opens the request; the mark by which the browser shows that from now on.
pub async fn open_request(
    ports: &Ports,
    token: &str,
    client: &str,
) -> Result<String, OpenRequestError> {
    let (request, _) = leading(ports, token, client).await?;
    ports.rate_limiter.check(Limit::LinkOpened, &format!("{} {client}", request.id))?;
    if request.opened_at.is_none() {
        ports.photo_requests.note_opened(request.id, ports.now()).await?;
    }
    Ok(ports.secrets.digest(OPENED_PURPOSE, token))
}

/// What a page shows of a request that was found by its token.
pub async fn shown_request(
    ports: &Ports,
    token: &str,
    client: &str,
) -> Result<ShownRequest, OpenRequestError> {
    let (request, _) = leading(ports, token, client).await?;
    Ok(shown(ports, &request).await?)
}

/// The request with this token and its digest, where its link shows something.
pub(super) async fn leading(
    ports: &Ports,
    token: &str,
    client: &str,
) -> Result<(PhotoRequest, String), OpenRequestError> {
    // Who has guessed too often learns nothing more, also of links that there are.
    ports.rate_limiter.peek(Limit::DeadLink, client)?;
    let found = request_of(ports, token).await?;
    if let Some(found) = found.filter(|(request, _)| request.shows_something(ports.now())) {
        return Ok(found);
    }
    ports.rate_limiter.check(Limit::DeadLink, client)?;
    Err(OpenRequestError::Nowhere)
}

fn is_mark(ports: &Ports, token: &str, mark: &str) -> bool {
    let marks = ports.secrets.digests(OPENED_PURPOSE, token);
    marks.iter().any(|one| ports.secrets.same(one, mark))
}

/// What is shown of a request now.
pub(super) async fn shown(
    ports: &Ports,
    request: &PhotoRequest,
) -> Result<ShownRequest, StoreError> {
    let account = ports.accounts.by_id(request.owner).await?.ok_or(StoreError::OwnerGone)?;
    let draft = match request.draft_now {
        DraftNow::Open | DraftNow::Begun => Some(draft_of(ports, request.owner).await?),
        DraftNow::Gone => None,
    };
    let draft = draft.filter(|draft| draft.key == request.draft);
    let told = draft.as_ref().map(|draft| told(ports, draft, request.who)).unwrap_or_default();
    let Told { words, place, relation } = told;
    let stage = stage(ports, request).await?;
    let name = account.display_name().to_owned();
    let notice = ports.imagery.notice();
    let text = [
        &name,
        words.as_deref().unwrap_or_default(),
        place.as_deref().unwrap_or_default(),
        &notice,
    ];
    let read = ports.secrets.digest(READ_PURPOSE, &text.join("\0"));
    let agreed = request.consent.as_ref().map(|consent| consent.words.clone());
    let agreed_words = agreed.filter(|agreed| words.as_ref() != Some(agreed));
    Ok(ShownRequest { name, words, place, relation, agreed_words, stage, read })
}

/// What the draft says of a place.
#[derive(Default)]
struct Told {
    words: Option<String>,
    place: Option<String>,
    relation: Option<&'static str>,
}

fn told(ports: &Ports, draft: &Draft, who: Who) -> Told {
    let body = &draft.body;
    // Taken together, as when a memory is begun.
    let decent = |prompt: &&Prompt| assess(&prompt.joined()) == Concern::None;
    let prompt = body.prompt.as_ref().filter(decent);
    let words = prompt.and_then(Prompt::words).map(str::to_owned);
    let setting = body.story.as_ref().and_then(|story| story.setting.as_deref());
    let setting = setting.and_then(|name| ports.catalog.find(name)).map(|view| view.title.clone());
    let name = body.story.as_ref().and_then(|story| story.name.as_deref());
    let written = prompt.and_then(Prompt::place);
    let place = words.as_ref().and_then(|_| place_line(setting.as_deref(), written, name));
    let people = body.story.as_ref().map(|story| story.people.as_slice()).unwrap_or_default();
    let relation = match who {
        Who::You | Who::Keepsake => None,
        Who::LovedOne => people.first(),
        Who::Friend => people.get(1),
    };
    Told { words, place, relation: relation.copied().map(Relation::word) }
}

async fn stage(ports: &Ports, request: &PhotoRequest) -> Result<Stage, StoreError> {
    let now = ports.now();
    Ok(match request.state(now) {
        RequestState::Open => {
            let photos = shown_by(&ports.photos.of_draft(request.owner, now).await?);
            if is_filled(&photos, request.who) {
                Stage::Filled
            } else {
                Stage::Asks(request.expires_at)
            }
        }
        RequestState::Added(_) => {
            Stage::Added(request.consent.as_ref().map_or(request.created_at, |one| one.at))
        }
        RequestState::Used(creation) => Stage::Used {
            status: status_of(ports, creation).await?,
            kept: matches!(request.photo_now, Some(PhotoNow::InUse { .. })),
        },
        RequestState::Ended(_) => Stage::Removed,
    })
}

async fn status_of(ports: &Ports, id: CreationId) -> Result<Option<Status>, StoreError> {
    Ok(ports.creations.find(id).await?.map(|creation| creation.status))
}

impl ShownRequest {
    /// What is agreed to with a photo, where one can be added: nobody can agree to words that they do not
    /// read.
    pub fn words_to_agree(&self) -> Option<&str> {
        self.words.as_deref().filter(|_| matches!(self.stage, Stage::Asks(_)))
    }
}

impl From<OpenRequestError> for Problem {
    fn from(error: OpenRequestError) -> Self {
        match error {
            OpenRequestError::Nowhere => Self::new(Kind::NotFound, NOWHERE),
            OpenRequestError::TooOften(wait) => wait.into(),
            OpenRequestError::Store(error) => error.into(),
        }
    }
}
