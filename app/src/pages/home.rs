//! The landing page (spec §2): what it is in five seconds, how it goes, what comes out,
//! what happens to the photos.

use leptos::prelude::*;

use super::{Answer, Assets, Frame, Page, Visit, shell::write_to_us};
use crate::problem::Problem;

/// Picture, name, and the words it was made from (`server/renderer/examples/pictures.rs`).
const EXAMPLES: [(&str, &str, &str); 6] = [
    ("beach-day", "Beach day", "A day at the beach until sunset"),
    ("concert", "Concert", "Our first concert, singing along"),
    ("coffee-shop", "Coffee shop", "Our table in the coffee shop"),
    ("adventure-trip", "Adventure trip", "An adventure trip, hiking to the peak"),
    ("birthday", "Birthday", "A birthday at home in the evening, candles on the cake"),
    ("study-session", "Study session", "A study session at the kitchen table in the morning"),
];

/// For everyone.
pub async fn page(visit: Visit) -> Result<Answer, Problem> {
    let signed_in = visit.member.is_some();
    let body = view! {
        {hero(signed_in, &visit.site.assets)}
        {steps()}
        {examples(&visit.site.assets)}
        {photos(visit.ports.imagery.notice())}
        {early_access(signed_in)}
        {closing(signed_in)}
    };
    Ok(Answer::Page(Page {
        title: "A memory with someone you miss".to_owned(),
        description: DESCRIPTION.to_owned(),
        scripts: visit.reading_scripts(),
        frame: Frame::Full,
        main_class: "page page-wide",
        body: body.into_any(),
    }))
}

const DESCRIPTION: &str = "Describe a moment, add a photo of each of you, and see yourselves there together: a picture and a short film made from your photos.";

/// The dashboard, for whoever is signed in; signing in first for everyone else.
fn dashboard(signed_in: bool) -> impl IntoView {
    let path = if signed_in { "/dashboard" } else { "/auth?mode=signin" };
    view! { <a class="button button-quiet button-large" href=path>"Go to Dashboard"</a> }
}

fn hero(signed_in: bool, assets: &Assets) -> impl IntoView + use<> {
    let create = if signed_in { "/ai-creator" } else { "/auth?mode=signup" };
    let print = assets.picture("beach-day-large").map(|picture| {
        view! {
            <figure class="print print-tall hero-print">
                <img src=picture width="486" height="864" fetchpriority="high" alt="An old portrait of a man and one of a woman, as two prints on a beach at sunset."/>
                <figcaption>"Beach day "<span class="tag">"Example"</span></figcaption>
            </figure>
        }
        .into_any()
    });
    let blank = || {
        view! { <figure class="print print-tall print-blank hero-print"><span></span></figure> }
            .into_any()
    };
    view! {
        <section class="hero">
            <div class="hero-words">
                <h1 class="display">"Bring someone you miss closer, in one memory"</h1>
                <p class="lead">{DESCRIPTION}</p>
                <p class="row">
                    <a class="button button-primary button-large" href=create>"Create a memory"</a>
                    {dashboard(signed_in)}
                </p>
                <p class="caption">"Your first two memories cost nothing."</p>
            </div>
            {print.unwrap_or_else(blank)}
        </section>
    }
}

fn steps() -> impl IntoView {
    view! {
        <section class="band band-ruled" aria-labelledby="how">
            <h2 id="how">"How it works"</h2>
            <ol class="steps steps-wide">
                <li><b>"Upload 2 selfies"</b><span>"One of you, one of the person you miss. An old print, photographed with your phone, is fine. With three photos, a friend comes along."</span></li>
                <li><b>"Describe the moment"</b><span>"In your own words, as you would tell a friend. If you do not say where it happens, we ask."</span></li>
                <li><b>"Get your video"</b><span>"A picture first, then ten seconds of film and a closing thought. You may close the page while it is made."</span></li>
            </ol>
        </section>
    }
}

fn examples(assets: &Assets) -> impl IntoView + use<> {
    let examples = EXAMPLES.map(|(picture, name, words)| {
        let print = match assets.picture(picture) {
            Some(address) => view! {
                <figure class="print print-tall">
                    <img src=address width="360" height="640" loading="lazy" decoding="async" alt=""/>
                    <figcaption><b>{name}</b><span class="tag">"Example"</span></figcaption>
                </figure>
            }
            .into_any(),
            None => view! {
                <figure class="print print-tall print-blank"><span></span><figcaption><b>{name}</b></figcaption></figure>
            }
            .into_any(),
        };
        view! { <li>{print}<p class="caption">{format!("“{words}”")}</p></li> }
    });
    view! {
        <section class="band band-ruled" aria-labelledby="examples">
            <div class="stack measure">
                <h2 id="examples">"Six moments, the same two portraits"</h2>
                <p class="lead">"Evernear made each of these from the words below it."</p>
            </div>
            <ul class="print-grid print-grid-three">{examples.collect_view()}</ul>
            <p class="caption">"The portraits are historic photographs in the public domain. The two people never met; these moments are invented."</p>
        </section>
    }
}

fn photos(notice: String) -> impl IntoView {
    view! {
        <section class="band band-ruled" aria-labelledby="photos">
            <div class="columns">
                <div class="stack">
                    <h2 id="photos">"Your photos are only for your memory"</h2>
                    <p class="lead">"They show people you love. We handle them that way."</p>
                    <p><a href="/privacy#photos">"What happens to your photos"</a></p>
                </div>
                <ul class="ticks">
                    <li>"Deleted as soon as your memory is finished, or you cancel."</li>
                    <li>{notice}</li>
                    <li>"Never sold, never used for training."</li>
                    <li>"Your memories are yours: download them, or delete them for good."</li>
                </ul>
            </div>
        </section>
    }
}

fn early_access(signed_in: bool) -> impl IntoView {
    let (path, name) = if signed_in {
        ("/ai-creator", "Continue to the creator")
    } else {
        ("/auth?mode=signup", "Create your account")
    };
    view! {
        <section class="band band-ruled" id="early-access" aria-labelledby="early">
            <div class="stack measure">
                <h2 id="early">"Early access"</h2>
                <p>"Evernear is in closed beta: it works, and it still changes. A new account starts with 50 credits, enough for two memories. Credits are used only when a memory is finished."</p>
                <p>"Tell us what you miss here, or what went wrong: "{write_to_us()}</p>
                <p class="row"><a class="button button-quiet" href="/register">"Apply for Beta Access"</a><a class="button button-plain" href=path>{name}</a></p>
            </div>
        </section>
    }
}

fn closing(signed_in: bool) -> impl IntoView {
    let create = if signed_in { "/virtual-hangout-image" } else { "/auth?mode=signup" };
    view! {
        <section class="band band-ruled closing">
            <h2 class="display">"Which moment would you choose?"</h2>
            <p class="row">
                <a class="button button-primary button-large" href=create>"Create a memory"</a>
                {dashboard(signed_in)}
            </p>
        </section>
    }
}
