//! /admin/waitlist: the island's slot, filled with what the address asks for.

use evernear_rules::wire::{AdminProps, WaitlistCounts, WaitlistQuery, WaitlistSort};
use leptos::prelude::*;

use crate::{
    domain::waitlist::status_named,
    flows::waitlist::list::list_waitlist,
    island,
    pages::{
        Answer, Layout, Page, Scripts, Visit,
        admin::{gate, lock_button},
    },
    problem::Problem,
};

/// Entries on a page of the screen.
const PAGE_SIZE: i32 = 25;

/// For an unlocked browser; the gate for every other one.
pub async fn page(visit: Visit) -> Result<Answer, Problem> {
    if visit.admin.is_none() {
        return Ok(Answer::Page(gate(&visit.address(), None)));
    }
    let query = query(&visit);
    // Without the database the island shows what this browser keeps.
    let page = list_waitlist(&visit.ports, &query).await.ok();
    let counts = visit.ports.waitlist.waitlist_counts().await.ok();
    let tab = if visit.query("tab") == Some("messages") { "messages" } else { "applications" };
    let props = AdminProps { query, page, counts, tab: tab.to_owned() };
    let slot = island::slot("admin", &props, skeleton(counts).into_any());
    let body = view! {
        <header class="page-head">
            <h1>"Waitlist & Early Access Management"</h1>
            <div class="row">
                <a class="button button-quiet" href="/"><span class="icon icon-back"></span>"Back to Home"</a>
                <a class="button button-quiet" href="/admin/payments">"Flagged payments"</a>
                <a class="button button-quiet" href="/admin/reports">"Reported memories"</a>
                {lock_button()}
            </div>
        </header>
        {slot}
    };
    Ok(Answer::Page(Page {
        title: "Waitlist & Early Access Management".to_owned(),
        description: "Applications for the closed beta.".to_owned(),
        scripts: Scripts::Admin,
        layout: Layout::Full,
        main_class: "page page-admin",
        body: body.into_any(),
    }))
}

/// What the address asks for; what it cannot mean is left out.
pub fn query(visit: &Visit) -> WaitlistQuery {
    WaitlistQuery {
        search: visit.query("search").unwrap_or_default().to_owned(),
        status: visit.query("status").and_then(status_named),
        sort: match visit.query("sort") {
            Some("name") => WaitlistSort::Name,
            Some("email") => WaitlistSort::Email,
            Some("status") => WaitlistSort::Status,
            _ => WaitlistSort::Timestamp,
        },
        reverse: visit.query("reverse") == Some("1"),
        page: visit.query("page").map(|page| page.parse().unwrap_or(1)),
        page_size: Some(PAGE_SIZE),
    }
}

fn skeleton(counts: Option<WaitlistCounts>) -> impl IntoView {
    let counts = counts.map(|counts| {
        let facts = [
            ("Total", counts.total),
            ("Pending", counts.pending),
            ("Approved", counts.approved),
            ("Rejected", counts.rejected),
        ];
        let facts = facts.map(|(name, number)| {
            view! { <div class="count"><dt>{name}</dt><dd>{number.to_string()}</dd></div> }
        });
        view! { <dl class="counts">{facts.collect_view()}</dl> }
    });
    view! {
        <div class="admin" aria-busy="true">
            {counts}
            <noscript>
                <p class="notice notice-info"><span class="icon icon-info"></span><span>"This page needs JavaScript. Please switch it on and reload it."</span></p>
            </noscript>
            <p class="sr-only" role="status">"Loading…"</p>
            <div class="skeleton admin-skeleton"></div>
        </div>
    }
}
