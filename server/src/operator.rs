//! `evernear credits | payments | costs | ledger | admin log`: what an operator does with money, and
//! what administrators did, from the machine the server runs on. Every command says in plain words
//! what it found or did.

use std::io::Write;

use evernear_app::{
    domain::{
        account::Email,
        billing::{OrderState, Payment, PaymentStatus, Resolution, payment::PaymentNote},
        id::AccountId,
    },
    flows::{
        billing::{
            review_payment::{Reviewed, review_payment},
            settle_flagged::settle_flagged,
            settle_payment::{Settled, settle},
        },
        credits::grant::grant_credits,
    },
    ports::{CompanionCosts, CostDay, FailedOrder, Ports, SharedCustomer},
};

use crate::{
    cli::{CreditsCommand, PaymentsCommand, Reference},
    compose::compose_beside,
    config::Config,
};

/// Most rows that are listed.
const MOST: u32 = 200;

/// What an operator does with money, and what administrators did.
#[derive(Debug)]
pub enum Operation {
    Credits(CreditsCommand),
    Payments(PaymentsCommand),
    Costs,
    CheckLedger,
    AdminLog,
}

/// Does it beside a running server.
///
/// # Errors
///
/// In words for whoever typed it.
pub async fn run(config: &Config, operation: Operation) -> Result<(), String> {
    let composed = compose_beside(config).await.map_err(text)?;
    let mut out = std::io::stdout();
    let done = operate(&composed.state.ports, operation, &mut out).await;
    composed.db.close().await;
    done
}

/// The same on ports that are there already.
///
/// # Errors
///
/// In words for whoever typed it.
pub async fn operate(
    ports: &Ports,
    operation: Operation,
    out: &mut (impl Write + Send),
) -> Result<(), String> {
    match operation {
        Operation::Costs => costs(ports, out).await,
        Operation::Credits(CreditsCommand::Grant { email, credits, reference }) => {
            grant(ports, &email, credits, &reference, out).await
        }
        Operation::Credits(CreditsCommand::History { email }) => history(ports, &email, out).await,
        Operation::Payments(PaymentsCommand::List { flagged }) => {
            list(ports, flagged.is_some(), out).await
        }
        Operation::Payments(PaymentsCommand::Verify(Reference { reference })) => {
            verify(ports, &reference, out).await
        }
        Operation::Payments(PaymentsCommand::Revoke(Reference { reference })) => {
            settle_flag(ports, &reference, Resolution::Revoked, out).await
        }
        Operation::Payments(PaymentsCommand::Resolve(Reference { reference })) => {
            settle_flag(ports, &reference, Resolution::Resolved, out).await
        }
        Operation::CheckLedger => check(ports, out).await,
        Operation::AdminLog => administered(ports, out).await,
    }
}

async fn grant(
    ports: &Ports,
    email: &Email,
    credits: u32,
    reference: &str,
    out: &mut impl Write,
) -> Result<(), String> {
    let account = find(ports, email).await?;
    let balance = grant_credits(ports, account, credits, reference).await.map_err(text)?;
    say(out, &format!("{email} has {balance} credits. Under '{reference}' they were given once."))
}

async fn history(ports: &Ports, email: &Email, out: &mut impl Write) -> Result<(), String> {
    let account = find(ports, email).await?;
    let mut before = None;
    loop {
        let entries = ports.credits.history(account, before, MOST).await.map_err(text)?;
        for entry in &entries {
            let (kind, about) = (entry.kind.words(), entry.reference.as_str());
            let (number, time) = (entry.number, entry.at.iso());
            let (amount, balance) = (entry.amount, entry.balance);
            say(out, &format!("{number:>5}  {time}  {amount:>+7}  {balance:>7}  {kind}  {about}"))?;
        }
        match entries.last() {
            Some(last) if entries.len() == MOST as usize => before = Some(last.number),
            _ => return Ok(()),
        }
    }
}

