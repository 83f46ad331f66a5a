//! /profile/two-factor: a code from the telephone beside the password. Set up by a picture
//! that an app reads, and by recovery codes for the day the telephone is lost.

use leptos::prelude::*;

use crate::{
    domain::{
        account::Email,
        auth::{factor::Factor, session::Member},
    },
    flows::auth::verify_factor::setup_again,
    pages::{
        Answer, Flash, Page, Visit,
        account::profile::{again, card_page},
        auth,
        layout::qr::qr,
    },
    ports::TotpSetup,
    problem::Problem,
};

/// What an app shows beside the code.
pub const ISSUER: &str = "Evernear";

/// For the signed-in, lately proved.
pub async fn page(visit: Visit) -> Result<Answer, Problem> {
    let Some(member) = &visit.member else { return Ok(visit.to_sign_in()) };
    if !member.fresh(visit.ports.now()) {
        return Ok(again("/profile/two-factor"));
    }
    form(&visit, member, None, visit.flash.map(Flash::words)).await.map(Answer::Page)
}

/// Off, being set up, or on.
pub async fn form(
    visit: &Visit,
    member: &Member,
    wrong: Option<&str>,
    done: Option<&str>,
) -> Result<Page, Problem> {
    let factors = visit.ports.factors.factors(member.account.id).await?;
    let state = if factors.iter().any(|factor| factor.verified) {
        let left = visit.ports.factors.recovery_codes_left(member.account.id).await?;
        on(left)
    } else if let Some((factor, setup)) = begun(visit, member, &factors)? {
        set_up(&factor, &setup)
    } else if member.account.email_proven_at.is_none() {
        unproven(&member.account.email)
    } else {
        off()
    };
    let body = view! { {auth::problem(wrong)} {auth::done(done)} {state} };
    let lead =
        "Your password, and something you hold: whoever finds the one does not have the other.";
    Ok(card_page("/profile/two-factor", lead, body.into_any()))
}

fn begun(
    visit: &Visit,
    member: &Member,
    factors: &[Factor],
) -> Result<Option<(Factor, TotpSetup)>, Problem> {
    let begun = factors.iter().rfind(|factor| factor.is_begun_in(member.session));
    let Some(factor) = begun else { return Ok(None) };
    let setup = setup_again(&visit.ports, member, factor, ISSUER)?;
    Ok(setup.map(|setup| (factor.clone(), setup)))
}

fn unproven(email: &Email) -> AnyView {
    view! {
        <section class="card">
            <h2>"First: is this address yours?"</h2>
            <p>"Nobody has opened a mail of ours at "<strong>{email.to_string()}</strong>" yet. Two-factor keeps out whoever has only your mail, so it needs an address that is surely yours."</p>
            <p>"We send you a link. When you open it, other devices are signed out, you choose your password anew, and you come back here."</p>
            <form method="post" action="/profile/two-factor">
                <input type="hidden" name="action" value="prove"/>
                <button class="button button-primary" type="submit" data-busy-label="Sending...">"Send me the link"</button>
            </form>
        </section>
    }
    .into_any()
}

fn off() -> AnyView {
    view! {
        <section class="card">
            <h2>"It is off"</h2>
            <p>"You need an app for codes on your telephone, such as Aegis, 2FAS, Google Authenticator or the one in your password manager."</p>
            <form method="post" action="/profile/two-factor">
                <input type="hidden" name="action" value="begin"/>
                <button class="button button-primary" type="submit" data-busy-label="One moment...">"Set up two-factor"</button>
            </form>
        </section>
    }
    .into_any()
}

fn set_up(factor: &Factor, setup: &TotpSetup) -> AnyView {
    // In groups of four, as people read it off.
    let letters: Vec<char> = setup.secret.chars().collect();
    let secret = letters.chunks(4).map(String::from_iter).collect::<Vec<_>>().join(" ");
    view! {
        <section class="card" data-second-factor="">
            <h2>"1. Scan this picture with the app"</h2>
            {qr(&setup.qr_code, "QR code for your app")}
            <p class="caption">"On this very telephone? "<a href=setup.uri.clone()>"Open the app"</a>", or type this key into it:"</p>
            <p class="secret">{secret}</p>
        </section>
        <section class="card">
            <h2>"2. Type the code that it shows"</h2>
            <form class="form" method="post" action="/profile/two-factor" data-second-factor="">
                <input type="hidden" name="action" value="finish"/>
                <input type="hidden" name="factor" value=factor.id.to_string()/>
                {auth::code("Code", "It changes every thirty seconds.")}
                <div class="form-end"><button class="button button-primary" type="submit" data-busy-label="One moment...">"Turn it on"</button></div>
            </form>
        </section>
    }
    .into_any()
}

fn on(left: u32) -> AnyView {
    let few = (left < 3).then(|| {
        view! { <p class="notice notice-caution"><span class="icon icon-alert"></span><span>"Only a few recovery codes are left. Please make new ones."</span></p> }
    });
    view! {
        <section class="card">
            <h2>"It is on"</h2>
            <dl class="facts"><div><dt>"Recovery codes left"</dt><dd>{left}</dd></div></dl>
            {few}
            <form method="post" action="/profile/two-factor">
                <input type="hidden" name="action" value="codes"/>
                <button class="button button-quiet" type="submit" data-busy-label="One moment...">"Make new recovery codes"</button>
            </form>
        </section>
        <section class="card card-danger">
            <h2>"Turn it off"</h2>
            <p>"Then your password alone opens your account."</p>
            <form method="post" action="/profile/two-factor">
                <input type="hidden" name="action" value="off"/>
                <button class="button button-danger" type="submit" data-busy-label="One moment...">"Turn two-factor off"</button>
            </form>
        </section>
    }
    .into_any()
}

/// The codes, shown this once.
pub fn codes(codes: &[String], fresh: bool) -> Page {
    let items = codes.iter().map(|code| view! { <li>{code.clone()}</li> }).collect_view();
    let done = if fresh { "Two-factor is on." } else { "These take the place of the old ones." };
    let body = view! {
        {auth::done(Some(done))}
        <section class="card" data-second-factor="">
            <h2>"Your recovery codes"</h2>
            <p>"Each lets you in once when your telephone is lost. Write them down or print them: they are shown only now."</p>
            <ol class="codes">{items}</ol>
            <a class="button button-primary" href="/profile">"I have kept them"</a>
        </section>
    };
    card_page(
        "/profile/two-factor",
        "Keep these somewhere safe, apart from your telephone.",
        body.into_any(),
    )
}
