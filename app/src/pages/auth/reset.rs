//! /reset-password: the view `update_password`. The link of the mail leads here, and a session whose
//! holder has shown the mailbox and is still to choose a password.

use leptos::prelude::*;

use crate::{
    domain::account::Email,
    flows::{
        account::change_password::came_to_reset,
        auth::{reset_password::find_reset, verify_one_time::VerifyOneTimeError},
    },
    pages::{
        Answer, Page, Visit,
        auth::{gate, problem},
    },
    problem::Problem,
};

/// The form, or the way to a link.
pub async fn page(visit: Visit) -> Result<Answer, Problem> {
    let next = visit.query("next").unwrap_or_default();
    if let Some(token) = visit.query("token") {
        return Ok(Answer::Page(by_link(&visit, token, next, None).await?));
    }
    match &visit.member {
        Some(member) if came_to_reset(&visit.ports, member) => {
            Ok(Answer::Page(by_session(&visit, next, None)))
        }
        Some(_) => Ok(Answer::Away("/profile/password".to_owned())),
        None if visit.pending_second_factor.is_some() => Ok(visit.to_sign_in()),
        None => Ok(Answer::Away("/auth?view=forgotten_password".to_owned())),
    }
}

/// The link was opened. It stays valid until the password is set.
pub async fn by_link(
    visit: &Visit,
    token: &str,
    next: &str,
    wrong: Option<&str>,
) -> Result<Page, Problem> {
    let Some(asked) = find_reset(&visit.ports, token).await? else {
        let expired = Problem::from(VerifyOneTimeError::Expired);
        let body = view! {
            {problem(Some(wrong.unwrap_or(&expired.message)))}
            <nav class="gate-links" aria-label="Account"><a href="/auth?view=forgotten_password">"Forgot your password?"</a></nav>
        };
        return Ok(gate(visit, "Reset your password", "Reset your password", body.into_any()));
    };
    let link = view! { <input type="hidden" name="token" value=token.to_owned()/> };
    let factor = asked.has_factor.then(factor_code);
    let email = Some(&asked.account.email);
    Ok(form(visit, email, next, wrong, (link, factor).into_any()))
}

/// A session that came to choose one.
pub fn by_session(visit: &Visit, next: &str, wrong: Option<&str>) -> Page {
    let email = visit.member.as_ref().map(|member| &member.account.email);
    form(visit, email, next, wrong, ().into_any())
}

/// The new password, and `more` fields after it.
fn form(
    visit: &Visit,
    email: Option<&Email>,
    next: &str,
    wrong: Option<&str>,
    more: AnyView,
) -> Page {
    let body = view! {
        {problem(wrong)}
        <form class="form" id="auth-update-password" method="post" action="/reset-password">
            <input type="hidden" name="next" value=next.to_owned()/>
            // Password managers look for whose password it is.
            <input type="text" class="sr-only" name="username" autocomplete="username" value=email.map(Email::to_string) tabindex="-1" aria-hidden="true"/>
            <div class="field">
                <label for="password">"New password"</label>
                <input id="password" name="password" type="password" autocomplete="new-password" placeholder="Your new password" required minlength="6" maxlength="72" aria-describedby="password-hint"/>
                <p class="field-hint" id="password-hint">"At least six characters. Every other device is signed out."</p>
            </div>
            {more}
            <div class="form-end">
                <button class="button button-primary button-wide" type="submit" data-busy-label="Updating password ...">"Update password"</button>
            </div>
        </form>
    };
    gate(visit, "Reset your password", "Choose a new password", body.into_any())
}

/// Where the account has a second factor, the mailbox alone sets no password.
fn factor_code() -> AnyView {
    view! {
        <div class="field">
            <label for="code">"Code of your second factor"</label>
            <input class="code-input" id="code" name="code" type="text" inputmode="numeric" autocomplete="one-time-code" required maxlength="16" aria-describedby="code-hint"/>
            <p class="field-hint" id="code-hint">"From the app on your telephone. Lost it? Type one of your recovery codes instead."</p>
        </div>
    }
    .into_any()
}
