//! Proving who one is: the second factor after the password (/auth/second-factor), and once
//! more before something changes that protects the account (/auth/again).

use leptos::prelude::*;

use crate::{
    domain::account::ReturnPath,
    pages::{
        Answer, Page, Visit,
        auth::{code, gate, problem},
    },
    problem::Problem,
};

/// What was tried, and what came of it.
#[derive(Clone, Debug, Default)]
pub struct Tried {
    pub next: Option<String>,
    pub problem: Option<String>,
    /// A code has just been sent by mail.
    pub sent: bool,
}

/// The code after the password.
pub async fn second_factor_page(visit: Visit) -> Result<Answer, Problem> {
    let next = visit.query("next").map(str::to_owned);
    if visit.pending_second_factor.is_none() {
        let away = ReturnPath::parse(next.as_deref()).to_string();
        let signed_in = visit.member.is_some();
        return Ok(Answer::Away(if signed_in { away } else { "/auth?mode=signin".to_owned() }));
    }
    Ok(Answer::Page(second_factor(&visit, &Tried { next, ..Tried::default() })))
}

/// The same with what was wrong.
pub fn second_factor(visit: &Visit, tried: &Tried) -> Page {
    let next = ReturnPath::parse(tried.next.as_deref()).to_string();
    let body = view! {
        {problem(tried.problem.as_deref())}
        <p>"Open the app on your telephone and type the code it shows for Evernear."</p>
        <form class="form" id="second-factor" method="post" action="/auth/second-factor" data-second-factor="">
            <input type="hidden" name="next" value=next/>
            {code("Code", "Lost your telephone? Type one of your recovery codes instead.")}
            <div class="form-end">
                <button class="button button-primary button-wide" type="submit" data-busy-label="Signing in ...">"Verify"</button>
            </div>
        </form>
        <form class="gate-links" method="post" action="/sign-out">
            <input type="hidden" name="scope" value="local"/>
            <button class="button button-plain" type="submit">"Sign in as someone else"</button>
        </form>
    };
    gate(visit, "Second factor", "One more step", body.into_any())
}

/// Is it you?
pub async fn page(visit: Visit) -> Result<Answer, Problem> {
    if visit.member.is_none() {
        return Ok(visit.to_sign_in());
    }
    let tried = Tried { next: visit.query("next").map(str::to_owned), ..Tried::default() };
    form(&visit, &tried).await.map(Answer::Page)
}

/// The same with what was wrong, or with the field for the code that was sent.
pub async fn form(visit: &Visit, tried: &Tried) -> Result<Page, Problem> {
    let Some(member) = &visit.member else { return Err(Problem::signed_out()) };
    let next = ReturnPath::parse(tried.next.as_deref()).to_string();
    let has_password = visit.ports.accounts.password_hash(member.account.id).await?.is_some();
    let ask = |kind: &'static str, field: AnyView, button: &'static str, first: bool| {
        let class = if first {
            "button button-primary button-wide"
        } else {
            "button button-quiet button-wide"
        };
        view! {
            <form class="form" method="post" action="/auth/again" data-awaits-mail=(kind == "mail").then_some("")>
                <input type="hidden" name="next" value=next.clone()/>
                <input type="hidden" name="by" value=kind/>
                {field}
                <div class="form-end"><button class=class type="submit" data-busy-label="One moment...">{button}</button></div>
            </form>
        }
        .into_any()
    };
    let first = if tried.sent {
        ask(
            "mail",
            code("Code", "The six digits in the mail we have just sent you."),
            "Confirm",
            true,
        )
    } else if member.has_factor {
        ask(
            "factor",
            code("Code", "From the app on your telephone, or a recovery code."),
            "Confirm",
            true,
        )
    } else if has_password {
        ask("password", password(), "Confirm", true)
    } else {
        ().into_any()
    };
    // A mail does not stand for a second factor.
    let send = (!member.has_factor).then(|| {
        if tried.sent {
            // Refused or not, the box for the code that is on its way stays.
            let sent = view! { <input type="hidden" name="sent" value="yes"/> }.into_any();
            ask("send", sent, "Send me another mail", false)
        } else {
            ask("send", ().into_any(), "Send me a code by mail", !has_password)
        }
    });
    let body = view! {
        {problem(tried.problem.as_deref())}
        <p>"Before this changes, we make sure that it is really you."</p>
        {first}
        {send}
        <nav class="gate-links" aria-label="Account"><a href="/profile">"Back to your profile"</a></nav>
    };
    Ok(gate(visit, "Is it you?", "Is it you?", body.into_any()))
}

fn password() -> AnyView {
    view! {
        <div class="field">
            <label for="password">"Your Password"</label>
            <input id="password" name="password" type="password" autocomplete="current-password" required maxlength="72"/>
        </div>
    }
    .into_any()
}
