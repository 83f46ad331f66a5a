//! /shared: every link to a memory, who has opened it, and how to stop it.

use leptos::prelude::*;

use super::fields::ends;
use crate::{
    domain::{
        auth::session::Member,
        sharing::{EndedBy, Share, ShareState},
    },
    flows::sharing::list_links::{ListedLink, list_links},
    pages::{Answer, Flash, Layout, Page, Scripts, Visit, auth},
    problem::Problem,
};

/// For the signed-in.
pub async fn page(visit: Visit) -> Result<Answer, Problem> {
    let Some(member) = &visit.member else { return Ok(visit.to_sign_in()) };
    list(&visit, member).await.map(Answer::Page)
}

async fn list(visit: &Visit, member: &Member) -> Result<Page, Problem> {
    let links = list_links(&visit.ports, member).await?;
    let people = visit.ports.creations.counts(member.account.id).await?.people_reached;
    let (living, ended): (Vec<_>, Vec<_>) =
        links.iter().partition(|link| !matches!(link.state, ShareState::Ended(_)));
    let none = living.is_empty().then(|| {
        view! { <p>"No link leads to a memory of yours. You make one on a memory's page, on "<a href="/dashboard">"your dashboard"</a>"."</p> }
    });
    let all = (living.len() > 1).then(|| stop_all(visit.query("stop").is_some()));
    let ended = (!ended.is_empty()).then(|| {
        let lines = ended.iter().map(|link| ended_line(link)).collect_view();
        view! {
            <section class="card" aria-labelledby="ended">
                <h2 id="ended">"Ended"</h2>
                <ul class="lines">{lines}</ul>
                <p class="caption">"They go from this list 90 days after they ended; one that we removed or have to decide about stays."</p>
            </section>
        }
    });
    let body = view! {
        <a class="button button-plain back" href="/dashboard"><span class="icon icon-back"></span>"Dashboard"</a>
        <header class="page-head"><div>
            <h1>"Shared Links"</h1>
            <p class="lead">{reached(people)}</p>
        </div></header>
        <div class="stack-24 cards">
            {auth::done(visit.flash.map(Flash::words))}
            {none}
            {living.iter().map(|link| card(link)).collect_view()}
            {all}
            {ended}
        </div>
    };
    Ok(Page {
        title: "Shared links".to_owned(),
        description: "The links to your memories.".to_owned(),
        scripts: Scripts::Small,
        layout: Layout::Full,
        main_class: "page",
        body: body.into_any(),
    })
}

fn reached(people: u32) -> String {
    match people {
        0 => "Nobody has seen a memory of yours by a link yet.".to_owned(),
        1 => "One person has seen a memory of yours by a link.".to_owned(),
        many => format!("{many} people have seen memories of yours by a link."),
    }
}

/// A link that lives.
fn card(link: &ListedLink) -> AnyView {
    let share = &link.share;
    let id = share.id.to_string();
    let note = share.terms.note.as_str().to_owned();
    let name = if note.is_empty() { link.title.clone() } else { note };
    let memory = format!("/memories/{}", share.creation);
    let looked = share.looked_at.map(|at| {
        view! { <p class="notice notice-caution"><span class="icon icon-info"></span><span>{format!("Somebody reported this memory, and a person here looked at it on {}.", at.minute())}</span></p> }
    });
    let told = share.decision_reason.as_ref().map(|why| {
        view! { <p class="notice notice-caution"><span class="icon icon-alert"></span><span dir="auto">{format!("It leads nowhere until we know more, because: {why}")}</span></p> }
    });
    let label = |what: &str| format!("{what}: {name}");
    view! {
        <section class="card stack" aria-label=format!("Link: {name}")>
            <header class="row row-between"><h2 dir="auto">{name.clone()}</h2>{badge(link.state)}</header>
            {looked}
            {told}
            <dl class="facts">
                <div><dt>"Memory"</dt><dd dir="auto"><a href=memory>{link.title.clone()}</a></dd></div>
                <div><dt>"Works"</dt><dd>{ends(share)}</dd></div>
                <div><dt>"Seen"</dt><dd>{seen(share)}</dd></div>
                <div><dt>"They may"</dt><dd>{allowed(share)}</dd></div>
            </dl>
            <div class="row">
                <a class="button button-quiet button-small" href=format!("/shared/{id}") aria-label=label("Change")><span class="icon icon-edit"></span>"Change"</a>
                <form method="post" action=format!("/shared/{id}/renew")><button class="button button-quiet button-small" type="submit" aria-label=label("New Address") data-busy-label="..."><span class="icon icon-retry"></span>"New Address"</button></form>
                <form method="post" action=format!("/shared/{id}/stop")><button class="button button-danger button-small" type="submit" aria-label=label("Stop") data-busy-label="..."><span class="icon icon-close"></span>"Stop"</button></form>
            </div>
        </section>
    }
    .into_any()
}

