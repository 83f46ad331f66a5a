//! /debug-supabase: tests of the database, and what is configured.

use leptos::prelude::*;

use crate::{
    flows::admin::diagnose::Test,
    pages::{
        Answer, Layout, Page, Scripts, Visit,
        admin::{gate, lock_button},
    },
    problem::Problem,
};

/// How a test went.
pub struct TestReport {
    pub test: Test,
    pub worked: bool,
    pub text: String,
    /// What is behind it, for whoever runs the server.
    pub detail: Option<String>,
}

/// What is configured, and whether that is wrong.
pub struct Finding {
    pub what: String,
    pub how: String,
    pub wrong: bool,
}

/// For an unlocked browser; the gate for every other one.
pub async fn page(visit: Visit) -> Result<Answer, Problem> {
    if visit.admin.is_none() {
        return Ok(Answer::Page(gate(&visit.address(), None)));
    }
    Ok(Answer::Page(console(None, Vec::new())))
}

/// The console with the last outcome and what was found.
pub fn console(outcome: Option<TestReport>, findings: Vec<Finding>) -> Page {
    let outcome = outcome.map(|outcome| {
        let (tone, icon, role) = if outcome.worked {
            ("notice notice-success", "icon icon-check", "status")
        } else {
            ("notice notice-danger", "icon icon-alert", "alert")
        };
        let detail = outcome.detail.map(|detail| view! { <code class="detail">{detail}</code> });
        view! { <div class=tone role=role><span class=icon></span><div>{outcome.text}{detail}</div></div> }
    });
    let tests = Test::ALL.map(|test| {
        let label = match test {
            Test::Connection => "Test Connection",
            Test::Count => "Count Entries",
            Test::Insert => "Insert Test Entry",
        };
        view! { <button class="button button-quiet" type="submit" name="test" value=test.name()>{label}</button> }
    });
    let findings = (!findings.is_empty()).then(|| {
        let rows = findings.into_iter().map(|finding| {
            let sign = finding.wrong.then(|| {
                view! { <span class="badge badge-danger"><span class="icon icon-alert"></span>"Wrong"</span>" " }
            });
            view! { <div><dt>{finding.what}</dt><dd>{sign}{finding.how}</dd></div> }
        });
        view! { <section class="card stack"><h2>"Configuration"</h2><dl class="facts">{rows.collect_view()}</dl></section> }
    });
    let body = view! {
        <header class="page-head">
            <div><h1>"Debug Console"</h1><p class="lead">"Tests of the database that applications are stored in."</p></div>
            <div class="row">
                <a class="button button-quiet" href="/admin/waitlist"><span class="icon icon-back"></span>"Waitlist"</a>
                {lock_button()}
            </div>
        </header>
        <div class="stack">
            {outcome}
            <section class="card stack">
                <h2>"Database"</h2>
                <form method="post" action="/debug-supabase"><div class="row">{tests.collect_view()}</div></form>
                <form method="post" action="/debug-supabase"><button class="button button-quiet" type="submit" name="test" value="doctor">"Look at everything that is configured"</button></form>
            </section>
            {findings}
        </div>
    };
    Page {
        title: "Debug Console".to_owned(),
        description: "Tests of the database.".to_owned(),
        scripts: Scripts::Small,
        layout: Layout::Full,
        main_class: "page",
        body: body.into_any(),
    }
}
