//! /m/{token} once it is opened: the memory, for a relative on a phone. Nothing stands around it.

use evernear_rules::wire::CreationKind;
use leptos::prelude::*;

use super::cover::HEADING;
use crate::{
    domain::creation::{Audience, digital_source_type, made_by, people},
    flows::sharing::open_link::SharedMemory,
    pages::{
        Layout, Page, Scripts, Visit,
        creation::shape::{pixels, print_class},
    },
};

/// The memory; its title and its closing thought where its owner shows their words.
pub fn page(visit: &Visit, memory: &SharedMemory) -> Page {
    let SharedMemory { share, creation } = memory;
    let link = visit.path.as_str();
    let words = share.terms.shows_words;
    let kind = creation.brief.kind;
    let download = share.terms.downloads.then(|| download(link, kind));
    let heading = if words {
        view! { <h1 dir="auto">{creation.title()}</h1> }.into_any()
    } else {
        view! { <h1 class="sr-only">"A memory, shared with you"</h1> }.into_any()
    };
    let thought = creation.state.reflection.clone().filter(|_| words);
    let thought =
        thought.map(|text| view! { <blockquote class="reflection" dir="auto">{text}</blockquote> });
    let body = view! {
        <div class="shared-view">
            {heading}
            {print(memory, link)}
            {thought}
            {download}
            <p class="caption"><a href=format!("{link}/report")>"Report this memory"</a></p>
        </div>
    };
    Page {
        title: HEADING.to_owned(),
        description: "A picture or a short film, shared by a link.".to_owned(),
        scripts: Scripts::Small,
        layout: Layout::Lamplight,
        main_class: "page",
        body: body.into_any(),
    }
}

/// The film, or the picture, below `base`.
pub fn print(memory: &SharedMemory, base: &str) -> AnyView {
    let SharedMemory { creation, .. } = memory;
    let (brief, state) = (&creation.brief, &creation.state);
    let shape = brief.presentation.shape;
    let (width, height) = pixels(shape);
    let picture = format!("{base}/picture.jpg");
    let made_by = made_by(state, brief.kind).map(|by| format!(" {by}"));
    let shown = match brief.kind {
        CreationKind::Video => {
            let (film, captions) = (format!("{base}/film.mp4"), format!("{base}/captions.vtt"));
            view! { <video src=film poster=picture width=width height=height controls playsinline disablepictureinpicture preload="metadata" aria-label="The film"><track kind="captions" srclang="en" label="In words" src=captions/></video><p class="player row"></p> }
                .into_any()
        }
        CreationKind::Image => {
            let told = format!("An imagined scene: {}.", people(brief, Audience::Viewers));
            view! { <img src=picture width=width height=height alt=told/> }.into_any()
        }
    };
    view! {
        <figure class=print_class(shape) itemscope="" itemtype="https://schema.org/MediaObject">
            <meta itemprop="digitalSourceType" content=digital_source_type(state, brief.kind)/>
            {shown}<figcaption>"An imagined scene, made from photos."{made_by}</figcaption>
        </figure>
    }
    .into_any()
}

fn download(link: &str, kind: CreationKind) -> AnyView {
    let (file, words) = match kind {
        CreationKind::Video => ("film.mp4", "Download Video"),
        CreationKind::Image => ("picture.jpg", "Download Picture"),
    };
    view! { <p><a class="button button-quiet" href=format!("{link}/{file}?download") download=""><span class="icon icon-download"></span>{words}</a></p> }
        .into_any()
}
