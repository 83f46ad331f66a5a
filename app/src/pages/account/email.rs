//! /profile/email: the address one signs in with. Both mailboxes agree before it changes.

use leptos::prelude::*;

use crate::{
    domain::auth::session::Member,
    pages::{
        Answer, Flash, Page, Visit,
        account::profile::{again, card_page},
        auth,
        layout::text_area::NOT_RESTORED,
    },
    problem::Problem,
};

/// For the signed-in, lately proved.
pub async fn page(visit: Visit) -> Result<Answer, Problem> {
    let Some(member) = &visit.member else { return Ok(visit.to_sign_in()) };
    if !member.fresh(visit.ports.now()) {
        return Ok(again("/profile/email"));
    }
    form(&visit, member, "", None, visit.flash.map(Flash::words)).await.map(Answer::Page)
}

/// The form, with what was typed, what was wrong, or what has been done.
pub async fn form(
    visit: &Visit,
    member: &Member,
    typed: &str,
    wrong: Option<&str>,
    done: Option<&str>,
) -> Result<Page, Problem> {
    let pending = visit.ports.accounts.pending_email(member.account.id).await?;
    let waiting = pending.map(|pending| {
        view! {
            <section class="card" data-awaits-mail="">
                <h2>{format!("Waiting for {pending}")}</h2>
                <p>"Open the mails to both addresses, or type the code of each here, one after the other."</p>
                <form class="form" method="post" action="/profile/email" data-awaits-mail="">
                    {auth::code("Code", "The six digits in the mail. They can be used once, for ten minutes.")}
                    <div class="form-end"><button class="button button-primary" type="submit" data-busy-label="One moment...">"Confirm"</button></div>
                </form>
            </section>
        }
    });
    let body = view! {
        {auth::problem(wrong)}
        {auth::done(done)}
        {waiting}
        <section class="card">
            <dl class="facts"><div><dt>"Email"</dt><dd>{member.account.email.to_string()}</dd></div></dl>
            <form class="form" method="post" action="/profile/email" autocomplete=NOT_RESTORED>
                <div class="field">
                    <label for="email">"New email address"</label>
                    <input id="email" name="email" type="email" autocomplete="email" required maxlength="254" value=typed.to_owned()/>
                </div>
                <div class="form-end"><button class="button button-quiet" type="submit" data-busy-label="Sending...">"Change email"</button></div>
            </form>
        </section>
    };
    Ok(card_page(
        "/profile/email",
        "Where we write to you, and what you sign in with.",
        body.into_any(),
    ))
}
