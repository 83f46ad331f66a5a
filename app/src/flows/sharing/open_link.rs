//! Opening a link, and watching what it leads to. A look at its address shows a cover that says
//! nothing, so that previews and mail scanners neither see nor count anything; the cover's button
//! opens it. Whoever opened it is known by a random id in a cookie of that address, and may watch
//! for twelve hours. What leads nowhere looks the same, whyever that is, and is counted as a guess.

use super::link::{is_random_hex, random_hex, share_of};
use crate::{
    domain::{
        creation::{Creation, Status},
        id::AccountId,
        rate_limit::Limit,
        sharing::{Share, ShareState, Viewer, WATCH_WITHIN, link_password},
    },
    ports::{Admission, Ports, StoreError, TooOften},
    problem::{Kind, Problem, words_for},
};

const VIEWER_PURPOSE: &str = "viewer of a memory";

/// Shown for every link that does not lead to a memory.
pub const NOWHERE: &str = "This link leads nowhere any more.";

/// Who shows a link.
#[derive(Clone, Copy, Debug)]
pub struct Visitor<'a> {
    pub client: &'a str,
    /// The id in the cookie of this link.
    pub viewer: Option<&'a str>,
    /// Whoever is signed in.
    pub account: Option<AccountId>,
}

/// A memory that somebody may see by a link.
#[derive(Clone, Debug)]
pub struct SharedMemory {
    pub share: Share,
    pub creation: Creation,
}

/// What a link shows.
pub enum LinkView {
    /// Nothing of the memory yet.
    Cover {
        asks_password: bool,
    },
    Memory(Box<SharedMemory>),
}

