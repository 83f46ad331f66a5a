//! /incoming/{id}: photos that a phone handed on, and the question whether to add them. They are shown,
//! because any site could have sent them; only the browser that sent them sees them. Works without
//! script; nobody is signed in by it, and whoever is not comes back here after signing in.

use leptos::prelude::*;

use crate::{
    domain::media::incoming_address,
    flows::{
        draft::incoming::{GONE, Waiting},
        waitlist::beta_gate::admitted,
    },
    pages::{Layout, Page, Scripts, Visit, auth, layout::shell::brand},
    problem::Problem,
};

const UNCHANGED: &str = "Nothing was added to your memory, and nothing in it has changed.";

/// The question; `wrong` is why they were not added.
pub async fn asks(visit: &Visit, waiting: &Waiting, wrong: Option<&str>) -> Result<Page, Problem> {
    let address = incoming_address(waiting.id);
    let count = waiting.photos.len();
    let photos = (1..=count).map(|number| {
        let (source, alt) = (format!("{address}/{number}"), format!("Photo {number} of {count}"));
        view! { <figure class="print"><img src=source alt=alt width="240" height="320"/></figure> }
    });
    let (heading, arrived) = match count {
        1 => ("Add this photo?", "One photo was sent to Evernear from this device.".to_owned()),
        _ => {
            ("Add these photos?", format!("{count} photos were sent to Evernear from this device."))
        }
    };
    let choice = match &visit.member {
        None => signs_in(visit, &address),
        Some(member) if admitted(&visit.ports, &member.account).await? => adds(&address),
        Some(_) => {
            view! { <p class="notice notice-info"><span class="icon icon-info"></span><span>"Evernear is in closed beta, and this account has no place in it yet."</span></p> }
                .into_any()
        }
    };
    let body = view! {
        <header class="page-head"><h1>{heading}</h1></header>
        <section class="card stack">
            {auth::problem(wrong)}
            <div class="print-grid">{photos.collect_view()}</div>
            <p>{arrived}" They wait here for an hour and are deleted then. Only this browser shows them. If you did not send them, do not add them."</p>
            {choice}
            <form method="post" action=format!("{address}/decline")>
                <button class="button button-quiet" type="submit" data-busy-label="Deleting...">"No, Delete Them"</button>
            </form>
        </section>
    };
    Ok(Page {
        title: heading.to_owned(),
        description: "Photos that were sent to Evernear from this device.".to_owned(),
        scripts: visit.reading_scripts(),
        layout: Layout::Full,
        main_class: "page page-reading",
        body: body.into_any(),
    })
}

fn adds(address: &str) -> AnyView {
    view! {
        <form method="post" action=address.to_owned()>
            <button class="button button-primary" type="submit" data-busy-label="Adding...">"Add to My Memory"</button>
        </form>
    }
    .into_any()
}

fn signs_in(visit: &Visit, address: &str) -> AnyView {
    let sign_in = if visit.pending_second_factor.is_some() {
        format!("/auth/second-factor?next={address}")
    } else {
        format!("/auth?mode=signin&next={address}")
    };
    view! {
        <p>"Sign in first. The photos wait meanwhile."</p>
        <p class="row">
            <a class="button button-primary" href=sign_in>"Sign In"</a>
            <a class="button button-quiet" href=format!("/auth?mode=signup&next={address}")>"Create an Account"</a>
        </p>
    }
    .into_any()
}

/// Where none wait: they were added, declined, or their hour is over; or this is another browser.
pub fn gone(visit: &Visit) -> Page {
    let text = "They were added or deleted, or an hour has passed since they were sent. Only the browser that sent them can open this page.";
    card(visit, GONE, text.to_owned(), None)
}

/// They were deleted.
pub fn declined(visit: &Visit) -> Page {
    card(visit, "These photos are deleted", UNCHANGED.to_owned(), None)
}

/// They were not taken in; `wrong` is why.
pub fn not_received(visit: &Visit, wrong: &str) -> Page {
    card(visit, "These photos did not arrive", UNCHANGED.to_owned(), Some(wrong))
}

fn card(visit: &Visit, heading: &str, text: String, wrong: Option<&str>) -> Page {
    let body = view! {
        <section class="card gate">
            {brand(&visit.site.assets)}
            <h1>{heading.to_owned()}</h1>
            {auth::problem(wrong)}
            <p>{text}</p>
            <a class="button button-primary button-wide" href="/create">"To the Creator"</a>
        </section>
    };
    Page {
        title: heading.to_owned(),
        description: "Photos that were sent to Evernear from this device.".to_owned(),
        scripts: Scripts::None,
        layout: Layout::Bare,
        main_class: "page page-center",
        body: body.into_any(),
    }
}
