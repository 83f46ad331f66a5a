//! The balance, for the badge of the header.

use evernear_rules::wire::BalanceView;
use leptos::{prelude::server, server_fn::codec::Json};

use super::{Refusal, member};
use crate::problem::Problem;

/// The credits of the caller, for the badge.
#[server(prefix = "/api", endpoint = "credits/balance", input = Json, output = Json)]
pub async fn balance() -> Result<BalanceView, Refusal> {
    let (ports, member) = member()?;
    let account = ports.accounts.by_id(member.account.id).await.map_err(Problem::from)?;
    let held = account.as_ref().map_or(0, |account| account.held);
    Ok(BalanceView { credits: account.map(|account| account.credits), held })
}
