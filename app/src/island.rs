//! The slot in which React takes over: a skeleton of the same size, rendered here, with
//! the island's name and its props. React mounts into it with `createRoot`; without script
//! the skeleton's own text says what is missing.

use leptos::prelude::*;
use serde::Serialize;

/// A slot for the island `name`, with `skeleton` until it is there.
pub fn slot<Props: Serialize>(name: &'static str, props: &Props, skeleton: AnyView) -> AnyView {
    // Props are our own plain structs: they always serialise.
    let props = serde_json::to_string(props).unwrap_or_else(|_| "null".to_owned());
    view! { <div data-island=name data-props=props data-skeleton="">{skeleton}</div> }.into_any()
}
