//! Making a link to a memory. Its address is shown once: nothing but a digest of it is kept.

use serde::Deserialize;

use super::link::LinkToken;
use crate::{
    domain::{
        account::{Password, PasswordProblem},
        auth::session::Member,
        id::{CreationId, ShareId},
        rate_limit::Limit,
        sharing::{
            Lasting, MAX_LINKS, Note, Share, SharingProblem, Terms, link_password, viewings,
        },
    },
    ports::{Ports, Shared, StoreError, TooOften},
    problem::{Kind, Problem},
};

/// The form of a link as it came.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct LinkForm {
    pub note: String,
    /// For how long; blank for a month, or where it stays as it is.
    pub lasts: String,
    pub password: String,
    /// The password is taken away.
    pub without_password: String,
    pub downloads: String,
    pub words: String,
    pub viewings: String,
    /// The version that was seen.
    pub version: String,
}

impl LinkForm {
    /// Of a link that nobody has chosen anything for yet.
    pub fn untouched() -> Self {
        Self { lasts: Lasting::Month.as_str().to_owned(), ..Self::default() }
    }

    pub(super) fn terms(&self) -> Result<Terms, SharingProblem> {
        Ok(Terms {
            note: Note::parse(&self.note)?,
            shows_words: !self.words.is_empty(),
            downloads: !self.downloads.is_empty(),
            max_viewings: viewings(&self.viewings)?,
        })
    }

    /// The hash of the password, where there is one.
    pub(super) async fn password_hash(&self, ports: &Ports) -> Result<Option<String>, ShareError> {
        if self.password.is_empty() {
            return Ok(None);
        }
        let password: Password = link_password(&self.password).parse()?;
        Ok(Some(ports.passwords.hash(&password).await?))
    }
}

/// A link that was made just now, with its address.
pub struct MadeLink {
    pub share: Share,
    pub address: String,
}

#[derive(Debug, thiserror::Error)]
pub enum ShareError {
    #[error(transparent)]
    Input(#[from] SharingProblem),
    #[error(transparent)]
    Password(#[from] PasswordProblem),
    #[error("there is no such finished memory")]
    NoMemory,
    #[error("a link to the memory is paused, or was removed")]
    Reported,
    #[error("the account has as many links as it may have")]
    TooMany,
    #[error("the link was changed meanwhile")]
    Stale,
    #[error("the link has ended, or never was")]
    Gone,
    #[error(transparent)]
    TooOften(#[from] TooOften),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Shares a memory with whoever has the link.
pub async fn share_memory(
    ports: &Ports,
    member: &Member,
    creation: CreationId,
    form: &LinkForm,
) -> Result<MadeLink, ShareError> {
    let owner = member.account.id;
    let terms = form.terms()?;
    let lasting = match form.lasts.as_str() {
        "" => Lasting::Month,
        chosen => Lasting::parse(chosen)?,
    };
    ports.rate_limiter.check(Limit::Share, &owner.to_string())?;
    let password_hash = form.password_hash(ports).await?;
    let (at, parts) = ports.id_parts();
    let share = Share {
        id: ShareId::new(at, &parts),
        owner,
        creation,
        terms,
        password_hash,
        password_version: 0,
        viewings: 0,
        people: 0,
        created_at: at,
        expires_at: lasting.ends(at),
        last_viewed_at: None,
        paused_at: None,
        looked_at: None,
        decision_reason: None,
        ended: None,
        version: 0,
    };
    let token = LinkToken::random(ports);
    match ports.shares.share(&share, &token.digest(ports), MAX_LINKS).await? {
        Shared::Made => Ok(MadeLink { share, address: token.address(ports) }),
        Shared::NoMemory => Err(ShareError::NoMemory),
        Shared::Reported => Err(ShareError::Reported),
        Shared::TooMany => Err(ShareError::TooMany),
    }
}

/// Of two who changed a link, for the second.
pub const STALE: &str = "This link was changed in another window meanwhile. It stands here as it is now; please change it again.";

/// Of a memory that somebody has objected to.
pub const REPORTED: &str = "A link to this memory was paused or removed because somebody reported it, so no other link can be made. Your links say more.";

/// Of a link that cannot be changed.
pub const GONE: &str = "This link has ended. Make a new one from the memory's page.";

impl From<ShareError> for Problem {
    fn from(error: ShareError) -> Self {
        match error {
            ShareError::Input(problem) => Self::new(Kind::BadInput, problem.to_string()),
            ShareError::Password(problem) => Self::new(Kind::BadInput, problem.to_string()),
            ShareError::NoMemory => Self::not_found(),
            ShareError::Reported => Self::new(Kind::Conflict, REPORTED),
            ShareError::TooMany => Self::new(
                Kind::Conflict,
                format!("You have {MAX_LINKS} links already. Stop one that nobody needs any more."),
            ),
            ShareError::Stale => Self::new(Kind::Conflict, STALE),
            ShareError::Gone => Self::new(Kind::NotFound, GONE),
            ShareError::TooOften(wait) => wait.into(),
            ShareError::Store(error) => error.into(),
        }
    }
}
