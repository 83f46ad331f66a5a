//! The administrator's functions, each for an unlocked browser only. When the database is away
//! they say so ([`DATABASE_TROUBLE`]), and the page shows what its browser keeps.

use evernear_rules::wire::{
    AnswerThreadRequest, ContactPage, ContactThread, MessagesRequest, MoveEntriesRequest,
    Pagination, StatusMoved, WaitlistCounted, WaitlistPage, WaitlistPageRequest,
};
use leptos::{
    prelude::{server, use_context},
    server_fn::codec::Json,
};

use super::{Caller, Refusal, parse_id};
use crate::{
    domain::admin::Admin,
    flows::{
        support::{answer_thread::answer_thread, list_messages::list_messages},
        waitlist::{
            list::list_waitlist,
            move_entries::{MoveError, move_entries},
        },
    },
    ports::StoreError,
    problem::{DATABASE_TROUBLE, Kind, Problem},
};

/// A page of the list.
#[server(prefix = "/api", endpoint = "admin/waitlist/list", input = Json, output = Json)]
pub async fn list(
    #[server(flatten)] request: WaitlistPageRequest,
) -> Result<WaitlistPage, Refusal> {
    let (caller, _) = admin()?;
    Ok(list_waitlist(&caller.ports, &request.query).await.unwrap_or_else(|error| WaitlistPage {
        success: false,
        data: Vec::new(),
        pagination: Pagination::default(),
        error: Some(told(&caller, &error)),
        unsorted: false,
    }))
}

/// How many there are.
#[server(prefix = "/api", endpoint = "admin/waitlist/counts", input = Json, output = Json)]
pub async fn counts() -> Result<WaitlistCounted, Refusal> {
    let (caller, _) = admin()?;
    Ok(match caller.ports.waitlist.waitlist_counts().await {
        Ok(counts) => WaitlistCounted { success: true, counts: Some(counts), error: None },
        Err(error) => {
            WaitlistCounted { success: false, counts: None, error: Some(told(&caller, &error)) }
        }
    })
}

/// Approves, rejects or resets entries.
#[server(prefix = "/api", endpoint = "admin/waitlist/move", input = Json, output = Json)]
pub async fn change(
    #[server(flatten)] request: MoveEntriesRequest,
) -> Result<StatusMoved, Refusal> {
    let (caller, admin) = admin()?;
    match move_entries(&caller.ports, &admin, &request.entries, request.to).await {
        Ok(moved) => Ok(moved),
        Err(error @ (MoveError::Count | MoveError::Unknown)) => Err(Problem::from(error).into()),
        Err(error) => {
            let problem = Problem::from(error);
            report(&caller, &problem);
            let error = Some(problem.message);
            Ok(StatusMoved { success: false, moved: 0, conflicts: 0, error })
        }
    }
}

/// Answers a thread of messages.
#[server(prefix = "/api", endpoint = "admin/answer", input = Json, output = Json)]
pub async fn answer(
    #[server(flatten)] request: AnswerThreadRequest,
) -> Result<ContactThread, Refusal> {
    let (caller, admin) = admin()?;
    let thread = parse_id(&request.thread)?;
    Ok(answer_thread(&caller.ports, &admin, thread, &request.message)
        .await
        .map_err(Problem::from)?)
}

/// Threads of messages to us.
#[server(prefix = "/api", endpoint = "admin/messages", input = Json, output = Json)]
pub async fn messages(#[server(flatten)] request: MessagesRequest) -> Result<ContactPage, Refusal> {
    let (caller, _) = admin()?;
    Ok(list_messages(&caller.ports, request.page).await.unwrap_or_else(|error| ContactPage {
        success: false,
        data: Vec::new(),
        pagination: Pagination::default(),
        error: Some(told(&caller, &error)),
    }))
}

/// The unlocked browser, or the refusal.
fn admin() -> Result<(Caller, Admin), Refusal> {
    let caller = use_context::<Caller>()
        .ok_or_else(|| Problem::new(Kind::Internal, "Something went wrong."))?;
    let admin = caller.admin.clone().ok_or_else(Problem::locked)?;
    Ok((caller, admin))
}

/// Logs what went wrong; the words for the administrator.
fn told(caller: &Caller, error: &StoreError) -> String {
    (caller.report)(error);
    DATABASE_TROUBLE.to_owned()
}

fn report(caller: &Caller, problem: &Problem) {
    if let Some(source) = problem.source.as_deref() {
        (caller.report)(source);
    }
}
