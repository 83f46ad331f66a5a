//! Every token. Colours, sizes and radii are drawn by SVG: its attributes take tokens, and no
//! style is inline.

use leptos::prelude::*;

use crate::pages::site::style::piece;

const SURFACES: [&str; 4] = ["ink-0", "ink-1", "ink-2", "ink-3"];
const WORDS: [&str; 3] = ["paper", "paper-2", "paper-3"];
const COLOURS: [&str; 15] = [
    "ember",
    "ember-up",
    "ember-down",
    "on-ember",
    "sage",
    "rose",
    "gold",
    "sky",
    "line",
    "line-strong",
    "focus",
    "print-edge",
    "shadow-near",
    "shadow-far",
    "lamp",
];
const SIZES: [&str; 8] = ["13", "15", "17", "21", "26", "33", "41", "hero"];
const SPACES: [u16; 10] = [4, 8, 12, 16, 24, 32, 48, 64, 96, 144];
const RADII: [&str; 4] = ["6", "10", "16", "pill"];
const FACES: [(&str, &str); 2] = [
    ("display", "Fraunces, for headings and what is quoted"),
    ("text", "Figtree, for everything else"),
];
const WIDTHS: [(&str, &str); 6] = [
    ("page", "the widest page"),
    ("reading", "the widest line of text"),
    ("gutter", "beside every page"),
    ("bar", "the height of the header"),
    ("tabs", "the height of the bottom navigation, on a phone"),
    ("target", "what is touched"),
];
const MOTION: [(&str, &str); 4] = [
    ("fast", "small changes: a colour under the pointer"),
    ("slow", "large ones: what comes into the page"),
    ("develop", "once for each result: a print develops"),
    ("ease", "how each of them begins and ends"),
];

/// Every token.
pub fn all() -> impl IntoView {
    let sets =
        [("Paper, by day", "card stack-24 light"), ("Lamplight, by night", "card stack-24 dark")];
    let sets = sets.map(|(name, class)| {
        view! { <section class=class><h3>{name}</h3>{colours(name)}</section> }
    });
    let type_scale = SIZES.map(|size| {
        let (family, height) = match size {
            "13" | "15" | "17" => ("var(--text)", "32"),
            "hero" => ("var(--display)", "112"),
            _ => ("var(--display)", "56"),
        };
        view! {
            <svg width="100%" height=height role="img" aria-label=format!("Text of size {size}")>
                <text x="0" y="75%" font-family=family font-size=format!("var(--text-{size})") fill="var(--paper)">{format!("--text-{size} · Nan’s kitchen")}</text>
            </svg>
        }
    });
    let spaces = SPACES.map(|space| {
        view! { <p class="row"><svg width=space.to_string() height="16" aria-hidden="true"><rect width="100%" height="100%" fill="var(--ember)"/></svg><code>{format!("--space-{space}")}</code></p> }
    });
    let radii = RADII.map(|radius| {
        let rx = if radius == "pill" { "32" } else { radius };
        view! { <p class="row"><svg width="96" height="64" aria-hidden="true"><rect x="1" y="1" width="94" height="62" rx=rx fill="var(--ink-2)" stroke="var(--line-strong)"/></svg><code>{format!("--radius-{radius}")}</code></p> }
    });
    let faces = FACES.map(|(name, what)| {
        view! {
            <li class="stack-8">
                <svg width="100%" height="56" aria-hidden="true"><text x="0" y="75%" font-family=format!("var(--{name})") font-size="var(--text-26)" fill="var(--paper)">"Nan’s kitchen, 1986"</text></svg>
                {named(name, what)}
            </li>
        }
    });
    let widths = WIDTHS.map(|(name, what)| {
        view! {
            <li class="stack-8">
                <svg width="100%" height="16" aria-hidden="true"><rect width=format!("var(--{name})") height="100%" fill="var(--ember)"/></svg>
                {named(name, what)}
            </li>
        }
    });
    let motion = MOTION.map(|(name, what)| view! { <li>{named(name, what)}</li> });
    view! {
        {piece("Colours", view! { <div class="stack-24">{sets.collect_view()}</div> })}
        {piece("Type", view! { <ul class="stack-8">{faces.collect_view()}</ul><div class="stack-8">{type_scale.collect_view()}</div> })}
        {piece("Space and radii", view! { <div class="columns"><div class="stack-8">{spaces.collect_view()}</div><div class="stack-8">{radii.collect_view()}</div></div> })}
        {piece("Widths and heights", view! { <ul class="stack">{widths.collect_view()}</ul> })}
        {piece("Motion", view! { <ul class="stack-8">{motion.collect_view()}</ul><p class="caption">"Where motion is unwelcome nothing moves, and what fades fades quickly."</p> })}
    }
}

/// The colours of the set that counts there, alone and as text on its surfaces.
fn colours(set: &str) -> impl IntoView + use<> {
    let surfaces = [&SURFACES[..], &WORDS[..], &COLOURS[..]].concat();
    let swatches = surfaces.into_iter().map(|name| {
        let fill = format!("var(--{name})");
        view! {
            <li class="stack-8">
                <svg width="100%" height="64" aria-hidden="true"><rect width="100%" height="100%" rx="6" fill=fill stroke="var(--line-strong)"/></svg>
                <code>{format!("--{name}")}</code>
            </li>
        }
    });
    let on_surfaces = SURFACES.map(|surface| {
        let words = [&WORDS[..], &["ember", "sage", "rose", "gold", "sky"]].concat();
        let words = words.into_iter().zip(0_u16..).map(|(name, line)| {
            view! { <text x="16" y=(36 + line * 28).to_string() font-size="17" fill=format!("var(--{name})")>{format!("{name} on {surface}")}</text> }
        });
        view! {
            <li><svg width="100%" height="256" role="img" aria-label=format!("{set}: text colours on {surface}")>
                <rect width="100%" height="100%" rx="10" fill=format!("var(--{surface})") stroke="var(--line)"/>
                {words.collect_view()}
            </svg></li>
        }
    });
    view! { <ul class="print-grid">{swatches.collect_view()}</ul><ul class="print-grid">{on_surfaces.collect_view()}</ul> }
}

fn named(name: &'static str, what: &'static str) -> impl IntoView {
    view! { <p><code>{format!("--{name}")}</code><span class="caption">{format!(" {what}")}</span></p> }
}
