//! The link of a request that was made just now.

use leptos::prelude::*;

use crate::{
    flows::photo_request::ask_for_photo::MadeRequest,
    pages::{
        Page,
        layout::made_link::{MadeLinkParts, made_link},
    },
};

/// See [`made_link`].
pub fn page(made: &MadeRequest, qr_code: Option<String>) -> Page {
    let told = format!(
        "Whoever has it sees your name and the words of your memory, and can add one photo until {}, and take it back until you begin the memory.",
        made.expires_at.minute()
    );
    made_link(MadeLinkParts {
        all: ("/photo-requests", "Your requests"),
        send_to: "Send it to the person in the photo",
        address: made.address.clone(),
        qr_code,
        told: view! { <p>{told}</p> }.into_any(),
        onward: [
            ("/create".to_owned(), "To the Creator"),
            ("/photo-requests".to_owned(), "All your requests"),
        ],
        description: "A link by which somebody adds their photo.",
    })
}
