//! The global text (spec §8), for a page that could not be made. It needs nothing but the
//! addresses of the assets: the database may be what is in trouble.

use leptos::prelude::*;

use super::Assets;

/// The whole document as HTML.
pub fn page(assets: &Assets) -> String {
    let view = view! {
        <html lang="en">
            <head>
                <meta charset="utf-8"/>
                <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover"/>
                <meta name="color-scheme" content="dark"/>
                <meta name="robots" content="noindex"/>
                <title>"Something went wrong · Evernear"</title>
                <link rel="icon" href=assets.favicon.clone() type="image/svg+xml"/>
                <link rel="stylesheet" href=assets.style.clone()/>
            </head>
            <body class="shell shell-bare">
                <main class="page page-center" id="main">
                    <section class="card gate">
                        <a class="brand" href="/"><img src=assets.mark.clone() alt="" width="28" height="28"/>"Evernear"</a>
                        <h1>"Something went wrong. Please refresh the page."</h1>
                        <p>"Nothing of yours is lost. If it stays like this, try again in a few minutes."</p>
                        <p><a class="button button-quiet" href="/">"Back to Home"</a></p>
                    </section>
                </main>
            </body>
        </html>
    };
    format!("<!DOCTYPE html>{}", view.to_html().replace("<!>", ""))
}
