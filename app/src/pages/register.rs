//! /register (spec §2): applying for the beta. Works without script.

use leptos::prelude::*;

use super::{Answer, Frame, Page, Scripts, Visit};
use crate::{
    flows::apply::{Apply, SUBMITTED},
    problem::Problem,
};

/// What came of the form before.
pub enum Outcome {
    Nothing,
    Stored,
    Refused(String),
}

/// For everyone.
pub async fn page(visit: Visit) -> Result<Answer, Problem> {
    let stored = visit.query("applied").is_some();
    let outcome = if stored { Outcome::Stored } else { Outcome::Nothing };
    Ok(Answer::Page(form(&Apply::default(), outcome)))
}

/// The form, filled in.
pub fn form(filled: &Apply, outcome: Outcome) -> Page {
    let notice = match outcome {
        Outcome::Nothing => None,
        Outcome::Stored => Some(view! { <p class="notice notice-success" role="status"><span class="icon icon-check"></span><span>{SUBMITTED}</span></p> }.into_any()),
        Outcome::Refused(problem) => Some(view! { <p class="notice notice-danger" role="alert"><span class="icon icon-alert"></span><span>{problem}</span></p> }.into_any()),
    };
    let body = view! {
        <header class="page-head"><div>
            <h1>"Apply for Beta Access"</h1>
            <p class="lead">"Evernear is in closed beta. Tell us who you are, and we write to you when there is a place."</p>
        </div></header>
        <div class="columns">
            <section class="card stack">
                {notice}
                <form class="form" method="post" action="/register">
                    <div class="field"><label for="name">"Name"</label>
                        <input id="name" name="name" autocomplete="name" required maxlength="200" value=filled.name.clone()/></div>
                    <div class="field"><label for="email">"Email address"</label>
                        <input id="email" name="email" type="email" autocomplete="email" required maxlength="254" value=filled.email.clone()/></div>
                    <div class="field"><label for="reason">"Why would you like to join? "<span class="optional">"optional"</span></label>
                        <textarea id="reason" name="reason" rows="4" maxlength="4000">{filled.reason.clone()}</textarea></div>
                    <div hidden><label for="website">"Website (leave this empty)"</label>
                        <input id="website" name="website" tabindex="-1" autocomplete="off"/></div>
                    <div class="form-end"><button class="button button-primary" type="submit" data-busy-label="Submitting...">"Apply for Beta Access"</button></div>
                </form>
            </section>
            <aside class="card aside">
                <h2>"What you get"</h2>
                <ul class="ticks">
                    <li>"A picture and a ten-second film from your photos and your words."</li>
                    <li>"50 credits to begin with, enough for two memories."</li>
                    <li>"Photos that are deleted as soon as your memory is finished."</li>
                </ul>
            </aside>
        </div>
    };
    Page {
        title: "Apply for Beta Access".to_owned(),
        description: "Apply for the closed beta of Evernear.".to_owned(),
        scripts: Scripts::Small,
        frame: Frame::Full,
        main_class: "page",
        body: body.into_any(),
    }
}
