//! /auth/link: where links of our mails lead. Opening the page does nothing, because mail
//! scanners open links; its button uses the link up.

use leptos::prelude::*;

use crate::{
    pages::{
        Answer, Page, Visit,
        auth::{chosen, current_email, gate, keep, problem},
    },
    problem::Problem,
};

/// What the link is for.
#[derive(Clone, Copy)]
pub(super) struct Words {
    pub heading: &'static str,
    pub lead: &'static str,
    pub button: &'static str,
    /// It signs in.
    enters: bool,
}

pub(super) fn words(kind: &str) -> Words {
    match kind {
        "signup" => Words {
            heading: "Confirm your e-mail",
            lead: "Show that it was you who signed up, and your account is ready.",
            button: "Confirm my e-mail",
            enters: true,
        },
        "invite" => Words {
            heading: "You have been invited",
            lead: "One press, and you are in.",
            button: "Accept the invitation",
            enters: true,
        },
        "recovery" => Words {
            heading: "Reset your password",
            lead: "This link lets you in once. Then you choose a new password.",
            button: "Continue",
            enters: true,
        },
        "email_change" => Words {
            heading: "Confirm your new e-mail",
            lead: "The change counts when both addresses have agreed.",
            button: "Agree to the change",
            enters: false,
        },
        _ => Words {
            heading: "Sign in to your account",
            lead: "One press, and you are in.",
            button: "Sign in",
            enters: true,
        },
    }
}

/// The page with its button.
pub async fn page(visit: Visit) -> Result<Answer, Problem> {
    let token = visit.query("token").unwrap_or_default().to_owned();
    let kind = visit.query("type").unwrap_or_default().to_owned();
    let next = visit.query("next").unwrap_or_default();
    Ok(Answer::Page(form(&visit, &kind, &token, next, None)))
}

/// The same with what is still missing.
pub fn form(visit: &Visit, kind: &str, token: &str, next: &str, wrong: Option<&str>) -> Page {
    let words = words(kind);
    let asks_holder = kind == "email_change" && visit.member.is_none();
    let press = view! {
        <p>{words.lead}</p>
        <form class="form" method="post" action="/auth/link">
            <input type="hidden" name="token" value=token.to_owned()/>
            <input type="hidden" name="type" value=kind.to_owned()/>
            <input type="hidden" name="next" value=next.to_owned()/>
            {(kind == "signup").then(chosen)}
            {asks_holder.then(current_email)}
            {words.enters.then(|| keep(false))}
            <div class="form-end">
                <button class="button button-primary button-wide" type="submit" data-busy-label="One moment...">{words.button}</button>
            </div>
        </form>
    };
    shown(visit, words, wrong, press.into_any())
}

/// The link brings nothing about: why, and where to go.
pub fn failed(visit: &Visit, kind: &str, why: &str) -> Page {
    shown(visit, words(kind), Some(why), ().into_any())
}

fn shown(visit: &Visit, words: Words, wrong: Option<&str>, press: AnyView) -> Page {
    let elsewhere = if words.enters {
        ("/auth?view=magic_link", "Send a magic link email")
    } else {
        ("/profile/email", "Back to your e-mail address")
    };
    let body = view! {
        {problem(wrong)}
        {press}
        <nav class="gate-links" aria-label="Account"><a href=elsewhere.0>{elsewhere.1}</a></nav>
    };
    gate(visit, words.heading, words.heading, body.into_any())
}

/// One of the two addresses has agreed, or both have.
pub fn agreed(visit: &Visit, changed: bool) -> Page {
    let (heading, text) = if changed {
        ("Your e-mail has changed", "From now on you sign in with the new address.")
    } else {
        ("One of two", "This address has agreed. Please open the mail to the other one as well.")
    };
    let body = view! {
        <p class="notice notice-success" role="status"><span class="icon icon-check"></span><span>{text}</span></p>
        <nav class="gate-links" aria-label="Account"><a href="/profile/email">"Your e-mail address"</a></nav>
    };
    gate(visit, heading, heading, body.into_any())
}
