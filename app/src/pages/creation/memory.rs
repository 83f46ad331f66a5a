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
    flows::{creation::watch::creation_view, draft::creator_state::load_draft},
    pages::{Answer, Layout, Page, Scripts, Visit},
    problem::Problem,
};

/// For its owner; somebody else's looks like an unknown one and leads to the dashboard.
pub async fn page(visit: Visit) -> Result<Answer, Problem> {
    let Some(member) = &visit.member else { return Ok(visit.to_sign_in()) };
    let id = visit.path.rsplit('/').next().and_then(|id| id.parse().ok());
    let creation = match id {
        Some(id) => visit.ports.creations.get(member.account.id, id).await?,
        None => None,
    };
    let Some(creation) = creation else { return Ok(Answer::Away("/dashboard".to_owned())) };
    let memory = creation_view(&visit.ports, &creation).await?;
    let title = title(&creation.brief.prompt);
    let under_review = memory.review.filter(|_| memory.image_url.is_some());
    if let Some(review) = under_review {
        return Ok(answer(title, review::review(&memory, review, creation.picture_fetched)));
    }
    if memory.status != CreationStatus::Finished {
        return Ok(Answer::Away("/ai-creator".to_owned()));
    }
    let draft = load_draft(&visit.ports, member).await?;
    let described = draft.body.prompt.is_some() || draft.body.retake.is_some();
    let begun = draft.creation.is_none() && described;
    let poster = memory.image_url.clone();
    let (width, height) = pixels(memory.shape);
    let is_film = memory.kind == CreationKind::Video;
    let shown = if is_film {
        view! { <video src=memory.video_url.clone() poster=poster width=width height=height controls muted playsinline preload="metadata"></video> }
            .into_any()
    } else {
        view! { <img src=poster width=width height=height alt="You and the people you love, together."/> }.into_any()
    };
    let deleted = if is_film {
        "The picture and the film are deleted at once and for good."
    } else {
        "The picture is deleted at once and for good."
    };
    let download = if is_film { "Download Video" } else { "Download Picture" };
    let body = view! {
        <div class="stack-24 memory-view">
            <figure class=print_class(memory.shape) itemscope="" itemtype="https://schema.org/MediaObject">
                <meta itemprop="digitalSourceType" content=digital_source_type(&creation.state, memory.kind)/>
                {shown}<figcaption>"An imagined scene, made from your photos."{memory.made_by.clone().map(|by| format!(" {by}"))}</figcaption>
            </figure>
            {memory.reflection.clone().map(|text| view! { <blockquote>{text}</blockquote> })}
            <p class="row">
                <a class="button button-primary" href=memory.download_url.clone() download=""><span class="icon icon-download"></span>{download}</a>
                {large_image(&creation)}
            </p>
            {memory.retake_until.clone().map(|until| again(&memory.id, &until, begun))}
            <section class="card card-danger stack">
                <h2>"Delete this memory"</h2>
                <p>{deleted}</p>
                <form method="post" action=format!("/memories/{}/delete", memory.id)>
                    <label class="check"><input type="checkbox" name="sure" required/><span>"Yes, delete it"</span></label>
                    <button class="button button-danger" type="submit" data-busy-label="Deleting...">"Delete"</button>
                </form>
            </section>
        </div>
    };
    Ok(answer(title, body.into_any()))
}

fn answer(title: String, content: AnyView) -> Answer {
    let body = view! {
        <p><a class="button button-plain" href="/dashboard"><span class="icon icon-back"></span>"Dashboard"</a></p>
        <header class="page-head"><h1>{title.clone()}</h1></header>
        {content}
    };
    Answer::Page(Page {
        title,
        description: "A memory of yours.".to_owned(),
        scripts: Scripts::Small,
        layout: Layout::Full,
        main_class: "page page-reading",
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
