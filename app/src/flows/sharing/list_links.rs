//! Every link of an account, with the memory that each leads to.

use std::collections::BTreeMap;

use crate::{
    domain::{
        auth::session::Member,
        sharing::{Share, ShareState},
    },
    ports::{Ports, StoreError},
};

/// A link in the list.
pub struct ListedLink {
    pub share: Share,
    /// What it does now.
    pub state: ShareState,
    /// What its memory is called.
    pub title: String,
}

/// All of them, newest first.
pub async fn list_links(ports: &Ports, member: &Member) -> Result<Vec<ListedLink>, StoreError> {
    let owner = member.account.id;
    let now = ports.now();
    let mut titles = BTreeMap::new();
    let mut listed = Vec::new();
    for share in ports.shares.shares(owner).await? {
        let title = match titles.get(&share.creation) {
            Some(known) => String::clone(known),
            None => match ports.creations.get(owner, share.creation).await? {
                Some(creation) => creation.title(),
                // Deleted just now, and its links with it.
                None => continue,
            },
        };
        titles.insert(share.creation, title.clone());
        listed.push(ListedLink { state: share.state(now), share, title });
    }
    Ok(listed)
}
