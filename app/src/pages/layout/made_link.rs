//! A link that was made just now: its address, shown this once, of a memory or of a request for a photo.

use leptos::prelude::*;

use super::qr::qr;
use crate::pages::{Layout, Page, Scripts, auth};

/// What differs from link to link.
pub struct MadeLinkParts {
    /// The page of all such links, and what leads back to it.
    pub all: (&'static str, &'static str),
    /// Above its address.
    pub send_to: &'static str,
    pub address: String,
    /// The address as a QR code, where it could be drawn.
    pub qr_code: Option<String>,
    /// What the link does, below its address.
    pub told: AnyView,
    /// Where to go from here: an address and its words.
    pub onward: [(String, &'static str); 2],
    pub description: &'static str,
}

/// The address to send, as a text and, where it could be drawn, as a QR code.
pub fn made_link(parts: MadeLinkParts) -> Page {
    let MadeLinkParts { all: (all, back), send_to, address, qr_code, told, onward, .. } = parts;
    let drawing = qr_code.map(|svg| {
        view! {
            <section class="card stack" aria-labelledby="qr-title">
                <h2 id="qr-title">"For a camera"</h2>
                {qr(&svg, "QR code of the link")}
                <p class="caption">"Whoever points the camera of a phone at it gets the link."</p>
            </section>
        }
    });
    let onward = onward.map(|(to, words)| {
        view! { <a class="button button-quiet" href=to>{words}</a> }
    });
    let body = view! {
        <a class="button button-plain back" href=all><span class="icon icon-back"></span>{back}</a>
        <header class="page-head"><div>
            <h1>"Your Link"</h1>
            <p class="lead">"It is shown only now: we keep no copy that anybody could read."</p>
        </div></header>
        <div class="stack-24" data-shown-once="">
            {auth::done(Some("The link is made."))}
            <section class="card stack" aria-labelledby="address-title">
                <h2 id="address-title">{send_to}</h2>
                <div class="field"><label for="link">"The link"</label><input id="link" type="text" readonly value=address.clone() data-link=""/></div>
                <p class="row">
                    <button class="button button-primary" type="button" hidden data-share-link=address data-away=""><span class="icon icon-share"></span>"Share..."</button>
                    <button class="button button-quiet" type="button" hidden data-copy-link="" data-away="">"Copy the Link"</button>
                </p>
                <p class="caption" role="status" data-link-said=""></p>
                {told}
            </section>
            {drawing}
            <p class="row">{Vec::from(onward)}</p>
        </div>
    };
    Page {
        title: "Your link".to_owned(),
        description: parts.description.to_owned(),
        scripts: Scripts::Small,
        layout: Layout::Full,
        main_class: "page page-reading",
        body: body.into_any(),
    }
}
