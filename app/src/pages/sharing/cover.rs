//! /m/{token} before it is opened: a cover that tells nothing of the memory. Opening it is a form,
//! because previews of messengers and mail scanners look at addresses. And what every link shows
//! that leads nowhere, whyever that is.

use leptos::prelude::*;

use crate::{
    flows::sharing::open_link::NOWHERE,
    pages::{Layout, Page, Scripts, Visit, auth},
};

/// What previews show as well.
pub(super) const HEADING: &str = "Someone shared a memory with you";

/// The cover; `wrong` is why it was not opened.
pub fn cover(visit: &Visit, asks_password: bool, wrong: Option<&str>) -> Page {
    let password = asks_password.then(|| {
        view! {
            <div class="field">
                <label for="password">"Password"</label>
                <input id="password" name="password" type="password" autocomplete="off" required maxlength="72" aria-describedby="password-hint"/>
                <p class="field-hint" id="password-hint">"Whoever sent you the link knows it."</p>
            </div>
        }
    });
    let body = view! {
        <section class="card gate">
            {brand(visit)}
            <h1>{HEADING}</h1>
            <p>"It opens when you press the button."</p>
            {auth::problem(wrong)}
            <form class="form" method="post" action=visit.path.clone()>
                {password}
                <div class="form-end"><button class="button button-primary button-wide" type="submit">"Open It"</button></div>
            </form>
            <nav class="gate-links" aria-label="About this link"><a href=format!("{}/report", visit.path)>"Report this memory"</a></nav>
        </section>
    };
    quiet(HEADING, body.into_any())
}

/// The same for every link that leads to no memory.
pub fn nowhere(visit: &Visit) -> Page {
    let body = view! {
        <section class="card gate">
            {brand(visit)}
            <h1>{NOWHERE}</h1>
            <p>"Whoever sent it to you can send you another one."</p>
        </section>
    };
    quiet(NOWHERE, body.into_any())
}

/// Our name, and no way anywhere.
pub(super) fn brand(visit: &Visit) -> AnyView {
    view! { <p class="brand"><img class="logo" src=visit.site.assets.logo.clone() alt="Evernear" width="187" height="40"/></p> }
        .into_any()
}

/// A page in the lamp's light with one card, which runs nothing.
pub(super) fn quiet(title: &str, body: AnyView) -> Page {
    Page {
        title: title.to_owned(),
        description: "A picture or a short film, shared by a link.".to_owned(),
        scripts: Scripts::None,
        layout: Layout::Lamplight,
        main_class: "page page-center",
        body,
    }
}
