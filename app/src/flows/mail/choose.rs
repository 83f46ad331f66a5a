//! Whether a person is written to when a memory is ready and they have left the page.

use crate::{
    domain::{auth::session::Member, mail::OptionalMail},
    ports::Ports,
    problem::Problem,
};

/// Remembers what the member wants.
pub async fn choose_mails(ports: &Ports, member: &Member, wanted: bool) -> Result<(), Problem> {
    let (account, kind) = (member.account.id, OptionalMail::Outcome.name());
    if wanted {
        ports.optional_mails.allow_mail(account, &kind).await?;
    } else {
        ports.optional_mails.refuse_mail(account, &kind, ports.now()).await?;
    }
    Ok(())
}
