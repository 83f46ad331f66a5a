//! /auth: the views of the sign-in widget, with its texts. Works without script; a refused form
//! comes back filled in, with what was wrong in a danger box. To add a view: a variant of
//! [`View`], its form in a file here.

pub mod link;
pub mod mail;
pub mod program;
pub mod reset;
mod sign_in_forms;
pub mod step_up;

use leptos::prelude::*;

use crate::{
    domain::account::ReturnPath,
    pages::{
        Answer, Layout, Page, Scripts, Visit,
        layout::{
            picture::{Picture, print},
            shell::logo,
        },
        site::home::moments::in_path,
    },
    problem::Problem,
};

/// Which form is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    #[default]
    SignIn,
    SignUp,
    ForgottenPassword,
    MagicLink,
    VerifyOtp,
}

impl View {
    /// By the query: `view`, or `mode` for the first two.
    pub fn parse(view: Option<&str>, mode: Option<&str>) -> Self {
        match view {
            Some("forgotten_password") => Self::ForgottenPassword,
            Some("magic_link") => Self::MagicLink,
            Some("verify_otp") => Self::VerifyOtp,
            Some("sign_up") => Self::SignUp,
            Some("sign_in") => Self::SignIn,
            _ if mode == Some("signup") => Self::SignUp,
            _ => Self::SignIn,
        }
    }

    /// The address of the view, with where to go afterwards; empty for nowhere in particular.
    pub fn address(self, next: &str) -> String {
        let view = match self {
            Self::SignIn => "mode=signin",
            Self::SignUp => "mode=signup",
            Self::ForgottenPassword => "view=forgotten_password",
            Self::MagicLink => "view=magic_link",
            Self::VerifyOtp => "view=verify_otp",
        };
        if next.is_empty() {
            format!("/auth?{view}")
        } else {
            format!("/auth?{view}&{}", query("next", next))
        }
    }
}

/// A path in a query stays readable: it has been checked to be one.
fn query(name: &str, path: &str) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.append_pair(name, path).finish().replace("%2F", "/")
}

/// What is filled in, and what became of it.
#[derive(Clone, Debug, Default)]
pub struct Filled {
    pub view: View,
    pub email: String,
    pub username: String,
    pub terms: bool,
    pub keep: bool,
    /// What a code is for: `recovery`, `magiclink`, `signup`; blank for any of them.
    pub code_for: String,
    /// Where to go afterwards.
    pub next: Option<String>,
    pub problem: Option<String>,
    /// What has been done: 'Check your email for …'.
    pub done: Option<&'static str>,
}

