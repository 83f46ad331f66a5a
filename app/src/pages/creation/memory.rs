//! /memories/{id}: a finished memory, for its owner: watch, download, delete. Before that, its picture
//! where it waits for them ([`review`]).

use evernear_rules::wire::{CreationKind, CreationStatus};
use leptos::prelude::*;

use super::{
    review,
    shape::{pixels, print_class},
};
use crate::{
    domain::creation::{Creation, LargeImage, digital_source_type, title},
    flows::{
        creation::watch::creation_view,
        draft::{creator_state::load_draft, story::place_in_words},
    },
    pages::{Answer, Layout, Page, Scripts, Visit},
    ports::Neighbours,
    problem::{Kind, Problem},
};

/// Of one that was deleted, that never was, or that is somebody else's.
const GONE: &str = "This memory is no longer here.";

/// For its owner; somebody else's looks like one that is gone.
pub async fn page(visit: Visit) -> Result<Answer, Problem> {
    let Some(member) = &visit.member else { return Ok(visit.to_sign_in()) };
    let id = visit.path.rsplit('/').next().and_then(|id| id.parse().ok());
    let creation = match id {
        Some(id) => visit.ports.creations.get(member.account.id, id).await?,
        None => None,
    };
    let Some(creation) = creation else { return Err(Problem::new(Kind::NotFound, GONE)) };
    let memory = creation_view(&visit.ports, &creation).await?;
    let title = title(&creation.brief.prompt);
    let under_review = memory.review.filter(|_| memory.image_url.is_some());
    if let Some(review) = under_review {
        let content = review::review(&memory, review, creation.picture_fetched);
        return Ok(answer(title, content));
    }
    if memory.status != CreationStatus::Finished {
        return Ok(Answer::Away("/ai-creator".to_owned()));
    }
    if !creation.seen {
        let ports = &visit.ports;
        ports.creations.note_seen(member.account.id, creation.id, ports.now()).await?;
    }
    let draft = load_draft(&visit.ports, member).await?;
    let described = draft.body.prompt.is_some() || draft.body.retake.is_some();
    let begun = draft.creation.is_none() && described;
    let poster = memory.image_url.clone();
    let (width, height) = pixels(memory.shape);
    let captions = memory.captions_url.clone();
    let is_film = memory.kind == CreationKind::Video;
    let shown = if is_film {
        view! { <video src=memory.video_url.clone() poster=poster width=width height=height controls playsinline preload="metadata"><track kind="captions" srclang="en" label="In words" src=captions/></video><p class="player row"></p> }
            .into_any()
    } else {
        view! { <img src=poster width=width height=height alt="You and the people you love, together."/> }.into_any()
    };
    let download = if is_film { "Download Video" } else { "Download Picture" };
    let neighbours = visit.ports.creations.neighbours(member.account.id, &creation).await?;
    let body = view! {
        <div class="memory-view">
            <figure class=print_class(memory.shape) itemscope="" itemtype="https://schema.org/MediaObject">
                <meta itemprop="digitalSourceType" content=digital_source_type(&creation.state, memory.kind)/>
                {shown}<figcaption>"An imagined scene, made from your photos."{memory.made_by.clone().map(|by| format!(" {by}"))}</figcaption>
            </figure>
            <div class="memory-told stack-24">
                {memory.reflection.clone().map(|text| view! { <blockquote class="reflection" dir="auto">{text}</blockquote> })}
                <p class="row">
                    <a class="button button-primary" href=memory.download_url.clone() download=""><span class="icon icon-download"></span>{download}</a>
                    {large_image(&creation)}
                </p>
                {details(&visit, &creation)}
                {memory.retake_until.clone().map(|until| again(&memory.id, &until, begun))}
                {deletion(&memory.id, is_film, visit.query("delete").is_some())}
                {neighbour_links(&neighbours)}
            </div>
        </div>
    };
    Ok(answer(title, body.into_any()))
}

