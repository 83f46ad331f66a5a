//! The global text, for a page that could not be made. It needs nothing but what is the same
//! for every visit: the database may be what is in trouble, and who asks is not known.

use http::StatusCode;
use leptos::prelude::*;

use crate::pages::{Site, layout::shell};

/// The whole document as HTML; `explained` is what a person can make of it.
pub fn page(site: &Site, explained: &str) -> String {
    let assets = &site.assets;
    let view = view! {
        <html lang="en">
            <head>
                <meta charset="utf-8"/>
                <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover"/>
                <meta name="color-scheme" content="light dark"/>
                <meta name="robots" content="noindex"/>
                <title>"Something went wrong · Evernear"</title>
                <link rel="icon" href=assets.favicon.clone() type="image/svg+xml"/>
                <link rel="stylesheet" href=assets.style.clone()/>
            </head>
            <body class="shell">
                <a class="skip" href="#main">"Skip to content"</a>
                <header class="top">{shell::brand(assets)}</header>
                <main class="page page-center" id="main" tabindex="-1">
                    <section class="card gate">
                        <h1>"Something went wrong. Please refresh the page."</h1>
                        <p>{explained.to_owned()}</p>
                        <p><a class="button button-quiet" href="/"><span class="icon icon-back"></span>"Back to Home"</a></p>
                    </section>
                </main>
                {shell::footer(site, true)}
            </body>
        </html>
    };
    format!("<!DOCTYPE html>{}", view.to_html().replace("<!>", ""))
}

/// What a person can make of a bare status.
pub fn explained(status: StatusCode) -> &'static str {
    match status {
        StatusCode::FORBIDDEN => {
            "This did not come from one of our own pages. Open the page again and send it from there."
        }
        StatusCode::NOT_FOUND => "There is nothing at this address, or it is not yours to see.",
        StatusCode::METHOD_NOT_ALLOWED => "This address takes nothing that is sent to it.",
        StatusCode::REQUEST_TIMEOUT => {
            "This took too long, and we stopped waiting. Look whether it arrived before you send it again."
        }
        _ => "Nothing of yours is lost. If it stays like this, try again in a few minutes.",
    }
}
