//! /credits: every change of the balance in plain words, newest first, a page at a time.

use leptos::prelude::*;

use crate::{
    domain::{
        billing::grouped,
        creation::shortened,
        credits::{Entry, EntryKind, owed_message},
        id::AccountId,
    },
    pages::{Answer, Layout, Page, Scripts, Visit},
    ports::{Ports, StoreError},
    problem::Problem,
};

/// Entries on one page.
const PAGE: u32 = 25;

/// For the signed-in.
pub async fn page(visit: Visit) -> Result<Answer, Problem> {
    let Some(member) = &visit.member else { return Ok(visit.to_sign_in()) };
    let before = visit.query("before").and_then(|number| number.parse().ok());
    let history = visit.ports.credits.history(member.account.id, before, PAGE + 1).await?;
    let (shown, more) = match history.get(PAGE as usize) {
        Some(_) => (&history[..PAGE as usize], true),
        None => (&history[..], false),
    };
    let older = shown.last().filter(|_| more).map(|entry| {
        view! { <a class="button button-quiet button-small" href=format!("/credits?before={}", entry.number)>"Older"</a> }
    });
    let newest = before.map(|_: i64| {
        view! { <a class="button button-quiet button-small" href="/credits">"Newest"</a> }
    });
    let ways =
        (older.is_some() || newest.is_some()).then(|| view! { <p class="row">{newest}{older}</p> });
    let lines = shown.iter().map(line).collect_view();
    let unwelcomed = if more { None } else { unwelcomed(&visit.ports, member.account.id).await? };
    let unwelcomed = unwelcomed.map(|words| view! { <p class="field-hint">{words}</p> });
    let balance = grouped(member.account.shown_credits());
    let owed = owed_message(member.account.debt).map(|text| {
        view! { <p class="notice notice-caution"><span class="icon icon-info"></span><span>{text}</span></p> }
    });
    let body = view! {
        <header class="page-head">
            <div>
                <h1>"Your credits"</h1>
                <p class="lead">"Every change, with what it was for. Only a finished memory costs credits."</p>
            </div>
            <p class="credits" data-refresh="Loading credits..." data-credits=""><span class="icon icon-credits"></span><b>{balance}</b>" credits "{crate::pages::layout::shell::held(member.account.held)}</p>
        </header>
        {owed}
        <div data-refresh="Loading credits...">
            <ol class="ledger">{lines}</ol>
            {unwelcomed}
        </div>
        <nav class="pages" aria-label="Pages">
            {ways}
            <p class="row">
                <a class="button button-quiet button-small" href="/credits.csv" download="evernear-credits.csv"><span class="icon icon-download"></span>"Download as CSV"</a>
            </p>
            <p class="field-hint">"Does something look wrong? "<a href="/support">"Write to us"</a></p>
        </nav>
    };
    Ok(Answer::Page(Page {
        title: "Your credits".to_owned(),
        description: "Every change of your credits.".to_owned(),
        scripts: Scripts::Small,
        layout: Layout::Full,
        main_class: "page page-reading",
        body: body.into_any(),
    }))
}

/// What stands where the welcome credits would, for an account that was given none.
pub(super) async fn unwelcomed(
    ports: &Ports,
    account: AccountId,
) -> Result<Option<&'static str>, StoreError> {
    let given = ports.welcomes.welcomed(account).await?;
    Ok((!given).then_some(
        "Welcome credits are given once for each mailbox, and yours had them with an earlier account. So this account began without.",
    ))
}

fn line(entry: &Entry) -> AnyView {
    let (sign, class) = match entry.amount {
        amount if amount > 0 => ("+", "ledger-amount ledger-in"),
        amount if amount < 0 => ("−", "ledger-amount"),
        _ => ("", "ledger-amount ledger-none"),
    };
    let amount = format!("{sign}{}", grouped(entry.amount.unsigned_abs()));
    let about = about(entry);
    let receipt = entry.receipt.as_ref().map(|reference| {
        view! { " · "<a href=format!("/receipts/{reference}")>"Receipt"</a> }
    });
    view! {
        <li class="ledger-line">
            <p class="ledger-what"><b>{entry.kind.words()}</b>{about}</p>
            <p class=class>{amount}</p>
            <p class="ledger-when caption">{entry.at.day()}{receipt}</p>
            <p class="ledger-balance caption"><span class="sr-only">"Balance afterwards: "</span>{grouped(entry.balance.unsigned_abs())}</p>
        </li>
    }
    .into_any()
}

/// What it was about, as short as a title.
fn about(entry: &Entry) -> Option<String> {
    let text = entry.about.as_deref()?;
    Some(match entry.kind {
        EntryKind::Purchase | EntryKind::Revoke => format!(" {text}, one month"),
        // By the credits of this plan.
        EntryKind::Repay if entry.receipt.is_some() => format!(" from {text}"),
        _ => format!(" “{}”", shortened(text)),
    })
}
