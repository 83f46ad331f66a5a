//! /profile: e-mail, user name, a form to change it, and the links to what protects the
//! account, each a page of its own.

use leptos::prelude::*;

use crate::{
    domain::{
        account::{Account, Theme, Username},
        mail::OptionalMail,
    },
    pages::{Answer, Flash, Layout, Page, Scripts, Visit, auth, layout::text_area::NOT_RESTORED},
    problem::Problem,
};

/// For the signed-in.
pub async fn page(visit: Visit) -> Result<Answer, Problem> {
    let Some(member) = &visit.member else { return Ok(visit.to_sign_in()) };
    form(&visit, &member.account, None).await.map(Answer::Page)
}

/// Who it is has to be proved once more before this page.
pub(super) fn again(path: &str) -> Answer {
    Answer::Away(format!("/auth/again?next={path}"))
}

/// The page behind the link to `path`; where there is room, the other links stand beside it.
pub(super) fn card_page(path: &str, lead: &str, body: AnyView) -> Page {
    let title = LINKS.iter().find(|link| link.path == path).map_or("Profile", |link| link.name);
    let body = view! {
        <a class="button button-plain back" href="/profile"><span class="icon icon-back"></span>"Profile"</a>
        <header class="page-head"><div><h1>{title}</h1><p class="lead">{lead.to_owned()}</p></div></header>
        <div class="columns">
            <div class="stack-24">{body}</div>
            <nav class="card aside-wide" aria-label="Your account">{link_list(Some(path))}</nav>
        </div>
    };
    Page {
        title: title.to_owned(),
        description: "Your Evernear profile.".to_owned(),
        scripts: Scripts::Small,
        layout: Layout::Full,
        main_class: "page",
        body: body.into_any(),
    }
}

struct Link {
    path: &'static str,
    icon: &'static str,
    name: &'static str,
    about: &'static str,
}

const fn link(
    path: &'static str,
    icon: &'static str,
    name: &'static str,
    about: &'static str,
) -> Link {
    Link { path, icon, name, about }
}

const LINKS: [Link; 8] = [
    link("/profile/email", "icon icon-mail", "Email address", "Change where we write to you"),
    link("/profile/password", "icon icon-lock", "Password", "Choose a new one"),
    link(
        "/profile/two-factor",
        "icon icon-check",
        "Two-factor sign-in",
        "A code from your telephone as well",
    ),
    link("/profile/devices", "icon icon-person", "Devices and history", "Where you are signed in"),
    link("/shared", "icon icon-share", "Shared links", "Who can see your memories"),
    link("/photo-requests", "icon icon-camera", "Photo requests", "Whom you asked for a photo"),
    link("/profile/data", "icon icon-download", "Your data", "Download it, or delete your account"),
    link("/support", "icon icon-mail", "Support", "Write to us, and read our answers"),
];

fn link_list(current: Option<&str>) -> impl IntoView + use<> {
    let links = LINKS.iter().map(|link| {
        let current = (current == Some(link.path)).then_some("page");
        view! {
            <li><a class="link-row" href=link.path aria-current=current>
                <span class=link.icon></span>
                <span><b>{link.name}</b><span class="caption">{link.about}</span></span>
                <span class="icon icon-chevron"></span>
            </a></li>
        }
    });
    view! { <ul class="link-list">{links.collect_view()}</ul> }
}

/// One press changes every page, without script.
fn appearance(chosen: Theme) -> impl IntoView {
    let buttons = Theme::ALL.map(|theme| {
        let name = match theme {
            Theme::System => "As on this device",
            Theme::Light => "Light",
            Theme::Dark => "Dark",
        };
        let pressed = theme == chosen;
        let mark = pressed.then(|| view! { <span class="icon icon-check"></span> });
        view! { <button class="button button-quiet" type="submit" name="theme" value=theme.as_str() aria-pressed=pressed.to_string()>{mark}{name}</button> }
    });
    view! {
        <section class="card" id="appearance" aria-labelledby="appearance-title">
            <h2 id="appearance-title">"Light or dark"</h2>
            <form class="row" method="post" action="/profile/theme">{buttons.collect_view()}</form>
        </section>
    }
}

