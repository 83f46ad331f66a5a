//! A new user name (spec §5).

use crate::{
    domain::account::{Username, session::Member},
    ports::Ports,
    problem::{Kind, Problem},
};

/// Shown when it worked (spec §8).
pub const UPDATED: &str = "Username updated successfully!";

/// Changes the user name.
pub async fn rename(ports: &Ports, member: &Member, username: &str) -> Result<(), Problem> {
    let username: Username =
        username.parse().map_err(|problem: crate::domain::account::UsernameProblem| {
            Problem::new(Kind::BadInput, problem.0)
        })?;
    ports.accounts.rename(member.account.id, &username, ports.now()).await?;
    Ok(())
}