fn badge(state: ShareState) -> AnyView {
    let (class, icon, words) = match state {
        ShareState::Open => ("badge badge-success", "icon icon-check", "Works"),
        ShareState::UsedUp => ("badge badge-info", "icon icon-info", "All viewings used"),
        ShareState::Paused => ("badge badge-caution", "icon icon-alert", "Paused by us"),
        ShareState::Ended(_) => ("badge badge-info", "icon icon-close", "Ended"),
    };
    view! { <span class=class><span class=icon></span>{words}</span> }.into_any()
}

/// 'twice, by 1 person, last on …'.
fn seen(share: &Share) -> String {
    let times = match share.viewings {
        0 => return "not yet".to_owned(),
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        many => format!("{many} times"),
    };
    let people =
        if share.people == 1 { "1 person".to_owned() } else { format!("{} people", share.people) };
    let last =
        share.last_viewed_at.map_or_else(String::new, |at| format!(", last on {}", at.minute()));
    let of =
        share.terms.max_viewings.map_or_else(String::new, |most| format!(" of at most {most}"));
    format!("{times}{of}, by {people}{last}")
}

fn allowed(share: &Share) -> String {
    let password = if share.password_hash.is_some() { "watch with the password" } else { "watch" };
    let downloads = if share.terms.downloads { ", download" } else { "" };
    let words = if share.terms.shows_words { ", read your words" } else { "" };
    format!("{password}{downloads}{words}")
}

fn ended_line(link: &ListedLink) -> AnyView {
    let note = link.share.terms.note.as_str();
    let name = if note.is_empty() { link.title.clone() } else { note.to_owned() };
    let by = match link.state {
        ShareState::Ended(EndedBy::Expired) => "its time was over",
        ShareState::Ended(EndedBy::Banned) => "your account was banned",
        ShareState::Ended(EndedBy::Removed) => "we removed it because of a report",
        _ => "you stopped it",
    };
    let reason = link.share.decision_reason.as_ref();
    let reason =
        reason.map(|reason| view! { <span class="caption" dir="auto">{reason.clone()}</span> });
    let at = link.share.ended.map(|(at, _)| at).or(link.share.expires_at);
    let when = at.map_or_else(String::new, |at| format!("{} · ", at.day()));
    let looked = link.share.looked_at.map_or_else(String::new, |at| {
        format!(" · somebody reported it, and a person here looked at it on {}", at.minute())
    });
    let paused = link.share.paused_at.map_or("", |_| " · the memory is paused because of a report");
    let about = format!("{when}{by} · seen {}{looked}{paused}", seen(&link.share));
    view! { <li><span><b dir="auto">{name}</b><span class="caption">{about}</span>{reason}</span></li> }
        .into_any()
}

/// Stopping all, after a question. Without script the question stands on the page that `asked` for it.
fn stop_all(asked: bool) -> AnyView {
    view! {
        <form method="get" action="/shared" data-asks="stop-all">
            <input type="hidden" name="stop" value="ask"/>
            <button class="button button-plain" type="submit"><span class="icon icon-close"></span>"Stop All Links"</button>
        </form>
        <dialog class="dialog" id="stop-all" aria-labelledby="stop-question" open=asked>
            <form class="stack" method="post" action="/shared">
                <p id="stop-question">"Stop all links? None of them leads to a memory any more, and none comes back."</p>
                <div class="row row-end">
                    <a class="button button-quiet" href="/shared" data-closes-dialog="">"Keep them"</a>
                    <button class="button button-danger" type="submit" data-busy-label="Stopping...">"Stop all"</button>
                </div>
            </form>
        </dialog>
    }
    .into_any()
}
