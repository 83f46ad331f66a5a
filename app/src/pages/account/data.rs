//! /profile/data: a copy of everything we hold, and the end of the account.

use leptos::prelude::*;

use crate::{
    pages::{
        Answer, Layout, Page, Scripts, Visit,
        account::profile::{again, card_page},
        auth,
    },
    problem::Problem,
};

/// For the signed-in, lately proved.
pub async fn page(visit: Visit) -> Result<Answer, Problem> {
    let Some(member) = &visit.member else { return Ok(visit.to_sign_in()) };
    if !member.fresh(visit.ports.now()) {
        return Ok(again("/profile/data"));
    }
    Ok(Answer::Page(form(None)))
}

/// Everything is gone.
pub fn gone() -> Page {
    let body = view! {
        <section class="card gate">
            <h1>"Your account is deleted"</h1>
            <p>"Your films, pictures, photos and words are gone. Thank you for having shared them with us."</p>
            <a class="button button-quiet" href="/">"Back to the start"</a>
        </section>
    };
    Page {
        title: "Your account is deleted".to_owned(),
        description: "Your Evernear account is deleted.".to_owned(),
        scripts: Scripts::None,
        layout: Layout::Full,
        main_class: "page page-center",
        body: body.into_any(),
    }
}

/// The two forms, with what was wrong.
pub fn form(wrong: Option<&str>) -> Page {
    let body = view! {
        {auth::problem(wrong)}
        <section class="card">
            <h2>"Take a copy"</h2>
            <p>"Everything we hold of yours in one file: your account, conversations, photos, pictures and films."</p>
            <form method="post" action="/profile/export" data-download="">
                <button class="button button-primary" type="submit">"Download my data"</button>
            </form>
        </section>
        <section class="card card-danger">
            <h2>"Delete your account"</h2>
            <p>"Your films, pictures, photos, words and credits go at once and for good. Records of payments are kept without your name for as long as the law asks."</p>
            <form class="form" method="post" action="/profile/delete" novalidate>
                <label class="check">
                    <input type="checkbox" name="sure" value="yes" required/>
                    <span>"Delete everything. I know that this cannot be undone."</span>
                </label>
                <div class="form-end"><button class="button button-danger" type="submit" data-busy-label="Deleting...">"Delete my account"</button></div>
            </form>
        </section>
    };
    card_page("/profile/data", "It is yours: take it with you, or take it away.", body.into_any())
}
