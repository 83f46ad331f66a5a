//! Starting a creation: everything is checked, then the hold, the row and the photos change
//! hands in one transaction. The draft's key makes it happen once, however often it is asked
//! for.

use std::time::Duration;

use evernear_rules::{
    photos::{MAX_KEEPSAKES, WRONG_PHOTO_COUNT},
    presentation::Presentation,
    pricing::CREATION_COST,
    story::Story,
    wire::{CreationKind, Mode},
};

use crate::{
    domain::{
        account::Account,
        auth::session::Member,
        billing::Plan,
        companion::{
            fallback,
            moderation::{self, Concern},
        },
        creation::{Brief, Creation, Prompt, RETAKE_WITHIN, Review, State},
        id::{CreationId, EntryId},
        rate_limit::Limit,
        unsent_words::UnsentForm,
    },
    flows::{
        account::accept_terms::accept_terms,
        draft::{
            creator_state::load_draft,
            story::{checked, understand},
            unsent_words::forget_unsent,
        },
        waitlist::beta_gate::admitted,
    },
    ports::{
        BeginError, Begun, Ceiling, Hold, NewCreation, OrderPrices, Part, PhotoSource, Ports,
        Release, ReservedCosts, Retake, StoreError, TooOften,
    },
    problem::{Kind, NO_RETAKE, Problem, TERMS_NEEDED, words_for},
};

/// What the page asks for.
#[derive(Clone, Debug)]
pub struct BeginCreation {
    /// The draft's key.
    pub key: String,
    pub kind: CreationKind,
    pub rights_confirmed: bool,
    /// Age and terms are confirmed with this request.
    pub terms_accepted: bool,
    /// Where and when it is, as the page shows it.
    pub story: Option<Story>,
    /// How people are shown, and in which shape, as the page shows it.
    pub presentation: Option<Presentation>,
    /// The id of the recording that the page shows.
    pub recording: Option<String>,
    /// To look at the picture before its film is made; nothing is what was kept.
    pub review: Option<bool>,
}

