//! The beta gate's screen: who may not come in yet is told so, and led to the section of the
//! landing page where one applies.

use leptos::prelude::*;

use crate::pages::{Assets, Layout, Page, Scripts, layout::shell::brand};

/// In place of the page that was asked for, in its layout.
pub fn page(assets: &Assets, layout: Layout, proven: bool) -> Page {
    // Where the header is, the brand stands there.
    let brand = (layout == Layout::Bare).then(|| brand(assets));
    let unproven = (!proven).then(|| {
        view! { <p>"Was this address approved already? Then prove that it is yours: sign out, and sign in once by a magic link."</p> }
    });
    let body = view! {
        <section class="card gate">
            {brand}
            <figure class="print print-blank gate-blank"><span></span></figure>
            <h1>"Closed Beta Access Required"</h1>
            <p>"Evernear is in closed beta, and this account has no place in it yet. Apply with the same e-mail address; we write to you as soon as there is one."</p>
            {unproven}
            // The browser scrolls to the section; its delay needs no script.
            <a class="button button-primary button-wide" href="/#early-access">"Apply for Beta Access"</a>
        </section>
    };
    Page {
        title: "Closed Beta Access Required".to_owned(),
        description: "Evernear is in closed beta.".to_owned(),
        scripts: Scripts::Small,
        layout,
        main_class: "page page-center",
        body: body.into_any(),
    }
}
