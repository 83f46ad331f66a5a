//! /mail/stop: where the last line of a mail leads that nobody needs. Opening it does nothing, because mail
//! scanners open links; its button stops such mails. Nobody has to sign in.

use leptos::prelude::*;

use crate::{
    domain::mail::OptionalMail,
    flows::mail::stop::{StopRequest, read_stop},
    pages::{Answer, Page, Visit, auth::gate},
    problem::{Kind, Problem},
};

/// For everyone who has the address.
pub async fn page(visit: Visit) -> Result<Answer, Problem> {
    let value = |name: &str| visit.query(name).unwrap_or_default().to_owned();
    let (account, kind, proof) = (value("account"), value("kind"), value("proof"));
    let request = StopRequest { account: &account, kind: &kind, proof: &proof };
    let Some((_, kind)) = read_stop(&visit.ports, &request) else {
        let text = "This address is not whole. Please open it from the mail again.";
        return Err(Problem::new(Kind::NotFound, text));
    };
    let lead = match kind {
        OptionalMail::Outcome => {
            "We write to you when a memory is ready and you have left the page. You can stop these mails."
        }
        OptionalMail::Date(_) => {
            "We write to you once a year on a day that you have chosen. You can stop this mail."
        }
    };
    let body = view! {
        <p>{lead}</p>
        <form class="form" method="post" action=visit.address()>
            <div class="form-end"><button class="button button-primary button-wide" type="submit" data-busy-label="One moment...">"Stop These Mails"</button></div>
        </form>
    };
    Ok(Answer::Page(gate(&visit, "Mails from Evernear", "Stop these mails?", body.into_any())))
}

/// They are stopped.
pub fn stopped(visit: &Visit, kind: OptionalMail) -> Page {
    let text = match kind {
        OptionalMail::Outcome => {
            "We write to you no more when a memory is ready. On your profile you can turn these mails on again."
        }
        OptionalMail::Date(_) => "We write to you no more on this day.",
    };
    let body = view! {
        <p class="notice notice-success" role="status"><span class="icon icon-check"></span><span>{text}</span></p>
        <nav class="gate-links" aria-label="Account"><a href="/profile#mails">"Your profile"</a></nav>
    };
    gate(visit, "Mails from Evernear", "These mails are stopped", body.into_any())
}
