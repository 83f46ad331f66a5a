//! /memories/{id} of a creation whose picture its owner looks at before the film is made.

use evernear_rules::{
    pricing::CREATION_COST,
    wire::{CreationView, ReviewView},
};
use leptos::prelude::*;

use super::shape::{pixels, print_class};

/// The picture, and what can be done with it. `paid`: a client program has fetched it, so it cannot be given
/// back.
pub(super) fn review(
    title: String,
    memory: &CreationView,
    review: ReviewView,
    paid: bool,
) -> AnyView {
    let (width, height) = pixels(memory.shape);
    let address = |path: &str| format!("/memories/{}/{path}", memory.id);
    let decisions = review.open.then(|| {
        let failed = review.replacing_failed.then(|| {
            view! { <p>"Another picture could not be made just now. This is the one you had, and it is still yours."</p> }
        });
        let another = (review.others_left > 0).then(|| view! {
            <form method="post" action=address("another")>
                <button class="button button-quiet" type="submit" data-busy-label="Asking...">"Another Picture"</button>
            </form>
        });
        let stop = (!paid).then(|| view! {
            <form method="post" action=address("stop") class="stack">
                <p><button class="button button-plain" type="submit" data-busy-label="Stopping..."><span class="icon icon-close"></span>{format!("Stop, and Get {CREATION_COST} Credits Back")}</button></p>
            </form>
        });
        view! {
            {failed}
            <p>{waits(review)}</p>
            <div class="row">
                <form method="post" action=address("film")>
                    <button class="button button-primary" type="submit" data-busy-label="Asking..."><span class="icon icon-film"></span>"Make the Film"</button>
                </form>
                {another}
            </div>
            <p class="caption">{if paid { FETCHED } else { others(review) }}</p>
            {stop}
        }
    });
    let busy = (!review.open).then(|| {
        let what = if review.replacing {
            "Another picture is being made."
        } else {
            "Its film is being made."
        };
        view! { <p role="status">{what}" "<a href="">"Look again"</a>"."</p> }
    });
    view! {
        <div class="memory-view">
            <figure class=print_class(memory.shape)>
                <img src=memory.image_url.clone() width=width height=height alt="Your picture, before it moves."/>
                <figcaption>"An imagined scene, made from your photos."</figcaption>
            </figure>
            <div class="memory-told stack-24"><h1 dir="auto">{title}</h1>{decisions}{busy}</div>
        </div>
    }
    .into_any()
}

/// Of a picture that is paid for.
const FETCHED: &str = "A program of yours has fetched this picture, so it is paid for. Without a film it stays as a picture.";

/// How long it waits.
fn waits(review: ReviewView) -> String {
    let left = match review.minutes_left {
        ..=1 => "another minute".to_owned(),
        minutes @ 2..120 => format!("another {minutes} minutes"),
        minutes => format!("another {} hours", minutes / 60),
    };
    format!(
        "Is this how you saw it? It waits for you for {left}; your {CREATION_COST} credits are held until you choose."
    )
}

fn others(review: ReviewView) -> &'static str {
    match review.others_left {
        0 => "There are no other pictures left.",
        1 => "One more picture is free.",
        _ => "Two more pictures are free.",
    }
}
