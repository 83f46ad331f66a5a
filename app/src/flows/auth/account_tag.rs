//! Whose page a request comes from. A tab may stay open while its account signs out and another
//! one signs in: the cookie is the new account's then, what stands in the tab is not. So each page
//! of a signed-in account carries a tag of it, and its script sends the tag along
//! (`docs/decisions.md`, 'A page acts for its own account').

use crate::{
    domain::{auth::session::Member, id::AccountId},
    ports::Ports,
    problem::Problem,
};

/// The header in which a page's script sends the tag.
pub const ACCOUNT_HEADER: &str = "x-evernear-account";

const PURPOSE: &str = "account of a page";

/// The tag of an account. It is a keyed digest, so it tells nothing and cannot be made elsewhere.
pub fn account_tag(ports: &Ports, account: AccountId) -> String {
    ports.secrets.digest(PURPOSE, &account.to_string())
}

/// Refuses the request of a page that was rendered for another account; without a tag there is
/// nothing to compare. A tag of a key of before counts: the page may be older than the key.
pub fn require_own_page(ports: &Ports, member: &Member, tag: Option<&str>) -> Result<(), Problem> {
    let Some(tag) = tag else { return Ok(()) };
    let own = ports.secrets.digests(PURPOSE, &member.account.id.to_string());
    if own.iter().any(|own| ports.secrets.same(own, tag)) {
        Ok(())
    } else {
        Err(Problem::another_account())
    }
}
