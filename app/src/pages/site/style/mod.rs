//! /style, in development mode only: every token and every component in every state, drawn
//! with the product's own stylesheet. What a state looks like comes from a second sheet in
//! which the build has turned `:hover` into `.state-hover` and so on. To add a component: a
//! piece in one of the modules, with each of its states; a story looks for every class and
//! token of `style/` here.

mod creating;
mod money;
mod pages;
mod parts;
mod presence;
mod tokens;

use leptos::prelude::*;

use crate::{
    pages::{Answer, Layout, Page, Scripts, Visit},
    problem::Problem,
};

/// For developers; for everyone else it does not exist.
pub async fn page(visit: Visit) -> Result<Answer, Problem> {
    if !visit.site.development {
        return Ok(Answer::Away("/".to_owned()));
    }
    let body = view! {
        <link rel="stylesheet" href=visit.site.assets.states.clone()/>
        <header class="page-head"><div>
            <h1>"Lamplight"</h1>
            <p class="lead">"A photograph on a table under a warm lamp at night. Every token and component, in every state."</p>
        </div></header>
        <div class="stack-48">
            {tokens::all()}
            {parts::all(&visit)}
            {creating::all(&visit)}
            {presence::all(&visit)}
            {money::all(&visit)}
            {pages::all(&visit)}
        </div>
    };
    Ok(Answer::Page(Page {
        title: "Style".to_owned(),
        description: "The design language, alive.".to_owned(),
        scripts: Scripts::Small,
        layout: Layout::Full,
        main_class: "page",
        body: body.into_any(),
    }))
}

/// The states of whatever can be pressed, by the second sheet's classes.
const STATES: [(&str, &str); 4] = [
    ("", "as it is"),
    ("state-hover", "hover"),
    ("state-active", "pressed"),
    ("state-focus", "focus"),
];

/// A piece of the page under its name.
fn piece<Body: IntoView + 'static>(name: &'static str, body: Body) -> AnyView {
    view! { <section class="stack-24"><h2>{name}</h2>{body}</section> }.into_any()
}
