//! The link of a request that was made just now: its address, shown this once.

use leptos::prelude::*;

use crate::{
    flows::photo_request::ask_for_photo::MadeRequest,
    pages::{Layout, Page, Scripts, auth, layout::qr::qr},
};

/// The address to send, as a text and, where it could be drawn, as a QR code.
pub fn page(made: &MadeRequest, qr_code: Option<&str>) -> Page {
    let drawing = qr_code.map(|svg| {
        view! {
            <section class="card stack" aria-labelledby="qr-title">
                <h2 id="qr-title">"For a camera"</h2>
                {qr(svg, "QR code of the link")}
                <p class="caption">"Whoever points the camera of a phone at it gets the link."</p>
            </section>
        }
    });
    let address = made.address.clone();
    let body = view! {
        <a class="button button-plain back" href="/photo-requests"><span class="icon icon-back"></span>"Your requests"</a>
        <header class="page-head"><div>
            <h1>"Your Link"</h1>
            <p class="lead">"It is shown only now: we keep no copy that anybody could read."</p>
        </div></header>
        <div class="stack-24" data-shown-once="">
            {auth::done(Some("The link is made."))}
            <section class="card stack" aria-labelledby="address-title">
                <h2 id="address-title">"Send it to the person in the photo"</h2>
                <div class="field"><label for="link">"The link"</label><input id="link" type="text" readonly value=address.clone() data-link=""/></div>
                <p class="row">
                    <button class="button button-primary" type="button" hidden data-share-link=address.clone() data-away=""><span class="icon icon-share"></span>"Share..."</button>
                    <button class="button button-quiet" type="button" hidden data-copy-link="" data-away="">"Copy the Link"</button>
                </p>
                <p class="caption" role="status" data-link-said=""></p>
                <p>{format!("Whoever has it sees your name and the words of your memory, and can add one photo until {}, and take it back until you begin the memory.", made.expires_at.minute())}</p>
            </section>
            {drawing}
            <p class="row"><a class="button button-quiet" href="/create">"To the Creator"</a><a class="button button-quiet" href="/photo-requests">"All your requests"</a></p>
        </div>
    };
    Page {
        title: "Your link".to_owned(),
        description: "A link by which somebody adds their photo.".to_owned(),
        scripts: Scripts::Small,
        layout: Layout::Full,
        main_class: "page page-reading",
        body: body.into_any(),
    }
}
