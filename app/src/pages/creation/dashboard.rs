//! /dashboard: greeting and credits, the wall of memories, the one thing to do, how it works and the
//! account. Counts are real.

use std::time::Duration;

use evernear_rules::pricing::CREATION_COST;
use leptos::prelude::*;

use super::card::{card, nothing_yet};
use crate::{
    domain::{
        account::event::{Event, EventKind},
        auth::session::Member,
        billing::grouped,
    },
    flows::creation::list::{Memories, list_memories},
    pages::{Answer, Flash, Layout, Page, Scripts, Visit, credits::unwelcomed},
    problem::Problem,
};

/// How long a new password is news, and among how many events it is looked for.
const JUST_NOW: Duration = Duration::from_secs(120);
const LATEST: u32 = 10;

/// For the signed-in.
pub async fn page(visit: Visit) -> Result<Answer, Problem> {
    let Some(member) = &visit.member else { return Ok(visit.to_sign_in()) };
    let memories = list_memories(&visit.ports, member).await?;
    let greeting = match member.account.email.local_part() {
        "" => "Friend",
        name => name,
    };
    let credits = grouped(member.account.shown_credits());
    let held = member.account.held;
    // Asked only where there are no credits to show.
    let unwelcomed = match member.account.credits {
        0 => unwelcomed(&visit.ports, member.account.id).await?,
        _ => None,
    };
    let unwelcomed = unwelcomed.map(|words| view! { <p class="field-hint">{words}</p> });
    let action = view! {
        <section class="card action">
            <div>
                <h2>"Create a Shared Memory"</h2>
                <p>"Describe a moment, add a photo of each of you, and see yourselves there together."</p>
            </div>
            <a class="button button-primary" href="/ai-creator">"Create a Shared Memory"</a>
        </section>
    };
    let known = view! {
        <details class="card how">
            <summary><h2>"How it works"</h2></summary>
            <ol class="steps">
                <li><b>"Describe a moment"</b><span>"In your own words. We ask for the place if it is missing."</span></li>
                <li><b>"Add two or three selfies"</b><span>"One of you, one of each person you love."</span></li>
                <li><b>"Keep the memory"</b><span>{format!("A picture and a short film, with a closing thought. {CREATION_COST} credits, only if it worked.")}</span></li>
            </ol>
        </details>
        <section class="card">
            <h2>"Your account"</h2>
            <dl class="facts" data-refresh="Loading account...">
                <div><dt>"Available credits"</dt><dd>{grouped(member.account.credits)}</dd></div>
                <div><dt>"Memories created"</dt><dd>{memories.counts.finished}</dd></div>
                <div><dt>"People reached"</dt><dd><a href="/shared" aria-label=format!("{}, your shared links", memories.counts.people_reached)>{memories.counts.people_reached}</a></dd></div>
            </dl>
            {unwelcomed}
        </section>
    };
    let updated = changed(&visit, member).await?.then_some("Password updated successfully");
    let done = updated.or(visit.flash.map(Flash::words));
    let body = view! {
        {crate::pages::auth::done(done)}
        <header class="page-head">
            <div>
                <h1>"Dashboard"</h1>
                <p class="lead">{format!("Hello, {greeting}")}</p>
            </div>
            <p class="credits" data-refresh="Loading credits..." data-credits=""><span class="icon icon-credits"></span><b>{credits}</b>" credits "{crate::pages::layout::shell::held(held)}</p>
        </header>
        {list(&memories)}
        <div class="dash">{action}{known}</div>
    };
    Ok(Answer::Page(Page {
        title: "Dashboard".to_owned(),
        description: "Your memories and credits.".to_owned(),
        scripts: Scripts::Small,
        layout: Layout::SmallFooter,
        main_class: "page",
        body: body.into_any(),
    }))
}

/// Whether the address speaks of a new password, and there was one just now.
async fn changed(visit: &Visit, member: &Member) -> Result<bool, Problem> {
    if visit.query("password").is_none() {
        return Ok(false);
    }
    let events = visit.ports.events.events(member.account.id, LATEST).await?;
    let now = visit.ports.now();
    let just =
        |event: &Event| event.kind == EventKind::PasswordChanged && now.since(event.at) < JUST_NOW;
    Ok(events.iter().any(just))
}

fn list(memories: &Memories) -> AnyView {
    if memories.listed.is_empty() {
        return nothing_yet(None);
    }
    let items = memories.listed.iter().map(card).collect_view();
    view! {
        <section class="memories" aria-labelledby="memories">
            <div class="row row-between"><h2 id="memories">"Your memories"</h2>
                <div class="row">
                    <a class="button button-quiet memories-new" href="/ai-creator"><span class="icon icon-plus"></span>"New Memory"</a>
                    <a class="button button-plain" href="/memories">"All Memories"</a>
                </div></div>
            <ul class="memory-grid wall">{items}</ul>
        </section>
    }
    .into_any()
}
