//! /cookies (spec §2): true for this site, which sets one cookie and no other.

use leptos::prelude::*;

use super::{Answer, Section, Visit, section, text};
use crate::{pages::shell::write_to_us, problem::Problem};

/// For everyone.
pub async fn page(visit: Visit) -> Result<Answer, Problem> {
    Ok(text(
        &visit,
        "Cookie Policy",
        "Evernear sets one cookie, for signing in. What it does, how long it lives, and how to manage it.",
        "One cookie, so that you stay signed in. Nothing that follows you.",
        [cookies(visit.ports.google.is_some()), elsewhere()].into_iter().flatten().collect(),
    ))
}

fn cookies(google: bool) -> Vec<Section> {
    let google = google.then(|| {
        view! { <p>"If you sign in with Google, a second one, "<code>"evernear_google"</code>", keeps your place while you are away, for at most ten minutes."</p> }
    });
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
                    <div><dt>"Strictly necessary"</dt><dd>"one cookie"</dd></div>
                    <div><dt>"Preferences"</dt><dd>"none"</dd></div>
                    <div><dt>"Analytics"</dt><dd>"none"</dd></div>
                    <div><dt>"Advertising"</dt><dd>"none"</dd></div>
                    <div><dt>"Social media"</dt><dd>"none"</dd></div>
                </dl>
                <p>"The one cookie is called "<code>"evernear_session"</code>". It is set when you sign in, and it holds a random number that means nothing outside this site. Scripts cannot read it (it is HttpOnly), and other sites cannot use it to act in your name. If you never sign in, you get no cookie at all."</p>
                {google}
                <p>"Because it is needed for what you ask us to do, and nothing else is set, you see no cookie banner here."</p>
            },
        ),
        section(
            "third",
            "Third-party cookies",
            view! {
                <p>"There are none. Fonts, pictures and scripts come from this site itself, and links to social networks are plain links: nothing is loaded from there before you follow one."</p>
            },
        ),
        section(
            "session",
            "Session and persistent cookies",
            view! {
                <p>"A session cookie ends when you close the browser; a persistent one stays until a set date. Ours is a session cookie, unless you choose \"Keep me signed in\": then it stays until fourteen days after you last came. It also goes when you sign out. Some browsers bring back session cookies when they reopen your tabs; signing out is the sure way."</p>
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
                <p>"Your browser's settings show, block and delete cookies, usually under Privacy. If you block ours, every public page still works, but you cannot sign in."</p>
            },
        ),
        section(
            "similar",
            "Similar technologies",
            view! {
                <p>"No tracking pixels, no fingerprinting, and nothing kept in your browser's local storage: a conversation you have begun is kept on our server, so that it does not stay behind on a shared phone. Your browser may keep a copy of our styles and fonts to load pages faster."</p>
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
