//! The document around every page: head, shell, main. Pages of visitors carry no script
//! at all (decision 25); nothing here is inline, so the content security policy can be
//! strict.

use leptos::prelude::*;

use super::{Assets, FINDABLE, Frame, Page, Scripts, Visit, shell};

/// The whole document as HTML.
pub fn render(visit: &Visit, page: Page) -> String {
    let assets = &visit.site.assets;
    let title = format!("{} · Evernear", page.title);
    let frame = page.frame;
    let view = view! {
        <html lang="en">
            <head>
                <meta charset="utf-8"/>
                <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"/>
                <meta name="color-scheme" content="dark"/>
                <meta name="theme-color" content="#14110F"/>
                {found(visit, &title, &page.description)}
                <title>{title}</title>
                <link rel="icon" href=assets.favicon.clone() type="image/svg+xml"/>
                <link rel="manifest" href="/manifest.webmanifest"/>
                <link rel="stylesheet" href=assets.style.clone()/>
                {fonts(assets)}
                {scripts(assets, page.scripts)}
            </head>
            <body class=frame.body_class()>
                <a class="skip" href="#main">"Skip to content"</a>
                {frame.has_sides().then(|| shell::header(visit))}
                {frame.has_sides().then(|| shell::sidebar(visit))}
                <main class=page.main_class id="main" tabindex="-1">{page.body}</main>
                {frame.has_footer().then(|| shell::footer(visit, frame == Frame::Full))}
            </body>
        </html>
    };
    // Leptos marks where it would hydrate; nothing hydrates here, and inside a title the
    // marks would be read as text. Text and attributes of people cannot hold one: `<` is
    // escaped in both.
    format!("<!DOCTYPE html>{}", view.to_html().replace("<!>", ""))
}

/// What search engines and messengers show of the page.
fn found(visit: &Visit, title: &str, description: &str) -> impl IntoView + use<> {
    let site = &visit.site;
    let address = format!("{}{}", site.public_url, visit.path);
    let findable = FINDABLE.contains(&visit.path.as_str());
    let hidden = (!findable).then(|| view! { <meta name="robots" content="noindex"/> });
    let shared = findable.then(|| {
        let card = site.assets.picture("card");
        let kind = if card.is_some() { "summary_large_image" } else { "summary" };
        let card = card.map(|card| {
            view! {
                {open_graph("image", &format!("{}{card}", site.public_url))}
                {open_graph("image:width", "1200")}
                {open_graph("image:height", "630")}
                {open_graph("image:alt", "Evernear: a memory with someone you miss.")}
            }
        });
        view! {
            <link rel="canonical" href=address.clone()/>
            {open_graph("type", "website")}
            {open_graph("site_name", "Evernear")}
            {open_graph("title", title)}
            {open_graph("description", description)}
            {open_graph("url", &address)}
            <meta name="twitter:card" content=kind/>
            {card}
        }
    });
    view! {
        <meta name="description" content=description.to_owned()/>
        {hidden}
        {shared}
    }
}

fn open_graph(name: &str, content: &str) -> impl IntoView + use<> {
    leptos::html::meta().attr("property", format!("og:{name}")).content(content.to_owned())
}

fn fonts(assets: &Assets) -> impl IntoView + use<> {
    assets
        .fonts
        .iter()
        .map(|font| view! { <link rel="preload" r#as="font" r#type="font/woff2" crossorigin="anonymous" href=font.clone()/> })
        .collect_view()
}

fn scripts(assets: &Assets, scripts: Scripts) -> impl IntoView + use<> {
    let small = (scripts != Scripts::None)
        .then(|| view! { <script r#type="module" src=assets.page_script.clone()></script> });
    let island = (scripts == Scripts::Island).then(|| {
        let preload = assets.creator_preload.iter().map(|address| {
            if std::path::Path::new(address).extension().is_some_and(|ending| ending == "wasm") {
                view! { <link rel="preload" r#as="fetch" r#type="application/wasm" crossorigin="anonymous" href=address.clone()/> }
                    .into_any()
            } else {
                view! { <link rel="modulepreload" href=address.clone()/> }.into_any()
            }
        });
        view! {
            {preload.collect_view()}
            <script r#type="module" src=assets.islands_script.clone()></script>
        }
    });
    view! { {small} {island} }
}

impl Frame {
    fn body_class(self) -> &'static str {
        match self {
            Self::Full | Self::SmallFooter | Self::NoFooter => "shell shell-side",
            Self::Bare => "shell shell-bare",
        }
    }

    fn has_sides(self) -> bool {
        self != Self::Bare
    }

    fn has_footer(self) -> bool {
        matches!(self, Self::Full | Self::SmallFooter)
    }
}
