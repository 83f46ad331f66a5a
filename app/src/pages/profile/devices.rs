//! /profile/devices: where one is signed in, and what happened to the account.

use leptos::prelude::*;

use super::card_page;
use crate::{
    domain::account::{event::Event, session::OpenSession},
    flows::{account::security_history::history, auth::sign_out::list_sessions},
    pages::{Answer, Flash, Visit, auth},
    problem::Problem,
};

/// For the signed-in.
pub async fn page(visit: Visit) -> Result<Answer, Problem> {
    let Some(member) = &visit.member else { return Ok(visit.to_sign_in()) };
    let sessions = list_sessions(&visit.ports, member).await?;
    let events = history(&visit.ports, member.account.id).await?;
    let others = sessions.len() > 1;
    let devices =
        sessions.iter().map(|session| device(session, session.id == member.session)).collect_view();
    let sign_out = others.then(|| {
        view! {
            <form method="post" action="/profile/devices">
                <button class="button button-primary" type="submit" data-busy-label="One moment...">"Sign out others"</button>
            </form>
        }
    });
    let body = view! {
        {auth::done(visit.flash.map(Flash::words))}
        <section class="card" aria-labelledby="devices">
            <h2 id="devices">"Signed in here"</h2>
            <ul class="lines">{devices}</ul>
            {sign_out}
        </section>
        <section class="card" aria-labelledby="history">
            <h2 id="history">"What happened"</h2>
            <ul class="lines">{events.iter().map(event).collect_view()}</ul>
        </section>
    };
    let lead = "If you do not know one of these, sign it out and choose a new password.";
    Ok(Answer::Page(card_page("Devices and history", lead, body.into_any())))
}

fn device(session: &OpenSession, here: bool) -> impl IntoView + use<> {
    let about = format!("{} · last used {}", place(&session.origin.ip), session.used_at.minute());
    let name = session.origin.device();
    let label = format!("Sign out {name}");
    let action = if here {
        view! { <span class="badge badge-success"><span class="icon icon-check"></span>"This device"</span> }.into_any()
    } else {
        view! {
            <form method="post" action="/profile/devices">
                <input type="hidden" name="session" value=session.id.to_string()/>
                <button class="button button-quiet button-small" type="submit" aria-label=label data-busy-label="...">"Sign out"</button>
            </form>
        }
        .into_any()
    };
    view! { <li><span><b>{name}</b><span class="caption">{about}</span></span>{action}</li> }
}

fn event(event: &Event) -> impl IntoView + use<> {
    let about =
        format!("{} · {} · {}", event.at.minute(), event.origin.device(), place(&event.origin.ip));
    view! { <li><span><b>{event.kind.words()}</b><span class="caption">{about}</span></span></li> }
}

fn place(ip: &str) -> String {
    if ip.is_empty() { "unknown address".to_owned() } else { ip.to_owned() }
}
