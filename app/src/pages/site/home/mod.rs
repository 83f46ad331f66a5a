//! The landing page: what it is in five seconds, how it goes, what comes out, what happens to
//! the photos.

mod example_film;
mod hero;
pub mod moments;
mod steps;

use leptos::prelude::*;

use crate::{
    pages::{
        Answer, Layout, Page, Visit,
        layout::shell::write_to_us,
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
        {hero::hero(signed_in, DESCRIPTION, assets)}
        {steps::band(assets)}
        {example_film::band(assets, signed_in)}
        {photos(visit.ports.imagery.notice())}
        {early_access(signed_in, visit.ports.settings.approved_only, application)}
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

/// `closed`: only whom the administrator approved may create.
fn early_access(signed_in: bool, closed: bool, application: AnyView) -> impl IntoView {
    let lead = match (closed, signed_in) {
        (true, false) => {
            "Evernear is in closed beta: it works, and it still changes. Tell us who you are, and we write to you when there is a place."
        }
        (true, true) => {
            "Evernear is in closed beta: it works, and it still changes. If your account has no place yet, apply with its address."
        }
        (false, false) => {
            "Evernear is in beta: it works, and it still changes. You can begin at once; tell us who you are, and we write to you when something changes."
        }
        (false, true) => {
            "Evernear is in beta: it works, and it still changes. Tell us what you hope for, and we write to you when it is there."
        }
    };
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
                    <p class="lead">{lead}</p>
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
