//! Words that were not sent yet. They are kept for the person who is being signed out by
//! leaving the tab, given back when the same person is in again, and gone once they are sent,
//! cleared or too old.

use std::collections::BTreeMap;

use evernear_rules::wire::UnsentWords;

use crate::{
    domain::{
        auth::session::Member,
        id::AccountId,
        unsent_words::{Fields, UNSENT_LIFETIME, UnsentForm, UnsentProblem, worth_keeping},
    },
    ports::{Ports, StoreError},
    problem::{Kind, Problem},
};

/// Most places that are told of at once: those of all tabs together.
const MAX_PLACES: usize = 128;

/// Keeps what the person's tabs tell. Of two tabs of one place the one with words counts; a
/// place where nothing is left keeps nothing. Each place is judged by itself; the names of those
/// that cannot be kept.
pub async fn keep_unsent(
    ports: &Ports,
    member: &Member,
    words: Vec<UnsentWords>,
) -> Result<Vec<String>, Problem> {
    if words.len() > MAX_PLACES {
        return Err(Problem::new(Kind::BadInput, UnsentProblem.to_string()));
    }
    let mut refused = Vec::new();
    for (name, fields) in by_place(words) {
        if !keep_place(ports, member.account.id, &name, fields).await? {
            refused.push(name);
        }
    }
    Ok(refused)
}

/// Whether the server has now what was told of one place.
async fn keep_place(
    ports: &Ports,
    owner: AccountId,
    name: &str,
    fields: Result<Fields, UnsentProblem>,
) -> Result<bool, StoreError> {
    let (Ok(place), Ok(fields)) = (name.parse::<UnsentForm>(), fields) else { return Ok(false) };
    if fields.is_empty() {
        ports.unsent.forget(owner, place).await?;
        return Ok(true);
    }
    let json = serde_json::to_vec(&fields).map_err(StoreError::new)?;
    let (sealed, now) = (ports.secrets.seal(&json), ports.now());
    ports.unsent.keep(owner, place, &sealed, now, now.after(UNSENT_LIFETIME)).await
}

/// What the person had written there; nothing where there is none.
pub async fn unsent_at(
    ports: &Ports,
    owner: AccountId,
    place: UnsentForm,
) -> Result<Fields, StoreError> {
    let sealed = ports.unsent.find(owner, place, ports.now()).await?;
    Ok(sealed.map(|sealed| opened(ports, &sealed)).unwrap_or_default())
}

/// What the person had written anywhere.
pub async fn all_unsent(
    ports: &Ports,
    owner: AccountId,
) -> Result<BTreeMap<UnsentForm, Fields>, StoreError> {
    let all = ports.unsent.find_all(owner, ports.now()).await?;
    Ok(all.into_iter().map(|(place, sealed)| (place, opened(ports, &sealed))).collect())
}

/// Nothing where they were sealed by a key that is no more: nobody can read them.
fn opened(ports: &Ports, sealed: &str) -> Fields {
    let json = ports.secrets.open(sealed);
    json.and_then(|json| serde_json::from_slice(&json).ok()).unwrap_or_default()
}

/// They were sent. What they became is stored by now, so trouble here is no failure of
/// whoever sent them: what is left goes when its time is over.
pub(in crate::flows) async fn forget_unsent(ports: &Ports, owner: AccountId, place: UnsentForm) {
    let _ = ports.unsent.forget(owner, place).await;
}

fn by_place(words: Vec<UnsentWords>) -> BTreeMap<String, Result<Fields, UnsentProblem>> {
    let mut places = BTreeMap::new();
    for page in words {
        let known = places.entry(page.place).or_insert_with(|| Ok(Fields::new()));
        if known.as_ref().is_ok_and(Fields::is_empty) {
            *known = worth_keeping(page.fields);
        }
    }
    places
}
