//! /register: applying for the beta. Works without script.

use std::time::Duration;

use evernear_rules::wire::WaitlistEntry;
use leptos::prelude::*;

use crate::{
    domain::{id::WaitlistId, unsent_words::UnsentForm},
    flows::{
        draft::unsent_words::unsent_at,
        waitlist::{
            apply::{Apply, SUBMITTED},
            list::entry_view,
        },
    },
    pages::{
        Answer, Layout, Page, Scripts, Visit,
        layout::{
            picture::{Picture, print},
            text_area::{NOT_RESTORED, TextArea},
        },
    },
    ports::StoreError,
    problem::Problem,
};

/// What stands above the form after it was posted.
pub enum RegisterNotice {
    Nothing,
    /// Stored, as the browser keeps a copy of it.
    Stored(Box<WaitlistEntry>),
    Refused(String),
}

/// How long a browser that applied is told so.
const FRESH: Duration = Duration::from_secs(600);

/// For everyone who shows a cookie; `applied` is the application this browser has just sent,
/// if any.
pub async fn told(visit: &Visit, applied: Option<WaitlistId>) -> Result<Page, StoreError> {
    let ports = &visit.ports;
    let entry = match applied {
        Some(id) => ports.waitlist.entry(id).await?,
        None => None,
    };
    let entry = entry.filter(|entry| ports.now().since(entry.at) < FRESH);
    let outcome = entry.map_or(RegisterNotice::Nothing, |entry| {
        RegisterNotice::Stored(Box::new(entry_view(&entry)))
    });
    Ok(form(visit, &begun(visit).await?, outcome))
}

/// For everyone else: the empty form.
pub async fn page(visit: Visit) -> Result<Answer, Problem> {
    Ok(Answer::Page(form(&visit, &begun(&visit).await?, RegisterNotice::Nothing)))
}

/// What the person had written there when leaving the tab signed them out.
pub(in crate::pages) async fn begun(visit: &Visit) -> Result<Apply, StoreError> {
    let Some(member) = &visit.member else { return Ok(Apply::default()) };
    let mut unsent = unsent_at(&visit.ports, member.account.id, UnsentForm::Register).await?;
    let mut of = |name: &str| unsent.remove(name).unwrap_or_default();
    let (name, email, reason) = (of("name"), of("email"), of("reason"));
    Ok(Apply { name, email, reason, ..Apply::default() })
}

/// How loudly the form asks to be sent.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Rank {
    /// It is what the page is for; the small script shows the answer in its place.
    First,
    /// One of several things on the page, which has no script for visitors.
    Beside,
}

/// The fields and their button, on /register and in the landing page's section. Both are
/// sent to /register, which shows what came of it.
pub fn application(visit: &Visit, filled: &Apply, rank: Rank) -> impl IntoView + use<> {
    let unsent = visit.member.is_some().then(|| UnsentForm::Register.to_string());
    let (look, in_place) = match rank {
        Rank::First => ("button button-primary", Some("")),
        Rank::Beside => ("button button-quiet", None),
    };
    view! {
        <form class="form" method="post" action="/register" data-in-place=in_place autocomplete=unsent.is_some().then_some(NOT_RESTORED) data-unsent=unsent>
            <div class="field"><label for="name">"Name"</label>
                <input id="name" name="name" type="text" autocomplete="name" required maxlength="200" value=filled.name.clone()/></div>
            <div class="field"><label for="email">"Email address"</label>
                <input id="email" name="email" type="email" autocomplete="email" required maxlength="254" value=filled.email.clone()/></div>
            <div class="field"><label for="reason">"Why would you like to join? "<span class="optional">"optional"</span></label>
                <TextArea value=filled.reason.clone() attr:id="reason" attr:name="reason" attr:rows="4" attr:maxlength="4000"/></div>
            <div hidden><label for="website">"Website (leave this empty)"</label>
                <input id="website" name="website" type="text" tabindex="-1" autocomplete="off"/></div>
            <div class="form-end"><button class=look type="submit" data-busy-label="Submitting...">"Apply for Beta Access"</button></div>
        </form>
    }
}

/// The page with the form, filled in.
pub fn form(visit: &Visit, filled: &Apply, outcome: RegisterNotice) -> Page {
    let notice = match outcome {
        RegisterNotice::Nothing => None,
        RegisterNotice::Stored(entry) => {
            let kept = serde_json::to_string(&entry).unwrap_or_default();
            Some(view! { <p data-applied=kept class="notice notice-success" role="status"><span class="icon icon-check"></span><span>{SUBMITTED}</span></p> }.into_any())
        }
        RegisterNotice::Refused(problem) => Some(view! { <p class="notice notice-danger" role="alert"><span class="icon icon-alert"></span><span>{problem}</span></p> }.into_any()),
    };
    let picture = Picture {
        name: "concert",
        alt: "Two old portraits as prints before the lights of a concert.",
        sizes: "184px",
        first: false,
    };
    // Whoever has an account was given them, or knows why not.
    let offer = visit.member.is_none().then(|| {
        view! { <li>"50 credits to begin with, enough for two memories."</li> }
    });
    let lead = if visit.ports.settings.approved_only {
        "Evernear is in closed beta. Tell us who you are, and we write to you when there is a place."
    } else {
        "Evernear is open now: you need no place to begin. Tell us who you are, and we may ask you how it was."
    };
    let caption = view! { "Concert "<span class="tag">"Example"</span> }.into_any();
    let body = view! {
        <header class="page-head"><div>
            <h1>"Apply for Beta Access"</h1>
            <p class="lead">{lead}</p>
        </div></header>
        <div class="columns">
            <section class="card stack">
                {notice}
                {application(visit, filled, Rank::First)}
                <section class="stack kept" hidden data-kept-applications aria-label="Applications sent from this browser"></section>
            </section>
            <aside class="card aside">
                <h2>"What you get"</h2>
                {print(&visit.site.assets, &picture, "aside-print", caption)}
                <ul class="ticks">
                    <li>"A picture and a ten-second film from your photos and your words."</li>
                    {offer}
                    <li>"Photos that are deleted as soon as your memory is finished."</li>
                </ul>
            </aside>
        </div>
    };
    Page {
        title: "Apply for Beta Access".to_owned(),
        description: "Apply for the closed beta of Evernear.".to_owned(),
        scripts: Scripts::Small,
        layout: Layout::Full,
        main_class: "page",
        body: body.into_any(),
    }
}
