//! A QR code inside a page.

use leptos::prelude::*;

/// The drawing of a QR code, which is made here of squares alone; `label` says for what it is.
pub fn qr(svg: &str, label: &'static str) -> AnyView {
    view! { <div class="qr" role="img" aria-label=label inner_html=drawing(svg)></div> }.into_any()
}

/// Without the heading of a file, which has no place inside a page.
fn drawing(svg: &str) -> String {
    svg.find("<svg").map_or(String::new(), |at| svg[at..].to_owned())
}
