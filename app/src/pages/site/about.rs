//! /about: what Evernear is, and what it is not.

use leptos::prelude::*;

use crate::{
    pages::{
        Answer, Layout, Page, Visit,
        layout::{
            picture::{Picture, print},
            shell::write_to_us,
        },
    },
    problem::Problem,
};

/// For everyone.
pub async fn page(visit: Visit) -> Result<Answer, Problem> {
    let create = if visit.member.is_some() { "/ai-creator" } else { "/auth?mode=signup" };
    let picture = Picture {
        name: "coffee-shop",
        alt: "Two old portraits as prints over a table in a coffee shop in the evening.",
        sizes: "264px",
        first: true,
    };
    let caption = view! { "Coffee shop "<span class="tag">"Example"</span> }.into_any();
    let body = view! {
        <article class="prose prose-beside">
            <header>
                <h1>"About Evernear"</h1>
                <p class="lead">"For everyone who has a photo of someone and wishes there were one more, with both of you in it."</p>
            </header>
            {print(&visit.site.assets, &picture, "prose-print", caption)}
            <section>
                <h2>"What it is"</h2>
                <p>"A grandmother who lived too far away. A friend who moved to another country. A brother who is no longer here. Often there are photos of you and photos of them, and none of you together."</p>
                <p>"Evernear takes one of each, listens to the moment you describe, and puts you both there: in a picture, and in ten seconds of film. At the end stands one sentence for you to keep."</p>
            </section>
            <section>
                <h2>"What it is not"</h2>
                <p>"It does not bring anyone back, and it does not speak for them. It is a picture made from your photos and your words, as honest as a drawing: invented, and made with care. Everything that comes from here is marked as made by software."</p>
                <p>"It is also not a feed. Nothing is shown to others unless you do it, nothing reminds you unasked, and deleting a memory is easy and final."</p>
            </section>
            <section>
                <h2>"How we work"</h2>
                <ul>
                    <li>"One thing at a time. You describe, you add photos, you watch."</li>
                    <li>"You pay for what worked. A memory that fails or that you cancel costs no credits."</li>
                    <li>"Photos are deleted when their memory is finished. The "<a href="/privacy#photos">"Privacy Policy"</a>" says it in full."</li>
                    <li>"You write with an AI, and we say so wherever you do."</li>
                </ul>
            </section>
            <section>
                <h2>"Where we are"</h2>
                <p>"Cape Town, South Africa. Evernear is in closed beta, and what people write to us decides much of what comes next: "{write_to_us()}</p>
            </section>
            <footer class="row">
                <a class="button button-primary" href=create>"Create a memory"</a>
                <a class="button button-quiet" href="/">"Back to Home"</a>
            </footer>
        </article>
    };
    Ok(Answer::Page(Page {
        title: "About".to_owned(),
        description: "What Evernear is, what it is not, and how we work.".to_owned(),
        scripts: visit.reading_scripts(),
        layout: Layout::Full,
        main_class: "page",
        body: body.into_any(),
    }))
}