/// The words that it was made from, and what was understood of them.
fn details(visit: &Visit, creation: &Creation) -> AnyView {
    let brief = &creation.brief;
    let words = brief.prompt.words().map(|words| {
        view! { <div><dt>"Your words"</dt><dd dir="auto">{words.to_owned()}</dd></div> }
    });
    let place = place_in_words(&visit.ports, brief)
        .map(|place| view! { <div><dt>"Where it is"</dt><dd>{place}</dd></div> });
    let made = creation.ended_at.unwrap_or(creation.created_at).day();
    view! {
        <dl class="facts facts-told">
            {words}
            {place}
            <div><dt>"Made on"</dt><dd>{made}</dd></div>
        </dl>
    }
    .into_any()
}

/// Deleting it, after a question. Without script the question stands on the page that `asked` for it.
fn deletion(id: &str, is_film: bool, asked: bool) -> AnyView {
    let address = format!("/memories/{id}");
    let deletion = format!("{address}/delete");
    let what = if is_film {
        "The picture and the film are deleted at once and for good."
    } else {
        "The picture is deleted at once and for good."
    };
    view! {
        <form method="get" action=address.clone() data-asks="delete-memory">
            <input type="hidden" name="delete" value="ask"/>
            <button class="button button-plain" type="submit"><span class="icon icon-trash"></span>"Delete This Memory"</button>
        </form>
        <dialog class="dialog" id="delete-memory" aria-labelledby="delete-question" open=asked>
            <form class="stack" method="post" action=deletion>
                <p id="delete-question">{format!("Delete this memory? {what}")}</p>
                <div class="row row-end">
                    <a class="button button-quiet" href=address data-closes-dialog="">"Keep it"</a>
                    <button class="button button-danger" type="submit" data-busy-label="Deleting...">"Delete"</button>
                </div>
            </form>
        </dialog>
    }
    .into_any()
}

/// The way to the memories on either side.
fn neighbour_links(neighbours: &Neighbours) -> Option<AnyView> {
    let Neighbours { earlier, later } = neighbours;
    (earlier.is_some() || later.is_some()).then(|| {
        let earlier = earlier.as_ref().map(|id| {
            view! { <a class="button button-plain" rel="prev" href=format!("/memories/{id}")><span class="icon icon-back"></span>"Earlier"</a> }
        });
        let later = later.as_ref().map(|id| {
            view! { <a class="button button-plain" rel="next" href=format!("/memories/{id}")>"Later"<span class="icon icon-chevron"></span></a> }
        });
        view! { <nav class="row row-between" aria-label="Other memories">{earlier}{later}</nav> }
            .into_any()
    })
}

fn answer(title: String, content: AnyView) -> Answer {
    let body = view! {
        <p><a class="button button-plain" href="/dashboard"><span class="icon icon-back"></span>"Dashboard"</a></p>
        <header class="page-head"><h1 dir="auto">{title.clone()}</h1></header>
        {content}
    };
    Answer::Page(Page {
        title,
        description: "A memory of yours.".to_owned(),
        scripts: Scripts::Small,
        layout: Layout::Full,
        main_class: "page",
        body: body.into_any(),
    })
}

/// The picture in print size, or that it is being made.
fn large_image(creation: &Creation) -> Option<AnyView> {
    match creation.large_image {
        LargeImage::None => None,
        LargeImage::Pending => Some(
            view! { <span class="caption">"The picture in print size is being made. It will be here in a moment."</span> }
                .into_any(),
        ),
        LargeImage::Stored => {
            let address = format!("/media/memories/{}/image-large.jpg?download", creation.id);
            Some(
                view! { <a class="button button-quiet" href=address download=""><span class="icon icon-download"></span>"Picture in Print Size"</a> }
                    .into_any(),
            )
        }
    }
}

/// Making it once more. `begun`: another memory waits in the creator, and would go.
fn again(id: &str, until: &str, begun: bool) -> AnyView {
    let begun = begun
        .then(|| view! { <p class="caption">"This takes the place of the memory you have begun to describe."</p> });
    view! {
        <section class="card stack">
            <h2>"Not quite as you saw it?"</h2>
            <p>{format!("Make it once more from the same words, free until {until}. Its photos were deleted when it was finished, so please add them again. This one stays as it is.")}</p>
            <form method="post" action=format!("/memories/{id}/retake") class="stack">
                {begun}
                <p><button class="button button-quiet" type="submit"><span class="icon icon-retry"></span>"Make It Again, Free"</button></p>
            </form>
        </section>
    }
    .into_any()
}
