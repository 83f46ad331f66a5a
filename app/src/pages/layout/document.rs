//! The document around every page: head, shell, main. Pages to read carry no script for
//! visitors ([`Scripts`]); nothing here is inline, so the content security policy can be
//! strict.

use leptos::prelude::*;

use crate::{
    domain::account::Theme,
    flows::auth::account_tag::account_tag,
    pages::{
        Assets, FINDABLE, Layout, Page, Scripts, Visit,
        layout::{meta_tags, shell},
    },
};

/// The whole document as HTML.
pub fn render(visit: &Visit, page: Page) -> String {
    let assets = &visit.site.assets;
    let title = format!("{} · Evernear", page.title);
    let layout = page.layout;
    let tag = visit.member.as_ref().map(|member| account_tag(&visit.ports, member.account.id));
    let when_signed_out = tag.is_some().then(|| signed_out_action(&visit.path));
    let watched = (tag.is_some() && visit.site.sign_out_when_hidden).then_some("");
    let theme = match (layout, &visit.member) {
        (Layout::Lamplight, _) => Theme::Dark,
        (_, Some(member)) => member.account.theme,
        (_, None) => Theme::System,
    };
    let view = view! {
        <html lang="en" data-theme=(theme != Theme::System).then(|| theme.as_str())>
            <head>
                <meta charset="utf-8"/>
                <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"/>
                {theme_meta_tags(theme)}
                {meta_tags::head(visit, &title, &page.description)}
                <title>{title}</title>
                <link rel="icon" href="/favicon.ico" sizes="32x32"/>
                <link rel="icon" href=assets.favicon.clone() type="image/svg+xml"/>
                {assets.icons.get("touch-icon.png").map(|icon| view! { <link rel="apple-touch-icon" href=icon.clone()/> })}
                <link rel="manifest" href="/manifest.webmanifest"/>
                <link rel="stylesheet" href=assets.style.clone()/>
                {site_style(assets, page.scripts)}
                {fonts(assets)}
                {scripts(assets, page.scripts)}
                {installed(visit, page.scripts)}
            </head>
            <body class=layout.body_class() data-account=tag data-when-signed-out=when_signed_out data-sign-out-when-hidden=watched>
                <a class="skip" href="#main">"Skip to content"</a>
                {layout.has_sides().then(|| shell::header(visit))}
                {layout.has_sides().then(|| shell::sidebar(visit))}
                <main class=page.main_class id="main" tabindex="-1">{page.body}</main>
                {layout.has_footer().then(|| shell::footer(&visit.site, layout == Layout::Full))}
            </body>
        </html>
    };
    // Leptos marks where it would hydrate; nothing hydrates here, and inside a title the
    // marks would be read as text. Text and attributes of people cannot hold one: `<` is
    // escaped in both.
    format!("<!DOCTYPE html>{}", view.to_html().replace("<!>", ""))
}

/// What the browser draws itself: its bars, and the page before the stylesheet is there.
fn theme_meta_tags(theme: Theme) -> impl IntoView + use<> {
    let (scheme, light, dark) = match theme {
        Theme::System => (
            "light dark",
            Some(Some("(prefers-color-scheme: light)")),
            Some(Some("(prefers-color-scheme: dark)")),
        ),
        Theme::Light => ("light", Some(None), None),
        Theme::Dark => ("dark", None, Some(None)),
    };
    view! {
        <meta name="color-scheme" content=scheme/>
        {light.map(|media| theme_color("#FBF7F1", media))}
        {dark.map(|media| theme_color("#14110F", media))}
    }
}

fn theme_color(colour: &'static str, media: Option<&'static str>) -> impl IntoView {
    leptos::html::meta().name("theme-color").content(colour).attr("media", media)
}

/// What becomes of a page when its person is signed out elsewhere, or by leaving the tab: one for everyone is shown
/// as visitors see it, the administrator's pages stay (what they show is not the person's, and
/// an answer that is being written is to be lost by nobody), every other one is left.
fn signed_out_action(path: &str) -> &'static str {
    if FINDABLE.contains(&path) {
        "stay"
    } else if path.starts_with("/admin/") || path == "/debug-supabase" {
        "administrator"
    } else {
        ""
    }
}

/// The creator, which is all but a program, leaves out what pages to read are drawn with.
fn site_style(assets: &Assets, scripts: Scripts) -> impl IntoView + use<> {
    (scripts != Scripts::Island)
        .then(|| view! { <link rel="stylesheet" href=assets.site_style.clone()/> })
}

fn fonts(assets: &Assets) -> impl IntoView + use<> {
    assets
        .fonts
        .iter()
        .map(|font| view! { <link rel="preload" r#as="font" r#type="font/woff2" crossorigin="anonymous" href=font.clone()/> })
        .collect_view()
}

/// What a script imports is asked for together with it: on a bad line every further round of
/// requests is another wait.
fn scripts(assets: &Assets, scripts: Scripts) -> impl IntoView + use<> {
    let small = (!matches!(scripts, Scripts::None | Scripts::Leaving))
        .then(|| module(&assets.page_script, &assets.page_preload));
    let preload = match scripts {
        Scripts::Island => Some(&assets.creator_preload),
        Scripts::Admin => Some(&assets.admin_preload),
        Scripts::None
        | Scripts::Leaving
        | Scripts::Small
        | Scripts::SandboxCheckout
        | Scripts::PaystackCheckout
        | Scripts::Window => None,
    };
    let island = preload.map(|preload| module(&assets.islands_script, preload));
    let paystack = (scripts == Scripts::PaystackCheckout)
        .then(|| view! { <script r#async="" src=PAYSTACK_SCRIPT></script> });
    view! { {small} {island} {paystack} }
}

/// For the signed-in alone: visitors' pages keep to what they are, and so do windows and checkouts. No
/// directive of the policy names workers, so `script-src` counts for them.
fn installed(visit: &Visit, scripts: Scripts) -> Option<impl IntoView + use<>> {
    let address = &visit.site.assets.installed_script;
    let registers = visit.member.is_some()
        && !address.is_empty()
        && matches!(scripts, Scripts::Small | Scripts::Island);
    registers.then(|| view! { <script r#type="module" src=address.clone()></script> })
}

fn module(script: &str, preload: &[String]) -> impl IntoView + use<> {
    let preload = preload.iter().map(|address| {
        if std::path::Path::new(address).extension().is_some_and(|ending| ending == "wasm") {
            view! { <link rel="preload" r#as="fetch" r#type="application/wasm" crossorigin="anonymous" href=address.clone()/> }
                .into_any()
        } else {
            view! { <link rel="modulepreload" href=address.clone()/> }.into_any()
        }
    });
    view! {
        {preload.collect_view()}
        <script r#type="module" src=script.to_owned()></script>
    }
}

/// Paystack's inline popup.
const PAYSTACK_SCRIPT: &str = "https://js.paystack.co/v2/inline.js";

impl Layout {
    fn body_class(self) -> &'static str {
        match self {
            Self::Full | Self::SmallFooter | Self::NoFooter => "shell shell-side",
            Self::Bare | Self::Lamplight => "shell shell-bare",
        }
    }

    fn has_sides(self) -> bool {
        !matches!(self, Self::Bare | Self::Lamplight)
    }

    fn has_footer(self) -> bool {
        matches!(self, Self::Full | Self::SmallFooter)
    }
}
