//! /offline: what the service worker shows in the place of a page that could not be fetched
//! (`islands/src/serviceWorker.ts`). The browser keeps this one page, as visitors see it, with its
//! styles. It says nothing that would be untrue of a person, and stands at the address that was asked
//! for, so an empty address tries that one again without script.

use leptos::prelude::*;

use crate::{
    pages::{Answer, Layout, Page, Scripts, Visit, layout::shell::brand},
    problem::Problem,
};

/// Its address.
pub const OFFLINE_PATH: &str = "/offline";

/// The same for everyone.
pub async fn page(visit: Visit) -> Result<Answer, Problem> {
    Ok(Answer::Page(offline(&visit)))
}

/// The same, for whoever keeps it.
pub fn offline(visit: &Visit) -> Page {
    let body = view! {
        <section class="card gate">
            {brand(&visit.site.assets)}
            <p><span class="icon icon-offline icon-large"></span></p>
            <h1>"There is no connection"</h1>
            <p>"Evernear could not be reached from this device. This page is all that is kept on it for such moments: none of your photos, memories or words."</p>
            <p>"If the creator is open in another tab, what you typed there is still in it. Leave that tab open until you are connected again. A memory that is being made goes on meanwhile."</p>
            <a class="button button-primary button-wide" href="">"Try Again"</a>
        </section>
    };
    Page {
        title: "There is no connection".to_owned(),
        description: "Evernear could not be reached from this device.".to_owned(),
        scripts: Scripts::None,
        layout: Layout::Bare,
        main_class: "page page-center",
        body: body.into_any(),
    }
}
