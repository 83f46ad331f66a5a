//! What a visitor sees first: two loose portraits that come together in one picture, once, and the examples
//! to choose from. Motion and choice are the stylesheet's alone.

use leptos::prelude::*;

use super::moments::{MOMENTS, Moment};
use crate::pages::{Assets, layout::picture::Picture};

/// The words, the table and the moments.
pub fn hero(signed_in: bool, lead: &'static str, assets: &Assets) -> impl IntoView + use<> {
    // Whoever has an account has used it, or knows it from the balance.
    let offer = (!signed_in).then(|| {
        view! { <p class="caption">"Your first two memories cost nothing."</p> }
    });
    view! {
        <section class="hero">
            <div class="hero-words">
                <h1 class="display">"Bring someone you miss closer, in one memory"</h1>
                <p class="lead">{lead}</p>
                <p class="row">
                    {begin_links(signed_in)}
                    {super::dashboard(signed_in)}
                </p>
                {offer}
            </div>
            {together(assets)}
            {chips()}
        </section>
    }
}

/// A link for each moment, and one without; the stylesheet shows the chosen moment's, and that one at first.
fn begin_links(signed_in: bool) -> impl IntoView {
    let plain = if signed_in { "/ai-creator" } else { "/auth?mode=signup" };
    let chosen = MOMENTS.map(|Moment { name, .. }| {
        let path = if signed_in {
            format!("/ai-creator?moment={name}")
        } else {
            format!("/auth?mode=signup&next=/ai-creator%3Fmoment%3D{name}")
        };
        begin_link(name, path)
    });
    view! { {begin_link("any", plain.to_owned())} {chosen.collect_view()} }
}

fn begin_link(begin: &'static str, path: String) -> impl IntoView {
    view! { <a class="button button-primary button-large" href=path data-begin=begin>"Create a memory"</a> }
}

fn together(assets: &Assets) -> impl IntoView + use<> {
    let portrait = |name| {
        assets.picture(name).map(|address| {
            view! { <img class="together-photo" src=address width="180" height="225" alt=""/> }
        })
    };
    let pictures = MOMENTS.map(|Moment { name, title, .. }| {
        let picture = Picture {
            name,
            alt: title,
            sizes: "(min-width: 900px) 324px, (min-width: 720px) 36vw, min(308px, 78vw - 36px)",
            first: name == MOMENTS[0].name,
        };
        view! { <div class="together-picture" data-moment=name>{picture.view(assets)}</div> }
    });
    let sentences = MOMENTS.map(|Moment { name, words, .. }| {
        view! { <span data-moment=name>{format!("“{words}”")}</span> }
    });
    view! {
        <figure class="print print-tall hero-print">
            <div class="together">
                {portrait("man.webp")}
                {portrait("woman.webp")}
                {pictures.collect_view()}
            </div>
            <figcaption><p class="together-words">{sentences.collect_view()}</p><span class="tag">"Example"</span></figcaption>
        </figure>
    }
}

fn chips() -> impl IntoView {
    let chips = MOMENTS.map(|Moment { name, title, .. }| {
        view! {
            <label class="chip"><input class="sr-only" type="radio" name="moment" value=name autocomplete="off"/><span>{title}</span></label>
        }
    });
    view! {
        <fieldset class="moments">
            <legend>"Or begin with one of these"</legend>
            <div class="chips">{chips.collect_view()}</div>
        </fieldset>
    }
}
