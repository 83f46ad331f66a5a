//! A link to a memory that was made just now.

use leptos::prelude::*;

use super::fields::ends;
use crate::{
    flows::sharing::share::MadeLink,
    pages::{
        Page,
        layout::made_link::{MadeLinkParts, made_link},
    },
};

/// See [`made_link`].
pub fn page(made: &MadeLink, qr_code: Option<String>) -> Page {
    let password = made.share.password_hash.is_some().then(|| {
        view! { <p>"It asks for the password that you chose. Tell it another way than the link."</p> }
    });
    made_link(MadeLinkParts {
        all: ("/shared", "Your links"),
        send_to: "Send it",
        address: made.address.clone(),
        qr_code,
        told: view! { <p>{format!("It works {}.", ends(&made.share))}</p>{password} }.into_any(),
        onward: [
            (format!("/memories/{}", made.share.creation), "The memory"),
            ("/shared".to_owned(), "All your links"),
        ],
        description: "A link to a memory of yours.",
    })
}
