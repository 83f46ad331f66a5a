//! /cookies: true for this site. Every cookie that `server/src/web` sets stands in [`own`],
//! and what a provider's window may set follows the configuration.

use leptos::prelude::*;

use crate::{
    domain::cookie::Cookie,
    pages::{
        layout::shell::write_to_us,
        site::legal::{Answer, Section, Visit, section, text},
    },
    ports::WindowKind,
    problem::Problem,
};

/// For everyone.
pub async fn page(visit: Visit) -> Result<Answer, Problem> {
    Ok(text(
        &visit,
        "Cookie Policy",
        "Evernear sets only the cookies it needs: to sign you in, and to show you what came of a form. What each does, how long it lives, and how to manage it.",
        "Only what is needed: to keep you signed in, to show you a memory you opened, and what came of something you sent. Nothing that follows you.",
        [cookies(&visit), elsewhere()].into_iter().flatten().collect(),
    ))
}

/// Our own cookies: name, what it is for, how long it stays.
fn own(google: bool, https: bool) -> impl IntoView {
    let cookies = [
        (
            Cookie::Session,
            "that you are signed in",
            "until you close the browser, or 14 days with \"Keep me signed in\"",
        ),
        (
            Cookie::Said,
            "what came of a form you sent while signed in, to tell you so",
            "at most a minute",
        ),
        (
            Cookie::Applied,
            "that this browser has just applied for the beta, to tell you so",
            "at most 10 minutes",
        ),
        (
            Cookie::Invitation,
            "an invitation you opened, until you have an account",
            "at most 24 hours",
        ),
        (
            Cookie::Viewer,
            "that you opened a memory somebody shared with you; sent to that one address alone, and worth nothing once its link has ended",
            "at most a year",
        ),
        (
            Cookie::Request,
            "that you opened the page on which somebody asks you for a photo; sent to that one address alone",
            "at most 7 days",
        ),
        (
            Cookie::Incoming,
            "that photos were sent to us from your phone's gallery in this browser, so that only it shows them; sent to the one address where they wait",
            "at most an hour",
        ),
        (
            Cookie::Admin,
            "for whoever runs Evernear: that the admin pages are unlocked",
            "until the browser closes",
        ),
    ];
    let google = google.then_some((
        Cookie::Google,
        "your place while you sign in with Google",
        "at most 10 minutes",
    ));
    let rows = cookies.into_iter().chain(google).map(move |(cookie, purpose, lifetime)| {
        let name = cookie.name(https);
        view! { <div><dt><code>{name}</code></dt><dd>{purpose}<span class="caption">{lifetime}</span></dd></div> }
    });
    view! { <dl class="facts facts-told">{rows.collect_view()}</dl> }
}

fn third_parties(visit: &Visit) -> impl IntoView + use<> {
    let window = visit.ports.payment_provider.as_ref().map(|provider| provider.window());
    let paid = (window == Some(WindowKind::Paystack)).then(|| {
        view! { <p>"One exception, when you are signed in and look at the plans: the payment window is Paystack's, and comes from there. What it keeps in your browser to take a payment safely is Paystack's own, under its privacy policy."</p> }
    });
    view! {
        <p>"We set none and let nobody else set any. Fonts, pictures and scripts come from this site itself, and links to social networks are plain links: nothing is loaded from there before you follow one."</p>
        {paid}
    }
}

fn cookies(visit: &Visit) -> Vec<Section> {
    vec![
        section(
            "what",
            "What cookies are",
            view! {
                <p>"A cookie is a short text that a site asks your browser to keep and to send back with each visit. It lets the site know that two visits come from the same browser."</p>
            },
        ),
        section(
            "types",
            "The five types, and which we use",
            view! {
                <dl class="facts">
                    <div><dt>"Strictly necessary"</dt><dd>"yes, the ones below"</dd></div>
                    <div><dt>"Preferences"</dt><dd>"none"</dd></div>
                    <div><dt>"Analytics"</dt><dd>"none"</dd></div>
                    <div><dt>"Advertising"</dt><dd>"none"</dd></div>
                    <div><dt>"Social media"</dt><dd>"none"</dd></div>
                </dl>
                {own(visit.ports.google.is_some(), visit.site.https())}
                <p>"Each is set only when you do what it is for: whoever only reads gets no cookie at all. They hold random numbers, or which form you sent, and mean nothing outside this site. Scripts cannot read them (they are HttpOnly), and other sites cannot use them to act in your name."</p>
                <p>"Because they are needed for what you ask us to do, and nothing else is set, you see no cookie banner here."</p>
            },
        ),
        section("third", "Third-party cookies", third_parties(visit)),
        section(
            "session",
            "Session and persistent cookies",
            view! {
                <p>"A session cookie ends when you close the browser; a persistent one stays until a set date. The one that signs you in is a session cookie, unless you choose \"Keep me signed in\": then it stays until fourteen days after you last came. It also goes when you sign out. Some browsers bring back session cookies when they reopen your tabs; signing out is the sure way."</p>
            },
        ),
    ]
}

fn elsewhere() -> Vec<Section> {
    vec![
        section(
            "manage",
            "How to manage cookies",
            view! {
                <p>"Your browser's settings show, block and delete cookies, usually under Privacy. If you block ours, every public page can still be read, but you cannot sign in."</p>
            },
        ),
        section(
            "similar",
            "Similar technologies",
            view! {
                <p>"No tracking pixels and no fingerprinting. A conversation you have begun is kept on our server, so that it does not stay behind on a shared phone. Your browser may keep a copy of our styles and fonts to load pages faster. Once you have been signed in, it also keeps one page, the same for everyone, that tells you when there is no connection."</p>
                <p>"One thing is kept in your browser's local storage: a copy of the applications for the beta that were sent from it, for 30 days and at most twenty. The "<a href="/register">"page where you apply"</a>" shows them and clears them when you ask."</p>
            },
        ),
        section(
            "updates",
            "Updates",
            view! {
                <p>"If we ever set another cookie, it will be listed here first, and the date above will change."</p>
            },
        ),
        section(
            "contact",
            "Contact",
            view! {
                <p>"Questions about cookies? Write to "{write_to_us()}". What we do with your data otherwise is in the "<a href="/privacy">"Privacy Policy"</a>"."</p>
            },
        ),
    ]
}
