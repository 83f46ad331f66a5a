//! Words that were not sent yet. They are kept for the person who is being signed out by
//! leaving the tab, given back when the same person is in again, and gone once they are sent,
//! cleared or too old.

use std::collections::BTreeMap;

use evernear_rules::wire::UnsentWords;

use crate::{
    domain::{
        account::session::Member,
        id::AccountId,
        unsent::{Fields, Place, UNSENT_LIFETIME, UnsentProblem, worth_keeping},
    },
    ports::{Ports, StoreError},
    problem::{Kind, Problem},
};

/// Most pages that are told of at once: several tabs may show the same one.
const MAX_PAGES: usize = 16;

/// Keeps what the person's tabs tell. Of two tabs of one place the one with words counts; a
/// place where nothing is left keeps nothing.
pub async fn keep_unsent(
    ports: &Ports,
    member: &Member,
    words: Vec<UnsentWords>,
) -> Result<(), Problem> {
    let owner = member.account.id;
    for (place, fields) in by_place(words).map_err(refused)? {
        if fields.is_empty() {
            ports.unsent.forget(owner, place).await?;
            continue;
        }
        let json = serde_json::to_vec(&fields).map_err(StoreError::new)?;
        let (sealed, now) = (ports.secrets.seal(&json), ports.now());
        ports.unsent.keep(owner, place, &sealed, now, now.after(UNSENT_LIFETIME)).await?;
    }
    Ok(())
}

/// What the person had written there; nothing where there is none.
pub async fn unsent_at(
    ports: &Ports,
    owner: AccountId,
    place: Place,
) -> Result<Fields, StoreError> {
    let sealed = ports.unsent.find(owner, place, ports.now()).await?;
    // Sealed by a key that is no more: nobody can read it.
    let json = sealed.and_then(|sealed| ports.secrets.open(&sealed));
    Ok(json.and_then(|json| serde_json::from_slice(&json).ok()).unwrap_or_default())
}

/// They were sent. What they became is stored by now, so trouble here is no failure of
/// whoever sent them: what is left goes when its time is over.
pub(super) async fn forget_unsent(ports: &Ports, owner: AccountId, place: Place) {
    let _ = ports.unsent.forget(owner, place).await;
}

fn by_place(words: Vec<UnsentWords>) -> Result<BTreeMap<Place, Fields>, UnsentProblem> {
    if words.len() > MAX_PAGES {
        return Err(UnsentProblem);
    }
    let mut places = BTreeMap::<Place, Fields>::new();
    for page in words {
        let fields = worth_keeping(page.fields)?;
        let known = places.entry(page.place.parse()?).or_default();
        if known.is_empty() {
            *known = fields;
        }
    }
    Ok(places)
}

fn refused(problem: UnsentProblem) -> Problem {
    Problem::new(Kind::BadInput, problem.to_string())
}
