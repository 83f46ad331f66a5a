//! /credits: what changed the balance in plain words, a line a memory and a line each other change, newest
//! first, a page at a time.

use leptos::prelude::*;

use crate::{
    domain::{
        billing::grouped,
        creation::shortened,
        credits::{EntryKind, HistoryLine, HoldState, MemoryCredits, Subject, owed_message},
        id::AccountId,
    },
    pages::{Answer, Layout, Page, Scripts, Visit},
    ports::{Ports, StoreError},
    problem::Problem,
};

/// Lines on one page.
const PAGE: u32 = 25;

/// What the small number of a line is.
const BALANCE: &str = "Under each amount stands your balance: that line and all older ones added up. Credits that are held still count as yours.";

/// For the signed-in.
pub async fn page(visit: Visit) -> Result<Answer, Problem> {
    let Some(member) = &visit.member else { return Ok(visit.to_sign_in()) };
    let before = visit.query("before").and_then(|number| number.parse().ok());
    let history = visit.ports.credits.history_lines(member.account.id, before, PAGE + 1).await?;
    let (shown, more) = match history.get(PAGE as usize) {
        Some(_) => (&history[..PAGE as usize], true),
        None => (&history[..], false),
    };
    let older = shown.last().filter(|_| more).map(|line| {
        view! { <a class="button button-quiet button-small" href=format!("/credits?before={}", line.number)>"Older"</a> }
    });
    let newest = before.map(|_: i64| {
        view! { <a class="button button-quiet button-small" href="/credits">"Newest"</a> }
    });
    let ways = (older.is_some() || newest.is_some()).then(|| {
        view! { <nav class="pages" aria-label="Pages"><p class="row">{newest}{older}</p></nav> }
    });
    let hint = (!shown.is_empty()).then(|| view! { <p class="field-hint">{BALANCE}</p> });
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
        <div class="stack" data-refresh="Loading credits...">
            <ol class="ledger">{lines}</ol>
            {unwelcomed}
            {hint}
            {ways}
        </div>
        <div class="pages">
            <p class="row">
                <a class="button button-quiet button-small" href="/credits.csv" download="evernear-credits.csv"><span class="icon icon-download"></span>"Download as CSV"</a>
            </p>
            <p class="field-hint">"Does something look wrong? "<a href="/support">"Write to us"</a></p>
        </div>
    };
    Ok(Answer::Page(Page {
        title: "Your credits".to_owned(),
        description: "Every change of your credits.".to_owned(),
        scripts: Scripts::Small,
        layout: Layout::Full,
        main_class: "page",
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

fn line(line: &HistoryLine) -> AnyView {
    let (what, amount, receipt) = match &line.subject {
        Subject::Memory(memory) => {
            (of_memory(memory, line.about.as_deref()), credits(memory), None)
        }
        Subject::Entry { kind, receipt } => {
            let about = about(*kind, line.about.as_deref(), receipt.is_some());
            (
                view! { <b>{kind.words()}</b>{about} }.into_any(),
                signed(line.amount).into_any(),
                receipt.as_ref(),
            )
        }
    };
    let class = match line.amount {
        1.. => "ledger-amount ledger-in",
        0 => "ledger-amount ledger-none",
        _ => "ledger-amount",
    };
    let receipt = receipt.map(|reference| {
        view! { " · "<a href=format!("/receipts/{reference}")>"Receipt"</a> }
    });
    view! {
        <li class="ledger-line">
            <p class="ledger-what">{what}</p>
            <p class=class>{amount}</p>
            <p class="ledger-when caption">{line.at.day()}{receipt}</p>
            <p class="ledger-balance caption"><span class="sr-only">"Balance: "</span>{grouped(line.balance.unsigned_abs())}</p>
        </li>
    }
    .into_any()
}

/// A memory's words, which lead to it as long as it is there.
fn of_memory(memory: &MemoryCredits, words: Option<&str>) -> AnyView {
    let name = if memory.is_retake { EntryKind::Retake.words() } else { "Memory" };
    let words = words.map(|words| format!("“{}”", shortened(words)));
    match (memory.address(), words) {
        (Some(address), Some(words)) => {
            view! { <b>{name}</b>" "<a class="ledger-link" href=address dir="auto">{words}</a> }
                .into_any()
        }
        (Some(address), None) => {
            view! { <a class="ledger-link" href=address><b>{name}</b></a> }.into_any()
        }
        (None, Some(words)) => view! { <b>{name}</b>" "<span dir="auto">{words}</span> }.into_any(),
        (None, None) => {
            view! { <b>{name}</b>{(!memory.exists).then_some(" that was deleted")} }.into_any()
        }
    }
}

/// What is held is not spent yet, so it has no sign.
fn credits(memory: &MemoryCredits) -> AnyView {
    let amount = match memory.hold {
        HoldState::Open => grouped(memory.held.unsigned_abs()),
        HoldState::Captured | HoldState::Released => signed(memory.amount()),
    };
    view! { {amount}" "<span class="ledger-state">{memory.hold.words()}</span> }.into_any()
}

fn signed(amount: i64) -> String {
    let sign = match amount {
        1.. => "+",
        0 => "",
        _ => "−",
    };
    format!("{sign}{}", grouped(amount.unsigned_abs()))
}

/// What an entry was about, as short as a title.
fn about(kind: EntryKind, text: Option<&str>, is_paid: bool) -> Option<String> {
    let text = text?;
    Some(match kind {
        EntryKind::Purchase | EntryKind::Revoke => format!(" {text}, one month"),
        // By the credits of this plan.
        EntryKind::Repay if is_paid => format!(" from {text}"),
        _ => format!(" “{}”", shortened(text)),
    })
}
