//! Changing what a link allows, and making its address anew. Of two browsers that change one link
//! the second is told.

use super::{
    link::LinkToken,
    share::{LinkForm, MadeLink, ShareError},
};
use crate::{
    domain::{auth::session::Member, id::ShareId, rate_limit::Limit, sharing::Lasting},
    ports::{Edited, PasswordChange, Ports, ShareEdit},
};

/// Changes it as its owner saw it.
pub async fn edit_link(
    ports: &Ports,
    member: &Member,
    id: ShareId,
    form: &LinkForm,
) -> Result<(), ShareError> {
    let terms = form.terms()?;
    let lasting = match form.lasts.as_str() {
        "" => None,
        chosen => Some(Lasting::parse(chosen)?),
    };
    ports.rate_limiter.check(Limit::Share, &member.account.id.to_string())?;
    let password = if form.without_password.is_empty() {
        match form.password_hash(ports).await? {
            None => PasswordChange::Stays,
            hash => PasswordChange::Becomes(hash),
        }
    } else {
        PasswordChange::Becomes(None)
    };
    let at = ports.now();
    let edit = ShareEdit {
        owner: member.account.id,
        id,
        // What is no number was seen nowhere.
        version: form.version.parse().unwrap_or(-1),
        terms,
        password,
        expires_at: lasting.map(|lasting| lasting.ends(at)),
        at,
    };
    match ports.shares.edit_share(&edit).await? {
        Edited::Saved => Ok(()),
        Edited::Stale => Err(ShareError::Stale),
        Edited::Gone => Err(ShareError::Gone),
    }
}

/// Gives the link another address; the one before leads nowhere from now on.
pub async fn renew_link(
    ports: &Ports,
    member: &Member,
    id: ShareId,
) -> Result<MadeLink, ShareError> {
    let owner = member.account.id;
    ports.rate_limiter.check(Limit::Share, &owner.to_string())?;
    let token = LinkToken::random(ports);
    if !ports.shares.renew_share(owner, id, &token.digest(ports), ports.now()).await? {
        return Err(ShareError::Gone);
    }
    let share = ports.shares.own_share(owner, id).await?.ok_or(ShareError::Gone)?;
    Ok(MadeLink { share, address: token.address(ports) })
}
