//! What stands around pages: header, sidebar, footer.

use leptos::prelude::*;

use crate::{
    domain::billing::grouped,
    pages::{Assets, Site, Visit},
};

/// Where people reach us.
pub const MAIL: &str = "hello@evernear.example";

/// Our address, to write to.
pub fn write_to_us() -> impl IntoView + use<> {
    view! { <a href=format!("mailto:{MAIL}")>{MAIL}</a> }
}

/// The mark and our name, as it stands in the header.
pub fn brand(assets: &Assets) -> impl IntoView + use<> {
    view! {
        <a class="brand" href="/">
            <img src=assets.mark.clone() alt="" width="28" height="28"/>
            <span>"Evernear"</span>
        </a>
    }
}

/// Our name on paper, which leads nowhere.
pub fn our_name(assets: &Assets) -> impl IntoView + use<> {
    view! { <p class="brand"><img src=assets.mark.clone() alt="" width="28" height="28"/>"Evernear"</p> }
}

/// The logo, at the head of a dark card: its letters are drawn in the colour of paper.
pub fn logo(assets: &Assets) -> impl IntoView + use<> {
    view! {
        <a class="brand" href="/">
            <img class="logo" src=assets.logo.clone() alt="Evernear" width="187" height="40"/>
        </a>
    }
}

/// Pages with a header whose own content shows the credits.
const PAGES_WITH_OWN_CREDITS: [&str; 5] =
    ["/dashboard", "/credits", "/create", "/video-generator", "/couple"];

/// The brand, and 'Hello, {username}' for the signed-in; the dashboard greets them itself.
pub fn header(visit: &Visit) -> impl IntoView + use<> {
    let hello = visit.member.as_ref().map(|member| {
        let credits = grouped(member.account.shown_credits());
        let held = held(member.account.held);
        let greeting = (visit.path != "/dashboard").then(
            || view! { <p class="top-hello">{format!("Hello, {}", member.account.display_name())}</p> },
        );
        let badge = (!PAGES_WITH_OWN_CREDITS.contains(&visit.path.as_str())).then(|| view! {
            <a class="top-credits" href="/credits" data-credits=""><span class="icon icon-credits"></span><b>{credits}</b><span class="sr-only">" credits "</span>{held}</a>
        });
        view! { {greeting}{badge} }
    });
    let visitor = visit.member.is_none().then(|| {
        view! {
            <nav class="top-links" aria-label="Site">
                <a href="/pricing">"Pricing"</a>
                <a href="/auth?mode=signin">"Sign in"</a>
            </nav>
        }
    });
    view! {
        <header class="top">
            {brand(&visit.site.assets)}
            {visitor}
            {hello}
        </header>
    }
}

/// What of the credits in a badge is held for memories that are being made: '25 held'. They are
/// spent when a memory is finished, and cannot be spent twice.
pub fn held(credits: u32) -> impl IntoView + use<> {
    let text = (credits > 0).then(|| format!("({} held)", grouped(credits)));
    view! { <span class="credits-held" data-held=credits>{text}</span> }
}

/// Home, Dashboard, Pricing, Profile and Sign Out; on a phone Create in their middle, and signing out on the
/// profile.
pub fn sidebar(visit: &Visit) -> impl IntoView + use<> {
    let links = [
        ("/", "icon icon-home", "Home", "side-link"),
        ("/dashboard", "icon icon-dashboard", "Dashboard", "side-link"),
        ("/ai-creator", "icon icon-plus", "Create", "side-link side-create"),
        ("/pricing", "icon icon-pricing", "Pricing", "side-link"),
        ("/profile", "icon icon-profile", "Profile", "side-link"),
    ];
    let links = links.into_iter().map(|(path, icon, name, class)| {
        let under =
            |path: &str| visit.path.strip_prefix(path).is_some_and(|rest| rest.starts_with('/'));
        // Memories hang on the dashboard's wall.
        let below = under(path)
            || path == "/dashboard" && (visit.path == "/memories" || under("/memories"));
        let current = if visit.path == path { Some("page") } else { below.then_some("true") };
        view! { <a class=class href=path aria-current=current><span class=icon></span>{name}</a> }
    });
    let sign_out = visit.member.is_some().then(|| {
        view! {
            <form class="side-out" method="post" action="/sign-out">
                <button class="side-link" type="submit"><span class="icon icon-out"></span>"Sign Out"</button>
            </form>
        }
    });
    view! { <nav class="side" aria-label="Main">{links.collect_view()}{sign_out}</nav> }
}

/// Company, legal and social links; on /dashboard only the last line.
pub fn footer(site: &Site, blocks: bool) -> impl IntoView + use<> {
    let social = (!site.social.is_empty()).then(|| {
        let links = site.social.iter().map(|(name, address)| {
            view! { <li><a href=address.clone() rel="noopener">{name.clone()}</a></li> }
        });
        view! { <section><h2>"Social"</h2><ul>{links.collect_view()}</ul></section> }
    });
    let blocks = blocks.then(|| {
        view! {
            <div class="foot-blocks">
                <div class="foot-brand">
                    {brand(&site.assets)}
                    <p>"A picture and a short film, made from your photos and your words."</p>
                </div>
                <section>
                    <h2>"Company"</h2>
                    <ul>
                        <li><a href="/about">"About"</a></li>
                        <li><a href="/careers#join-our-team">"Careers"</a></li>
                        <li><a href="/contact">"Contact"</a></li>
                    </ul>
                </section>
                <section>
                    <h2>"Legal"</h2>
                    <ul>
                        <li><a href="/terms">"Terms of Service"</a></li>
                        <li><a href="/privacy">"Privacy Policy"</a></li>
                        <li><a href="/cookies">"Cookie Policy"</a></li>
                    </ul>
                </section>
                {social}
            </div>
        }
    });
    view! { <footer class="foot">{blocks}<p class="foot-line">"© 2025 Evernear"</p></footer> }
}
