//! Words that were not sent yet when leaving the tab signs the person out.

use evernear_rules::wire::KeepUnsentRequest;
use leptos::{prelude::server, server_fn::codec::Json};

use super::{Refusal, member_of_page};
use crate::flows::draft::unsent_words::keep_unsent;

/// Keeps them for the caller alone, and only those of a page that was rendered for the caller; a
/// place without words forgets those it had. The names of the places whose words cannot be kept.
#[server(prefix = "/api", endpoint = "unsent/keep", input = Json, output = Json)]
pub async fn keep(#[server(flatten)] request: KeepUnsentRequest) -> Result<Vec<String>, Refusal> {
    let (ports, member) = member_of_page()?;
    Ok(keep_unsent(&ports, &member, request.words).await?)
}
