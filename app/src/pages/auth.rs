//! /auth: signing in and signing up (spec §2). Works without script; a refused form comes
//! back filled in, with what was wrong in a danger box.

use leptos::prelude::*;

use super::{Answer, Frame, Page, Scripts, Visit};
use crate::{domain::account::ReturnPath, problem::Problem};

/// What is filled in, and what was wrong with it.
#[derive(Clone, Debug, Default)]
pub struct Filled {
    pub signing_up: bool,
    pub email: String,
    pub username: String,
    pub terms: bool,
    /// Where to go afterwards.
    pub next: Option<String>,
    pub problem: Option<String>,
}

/// The empty form; someone who is signed in goes on at once.
pub async fn page(visit: Visit) -> Result<Answer, Problem> {
    let filled = Filled {
        signing_up: visit.query("mode") == Some("signup"),
        next: visit.query("next").map(str::to_owned),
        ..Filled::default()
    };
    if visit.member.is_some() {
        return Ok(Answer::Away(ReturnPath::parse(filled.next.as_deref()).to_string()));
    }
    Ok(Answer::Page(form(&visit, &filled)))
}

/// The form, filled in.
pub fn form(visit: &Visit, filled: &Filled) -> Page {
    let heading = if filled.signing_up { "Create your account" } else { "Sign in to your account" };
    let next = ReturnPath::parse(filled.next.as_deref()).to_string();
    let problem = filled.problem.clone().map(|problem| {
        view! { <p class="notice notice-danger" role="alert"><span class="icon icon-alert"></span><span>{problem}</span></p> }
    });
    let other = if filled.signing_up {
        (format!("/auth?mode=signin&next={next}"), "Already have an account? Sign in")
    } else {
        (format!("/auth?mode=signup&next={next}"), "Don't have an account? Sign up")
    };
    let mark = visit.site.assets.mark.clone();
    let (id, action, password_label, autocomplete, button, busy) = if filled.signing_up {
        (
            "auth-sign-up",
            "/auth?mode=signup",
            "Create a Password",
            "new-password",
            "Sign up",
            "Signing up ...",
        )
    } else {
        (
            "auth-sign-in",
            "/auth?mode=signin",
            "Your Password",
            "current-password",
            "Sign in",
            "Signing in ...",
        )
    };
    let new_account = filled.signing_up.then(|| {
        view! {
            <div class="field">
                <label for="username">"Username "<span class="optional">"optional"</span></label>
                <input id="username" name="username" autocomplete="nickname" maxlength="40" value=filled.username.clone()/>
            </div>
            <label class="check">
                <input type="checkbox" name="terms" value="yes" required checked=filled.terms/>
                <span>"I am 12 or older and accept the "<a href="/terms">"Terms of Service"</a>" and the "<a href="/privacy">"Privacy Policy"</a>"."</span>
            </label>
        }
    });
    let body = view! {
        <section class="card gate">
            <a class="brand brand-large" href="/"><img src=mark alt="" width="48" height="48"/>"Evernear"</a>
            <h1>{heading}</h1>
            {problem}
            <form class="form" id=id method="post" action=action>
                <input type="hidden" name="next" value=next/>
                <div class="field">
                    <label for="email">"Email address"</label>
                    <input id="email" name="email" type="email" autocomplete="email" required maxlength="254" value=filled.email.clone()/>
                </div>
                <div class="field">
                    <label for="password">{password_label}</label>
                    <input id="password" name="password" type="password" autocomplete=autocomplete required minlength="6" maxlength="72"/>
                </div>
                {new_account}
                <div class="form-end">
                    <button class="button button-primary button-wide" type="submit" data-busy-label=busy>{button}</button>
                </div>
            </form>
            <nav class="gate-links" aria-label="Account"><a href=other.0>{other.1}</a></nav>
        </section>
    };
    Page {
        title: heading.to_owned(),
        description: "Sign in to Evernear, or create your account.".to_owned(),
        scripts: Scripts::Small,
        frame: Frame::Bare,
        main_class: "page page-center",
        body: body.into_any(),
    }
}
