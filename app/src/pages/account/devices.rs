//! /profile/devices: how one signs in, where one is signed in, and what happened to the account.

use leptos::prelude::*;

use crate::{
    domain::{
        account::event::Event,
        auth::{
            identity::Identity,
            session::{Member, OpenSession},
        },
    },
    flows::{
        account::security_history::history,
        auth::{sign_out::list_sessions, unlink_identity::linked_identities},
    },
    pages::{Answer, Flash, Page, Visit, account::profile::card_page, auth},
    problem::Problem,
};

/// For the signed-in.
pub async fn page(visit: Visit) -> Result<Answer, Problem> {
    let Some(member) = &visit.member else { return Ok(visit.to_sign_in()) };
    form(&visit, member, None).await.map(Answer::Page)
}

/// The page, with what was wrong.
pub async fn form(visit: &Visit, member: &Member, wrong: Option<&str>) -> Result<Page, Problem> {
    let has_password = visit.ports.accounts.password_hash(member.account.id).await?.is_some();
    let linked = linked_identities(&visit.ports, member.account.id).await?;
    let can_remove = has_password || linked.len() > 1;
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
        {auth::problem(wrong)}
        {auth::done(visit.flash.map(Flash::words).filter(|_| wrong.is_none()))}
        <section class="card" aria-labelledby="ways-in">
            <h2 id="ways-in">"How you sign in"</h2>
            <ul class="lines">
                {password(&member.account.email.to_string(), has_password)}
                {linked.iter().map(|identity| way_in(identity, can_remove)).collect_view()}
            </ul>
        </section>
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
    let lead =
        "If you do not know one of these, remove it or sign it out, and choose a new password.";
    Ok(card_page("/profile/devices", lead, body.into_any()))
}

fn password(email: &str, is_set: bool) -> impl IntoView + use<> {
    let (about, action) =
        if is_set { (email.to_owned(), "Change") } else { ("Not set".to_owned(), "Choose one") };
    let label = if is_set { "Change your password" } else { "Choose a password" };
    view! {
        <li>
            <span><b>"Password"</b><span class="caption">{about}</span></span>
            <a class="button button-quiet button-small" href="/profile/password" aria-label=label>{action}</a>
        </li>
    }
}

/// Another provider's; where it is the only one it has no button.
fn way_in(identity: &Identity, can_remove: bool) -> impl IntoView + use<> {
    let name =
        if identity.provider == "google" { "Google".to_owned() } else { identity.provider.clone() };
    let email = identity.email.clone().unwrap_or_default();
    let label = format!("Remove {name}, {email}");
    let action = can_remove.then(|| {
        view! {
            <form method="post" action="/profile/devices">
                <input type="hidden" name="identity" value=identity.id.to_string()/>
                <button class="button button-quiet button-small" type="submit" aria-label=label data-busy-label="...">"Remove"</button>
            </form>
        }
    });
    view! { <li><span><b>{name}</b><span class="caption">{email}</span></span>{action}</li> }
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
