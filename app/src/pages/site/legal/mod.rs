//! The legal pages, one file each. They share their form: a title, the date, what it says
//! in short, a table of contents and numbered sections.

mod cookies;
mod privacy;
mod terms;

use leptos::prelude::*;

use crate::pages::{Answer, Layout, Page, Visit};

pub use cookies::page as cookies;
pub use privacy::page as privacy;
pub use terms::page as terms;

/// The last change of these texts and of the refund policy.
pub const UPDATED: &str = "Last updated March 2025";

/// A section, found by its id.
struct Section {
    id: &'static str,
    heading: &'static str,
    body: AnyView,
}

fn section<Body: IntoView + 'static>(
    id: &'static str,
    heading: &'static str,
    body: Body,
) -> Section {
    Section { id, heading, body: body.into_any() }
}

/// The page of a legal text. `short` says it in one breath.
fn text(
    visit: &Visit,
    title: &str,
    description: &str,
    short: &'static str,
    sections: Vec<Section>,
) -> Answer {
    let contents = sections.iter().map(|section| {
        view! { <li><a href=format!("#{}", section.id)>{section.heading}</a></li> }
    });
    let contents = contents.collect_view();
    let sections = sections.into_iter().zip(1..).map(|(section, number)| {
        view! {
            <section id=section.id>
                <h2>{format!("{number}. {}", section.heading)}</h2>
                {section.body}
            </section>
        }
    });
    let body = view! {
        <article class="prose prose-beside">
            <header>
                <h1>{title.to_owned()}</h1>
                <p class="caption">{UPDATED}</p>
                <p class="lead">{short}</p>
            </header>
            <nav class="toc" aria-label="On this page"><ol>{contents}</ol></nav>
            {sections.collect_view()}
            <footer><a class="button button-quiet" href="/"><span class="icon icon-back"></span>"Back to Home"</a></footer>
        </article>
    };
    Answer::Page(Page {
        title: title.to_owned(),
        description: description.to_owned(),
        scripts: visit.reading_scripts(),
        layout: Layout::Full,
        main_class: "page",
        body: body.into_any(),
    })
}
