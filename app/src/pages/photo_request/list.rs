//! /photo-requests: whom to ask for a photo, and every request with what came of it.

use evernear_rules::wire::Who;
use leptos::prelude::*;

use crate::{
    domain::{
        auth::session::Member,
        media::who_name,
        photo_request::{EndedBy, RequestState, asked_for},
        text::capital,
    },
    flows::photo_request::list_requests::{FreePlace, ListedRequest, RequestList, list_requests},
    pages::{Answer, Flash, Layout, Page, Scripts, Visit, auth},
    problem::Problem,
};

/// For the signed-in.
pub async fn page(visit: Visit) -> Result<Answer, Problem> {
    let Some(member) = &visit.member else { return Ok(visit.to_sign_in_with_query()) };
    list(&visit, member, None).await.map(Answer::Page)
}

/// The list; `wrong` is why a request was not made.
pub async fn list(visit: &Visit, member: &Member, wrong: Option<&str>) -> Result<Page, Problem> {
    let list = list_requests(&visit.ports, member).await?;
    let wished = visit.query("for").and_then(asked_for);
    let (current, ended): (Vec<_>, Vec<_>) = list
        .requests
        .iter()
        .partition(|one| matches!(one.state, RequestState::Open | RequestState::Added(_)));
    let ended = (!ended.is_empty()).then(|| {
        let lines = ended.iter().map(|one| ended_line(one)).collect_view();
        view! {
            <section class="card" aria-labelledby="ended">
                <h2 id="ended">"Ended"</h2>
                <ul class="lines">{lines}</ul>
                <p class="caption">"They go from this list at the latest 90 days after their week."</p>
            </section>
        }
    });
    let body = view! {
        <a class="button button-plain back" href="/create"><span class="icon icon-back"></span>"The creator"</a>
        <header class="page-head"><div>
            <h1>"Photo Requests"</h1>
            <p class="lead">"Ask the people in your memory for a photo of themselves. They need no account."</p>
        </div></header>
        <div class="stack-24 cards">
            {auth::done(visit.flash.map(Flash::words))}
            {auth::problem(wrong)}
            {asking(&list, wished)}
            {current.iter().map(|one| card(one)).collect_view()}
            {ended}
        </div>
    };
    Ok(Page {
        title: "Photo requests".to_owned(),
        description: "Whom you asked for a photo.".to_owned(),
        scripts: Scripts::Small,
        layout: Layout::Full,
        main_class: "page",
        body: body.into_any(),
    })
}

/// Whom to ask; the one who was chosen in the creator first.
fn asking(list: &RequestList, wished: Option<Who>) -> AnyView {
    let Some(words) = &list.words else {
        return view! { <p>"Describe a memory in "<a href="/create">"the creator"</a>" first. Then you can ask for the photos of the people in it here."</p> }
            .into_any();
    };
    if list.free.is_empty() {
        return view! { <p>"Nobody else can be asked just now: each place of your memory has a photo or a request."</p> }
            .into_any();
    }
    let mut free: Vec<&FreePlace> = list.free.iter().collect();
    free.sort_by_key(|place| Some(place.who) != wished);
    let forms = free.into_iter().enumerate().map(|(at, place)| {
        let class = if at == 0 { "button button-primary" } else { "button button-quiet" };
        let ask = format!("Ask {}", place.of);
        view! {
            <form method="post" action="/photo-requests">
                <input type="hidden" name="place" value=who_name(place.who)/>
                <button class=class type="submit" data-busy-label="Making the link..."><span class="icon icon-share"></span>{ask}</button>
            </form>
        }
    });
    view! {
        <section class="card stack" aria-labelledby="ask-title">
            <h2 id="ask-title">"Ask for a photo by link"</h2>
            <p>{format!("You send a link. Whoever has it sees your name, “{}”, and these words, adds one photo within 7 days, and may take it back until you begin the memory:", list.name)}</p>
            <blockquote dir="auto">{words.clone()}</blockquote>
            <div class="row">{forms.collect_view()}</div>
        </section>
    }
    .into_any()
}

/// A request that can be used, or has brought its photo.
fn card(one: &ListedRequest) -> AnyView {
    let id = one.request.id.to_string();
    let name = capital(&one.of);
    let label = |what: &str| format!("{what}: {name}");
    let is_open = one.state == RequestState::Open;
    let (class, icon, state) = match (is_open, one.filled) {
        (true, false) => ("badge badge-info", "icon icon-clock", "Waits for the photo"),
        (true, true) => ("badge badge-info", "icon icon-info", "The place has a photo"),
        (false, _) => ("badge badge-success", "icon icon-check", "The photo is there"),
    };
    let added = one.request.consent.as_ref().map(|consent| {
        view! { <div><dt>"Added"</dt><dd>{consent.at.minute()}</dd></div> }
    });
    let opened = match one.request.opened_at {
        Some(at) => at.minute(),
        None => "not yet".to_owned(),
    };
    let taken_back = one.request.taken_back_at.filter(|_| is_open).map(|at| {
        view! { <p class="notice notice-info"><span class="icon icon-info"></span><span>{format!("The photo was taken back on {}.", at.minute())}</span></p> }
    });
    let renew = is_open.then(|| {
        view! { <form method="post" action=format!("/photo-requests/{id}/renew")><button class="button button-quiet button-small" type="submit" aria-label=label("New Link") data-busy-label="..."><span class="icon icon-retry"></span>"New Link"</button></form> }
    });
    let stop = is_open.then(|| {
        view! { <form method="post" action=format!("/photo-requests/{id}/stop")><button class="button button-danger button-small" type="submit" aria-label=label("Stop") data-busy-label="..."><span class="icon icon-close"></span>"Stop"</button></form> }
    });
    let look = (!is_open).then(|| {
        view! { <a class="button button-quiet button-small" href="/create">"Look at it in the creator"</a> }
    });
    view! {
        <section class="card stack" aria-label=format!("Request: {name}")>
            <header class="row row-between"><h2>{name.clone()}</h2><span class=class><span class=icon></span>{state}</span></header>
            {taken_back}
            <dl class="facts">
                <div><dt>"Asked"</dt><dd>{one.request.created_at.minute()}</dd></div>
                <div><dt>"Opened"</dt><dd>{opened}</dd></div>
                {added}
                <div><dt>"Works until"</dt><dd>{one.request.expires_at.minute()}</dd></div>
            </dl>
            <div class="row">{look}{renew}{stop}</div>
        </section>
    }
    .into_any()
}

fn ended_line(one: &ListedRequest) -> AnyView {
    let what = match one.state {
        RequestState::Used(_) => "the photo was used",
        RequestState::Ended(EndedBy::Banned) => "your account was banned",
        RequestState::Ended(EndedBy::Removed) => "the photo was taken out",
        RequestState::Ended(EndedBy::Expired) => "its time was over",
        RequestState::Ended(EndedBy::DraftGone) => "its memory was given up",
        RequestState::Ended(EndedBy::BegunWithout) => "the memory was begun without it",
        _ => "you stopped it",
    };
    let about = format!("asked on {} · {what}", one.request.created_at.day());
    view! { <li><span><b>{capital(&one.of)}</b><span class="caption">{about}</span></span></li> }
        .into_any()
}