/// Whether we write when a memory is ready and its maker has left the page.
fn mails(are_on: bool) -> impl IntoView {
    let choices = [("on", "Write to me", are_on), ("off", "Do not", !are_on)];
    let buttons = choices.map(|(value, name, pressed)| {
        let mark = pressed.then(|| view! { <span class="icon icon-check"></span> });
        view! { <button class="button button-quiet" type="submit" name="mails" value=value aria-pressed=pressed.to_string()>{mark}{name}</button> }
    });
    view! {
        <section class="card" id="mails" aria-labelledby="mails-title">
            <h2 id="mails-title">"A mail when a memory is ready"</h2>
            <p class="field-hint">"Only if you have left the page before. Without its picture and its words."</p>
            <form class="row" method="post" action="/profile/mails">{buttons.collect_view()}</form>
        </section>
    }
}

/// When the session ended while the page was open.
pub fn signed_out() -> Page {
    Page {
        title: "Profile".to_owned(),
        description: "Your Evernear profile.".to_owned(),
        scripts: Scripts::Small,
        layout: Layout::Full,
        main_class: "page page-center",
        body: signed_out_card().into_any(),
    }
}

fn signed_out_card() -> impl IntoView {
    view! {
        <section class="card gate">
            <h1>"Profile"</h1>
            <p>"Please sign in to view your profile."</p>
            <a class="button button-primary" href="/auth?mode=signin&next=/profile">"Sign In"</a>
        </section>
    }
}

/// The page, with what was wrong with the name that was sent (`tried`), or what came of it.
pub async fn form(
    visit: &Visit,
    account: &Account,
    tried: Option<(&str, &str)>,
) -> Result<Page, Problem> {
    let kind = OptionalMail::Outcome.name();
    let are_refused = visit.ports.optional_mails.refuses_mail(account.id, &kind).await?;
    let flash = visit.flash;
    let name = account.username.as_ref().map_or("", Username::as_str);
    let shown = if name.is_empty() { "Not set" } else { name };
    let value = tried.map_or(name, |(value, _)| value).to_owned();
    let notice = match tried {
        Some((_, problem)) => Some(view! {
            <p class="notice notice-danger" role="alert"><span class="icon icon-alert"></span><span>{problem.to_owned()}</span></p>
        }.into_any()),
        None => auth::done(flash.map(Flash::words)),
    };
    let body = view! {
        <header class="page-head">
            <h1>"Profile"</h1>
            <form class="profile-out" method="post" action="/sign-out"><button class="button button-quiet" type="submit"><span class="icon icon-out"></span>"Sign Out"</button></form>
        </header>
        <div class="stack-24 cards">
        <section class="card stack">
            {notice}
            <dl class="facts" data-refresh="Loading profile...">
                <div><dt>"Email"</dt><dd>{account.email.to_string()}</dd></div>
                <div><dt>"Username"</dt><dd>{shown.to_owned()}</dd></div>
            </dl>
            <form class="form form-inline" method="post" action="/profile" autocomplete=NOT_RESTORED>
                <div class="field">
                    <label for="username">"New username"</label>
                    <input id="username" name="username" type="text" autocomplete="nickname" maxlength="40" value=value/>
                </div>
                <button class="button button-primary" type="submit" data-busy-label="Saving...">"Save"</button>
            </form>
        </section>
        {appearance(account.theme)}
        {mails(!are_refused)}
        <section class="card" aria-labelledby="more">
            <h2 id="more">"Security, data and support"</h2>
            {link_list(None)}
        </section>
        </div>
        <template data-signed-out="">{signed_out_card()}</template>
    };
    Ok(Page {
        title: "Profile".to_owned(),
        description: "Your Evernear profile.".to_owned(),
        scripts: Scripts::Small,
        layout: Layout::Full,
        main_class: "page",
        body: body.into_any(),
    })
}
