//! Asking for a photo: the address is made, shown once, and made anew where it was lost.

use evernear_rules::wire::Who;

use super::token::RequestToken;
use crate::{
    domain::{
        auth::session::Member,
        creation::Prompt,
        id::PhotoRequestId,
        photo_request::{REQUEST_LIFETIME, asked_for},
        rate_limit::Limit,
        timestamp::Timestamp,
    },
    flows::{draft::creator_state::load_draft, waitlist::beta_gate::admitted},
    ports::{MadePhotoRequest, NewPhotoRequest, Ports, StoreError, TooOften},
    problem::{Kind, Problem},
};

/// A request whose address was made just now.
pub struct MadeRequest {
    pub address: String,
    pub expires_at: Timestamp,
}

#[derive(Debug, thiserror::Error)]
pub enum AskError {
    #[error("nobody can be asked for this place")]
    NoPlace,
    #[error("the beta is closed for this account")]
    BetaClosed,
    #[error("the draft has no words yet")]
    NoWords,
    #[error("the draft is another one by now, or a memory was begun from it")]
    NoDraft,
    #[error("there is a request for this place")]
    Already,
    #[error("the place has its photo, or the draft has as many as it may")]
    Filled,
    #[error("as many requests are kept as may be, and none may go")]
    TooMany,
    #[error("the request takes no photo any more, or never was")]
    Gone,
    #[error(transparent)]
    TooOften(#[from] TooOften),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Asks for the photo at this place of the draft.
pub async fn ask_for_photo(
    ports: &Ports,
    member: &Member,
    place: &str,
) -> Result<MadeRequest, AskError> {
    let who: Who = asked_for(place).ok_or(AskError::NoPlace)?;
    let owner = member.account.id;
    if !admitted(ports, &member.account).await? {
        return Err(AskError::BetaClosed);
    }
    let draft = load_draft(ports, member).await?;
    // Whoever is asked reads what the photo is for.
    if draft.body.prompt.as_ref().and_then(Prompt::words).is_none() {
        return Err(AskError::NoWords);
    }
    ports.rate_limiter.check(Limit::PhotoRequest, &owner.to_string())?;
    let (at, parts) = ports.id_parts();
    let token = RequestToken::random(ports);
    let new = NewPhotoRequest {
        id: PhotoRequestId::new(at, &parts),
        owner,
        draft: draft.key,
        who,
        token_hash: token.digest(ports),
        created_at: at,
        expires_at: at.after(REQUEST_LIFETIME),
    };
    match ports.photo_requests.request_photo(&new).await? {
        MadePhotoRequest::Made => {
            Ok(MadeRequest { address: token.address(ports), expires_at: new.expires_at })
        }
        MadePhotoRequest::Already => Err(AskError::Already),
        MadePhotoRequest::Filled => Err(AskError::Filled),
        MadePhotoRequest::NoDraft => Err(AskError::NoDraft),
        MadePhotoRequest::TooMany => Err(AskError::TooMany),
    }
}

/// Gives an open request another address; the one before leads nowhere from now on.
pub async fn renew_request(
    ports: &Ports,
    member: &Member,
    id: PhotoRequestId,
) -> Result<MadeRequest, AskError> {
    let owner = member.account.id;
    ports.rate_limiter.check(Limit::PhotoRequest, &owner.to_string())?;
    let token = RequestToken::random(ports);
    let at = ports.now();
    let digest = token.digest(ports);
    let renewed = ports.photo_requests.renew_photo_request(owner, id, &digest, at).await?;
    let expires_at = renewed.ok_or(AskError::Gone)?;
    Ok(MadeRequest { address: token.address(ports), expires_at })
}

impl From<AskError> for Problem {
    fn from(error: AskError) -> Self {
        match error {
            AskError::NoPlace => {
                Self::new(Kind::BadInput, "Please choose from the list whom you ask.")
            }
            AskError::BetaClosed => Self::beta_closed(),
            AskError::NoWords => Self::new(
                Kind::Conflict,
                "Please describe the memory first: whoever you ask reads what their photo is for.",
            ),
            AskError::NoDraft => Self::new(
                Kind::Conflict,
                "Your memory has been begun or changed meanwhile. A photo can be asked for once you describe the next one.",
            ),
            AskError::Already => Self::new(
                Kind::Conflict,
                "You have asked for this photo already. Make its link anew, or stop it first.",
            ),
            AskError::Filled => Self::new(
                Kind::Conflict,
                "There is a photo in this place. Remove it in the creator to ask somebody for theirs.",
            ),
            AskError::TooMany => Self::new(
                Kind::Conflict,
                "You have asked for a hundred photos in the last months, which is as many as there may be. Please add this one yourself, or ask again when older requests are gone.",
            ),
            AskError::Gone => Self::new(
                Kind::NotFound,
                "No photo can be added by this request any more. Ask for it once more.",
            ),
            AskError::TooOften(wait) => wait.into(),
            AskError::Store(error) => error.into(),
        }
    }
}