#[derive(Debug, thiserror::Error)]
pub enum BeginCreationError {
    #[error("too few credits: {have}")]
    InsufficientCredits { have: u32 },
    #[error("neither two nor three photos of people")]
    WrongPhotos,
    #[error("somebody has added a photo that was not shown yet")]
    UnseenPhoto,
    #[error("the draft has another recording than its page shows")]
    AnotherRecording,
    #[error("the right to use the photos is not confirmed")]
    Rights,
    #[error("age and terms are not confirmed")]
    Terms,
    #[error("the closed beta does not admit this account")]
    BetaClosed,
    #[error("the draft is another one by now")]
    Stale,
    #[error("the prompt is not one we make pictures of")]
    Refused,
    #[error("the person needs care first")]
    Paused { reply: String },
    #[error("the photos of the earlier creation are gone")]
    PhotosGone,
    #[error("the memory has no free retake, or none any more")]
    NoRetake,
    #[error("the story cannot be taken: {0:?}")]
    Story(Problem),
    #[error("there is no such creation")]
    NotFound,
    #[error("no more may be spent today: {ceiling:?}")]
    CostCeiling { ceiling: Ceiling, until_tomorrow: Duration },
    #[error("too many creations were cancelled lately")]
    CancelledTooOften(TooOften),
    #[error("too many creations were begun lately")]
    TooOften(TooOften),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Starts the creation of the draft, or finds the one that was started from it.
pub async fn begin_creation(
    ports: &Ports,
    member: &Member,
    request: &BeginCreation,
) -> Result<Creation, BeginCreationError> {
    // Photos before draft: when another request of the same click took the photos, the
    // draft that is read after them names what it started.
    let photos = ports.photos.of_draft(member.account.id, ports.now()).await?;
    let draft = load_draft(ports, member).await?;
    if draft.key.to_string() != request.key {
        return Err(BeginCreationError::Stale);
    }
    if let Some(id) = draft.creation {
        return find(ports, &member.account, id).await;
    }
    let retaken = match draft.body.retake {
        Some(id) => {
            let memory = find(ports, &member.account, id).await;
            Some(memory.map_err(|_| BeginCreationError::NoRetake)?)
        }
        None => None,
    };
    if !request.rights_confirmed {
        return Err(BeginCreationError::Rights);
    }
    if member.account.terms_needed() {
        if !request.terms_accepted {
            return Err(BeginCreationError::Terms);
        }
        accept_terms(ports, member.account.id).await?;
    }
    let (prompt, kind) = match &retaken {
        Some(memory) => (memory.brief.prompt.clone(), memory.brief.kind),
        None => (draft.body.full_prompt(), request.kind),
    };
    if draft.body.paused {
        return Err(paused(ports));
    }
    check_words(ports, &prompt)?;
    // For one that comes from now on the transaction asks again.
    let unseen = ports.photo_requests.unseen_photos(member.account.id).await?;
    if photos.iter().any(|photo| unseen.contains(&photo.id)) {
        return Err(BeginCreationError::UnseenPhoto);
    }
    let recording = ports.recordings.recording_of_draft(member.account.id, ports.now()).await?;
    let recording = recording.map(|recording| recording.id);
    if recording.map(|id| id.to_string()) != request.recording {
        return Err(BeginCreationError::AnotherRecording);
    }
    let keepsakes = photos.iter().filter(|photo| photo.is_keepsake()).count();
    let mode = Mode::for_photos(photos.len() - keepsakes);
    let mode = mode.filter(|_| keepsakes <= MAX_KEEPSAKES as usize);
    let mode = mode.ok_or(BeginCreationError::WrongPhotos)?;
    let story = match request.story.as_ref().or(draft.body.story.as_ref()) {
        Some(story) => checked(ports, story).map_err(BeginCreationError::Story)?,
        None => understand(ports, member.account.id, &prompt).await,
    };
    let presentation = request.presentation.unwrap_or(draft.body.presentation);
    let review = request.review.or(draft.body.review);
    let review = review.unwrap_or_else(|| reviews_by_default(ports));
    let review = (review && kind == CreationKind::Video).then(Review::default);
    let (at, parts) = ports.id_parts();
    let id = CreationId::new(at, &parts);
    let new = NewCreation {
        id,
        owner: member.account.id,
        request_key: request.key.clone(),
        draft: Some(draft.key),
        brief: Brief { kind, mode, prompt, story, presentation, seed: id.seed() },
        photos: PhotoSource::Draft,
        keepsake: keepsakes > 0,
        recording,
        image_of: None,
        hold: hold(ports),
        costs: reserved_costs(ports, kind, false, review.as_ref()),
        state: State { review, ..State::default() },
        retake: retaken.map(|memory| retake(ports, memory.id, RETAKE_WITHIN)),
        head_start: head_start(&member.account),
        at,
    };
    let creation = start(ports, &member.account, new).await?;
    // What stood in the box has become this memory, or was left aside for it.
    forget_unsent(ports, member.account.id, UnsentForm::Creator).await;
    Ok(creation)
}

pub(in crate::flows) fn check_words(
    ports: &Ports,
    prompt: &Prompt,
) -> Result<(), BeginCreationError> {
    match moderation::assess(&prompt.joined()) {
        Concern::None => Ok(()),
        Concern::Distress => Err(paused(ports)),
        Concern::Refused => Err(BeginCreationError::Refused),
    }
}

pub(in crate::flows) fn hold(ports: &Ports) -> Hold {
    let (at, parts) = ports.id_parts();
    Hold { entry: EntryId::new(at, &parts), credits: CREATION_COST }
}

/// Whether the picture is looked at first where the person does not choose: where a film costs the
/// operator money.
pub fn reviews_by_default(ports: &Ports) -> bool {
    ports.imagery.is_paid(Part::Film, false)
}

/// What a creation of this kind may come to at its providers; `has_image` where its image is there. Other
/// pictures that its review promises are counted in.
pub(in crate::flows) fn reserved_costs(
    ports: &Ports,
    kind: CreationKind,
    has_image: bool,
    review: Option<&Review>,
) -> ReservedCosts {
    let OrderPrices { limits, .. } = ports.settings.prices;
    let pictures = u32::from(!has_image) + review.map_or(0, Review::others_left);
    let mut reserve = i64::from(pictures) * order_price(ports, Part::Image, false);
    if kind == CreationKind::Video {
        reserve += order_price(ports, Part::Film, false);
    }
    ReservedCosts { reserve, limits }
}

/// What an order costs, in millionths of a US dollar; 0 where its provider is not paid.
pub(super) fn order_price(ports: &Ports, part: Part, fallback: bool) -> i64 {
    if !ports.imagery.is_paid(part, fallback) {
        return 0;
    }
    match part {
        Part::Image => ports.settings.prices.image,
        Part::Film => ports.settings.prices.film,
    }
}

pub(super) fn release(ports: &Ports) -> Release {
    let entry = || hold(ports).entry;
    Release { entry: entry(), retake_entry: entry(), repay: entry() }
}

/// What the person's plan puts ahead of others, as it is when the creation begins.
pub(in crate::flows) fn head_start(account: &Account) -> Duration {
    let plan = account.plan.as_deref().and_then(Plan::named);
    plan.map_or(Duration::ZERO, |plan| plan.head_start)
}

/// The free retake of a memory that ended within this time.
pub(super) fn retake(ports: &Ports, of: CreationId, within: Duration) -> Retake {
    Retake { of, since: ports.now().before(within), entry: hold(ports).entry }
}

/// Starts it, or finds what was started by the same request.
pub(in crate::flows) async fn start(
    ports: &Ports,
    account: &Account,
    new: NewCreation,
) -> Result<Creation, BeginCreationError> {
    if !admitted(ports, account).await? {
        return Err(BeginCreationError::BetaClosed);
    }
    let owner = account.id.to_string();
    ports.objects.has_room(0).await?;
    ports
        .rate_limiter
        .peek(Limit::Cancelled, &owner)
        .map_err(BeginCreationError::CancelledTooOften)?;
    // Film after film may be cancelled once it is paid for.
    let cancelled = ports.costs.spent_on_cancelled(account.id, &ports.now().date()).await?;
    if cancelled > 0 && cancelled >= ports.settings.prices.limits.cancelled_day {
        let tomorrow = TooOften(ports.now().until_next_day());
        return Err(BeginCreationError::CancelledTooOften(tomorrow));
    }
    // Counted before, because many at once are one after the other for whoever waits.
    ports.rate_limiter.check(Limit::Begun, &owner).map_err(BeginCreationError::TooOften)?;
    let id = new.id;
    let begun = ports.creations.begin(new).await.map_err(|error| match error {
        BeginError::InsufficientCredits { have } => {
            BeginCreationError::InsufficientCredits { have }
        }
        BeginError::WrongPhotos => BeginCreationError::WrongPhotos,
        BeginError::NoRetake => BeginCreationError::NoRetake,
        BeginError::CostCeiling(ceiling) => BeginCreationError::CostCeiling {
            ceiling,
            until_tomorrow: ports.now().until_next_day(),
        },
        BeginError::Store(error) => BeginCreationError::Store(error),
    })?;
    ports.wake.wake();
    let id = match begun {
        Begun::Started => id,
        Begun::Already(id) => id,
    };
    find(ports, account, id).await
}

async fn find(
    ports: &Ports,
    account: &Account,
    id: CreationId,
) -> Result<Creation, BeginCreationError> {
    ports.creations.get(account.id, id).await?.ok_or(BeginCreationError::NotFound)
}

fn paused(ports: &Ports) -> BeginCreationError {
    BeginCreationError::Paused { reply: moderation::distress_reply(&ports.settings.helplines) }
}

impl From<BeginCreationError> for Problem {
    fn from(error: BeginCreationError) -> Self {
        match error {
            BeginCreationError::InsufficientCredits { have } => Self::insufficient(have),
            BeginCreationError::WrongPhotos => Self::new(Kind::BadInput, WRONG_PHOTO_COUNT),
            BeginCreationError::UnseenPhoto => Self::new(
                Kind::Conflict,
                "Somebody you asked has added their photo meanwhile. Please reload the page and look at it first.",
            ),
            BeginCreationError::AnotherRecording => Self::new(
                Kind::Conflict,
                "The recording of this memory has changed meanwhile. Please reload the page and listen to it first.",
            ),
            BeginCreationError::Rights => {
                Self::new(Kind::BadInput, "Please confirm that you may use these photos.")
            }
            BeginCreationError::Terms => Self::new(Kind::TermsNeeded, TERMS_NEEDED),
            BeginCreationError::Stale => Self::new(
                Kind::Conflict,
                "This memory was changed in another tab. Please reload the page.",
            ),
            BeginCreationError::Refused => Self::new(Kind::Refused, fallback::REFUSED),
            BeginCreationError::Paused { reply } => Self::new(Kind::Refused, reply),
            BeginCreationError::PhotosGone => Self::new(
                Kind::NotFound,
                "The photos of this memory are gone. Please add them again.",
            ),
            BeginCreationError::NoRetake => Self::new(Kind::Conflict, NO_RETAKE),
            BeginCreationError::Story(problem) => problem,
            BeginCreationError::BetaClosed => Self::beta_closed(),
            BeginCreationError::NotFound => Self::not_found(),
            BeginCreationError::TooOften(wait) => wait.into(),
            BeginCreationError::CostCeiling { ceiling, until_tomorrow } => Self {
                message: match ceiling {
                    Ceiling::Account => "You have made as many memories as we can make for one person in a day. Your words and photos stay here; please come back tomorrow.".to_owned(),
                    Ceiling::Site => "We have made as many memories today as we can. Your words and photos stay here; please come back tomorrow.".to_owned(),
                },
                ..TooOften(until_tomorrow).into()
            },
            BeginCreationError::CancelledTooOften(wait) => Self {
                message: format!(
                    "You cancelled several memories lately, so the next one can begin in {}. Your words and photos stay here.",
                    words_for(wait.0)
                ),
                ..wait.into()
            },
            BeginCreationError::Store(error) => error.into(),
        }
    }
}
