//! /memories/{id}/share: what somebody with the link would see, and the form that makes one.

use leptos::prelude::*;

use super::fields::fields;
use crate::{
    domain::{
        auth::session::Member,
        creation::{Creation, Status},
        id::CreationId,
        sharing::ShareState,
    },
    flows::sharing::{
        list_links::list_links,
        share::LinkForm,
        shown::{ShownToViewers, shown_to_viewers},
    },
    pages::{Answer, Layout, Page, Scripts, Visit, auth, layout::text_area::NOT_RESTORED},
    problem::Problem,
};

/// For its owner.
pub async fn page(visit: Visit) -> Result<Answer, Problem> {
    let Some(member) = &visit.member else { return Ok(visit.to_sign_in()) };
    let id = visit.path.split('/').nth(2).and_then(|id| id.parse().ok());
    let id = id.ok_or_else(Problem::not_found)?;
    form(&visit, member, id, &LinkForm::untouched(), None).await.map(Answer::Page)
}

/// The page, with the form as it was sent and what was wrong.
pub async fn form(
    visit: &Visit,
    member: &Member,
    id: CreationId,
    filled: &LinkForm,
    wrong: Option<&str>,
) -> Result<Page, Problem> {
    let creation = visit.ports.creations.get(member.account.id, id).await?;
    let finished = |creation: &Creation| creation.status == Status::Finished;
    let creation = creation.filter(finished).ok_or_else(Problem::not_found)?;
    let shown = shown_to_viewers(&visit.ports, &creation, !filled.words.is_empty());
    let links = list_links(&visit.ports, member).await?;
    let living = links
        .iter()
        .filter(|link| link.share.creation == id && !matches!(link.state, ShareState::Ended(_)));
    let there = match living.count() {
        0 => None,
        1 => Some("One link leads to this memory already. ".to_owned()),
        many => Some(format!("{many} links lead to this memory already. ")),
    };
    let there = there.map(|text| {
        view! { <p class="notice notice-info"><span class="icon icon-info"></span><span>{text}<a href="/shared">"Your links"</a></span></p> }
    });
    let address = format!("/memories/{id}");
    let body = view! {
        <a class="button button-plain back" href=address.clone()><span class="icon icon-back"></span>"The memory"</a>
        <header class="page-head"><div>
            <h1>"Share This Memory"</h1>
            <p class="lead">"Whoever has the link sees it, without an account. You can stop it at any time."</p>
        </div></header>
        <div class="stack-24 cards">
            {auth::problem(wrong)}
            {there}
            {seen(&shown)}
            <section class="card stack" aria-labelledby="link-title">
                <h2 id="link-title">"The link"</h2>
                <form class="form" method="post" action=format!("{address}/share") autocomplete=NOT_RESTORED>
                    {fields(filled, None)}
                    <div class="form-end"><button class="button button-primary" type="submit" data-busy-label="Making the link..."><span class="icon icon-share"></span>"Make the Link"</button></div>
                </form>
            </section>
            <p><a class="button button-plain" href="/shared"><span class="icon icon-share"></span>"All Your Links"</a></p>
        </div>
    };
    Ok(Page {
        title: "Share this memory".to_owned(),
        description: "A link to a memory of yours.".to_owned(),
        scripts: Scripts::Small,
        layout: Layout::Full,
        main_class: "page",
        body: body.into_any(),
    })
}

/// What is seen by the link, before there is one.
fn seen(shown: &ShownToViewers) -> AnyView {
    let what = if shown.is_film { "The film" } else { "The picture" };
    let place =
        shown.place.clone().map(|place| view! { <div><dt>"The place"</dt><dd>{place}</dd></div> });
    let keepsake = shown.keepsake.then(|| {
        view! { <div><dt>"The keepsake"</dt><dd>"As a print. What is written on it may be read."</dd></div> }
    });
    let recording = shown.recording.then(|| {
        view! { <div><dt>"The recording"</dt><dd>"It is heard in the film, as you chose it."</dd></div> }
    });
    let carried = match (&shown.closing, &shown.drawn) {
        (Some(words), _) => {
            Some(("The words at its end", words, "They are part of the film, and of its picture."))
        }
        (None, Some(words)) => Some(("The words in the picture", words, "They are part of it.")),
        (None, None) => None,
    };
    let carried = carried.map(|(name, words, why)| {
        view! { <div><dt>{name}</dt><dd dir="auto">{format!("“{words}”")}<span class="caption">{why}</span></dd></div> }
    });
    let thought = shown
        .thought
        .clone()
        .map_or_else(String::new, |thought| format!(" and the closing thought, “{thought}”"));
    let words = format!("the title, “{}”{thought}", shown.title);
    view! {
        <section class="card stack" aria-labelledby="seen-title">
            <h2 id="seen-title">"What they will see"</h2>
            <dl class="facts facts-told">
                <div><dt>{what}</dt><dd>"An imagined scene, and it says so."</dd></div>
                <div><dt>"The people"</dt><dd>{format!("Their faces. In words: {}.", shown.people)}</dd></div>
                {place}
                {keepsake}
                {recording}
                {carried}
                <div><dt>"Only with “Show my words”"</dt><dd dir="auto">{words}</dd></div>
                <div><dt>"Never"</dt><dd>"Your photos as you sent them, your conversation, your name and your address."</dd></div>
            </dl>
            <p class="caption">"Please ask whoever is in it, if you can. Whoever sees it may report it to us; then a person here looks at it, and tells you so."</p>
        </section>
    }
    .into_any()
}
