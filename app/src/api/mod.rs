//! Server functions: what the islands call, as JSON under `/api`. Each is a public
//! endpoint, so each authorises itself, parses what came and calls a flow. The server
//! provides [`Caller`] as context; through it a [`Refusal`] sets the status of its answer.
//! To add one: an entry in `evernear_rules::wire` (calls), and a function here that takes its request;
//! Leptos registers it by itself.

mod admin;
pub mod billing;
mod creation;
mod credits;
mod draft;
mod unsent_words;

use std::{error::Error, fmt};

use evernear_rules::wire::ProblemView;
use leptos::{
    prelude::use_context,
    server_fn::{
        codec::JsonEncoding,
        error::{FromServerFnError, ServerFnErrorErr},
    },
};
use serde::{Deserialize, Serialize};

use crate::{
    domain::{admin::Admin, auth::session::Member},
    flows::{auth::account_tag::require_own_page, waitlist::beta_gate::admitted},
    ports::{Ports, StoreError},
    problem::{Kind, Problem},
};

/// Who calls, and what a flow needs. Provided by the server for each request.
#[derive(Clone)]
pub struct Caller {
    pub ports: Ports,
    pub member: Option<Member>,
    /// The account that the page was rendered for, where the call names one.
    pub tag: Option<String>,
    /// An unlocked browser of the administrator.
    pub admin: Option<Admin>,
    /// Which client asks, as limits count it.
    pub client: String,
    /// Logs what is behind a refusal; a person never sees it.
    pub report: fn(&(dyn Error + 'static)),
    /// Gives the answer that is being made the status and the headers of a refusal.
    pub set_status: fn(&Problem),
}

/// The JSON of a refused call.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Refusal(pub ProblemView);

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)
    }
}

impl From<Problem> for Refusal {
    fn from(problem: Problem) -> Self {
        if let Some(caller) = use_context::<Caller>() {
            if let Some(source) = problem.source.as_deref() {
                (caller.report)(source);
            }
            (caller.set_status)(&problem);
        }
        Self(problem.view())
    }
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        Problem::from(error).into()
    }
}

impl FromServerFnError for Refusal {
    type Encoder = JsonEncoding;

    fn from_server_fn_error(error: ServerFnErrorErr) -> Self {
        let undecodable = matches!(
            error,
            ServerFnErrorErr::Args(_)
                | ServerFnErrorErr::MissingArg(_)
                | ServerFnErrorErr::Deserialization(_)
        );
        if undecodable {
            Problem::new(Kind::BadInput, "We could not read that request.").into()
        } else {
            Problem::new(Kind::Internal, "Something went wrong.").into()
        }
    }
}

/// Whoever calls.
fn caller() -> Result<Caller, Refusal> {
    use_context::<Caller>()
        .ok_or_else(|| Problem::new(Kind::Internal, "Something went wrong.").into())
}

/// The signed-in caller and the ports, or the refusal.
fn member() -> Result<(Ports, Member), Refusal> {
    let caller = caller()?;
    let member = caller.member.ok_or_else(Problem::signed_out)?;
    require_own_page(&caller.ports, &member, caller.tag.as_deref())?;
    Ok((caller.ports, member))
}

/// The same for what stands in the page itself, where a page that names no account is refused.
fn member_of_page() -> Result<(Ports, Member), Refusal> {
    if caller()?.tag.is_none() {
        return Err(Problem::another_account().into());
    }
    member()
}

/// The same for someone whom the closed beta admits.
async fn admitted_member() -> Result<(Ports, Member), Refusal> {
    let (ports, member) = member()?;
    if !admitted(&ports, &member.account).await? {
        return Err(Problem::beta_closed().into());
    }
    Ok((ports, member))
}

/// Parses an id of ours; what is none finds nothing.
fn parse_id<T: std::str::FromStr>(text: &str) -> Result<T, Refusal> {
    text.parse().map_err(|_| Problem::not_found().into())
}

#[cfg(test)]
mod tests {
    use evernear_rules::wire::{self, Call, PATHS};
    use leptos::server_fn::ServerFn;

    use super::*;

    /// The path of a server function, which compiles only where it takes and answers what the
    /// contract says.
    fn path<F: ServerFn<Output = R::Answer> + From<R>, R: Call>() -> (&'static str, String) {
        path_alone::<F, R>()
    }

    /// The same where nothing is asked.
    fn path_alone<F: ServerFn<Output = R::Answer>, R: Call>() -> (&'static str, String) {
        (F::PATH, format!("/api/{}", R::PATH))
    }

    #[test]
    fn server_functions_are_the_calls_of_the_contract() {
        let paths = [
            path_alone::<draft::State, wire::CreatorStateRequest>(),
            path::<draft::Converse, wire::ConverseRequest>(),
            path_alone::<draft::StartOver, wire::StartOverRequest>(),
            path::<draft::Retake, wire::RetakeRequest>(),
            path::<draft::Remember, wire::ChoicesRequest>(),
            path::<draft::Photos, wire::DraftPhotosRequest>(),
            path::<draft::RemovePhoto, wire::RemovePhotoRequest>(),
            path::<draft::TrimRecording, wire::TrimRecordingRequest>(),
            path::<draft::RemoveRecording, wire::RemoveRecordingRequest>(),
            path::<draft::CutOut, wire::CutOutRequest>(),
            path_alone::<draft::Settings, wire::SettingsRequest>(),
            path::<unsent_words::Keep, wire::KeepUnsentRequest>(),
            path::<creation::Begin, wire::BeginCreationRequest>(),
            path::<creation::Watch, wire::WatchCreationRequest>(),
            path::<creation::Decide, wire::DecideCreationRequest>(),
            path::<creation::Cancel, wire::CancelCreationRequest>(),
            path::<creation::Seen, wire::SeenCreationRequest>(),
            path::<creation::Retry, wire::RetryCreationRequest>(),
            path::<billing::Begin, wire::BeginCheckoutRequest>(),
            path::<billing::Settle, wire::SettlePaymentRequest>(),
            path_alone::<billing::Cancel, wire::CancelSubscriptionRequest>(),
            path_alone::<credits::Balance, wire::BalanceRequest>(),
            path::<admin::List, wire::WaitlistPageRequest>(),
            path_alone::<admin::Counts, wire::WaitlistCountsRequest>(),
            path::<admin::Change, wire::MoveEntriesRequest>(),
            path::<admin::Messages, wire::MessagesRequest>(),
            path::<admin::Answer, wire::AnswerThreadRequest>(),
        ];
        for (function, contract) in &paths {
            assert_eq!(function, contract);
        }
        assert_eq!(paths.len(), PATHS.len());
    }
}
