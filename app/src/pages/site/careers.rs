//! /careers: 'Join Our Team', by e-mail.

use leptos::prelude::*;

use crate::{
    pages::{
        Answer, Layout, Page, Visit,
        layout::{
            picture::{Picture, print},
            shell::MAIL,
        },
    },
    problem::Problem,
};

/// For everyone.
pub async fn page(visit: Visit) -> Result<Answer, Problem> {
    let apply = format!("mailto:{MAIL}?subject=Join%20Our%20Team");
    let picture = Picture {
        name: "study-session",
        alt: "Two old portraits as prints over an open book in a library.",
        sizes: "264px",
        first: true,
    };
    let caption = view! { "Study session "<span class="tag">"Example"</span> }.into_any();
    let body = view! {
        <article class="prose prose-beside">
            <section id="join-our-team">
                <h1>"Join Our Team"</h1>
                <p class="lead">"We make something small for moments that are not small. If you would do that with care, write to us."</p>
            </section>
            {print(&visit.site.assets, &picture, "prose-print", caption)}
            <section>
                <h2>"Who we would like to hear from"</h2>
                <ul>
                    <li><b>"Engineers "</b>"who like software that is quick, plain and still there after a power cut."</li>
                    <li><b>"Designers and writers "</b>"who can leave things out."</li>
                    <li><b>"People who work with images, "</b>"moving or still, and know what light does to a face."</li>
                    <li><b>"People who know grief, "</b>"from their work or their life, and can tell us where to be quiet."</li>
                </ul>
            </section>
            <section>
                <h2>"How to apply"</h2>
                <p>"By e-mail to "<a href=apply.clone()>{MAIL}</a>". A few sentences are enough: who you are, something you made and are glad about, and what you would change here first. No form, and no photo of you needed."</p>
                <p>"A person reads what you send. We use it to answer you and delete it when we are done."</p>
            </section>
            <footer class="row">
                <a class="button button-primary" href=apply><span class="icon icon-mail"></span>"Apply by e-mail"</a>
                <a class="button button-quiet" href="/">"Back to Home"</a>
            </footer>
        </article>
    };
    Ok(Answer::Page(Page {
        title: "Join Our Team".to_owned(),
        description: "Work on Evernear: who we would like to hear from, and how to apply."
            .to_owned(),
        scripts: visit.reading_scripts(),
        layout: Layout::Full,
        main_class: "page",
        body: body.into_any(),
    }))
}
