//! /profile/password: a new password, for whoever has lately proved who they are.

use leptos::prelude::*;

use crate::{
    domain::auth::session::Member,
    pages::{
        Answer, Page, Visit,
        account::profile::{again, card_page},
        auth,
    },
    problem::Problem,
};

/// For the signed-in, lately proved.
pub async fn page(visit: Visit) -> Result<Answer, Problem> {
    let Some(member) = &visit.member else { return Ok(visit.to_sign_in()) };
    if !member.fresh(visit.ports.now()) {
        return Ok(again("/profile/password"));
    }
    Ok(Answer::Page(form(member, None)))
}

/// The form, with what was wrong.
pub fn form(member: &Member, wrong: Option<&str>) -> Page {
    let body = view! {
        {auth::problem(wrong)}
        <section class="card">
            <form class="form" id="auth-update-password" method="post" action="/profile/password">
                // Password managers look for whose password it is.
                <input type="text" class="sr-only" name="username" autocomplete="username" value=member.account.email.to_string() tabindex="-1" aria-hidden="true"/>
                <div class="field">
                    <label for="password">"New password"</label>
                    <input id="password" name="password" type="password" autocomplete="new-password" placeholder="Your new password" required minlength="6" maxlength="72" aria-describedby="password-hint"/>
                    <p class="field-hint" id="password-hint">"At least six characters. Every other device is signed out."</p>
                </div>
                <div class="form-end"><button class="button button-primary" type="submit" data-busy-label="Updating password ...">"Update password"</button></div>
            </form>
        </section>
    };
    card_page(
        "/profile/password",
        "A long sentence is easier to keep than a short riddle.",
        body.into_any(),
    )
}
