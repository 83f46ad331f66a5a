//! /reset-password: the view `update_password`. The link of the mail leads here; its button
//! uses it up and signs in, and then a new password is chosen.

use leptos::prelude::*;

use crate::{
    flows::account::change_password::came_to_reset,
    pages::{
        Answer, Page, Visit,
        auth::{gate, problem},
    },
    problem::Problem,
};

/// The button, the form, or the way to a link.
pub async fn page(visit: Visit) -> Result<Answer, Problem> {
    let next = visit.query("next").unwrap_or_default();
    if let Some(token) = visit.query("token") {
        return Ok(Answer::Page(opened(&visit, token, next, None)));
    }
    match &visit.member {
        Some(member) if came_to_reset(&visit.ports, member) => {
            Ok(Answer::Page(form(&visit, next, None)))
        }
        Some(_) => Ok(Answer::Away("/profile/password".to_owned())),
        None if visit.pending_second_factor.is_some() => Ok(visit.to_sign_in()),
        None => Ok(Answer::Away("/auth?view=forgotten_password".to_owned())),
    }
}

/// The link was opened: its button.
pub fn opened(visit: &Visit, token: &str, next: &str, wrong: Option<&str>) -> Page {
    let press = wrong.is_none().then(|| {
        view! {
            <p>"This link lets you in once. Then you choose a new password."</p>
            <form class="form" method="post" action="/reset-password">
                <input type="hidden" name="token" value=token.to_owned()/>
                <input type="hidden" name="next" value=next.to_owned()/>
                <div class="form-end">
                    <button class="button button-primary button-wide" type="submit" data-busy-label="One moment...">"Continue"</button>
                </div>
            </form>
        }
    });
    let body = view! {
        {problem(wrong)}
        {press}
        <nav class="gate-links" aria-label="Account"><a href="/auth?view=forgotten_password">"Forgot your password?"</a></nav>
    };
    gate(visit, "Reset your password", "Reset your password", body.into_any())
}

/// The new password.
pub fn form(visit: &Visit, next: &str, wrong: Option<&str>) -> Page {
    let email = visit.member.as_ref().map(|member| member.account.email.to_string());
    let body = view! {
        {problem(wrong)}
        <form class="form" id="auth-update-password" method="post" action="/reset-password">
            <input type="hidden" name="next" value=next.to_owned()/>
            // Password managers look for whose password it is.
            <input type="text" class="sr-only" name="username" autocomplete="username" value=email tabindex="-1" aria-hidden="true"/>
            <div class="field">
                <label for="password">"New password"</label>
                <input id="password" name="password" type="password" autocomplete="new-password" placeholder="Your new password" required minlength="6" maxlength="72" aria-describedby="password-hint"/>
                <p class="field-hint" id="password-hint">"At least six characters. Every other device is signed out."</p>
            </div>
            <div class="form-end">
                <button class="button button-primary button-wide" type="submit" data-busy-label="Updating password ...">"Update password"</button>
            </div>
        </form>
    };
    gate(visit, "Reset your password", "Choose a new password", body.into_any())
}
