//! The landing page: what it is in five seconds, how it goes, what comes out, what happens to
//! the photos.

mod examples;
mod steps;

use leptos::prelude::*;

use crate::{
    pages::{
        Answer, Assets, Layout, Page, Visit,
        layout::{
            picture::{Picture, print},
            shell::write_to_us,
        },
        waitlist::register::{Rank, application, begun},
    },
    problem::Problem,
};

/// For everyone.
pub async fn page(visit: Visit) -> Result<Answer, Problem> {
    let signed_in = visit.member.is_some();
    let assets = &visit.site.assets;
    let application = application(&visit, &begun(&visit).await?, Rank::Beside).into_any();
    let body = view! {
        {hero(signed_in, assets)}
        {steps::band(assets)}
        {examples::film(assets)}
        {examples::moments(assets)}
        {photos(visit.ports.imagery.notice())}
        {early_access(signed_in, application)}
        {closing(signed_in)}
    };
    Ok(Answer::Page(Page {
        title: "A memory with someone you miss".to_owned(),
        description: DESCRIPTION.to_owned(),
        scripts: visit.reading_scripts(),
        layout: Layout::Full,
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
    let picture = Picture {
        name: "beach-day",
        alt: "Two old portraits, of a man and of a woman, as prints on a beach at sunset.",
        sizes: "(min-width: 900px) 324px, (min-width: 720px) 36vw, min(308px, 78vw - 36px)",
        first: true,
    };
    let caption = view! { "Beach day "<span class="tag">"Example"</span> }.into_any();
    // Whoever has an account has used it, or knows it from the balance.
    let offer = (!signed_in).then(|| {
        view! { <p class="caption">"Your first two memories cost nothing."</p> }
    });
    view! {
        <section class="hero">
            <div class="hero-words">
                <h1 class="display">"Bring someone you miss closer, in one memory"</h1>
                <p class="lead">{DESCRIPTION}</p>
                <p class="row">
                    <a class="button button-primary button-large" href=create>"Create a memory"</a>
                    {dashboard(signed_in)}
                </p>
                {offer}
            </div>
            {print(assets, &picture, "hero-print", caption)}
        </section>
    }
}

fn photos(notice: String) -> impl IntoView {
    view! {
        <section class="band band-raised" aria-labelledby="photos">
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

fn early_access(signed_in: bool, application: AnyView) -> impl IntoView {
    let (path, name) = if signed_in {
        ("/ai-creator", "Continue to the creator")
    } else {
        ("/auth?mode=signup", "Create your account")
    };
    let credits = if signed_in {
        "Credits are used only when a memory is finished."
    } else {
        "A new account starts with 50 credits, enough for two memories. Credits are used only when a memory is finished."
    };
    view! {
        <section class="band" id="early-access" aria-labelledby="early">
            <div class="columns">
                <div class="stack">
                    <h2 id="early">"Early access"</h2>
                    <p class="lead">"Evernear is in closed beta: it works, and it still changes. Tell us who you are, and we write to you when there is a place."</p>
                    <p>{credits}</p>
                    <p><a href=path>{name}</a></p>
                    <p class="caption">"Tell us what you miss here, or what went wrong: "{write_to_us()}</p>
                </div>
                <section class="card" aria-label="Apply for Beta Access">{application}</section>
            </div>
        </section>
    }
}

fn closing(signed_in: bool) -> impl IntoView {
    // Where the signed-in are led, a picture is chosen beforehand.
    let (create, name) = if signed_in {
        ("/virtual-hangout-image", "Create a picture")
    } else {
        ("/auth?mode=signup", "Create a memory")
    };
    view! {
        <section class="band band-ruled closing">
            <div class="closing-words">
                <h2 class="display">"Which moment would you choose?"</h2>
                <p class="row">
                    <a class="button button-primary button-large" href=create>{name}</a>
                    {dashboard(signed_in)}
                </p>
            </div>
            <figure class="print print-blank"><span></span><figcaption>"This one is still empty."</figcaption></figure>
        </section>
    }
}
