//! Light or dark pages.

use crate::{
    domain::{
        account::{Theme, UnknownTheme},
        auth::session::Member,
    },
    ports::Ports,
    problem::{Kind, Problem},
};

/// Remembers which theme the member's pages have.
pub async fn choose_theme(ports: &Ports, member: &Member, theme: &str) -> Result<(), Problem> {
    let theme: Theme = theme
        .parse()
        .map_err(|problem: UnknownTheme| Problem::new(Kind::BadInput, problem.to_string()))?;
    Ok(ports.accounts.choose_theme(member.account.id, theme, ports.now()).await?)
}
