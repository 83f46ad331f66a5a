//! Every request of an account, and whom it may ask now.

use evernear_rules::{photos::MAX_PHOTOS, wire::Who};

use crate::{
    domain::{
        auth::session::Member,
        creation::Prompt,
        photo_request::{
            ASKED, DraftNow, PhotoRequest, RequestState, is_filled, place_name, shown_by,
        },
    },
    flows::draft::creator_state::load_draft,
    ports::{Ports, StoreError},
};

/// A request in the list.
pub struct ListedRequest {
    pub request: PhotoRequest,
    /// What it does now.
    pub state: RequestState,
    /// 'your father', where it is of the draft of now.
    pub of: String,
    /// A photo stands at its place, which it did not bring.
    pub filled: bool,
}

/// A place that nobody was asked for yet.
pub struct FreePlace {
    pub who: Who,
    /// 'your father'.
    pub of: String,
}

/// What the page shows.
pub struct RequestList {
    /// What whoever is asked reads of who asks.
    pub name: String,
    /// Newest first.
    pub requests: Vec<ListedRequest>,
    pub free: Vec<FreePlace>,
    /// What the draft is about; nobody can be asked without.
    pub words: Option<String>,
}

/// All of it.
pub async fn list_requests(ports: &Ports, member: &Member) -> Result<RequestList, StoreError> {
    let owner = member.account.id;
    let now = ports.now();
    let draft = load_draft(ports, member).await?;
    let photos = shown_by(&ports.photos.of_draft(owner, now).await?);
    let story = draft.body.story.as_ref();
    let full = photos.len() >= MAX_PHOTOS as usize;
    let filled = |who| full || is_filled(&photos, who);
    let requests = ports.photo_requests.photo_requests(owner).await?;
    let requests: Vec<_> = requests
        .into_iter()
        .map(|request| {
            let story = story.filter(|_| request.draft_now != DraftNow::Gone);
            ListedRequest {
                state: request.state(now),
                of: place_name(story, request.who),
                filled: filled(request.who),
                request,
            }
        })
        .collect();
    let asked =
        |who| requests.iter().any(|listed| listed.request.who == who && keeps_place(listed));
    let words = draft.body.prompt.as_ref().and_then(Prompt::words).map(str::to_owned);
    let words = words.filter(|_| draft.creation.is_none());
    let free = ASKED.into_iter().filter(|who| words.is_some() && !filled(*who) && !asked(*who));
    let free: Vec<_> = free.map(|who| FreePlace { who, of: place_name(story, who) }).collect();
    let name = member.account.display_name().to_owned();
    Ok(RequestList { name, requests, free, words })
}

/// Whether a request keeps its place from being asked for once more.
fn keeps_place(listed: &ListedRequest) -> bool {
    match listed.state {
        RequestState::Open => true,
        RequestState::Added(_) => listed.request.draft_now != DraftNow::Gone,
        RequestState::Used(_) | RequestState::Ended(_) => false,
    }
}