#[derive(Debug, thiserror::Error)]
pub enum OpenLinkError {
    #[error("the link leads nowhere")]
    Nowhere,
    #[error("too many links that lead nowhere were asked for")]
    TooOften(#[from] TooOften),
    #[error("the password is missing")]
    PasswordMissing,
    #[error("the password is wrong")]
    PasswordWrong,
    #[error("too many passwords were tried")]
    TooManyPasswords(TooOften),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What the link shows to this visitor; changes nothing.
pub async fn look_at_link(
    ports: &Ports,
    token: &str,
    visitor: Visitor<'_>,
) -> Result<LinkView, OpenLinkError> {
    match memory_of(ports, token, visitor).await? {
        (share, Some(creation)) => Ok(LinkView::Memory(Box::new(SharedMemory { share, creation }))),
        (share, None) => {
            let asks_password = share.password_hash.is_some() && !is_own(&share, visitor);
            Ok(LinkView::Cover { asks_password })
        }
    }
}

/// The memory, for whoever has opened the link.
pub async fn watch_by_link(
    ports: &Ports,
    token: &str,
    visitor: Visitor<'_>,
) -> Result<SharedMemory, OpenLinkError> {
    match memory_of(ports, token, visitor).await? {
        (share, Some(creation)) => Ok(SharedMemory { share, creation }),
        (_, None) => Err(OpenLinkError::Nowhere),
    }
}

/// Lets the visitor in and counts them; the id that their browser is known by from now on.
pub async fn open_link(
    ports: &Ports,
    token: &str,
    visitor: Visitor<'_>,
    password: &str,
) -> Result<String, OpenLinkError> {
    let (share, watched) = memory_of(ports, token, visitor).await?;
    if let (Some(viewer), Some(_)) = (visitor.viewer, watched) {
        return Ok(viewer.to_owned());
    }
    let own = is_own(&share, visitor);
    if !own {
        check_password(ports, &share, visitor.client, password).await?;
        let by_client = format!("{} {}", share.id, visitor.client);
        ports.rate_limiter.check(Limit::LinkOpened, &by_client)?;
    }
    let known = visitor.viewer.filter(|viewer| is_random_hex(viewer)).map(str::to_owned);
    let viewer = known.unwrap_or_else(|| random_hex(ports));
    let at = ports.now();
    let admission = Admission {
        owner: share.owner,
        share: share.id,
        viewer: viewer_digest(ports, &share, &viewer),
        own,
        password_version: share.password_version,
        since: at.before(WATCH_WITHIN),
        at,
    };
    if ports.shares.admit(&admission).await? { Ok(viewer) } else { Err(OpenLinkError::Nowhere) }
}

/// The living link with this token, for whatever needs no viewer.
pub(super) async fn living_link(
    ports: &Ports,
    token: &str,
    client: &str,
) -> Result<Share, OpenLinkError> {
    ports.rate_limiter.peek(Limit::DeadLink, client)?;
    let share = share_of(ports, token).await?;
    let leads =
        |share: &Share| matches!(share.state(ports.now()), ShareState::Open | ShareState::UsedUp);
    match share.filter(leads) {
        Some(share) => Ok(share),
        None => Err(nowhere(ports, client)?),
    }
}

/// The link, with its memory for whoever may watch it now.
async fn memory_of(
    ports: &Ports,
    token: &str,
    visitor: Visitor<'_>,
) -> Result<(Share, Option<Creation>), OpenLinkError> {
    let share = share_of(ports, token).await?;
    if let Some(share) = &share
        && let Some(creation) = watched(ports, share, visitor).await?
    {
        return Ok((share.clone(), Some(creation)));
    }
    // Who has guessed too often learns nothing more, also of links that there are.
    ports.rate_limiter.peek(Limit::DeadLink, visitor.client)?;
    let opens = |share: &Share| match share.state(ports.now()) {
        ShareState::Open => true,
        ShareState::UsedUp => is_own(share, visitor),
        ShareState::Paused | ShareState::Ended(_) => false,
    };
    match share.filter(opens) {
        Some(share) => Ok((share, None)),
        None => Err(nowhere(ports, visitor.client)?),
    }
}

/// The memory, where the visitor has opened the link and may watch.
async fn watched(
    ports: &Ports,
    share: &Share,
    visitor: Visitor<'_>,
) -> Result<Option<Creation>, StoreError> {
    let Some(id) = visitor.viewer.filter(|viewer| is_random_hex(viewer)) else { return Ok(None) };
    let known = ports.shares.viewer(share.id, &viewer_digest(ports, share, id)).await?;
    if !known.is_some_and(|viewer: Viewer| viewer.may_watch(share, ports.now())) {
        return Ok(None);
    }
    let creation = ports.creations.find(share.creation).await?;
    Ok(creation.filter(|creation| creation.status == Status::Finished))
}

fn is_own(share: &Share, visitor: Visitor<'_>) -> bool {
    visitor.account == Some(share.owner)
}

/// Another one for each memory: of two links nobody can tell whether one browser opened both.
fn viewer_digest(ports: &Ports, share: &Share, viewer: &str) -> String {
    ports.secrets.digest(VIEWER_PURPOSE, &format!("{} {viewer}", share.creation))
}

/// Counts a link that leads nowhere.
fn nowhere(ports: &Ports, client: &str) -> Result<OpenLinkError, TooOften> {
    ports.rate_limiter.check(Limit::DeadLink, client)?;
    Ok(OpenLinkError::Nowhere)
}

/// Each try counts, right or wrong: when there were too many, the right one is refused as well.
async fn check_password(
    ports: &Ports,
    share: &Share,
    client: &str,
    password: &str,
) -> Result<(), OpenLinkError> {
    let Some(hash) = &share.password_hash else { return Ok(()) };
    let password = link_password(password);
    if password.is_empty() {
        return Err(OpenLinkError::PasswordMissing);
    }
    let by_client = format!("{} {client}", share.id);
    let limits = &ports.rate_limiter;
    // Who is refused as one client uses up nothing of everybody's.
    limits.check(Limit::LinkPassword, &by_client).map_err(OpenLinkError::TooManyPasswords)?;
    let by_all = limits.check(Limit::LinkPasswordTo, &share.id.to_string());
    by_all.map_err(OpenLinkError::TooManyPasswords)?;
    if ports.passwords.matches(&password, Some(hash)).await? {
        Ok(())
    } else {
        Err(OpenLinkError::PasswordWrong)
    }
}

impl From<OpenLinkError> for Problem {
    fn from(error: OpenLinkError) -> Self {
        match error {
            OpenLinkError::Nowhere => Self::new(Kind::NotFound, NOWHERE),
            OpenLinkError::TooOften(wait) => wait.into(),
            OpenLinkError::PasswordMissing => {
                Self::new(Kind::BadInput, "Please enter the password of this link.")
            }
            OpenLinkError::PasswordWrong => {
                Self::new(Kind::BadInput, "That is not the password of this link.")
            }
            OpenLinkError::TooManyPasswords(wait) => {
                let text = format!(
                    "Too many passwords were tried for this link. For {} not even the right one opens it.",
                    words_for(wait.0)
                );
                Self { message: text, ..wait.into() }
            }
            OpenLinkError::Store(error) => error.into(),
        }
    }
}
