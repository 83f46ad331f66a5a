//! /admin/reports: objections to shared memories, until each is closed.

use leptos::prelude::*;

use crate::{
    domain::{
        id::ReportId,
        sharing::{EndedBy, Reported, ShareState},
    },
    flows::sharing::open_link::SharedMemory,
    pages::{
        Answer, Layout, Page, Scripts, Visit,
        admin::{gate, lock_button},
        layout::text_area::{NOT_RESTORED, TextArea},
        sharing::watch::print,
    },
    problem::Problem,
};

/// Reports on a page, the oldest first.
const PAGE: u32 = 50;

/// A memory that is looked at.
pub struct Looked {
    pub report: ReportId,
    pub memory: SharedMemory,
}

/// For an unlocked browser; the gate for every other one.
pub async fn page(visit: Visit) -> Result<Answer, Problem> {
    if visit.admin.is_none() {
        return Ok(Answer::Page(gate(&visit.address(), None)));
    }
    list(&visit, None, None).await.map(Answer::Page)
}

/// The list, with what came of the last form and the memory that is looked at.
pub async fn list(
    visit: &Visit,
    said: Option<Result<&str, String>>,
    looked: Option<Looked>,
) -> Result<Page, Problem> {
    let after: Option<ReportId> = visit.query("after").and_then(|id| id.parse().ok());
    let mut reports = visit.ports.reports.open_reports(after, PAGE + 1).await?;
    let has_more = reports.len() > PAGE as usize;
    reports.truncate(PAGE as usize);
    let now = visit.ports.now();
    let none = reports.is_empty().then(|| {
        let text = if after.is_some() { "No later report is open." } else { "No report is open." };
        view! { <p>{text}</p> }
    });
    let said = said.map(|said| {
        let (class, icon, role, text) = match said {
            Ok(text) => ("notice notice-success", "icon icon-check", "status", text.to_owned()),
            Err(text) => ("notice notice-danger", "icon icon-alert", "alert", text),
        };
        view! { <p class=class role=role><span class=icon></span><span>{text}</span></p> }
    });
    let cards = reports.iter().map(|reported| {
        let shown = looked.as_ref().filter(|looked| looked.report == reported.report.id);
        let state = reported.share.as_ref().map(|share| share.state(now));
        card(reported, state, shown)
    });
    let last = reports.last().filter(|_| has_more).map(|last| last.report.id);
    let body = view! {
        <header class="page-head">
            <div>
                <h1>"Reported memories"</h1>
                <p class="lead">"Each look at a memory stands in the log, and its owner sees that there was one."</p>
            </div>
            <div class="row"><a class="button button-quiet" href="/admin/waitlist">"Waitlist"</a><a class="button button-quiet" href="/admin/payments">"Flagged payments"</a>{lock_button()}</div>
        </header>
        <div class="stack">
            {said}
            {cards.collect_view()}
            {none}
            {ways(after, last)}
        </div>
    };
    Ok(Page {
        title: "Reported memories".to_owned(),
        description: "For whoever runs Evernear.".to_owned(),
        scripts: Scripts::Small,
        layout: Layout::Full,
        main_class: "page",
        body: body.into_any(),
    })
}

/// To later reports, and back to the oldest.
fn ways(after: Option<ReportId>, last: Option<ReportId>) -> Option<AnyView> {
    let oldest = after.map(|_| {
        view! { <a class="button button-quiet button-small" href="/admin/reports">"Oldest"</a> }
    });
    let later = last.map(|id| {
        let address = format!("/admin/reports?after={id}");
        view! { <a class="button button-quiet button-small" rel="next" href=address>"Later"</a> }
    });
    (oldest.is_some() || later.is_some()).then(|| {
        view! { <nav class="pages" aria-label="Pages"><p class="row">{oldest}{later}</p></nav> }
            .into_any()
    })
}

fn state_words(state: Option<ShareState>) -> &'static str {
    match state {
        Some(ShareState::Open) => "It works.",
        Some(ShareState::UsedUp) => "Its viewings are used up.",
        Some(ShareState::Paused) => "It is paused.",
        Some(ShareState::Ended(EndedBy::Stopped)) => "Its owner has stopped it.",
        Some(ShareState::Ended(EndedBy::Expired)) => "Its time is over.",
        Some(ShareState::Ended(EndedBy::Banned)) => "It ended with a ban.",
        Some(ShareState::Ended(EndedBy::Removed)) => "It was removed.",
        None => "It is gone, and the memory perhaps with it.",
    }
}

fn card(reported: &Reported, state: Option<ShareState>, looked: Option<&Looked>) -> AnyView {
    let report = &reported.report;
    let id = report.id.to_string();
    let from = report.email.as_ref().map_or("nobody we know".to_owned(), ToString::to_string);
    let memory = looked.map(|looked| print(&looked.memory, &format!("/admin/reports/{id}")));
    let hidden = |act: &'static str| {
        let id = id.clone();
        view! { <input type="hidden" name="report" value=id/><input type="hidden" name="act" value=act/> }
    };
    let look = (reported.share.is_some() && looked.is_none()).then(|| {
        view! { <form method="post" action="/admin/reports">{hidden("look")}<button class="button button-quiet" type="submit">"Look at the memory"</button></form> }
    });
    let is_ended = matches!(state, Some(ShareState::Ended(_)));
    let is_paused = reported.share.as_ref().is_some_and(|share| share.paused_at.is_some());
    let paused = (is_ended && is_paused).then_some(" Every link to its memory is paused.");
    let why_id = format!("why-{id}");
    // Also of a link that has ended: others may lead to the memory, or be made.
    let decide = reported.share.as_ref().map(|share| {
        let pause = share.paused_at.is_none().then(|| {
            view! { <button class="button button-quiet" type="submit" name="act" value="pause">"Pause the link"</button> }
        });
        let id = id.clone();
        view! {
            <form class="form" method="post" action="/admin/reports" autocomplete=NOT_RESTORED>
                <input type="hidden" name="report" value=id/>
                <div class="field"><label for=why_id.clone()>"Why, as its owner reads it"</label>
                    <TextArea attr:id=why_id attr:name="why" attr:rows="3" attr:required=true attr:maxlength="2000"/></div>
                <div class="row">{pause}<button class="button button-danger" type="submit" name="act" value="remove">"Remove the link"</button></div>
            </form>
        }
    });
    view! {
        <section class="card stack" aria-label=format!("Report of {}", report.at.minute())>
            <dl class="facts">
                <div><dt>"When"</dt><dd>{report.at.minute()}</dd></div>
                <div><dt>"From"</dt><dd>{from}</dd></div>
                <div><dt>"The link"</dt><dd>{state_words(state)}{paused}</dd></div>
            </dl>
            <p class="letter" dir="auto">{report.reason.clone()}</p>
            {memory}
            <div class="row">
                {look}
                <form method="post" action="/admin/reports">{hidden("close")}<button class="button button-quiet" type="submit">"Close the report"</button></form>
            </div>
            {decide}
        </section>
    }
    .into_any()
}
