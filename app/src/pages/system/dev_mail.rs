//! /dev/mail, in development only: what would have been sent.

use leptos::prelude::*;

use crate::pages::{Layout, Page, Scripts};

/// A mail that was written to a file.
pub struct DevMail {
    pub id: String,
    pub to: String,
    pub subject: String,
    pub text: String,
}

/// Newest first.
pub fn page(letters: Vec<DevMail>) -> Page {
    let none = letters.is_empty().then(|| view! { <p class="lead">"No mail was written yet."</p> });
    let letters = letters.into_iter().map(|letter| {
        let html = format!("/dev/mail/{}", letter.id);
        view! {
            <article class="card stack">
                <h2><a href=html>{letter.subject}</a></h2>
                <p class="caption">{format!("To {}", letter.to)}</p>
                <pre class="letter">{letter.text}</pre>
            </article>
        }
    });
    let body = view! {
        <header class="page-head"><div>
            <h1>"Mail"</h1>
            <p class="lead">"In development, mails are files in the data folder and nobody receives them."</p>
        </div></header>
        {none}
        <div class="stack">{letters.collect_view()}</div>
    };
    Page {
        title: "Mail".to_owned(),
        description: "Mails of this development server.".to_owned(),
        scripts: Scripts::None,
        layout: Layout::Full,
        main_class: "page",
        body: body.into_any(),
    }
}