async fn list(ports: &Ports, flagged: bool, out: &mut impl Write) -> Result<(), String> {
    let payments = ports.payments.list(flagged, MOST).await.map_err(text)?;
    let orders = if flagged {
        ports.standing_orders.list_failed(MOST).await.map_err(text)?
    } else {
        Vec::new()
    };
    let shared = if flagged {
        ports.subscriptions.shared_customers(MOST).await.map_err(text)?
    } else {
        Vec::new()
    };
    if payments.is_empty() && orders.is_empty() && shared.is_empty() {
        return say(out, "There are none.");
    }
    for payment in &payments {
        say(out, &line(payment))?;
    }
    for order in &orders {
        let FailedOrder { provider, plan, tries, problem, .. } = order;
        let (what, asked) = match order.state {
            OrderState::Wanted => ("NOT YET RENEWING", "asked for its order"),
            OrderState::Resuming => ("NOT YET RENEWING", "asked to let it go on"),
            _ => ("STILL CHARGED", "told to stop"),
        };
        let of = order.subscription.map(|id| format!("subscription {id}"));
        let of = of.unwrap_or_else(|| "an order of no subscription".to_owned());
        let again = order.next.iso();
        let words = format!(
            "{what}  {provider}  {plan}  {of}: {asked} {tries} times, again at {again}: {problem}"
        );
        say(out, &words)?;
    }
    for SharedCustomer { provider, customer, accounts } in &shared {
        let accounts: Vec<_> = accounts.iter().map(ToString::to_string).collect();
        let accounts = accounts.join(" and ");
        let words = format!(
            "ONE CUSTOMER, SEVERAL ACCOUNTS  {provider}  {customer}: plans of {accounts} last"
        );
        say(out, &words)?;
    }
    Ok(())
}

async fn settle_flag(
    ports: &Ports,
    reference: &str,
    how: Resolution,
    out: &mut impl Write,
) -> Result<(), String> {
    let settled = settle_flagged(ports, None, reference, how).await.map_err(text)?;
    say(out, &settled.words())
}

async fn verify(ports: &Ports, reference: &str, out: &mut impl Write) -> Result<(), String> {
    let provider = ports.payment_provider.as_ref().ok_or("No provider is configured.")?;
    let found = ports.payments.find(provider.name(), reference).await.map_err(text)?;
    let payment = found.ok_or("There is no such payment with the configured provider.")?;
    let said = match settle(ports, &payment).await.map_err(text)? {
        Settled::Paid(result) => format!(
            "Paid: {} credits for {}; the balance became {}.",
            result.credits_added, result.plan, result.new_total_credits
        ),
        Settled::AlreadyProcessed => "Paid and granted before.".to_owned(),
        Settled::Processing => "The provider has not decided yet.".to_owned(),
        Settled::NotPaid => "Not paid.".to_owned(),
        Settled::Abandoned => "Not paid: the window was left.".to_owned(),
        Settled::Flagged => "Flagged: nothing was granted, please look at it.".to_owned(),
    };
    let granted = payment.status == PaymentStatus::Paid;
    let reviewed = if granted { Some(review_payment(ports, &payment).await) } else { None };
    say(out, &said)?;
    match reviewed.transpose().map_err(text)? {
        Some(Reviewed::Flagged(wrong)) => say(
            out,
            &format!(
                "Flagged since: {wrong}. Its credits were granted and stay until you revoke or resolve it."
            ),
        )?,
        Some(Reviewed::Stands) => say(out, "The provider still calls it paid.")?,
        None => {}
    }
    let found = ports.payments.find(provider.name(), reference).await.map_err(text)?;
    found.map_or(Ok(()), |payment| say(out, &line(&payment)))
}

async fn administered(ports: &Ports, out: &mut impl Write) -> Result<(), String> {
    for line in ports.admin.latest(MOST).await.map_err(text)? {
        let (at, action, subject) = (line.at.iso(), &line.action, &line.subject);
        let (session, client, detail) = (&line.session, &line.client, &line.detail);
        say(out, &format!("{at}  {action:<18}  {subject:<36}  {detail:<22}  {client}  {session}"))?;
    }
    Ok(())
}

