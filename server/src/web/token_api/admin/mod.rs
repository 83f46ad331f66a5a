//! Administration of accounts by programs with the service role. No user's token ever gets
//! here: see [`Admin`](super::bearer::Admin).

pub mod change;
pub mod create;
pub mod factors;
pub mod generate_link;
pub mod invite;
pub mod list;
pub mod read;
pub mod remove;
pub mod remove_factor;
mod user_body;

use evernear_app::{
    domain::{auth::api_session::Metadata, id::AccountId},
    refusal::Refusal,
};
use serde::Deserialize;

/// What programs send about a mail.
#[derive(Deserialize)]
pub struct LinkBody {
    #[serde(rename = "type")]
    kind: Option<String>,
    email: Option<String>,
    password: Option<String>,
    new_email: Option<String>,
    data: Option<Metadata>,
    redirect_to: Option<String>,
}

fn user_id(text: &str) -> Result<AccountId, Refusal> {
    text.parse().map_err(|_| Refusal::not_found("validation_failed", "user_id must be an UUID"))
}
