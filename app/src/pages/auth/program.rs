//! Links of the token API: /auth/program, whose button uses up what a client program's person
//! was sent and leads on to the program, and /auth/arrived, for whoever comes back from a link
//! that names no page of a program.

use leptos::prelude::*;

use crate::{
    pages::{
        Answer, Page, Scripts, Visit,
        auth::{current_email, gate, link::words, problem},
    },
    problem::Problem,
};

/// Opening it does nothing, because mail scanners open links. Where the button leads in the
/// end is judged when it is pressed.
pub async fn page(visit: Visit) -> Result<Answer, Problem> {
    let [token, kind, redirect_to] =
        ["token", "type", "redirect_to"].map(|name| visit.query(name).unwrap_or_default());
    Ok(Answer::Page(form(&visit, token, kind, redirect_to, None)))
}

/// The same with what is still missing.
pub fn form(
    visit: &Visit,
    token: &str,
    kind: &str,
    redirect_to: &str,
    wrong: Option<&str>,
) -> Page {
    let hidden = [("token", token), ("type", kind), ("redirect_to", redirect_to)]
        .map(|(name, value)| view! { <input type="hidden" name=name value=value.to_owned()/> });
    let asks_holder = kind == "email_change" && visit.member.is_none();
    let words = words(kind);
    let body = view! {
        {problem(wrong)}
        <p>{words.lead}</p>
        <form class="form" method="post" action="/auth/program">
            {hidden.collect_view()}
            {asks_holder.then(current_email)}
            <div class="form-end">
                <button class="button button-primary button-wide" type="submit">{words.button}</button>
            </div>
        </form>
        <p class="field-hint">"Then you go on to the app you asked from."</p>
    };
    let page = gate(visit, words.heading, words.heading, body.into_any());
    Page { scripts: Scripts::Leaving, ..page }
}

/// Whether it worked stands after the `#` of the address, which only the page's script can read
/// (`islands/src/page/arrived.ts`); without it the page says what holds in any case. Whoever
/// makes an address can write anything there, so it only chooses among sentences that hold in
/// any case; that a link worked is said when the server knows the session.
pub async fn arrived(visit: Visit) -> Result<Answer, Problem> {
    let refused = visit.query("error_code").is_some();
    let notices = [
        ("session", "notice notice-success", "icon icon-check", true, "Your link worked."),
        (
            "half",
            "notice notice-info",
            "icon icon-info",
            true,
            "A new address counts when both have agreed: please open the mail to the other one as well.",
        ),
        (
            "refused",
            "notice notice-info",
            "icon icon-info",
            !refused,
            "A link that has expired, or was used before, does nothing. Please ask for a new one.",
        ),
    ];
    let notices = notices.map(|(name, class, icon, hidden, text)| {
        view! { <p class=class role="status" data-arrived=name hidden=hidden><span class=icon></span><span>{text}</span></p> }
    });
    let body = view! {
        {notices.collect_view()}
        <p>"The app you asked from did not say where to go next. Please go back to it. You can also sign in here."</p>
        <nav class="gate-links" aria-label="Account">
            <a href="/auth?mode=signin">"Sign in to your account"</a>
            <a href="/auth?view=magic_link">"Send a magic link email"</a>
        </nav>
    };
    Ok(Answer::Page(gate(&visit, "Back to your app", "Back to your app", body.into_any())))
}
