//! The administrator's pages, each behind the gate.

pub mod debug;
pub mod payments;
pub mod reports;
pub mod waitlist;

use leptos::prelude::*;

use crate::pages::{Layout, Page, Scripts};

/// The gate in place of `path`, with what was wrong with the last try.
pub fn gate(next: &str, problem: Option<String>) -> Page {
    let problem = problem.map(|problem| {
        view! { <p class="notice notice-danger" role="alert"><span class="icon icon-alert"></span><span>{problem}</span></p> }
    });
    let body = view! {
        <section class="card gate">
            <h1>"Administration"</h1>
            <p>"These pages are for whoever runs Evernear."</p>
            {problem}
            <form class="form" method="post" action="/admin/unlock">
                <input type="hidden" name="next" value=next.to_owned()/>
                <div class="field">
                    <label for="password">"Admin password"</label>
                    <input id="password" name="password" type="password" autocomplete="current-password" required maxlength="200"/>
                </div>
                <div class="form-end">
                    <button class="button button-primary button-wide" type="submit" data-busy-label="Unlocking...">"Unlock"</button>
                </div>
            </form>
            <nav class="gate-links" aria-label="Elsewhere"><a href="/">"Back to Home"</a></nav>
        </section>
    };
    Page {
        title: "Administration".to_owned(),
        description: "For whoever runs Evernear.".to_owned(),
        scripts: Scripts::Small,
        layout: Layout::Full,
        main_class: "page page-center",
        body: body.into_any(),
    }
}

/// The button that locks this browser again.
pub fn lock_button() -> impl IntoView {
    view! {
        <form method="post" action="/admin/lock">
            <button class="button button-quiet" type="submit"><span class="icon icon-lock"></span>"Lock"</button>
        </form>
    }
}