/// The empty form; someone who is signed in goes on at once.
pub async fn page(visit: Visit) -> Result<Answer, Problem> {
    if visit.query("view") == Some("update_password") {
        // The sixth view has an address of its own.
        return Ok(Answer::Away("/reset-password".to_owned()));
    }
    if visit.query("view") == Some("sign_up") && visit.query("mode") != Some("signup") {
        // Its heading goes by `mode`: the form and what stands above it say the same.
        let next = ReturnPath::wished(visit.query("next"));
        let next = next.map_or(String::new(), |path| path.to_string());
        return Ok(Answer::Away(View::SignUp.address(&next)));
    }
    let filled = Filled {
        view: View::parse(visit.query("view"), visit.query("mode")),
        code_for: visit.query("type").unwrap_or_default().to_owned(),
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
    // By the address, so that it stays when the form was sent and another view answers.
    let joins = filled.view == View::SignUp || visit.query("mode") == Some("signup");
    let heading = if joins { "Create your account" } else { "Sign in to your account" };
    let next = ReturnPath::wished(filled.next.as_deref());
    let next = next.map_or(String::new(), |path| path.to_string());
    let form = match filled.view {
        View::SignIn => sign_in_forms::sign_in(filled, &next),
        View::SignUp => sign_in_forms::sign_up(filled, &next),
        View::ForgottenPassword | View::MagicLink => mail::ask(filled, &next),
        View::VerifyOtp => mail::verify(filled, &next, joins),
    };
    let offers = matches!(filled.view, View::SignIn | View::SignUp);
    let google = (offers && visit.ports.google.is_some()).then(|| google(filled.view, &next));
    let body = view! {
        {problem(filled.problem.as_deref())}
        {why(&next)}
        {done(filled.done)}
        {form}
        {google}
        {links(filled.view, &filled.code_for, &next)}
    };
    gate(visit, heading, heading, body.into_any())
}

/// Why to sign in, for whoever was about to buy or cancel.
fn why(next: &str) -> Option<AnyView> {
    crate::pages::billing::pricing::why_sign_in(next).map(|text| {
        view! { <p class="notice notice-info" role="status"><span class="icon icon-info"></span><span>{text}</span></p> }.into_any()
    })
}

/// The way through Google. 'Keep me signed in' is a box of the form beside it: with script it
/// counts here, too (`islands/src/page/provider.ts`); without there is a second way.
fn google(view: View, next: &str) -> AnyView {
    let wish = if next.is_empty() { String::new() } else { query("next", next) };
    let address = format!("/auth/google?{wish}");
    let kept = (view == View::SignIn).then(|| {
        let address = format!("{address}&keep=yes");
        view! { <noscript><a class="button button-quiet button-wide" href=address>"Sign in with Google and stay signed in"</a></noscript> }
    });
    view! {
        <a class="button button-quiet button-wide" href=address data-provider="">"Sign in with Google"</a>
        {kept}
    }
    .into_any()
}

/// A single card under the brand; where there is room, a print beside it.
pub(super) fn gate(visit: &Visit, title: &str, heading: &str, body: AnyView) -> Page {
    // Whoever chose an example goes on to see it.
    let chosen = visit.query("next").and_then(in_path);
    let (name, example) =
        chosen.map_or(("coffee-shop", "Coffee shop"), |moment| (moment.name, moment.title));
    let picture = Picture {
        name,
        alt: "Two people from old portraits, together.",
        sizes: "320px",
        first: false,
    };
    let caption = view! { {example}" "<span class="tag">"Example"</span> }.into_any();
    let body = view! {
        <section class="card gate dark">
            {logo(&visit.site.assets)}
            <h1>{heading.to_owned()}</h1>
            {body}
        </section>
        {print(&visit.site.assets, &picture, "gate-print", caption)}
    };
    Page {
        title: title.to_owned(),
        description: "Sign in to Evernear, or create your account.".to_owned(),
        scripts: Scripts::Small,
        layout: Layout::Bare,
        main_class: "page page-center",
        body: body.into_any(),
    }
}

/// What was wrong, in a danger box.
pub(super) fn problem(text: Option<&str>) -> Option<AnyView> {
    text.map(|text| {
        view! { <p class="notice notice-danger" role="alert"><span class="icon icon-alert"></span><span>{text.to_owned()}</span></p> }.into_any()
    })
}

/// What has been done.
pub(super) fn done(text: Option<&str>) -> Option<AnyView> {
    text.map(|text| {
        view! { <p class="notice notice-success" role="status"><span class="icon icon-check"></span><span>{text.to_owned()}</span></p> }.into_any()
    })
}

fn links(view: View, code_for: &str, next: &str) -> AnyView {
    let sign_up = (View::SignUp, "Don't have an account? Sign up");
    let sign_in = (View::SignIn, "Already have an account? Sign in");
    let forgotten = (View::ForgottenPassword, "Forgot your password?");
    let magic = (View::MagicLink, "Send a magic link email");
    let links = match view {
        View::SignIn => vec![forgotten, magic, sign_up],
        View::SignUp => vec![sign_in],
        View::ForgottenPassword | View::MagicLink => vec![sign_in, sign_up],
        View::VerifyOtp if code_for == "recovery" => vec![forgotten, sign_in],
        View::VerifyOtp => vec![magic, sign_in],
    };
    let links = links.into_iter().map(|(view, text)| {
        view! { <a href=view.address(next)>{text}</a> }
    });
    view! { <nav class="gate-links" aria-label="Account">{links.collect_view()}</nav> }.into_any()
}

/// 'Keep me signed in'.
fn keep(checked: bool) -> AnyView {
    view! {
        <label class="check">
            <input type="checkbox" name="keep" value="yes" checked=checked/>
            <span>"Keep me signed in on this device"</span>
        </label>
    }
    .into_any()
}

/// The address to sign in with.
fn email(value: &str) -> AnyView {
    view! {
        <div class="field">
            <label for="email">"Email address"</label>
            <input id="email" name="email" type="email" autocomplete="email" placeholder="Your email address" required maxlength="254" value=value.to_owned()/>
        </div>
    }
    .into_any()
}

/// For the mail to a new address: whoever holds its mailbox need not be who asked for the change.
fn current_email() -> AnyView {
    view! {
        <div class="field">
            <label for="email">"The address your account has now"</label>
            <input id="email" name="email" type="email" autocomplete="email" placeholder="Your email address" required maxlength="254" aria-describedby="email-hint"/>
            <p class="field-hint" id="email-hint">"If you did not ask for this change, close this page: nothing happens."</p>
        </div>
    }
    .into_any()
}

/// The password of the sign-up that is confirmed: without it, a stranger may have chosen it.
fn chosen() -> AnyView {
    view! {
        <div class="field">
            <label for="password">"The password you chose"</label>
            <input id="password" name="password" type="password" autocomplete="current-password" placeholder="Your password" maxlength="72" aria-describedby="password-hint"/>
            <p class="field-hint" id="password-hint">"Left empty, you choose a new one next."</p>
        </div>
    }
    .into_any()
}

/// Six digits, on a telephone with its number keys.
pub(super) fn code(label: &str, hint: &str) -> AnyView {
    view! {
        <div class="field">
            <label for="token">{label.to_owned()}</label>
            <input class="code-input" id="token" name="token" type="text" inputmode="numeric" autocomplete="one-time-code" required maxlength="16" aria-describedby="token-hint"/>
            <p class="field-hint" id="token-hint">{hint.to_owned()}</p>
        </div>
    }
    .into_any()
}