async fn check(ports: &Ports, out: &mut impl Write) -> Result<(), String> {
    let found = ports.credits.check().await.map_err(text)?;
    for one in &found {
        say(out, &format!("WRONG  account {}: {}", one.account, one.what))?;
    }
    if found.is_empty() {
        say(out, "Ledger, balances, holds and payments agree for every account.")
    } else {
        Err(format!("{} disagreements.", found.len()))
    }
}

fn line(payment: &Payment) -> String {
    let owner = payment.owner.map_or_else(|| "nobody".to_owned(), |owner| owner.to_string());
    let note = payment.note.as_ref().map_or("", PaymentNote::as_str);
    let settled = payment.resolution.map_or(String::new(), |one| format!(" ({})", one.as_str()));
    format!(
        "{}  {:<8} {:<8} {:>12}  {:<8} {}  {owner}  {note}{settled}",
        payment.created_at.iso(),
        payment.provider,
        payment.status.as_str(),
        payment.amount(),
        payment.plan,
        payment.reference,
    )
    .trim_end()
    .to_owned()
}

async fn find(ports: &Ports, email: &Email) -> Result<AccountId, String> {
    let found = ports.accounts.by_email(email).await.map_err(text)?;
    Ok(found.ok_or("Nobody has an account with this address.")?.0.id)
}

fn say(out: &mut impl Write, line: &str) -> Result<(), String> {
    writeln!(out, "{line}").map_err(text)
}

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// Days that are listed.
const DAYS: u32 = 62;

/// What providers and the companion cost on each of the latest days, and all of them together.
async fn costs(ports: &Ports, out: &mut (impl Write + Send)) -> Result<(), String> {
    let days = ports.costs.days(DAYS).await.map_err(text)?;
    if days.is_empty() {
        return say(out, "Nothing was ordered that costs money, and no model has answered.");
    }
    say(
        out,
        "day         memories  orders  lost         USD  answers   tokens in  tokens out         USD",
    )?;
    for CostDay { day, creations, orders, lost, micros, companion } in &days {
        let CompanionCosts { answers, tokens_in, tokens_out, .. } = companion;
        let [pictures, words] = [*micros, companion.micros].map(dollars);
        say(
            out,
            &format!(
                "{day:<10} {creations:>9} {orders:>7} {lost:>5} {pictures:>11} {answers:>8} {tokens_in:>11} {tokens_out:>11} {words:>11}"
            ),
        )?;
    }
    let pictures: i64 = days.iter().map(|day| day.micros).sum();
    let words: i64 = days.iter().map(|day| day.companion.micros).sum();
    let [all, pictures, words] = [pictures + words, pictures, words].map(dollars);
    say(
        out,
        &format!(
            "{all} USD in all: {pictures} for pictures and films, {words} for the companion's answers. Lost are orders of which nobody knows whether they were taken."
        ),
    )?;
    match days.iter().map(|day| day.companion.uncounted).sum::<i64>() {
        0 => Ok(()),
        uncounted => say(
            out,
            &format!(
                "{uncounted} answers did not come, or came without a count of their tokens; they are counted as the most that they can have cost."
            ),
        ),
    }
}

/// Millionths of a dollar as dollars, with two digits after the point or as many as it takes.
pub fn dollars(micros: i64) -> String {
    let (whole, part) = (micros / 1_000_000, micros % 1_000_000);
    let part = format!("{part:06}");
    let trimmed = part.trim_end_matches('0');
    format!("{whole}.{trimmed:0<2}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dollars_have_at_least_two_digits_after_the_point() {
        assert_eq!(
            [550_000, 0, 12_000_000, 1_234_500].map(dollars),
            ["0.55", "0.00", "12.00", "1.2345"]
        );
    }
}
