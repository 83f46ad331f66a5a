//! How a page is found and shared: its description, address and card for search engines and
//! messengers, and what machines may know of it (JSON-LD, only what is true). Pages that are
//! not [`FINDABLE`] ask not to be listed and have no card.

use leptos::prelude::*;
use serde_json::{Value, json};

use crate::pages::{FINDABLE, Visit, layout::shell::MAIL};

/// The last change of the legal texts.
const LEGAL_DATE: &str = "2025-03";

/// Everything of the kind that stands in the head of `visit`'s page.
pub fn head(visit: &Visit, title: &str, description: &str) -> AnyView {
    let described = view! { <meta name="description" content=description.to_owned()/> };
    if !FINDABLE.contains(&visit.path.as_str()) {
        return view! { {described}<meta name="robots" content="noindex"/> }.into_any();
    }
    let address = address(visit, &visit.path);
    view! {
        {described}
        <link rel="canonical" href=address.clone()/>
        {open_graph("type", "website")}
        {open_graph("site_name", "Evernear")}
        {open_graph("locale", "en_ZA")}
        {open_graph("title", title)}
        {open_graph("description", description)}
        {open_graph("url", &address)}
        {card(visit, title)}
        <script type="application/ld+json" inner_html=facts(visit, title, description)></script>
    }
    .into_any()
}

/// The card of the page, or the common one.
fn card(visit: &Visit, title: &str) -> AnyView {
    let name = match visit.path.trim_start_matches('/') {
        "" => "home",
        name => name,
    };
    let assets = &visit.site.assets;
    let card = assets.picture(&format!("card-{name}.jpg"));
    let Some(card) = card.or_else(|| assets.picture("card-home.jpg")) else {
        return view! { <meta name="twitter:card" content="summary"/> }.into_any();
    };
    view! {
        {open_graph("image", &format!("{}{card}", visit.site.public_url))}
        {open_graph("image:type", "image/jpeg")}
        {open_graph("image:width", "1200")}
        {open_graph("image:height", "630")}
        {open_graph("image:alt", &format!("{title}. Beside the words, two old portraits as prints in an invented scene."))}
        <meta name="twitter:card" content="summary_large_image"/>
    }
    .into_any()
}

fn open_graph(name: &str, content: &str) -> impl IntoView + use<> {
    leptos::html::meta().attr("property", format!("og:{name}")).content(content.to_owned())
}

fn address(visit: &Visit, path: &str) -> String {
    format!("{}{path}", visit.site.public_url)
}

/// schema.org's words for the page, and on the landing page for who makes it. Nothing is
/// rated, reviewed or offered here that is not.
fn facts(visit: &Visit, title: &str, description: &str) -> String {
    let home = address(visit, "/");
    let here = address(visit, &visit.path);
    let site = json!({ "@id": format!("{home}#site") });
    let kind = match visit.path.as_str() {
        "/about" => "AboutPage",
        _ => "WebPage",
    };
    let mut page = json!({
        "@type": kind,
        "@id": here,
        "url": here,
        "name": title,
        "description": description,
        "inLanguage": "en",
        "isPartOf": site,
    });
    if matches!(visit.path.as_str(), "/terms" | "/privacy" | "/cookies") {
        page["dateModified"] = json!(LEGAL_DATE);
    }
    let mut graph = vec![page];
    if visit.path == "/" {
        graph.extend(maker(visit, &home, &site));
    } else {
        let name = title.split(" · ").next().unwrap_or(title);
        graph.push(json!({
            "@type": "BreadcrumbList",
            "itemListElement": [
                { "@type": "ListItem", "position": 1, "name": "Evernear", "item": home },
                { "@type": "ListItem", "position": 2, "name": name },
            ],
        }));
    }
    let facts = json!({ "@context": "https://schema.org", "@graph": graph });
    // Inside a script element only `<` could end it.
    facts.to_string().replace('<', "\\u003c")
}

fn maker(visit: &Visit, home: &str, site: &Value) -> [Value; 2] {
    let maker = json!({ "@id": format!("{home}#maker") });
    [
        json!({
            "@type": "WebSite",
            "@id": site["@id"],
            "url": home,
            "name": "Evernear",
            "inLanguage": "en",
            "publisher": maker,
        }),
        json!({
            "@type": "Organization",
            "@id": maker["@id"],
            "name": "Evernear",
            "url": home,
            "logo": visit.site.assets.icons.get("icon-512.png").map(|icon| address(visit, icon)),
            "email": MAIL,
            "address": { "@type": "PostalAddress", "addressLocality": "Cape Town", "addressCountry": "ZA" },
            "sameAs": visit.site.social.iter().map(|(_, address)| address).collect::<Vec<_>>(),
        }),
    ]
}
