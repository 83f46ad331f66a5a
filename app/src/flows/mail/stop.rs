//! Stopping mails that nobody needs, by the address in them: without signing in, because its proof is made
//! by this server for this account and this kind of mail alone.

use std::collections::BTreeMap;

use crate::{
    domain::{id::AccountId, mail::OptionalMail},
    ports::{Ports, StoreError},
    problem::{Kind, Problem},
};

/// What the digests of such addresses are for.
const PURPOSE: &str = "stop mails";

/// What an address that stops mails holds.
pub struct StopRequest<'a> {
    pub account: &'a str,
    pub kind: &'a str,
    pub proof: &'a str,
}

/// Where mails of this kind are stopped.
pub fn stop_address(ports: &Ports, account: AccountId, kind: OptionalMail) -> String {
    let kind = kind.name();
    let proof = ports.secrets.digest(PURPOSE, &format!("{account}:{kind}"));
    format!("{}/mail/stop?account={account}&kind={kind}&proof={proof}", ports.settings.public_url)
}

/// What the address is about; nothing where this server has not made it.
pub fn read_stop(ports: &Ports, request: &StopRequest<'_>) -> Option<(AccountId, OptionalMail)> {
    let account: AccountId = request.account.parse().ok()?;
    let kind = OptionalMail::from_name(request.kind)?;
    let text = format!("{account}:{}", kind.name());
    let proofs = ports.secrets.digests(PURPOSE, &text);
    let good = proofs.iter().any(|proof| ports.secrets.same(proof, request.proof));
    good.then_some((account, kind))
}

/// Whether a mail that can be stopped by this address is still to be sent: it was not stopped while it
/// waited, and the day that it speaks of is not over.
pub async fn is_still_wanted(ports: &Ports, address: &str) -> Result<bool, StoreError> {
    let query = address.split_once('?').map_or("", |(_, query)| query);
    let fields: BTreeMap<_, _> = form_urlencoded::parse(query.as_bytes()).collect();
    let field = |name: &str| fields.get(name).map_or("", |value| value.as_ref());
    let request =
        StopRequest { account: field("account"), kind: field("kind"), proof: field("proof") };
    match read_stop(ports, &request) {
        // Made with a key that is gone since: nobody can have stopped it by this address.
        None => Ok(true),
        Some((account, kind @ OptionalMail::Outcome)) => {
            Ok(!ports.optional_mails.refuses_mail(account, &kind.name()).await?)
        }
        Some((account, OptionalMail::Date(memory))) => {
            let date = ports.memory_dates.date_of(account, memory).await?;
            Ok(date.is_some_and(|date| date.is_on(ports.now())))
        }
    }
}

/// No mail of this kind is written from now on.
pub async fn stop_mails(ports: &Ports, request: &StopRequest<'_>) -> Result<OptionalMail, Problem> {
    let Some((account, kind)) = read_stop(ports, request) else {
        let text = "This address is not whole. Please open it from the mail again.";
        return Err(Problem::new(Kind::NotFound, text));
    };
    let stopped = match kind {
        OptionalMail::Outcome => {
            ports.optional_mails.refuse_mail(account, &kind.name(), ports.now()).await
        }
        OptionalMail::Date(memory) => {
            ports.memory_dates.remove_date(account, memory).await.map(|_| ())
        }
    };
    match stopped {
        // An account that is gone is written to no more.
        Ok(()) | Err(StoreError::OwnerGone) => Ok(kind),
        Err(error) => Err(error.into()),
    }
}
