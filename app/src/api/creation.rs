//! A creation: begin, watch, cancel, try again.

use evernear_rules::wire::{
    BeginCreationRequest, CancelCreationRequest, CreationView, DecideCreationRequest,
    RetryCreationRequest, SeenCreationRequest, WatchCreationRequest,
};
use leptos::{prelude::server, server_fn::codec::Json};

use super::{Refusal, member, parse_id};
use crate::{
    flows::creation::{
        begin::{BeginCreation, begin_creation},
        cancel::cancel_creation,
        retry::retry_creation,
        review::decide_creation,
        watch::{creation_view, watch_creation},
    },
    problem::Problem,
};

/// Starts the creation of the draft with this key; asked again, answers the same one.
#[server(prefix = "/api", endpoint = "creation/begin", input = Json, output = Json)]
pub async fn begin(
    #[server(flatten)] request: BeginCreationRequest,
) -> Result<CreationView, Refusal> {
    let (ports, member) = member()?;
    let BeginCreationRequest {
        key,
        kind,
        rights_confirmed,
        terms_accepted,
        story,
        presentation,
        recording,
        review,
    } = request;
    let request = BeginCreation {
        key,
        kind,
        rights_confirmed,
        terms_accepted,
        story,
        presentation,
        recording,
        review,
    };
    let creation = begin_creation(&ports, &member, &request).await.map_err(Problem::from)?;
    Ok(creation_view(&ports, &creation).await.map_err(Problem::from)?)
}

/// How it is doing.
#[server(prefix = "/api", endpoint = "creation/watch", input = Json, output = Json)]
pub async fn watch(
    #[server(flatten)] request: WatchCreationRequest,
) -> Result<CreationView, Refusal> {
    let (ports, member) = member()?;
    Ok(watch_creation(&ports, &member, parse_id(&request.id)?).await?)
}

/// Decides about the picture that waits for the person.
#[server(prefix = "/api", endpoint = "creation/decide", input = Json, output = Json)]
pub async fn decide(
    #[server(flatten)] request: DecideCreationRequest,
) -> Result<CreationView, Refusal> {
    let (ports, member) = member()?;
    let DecideCreationRequest { id, decision } = request;
    let creation = decide_creation(&ports, member.account.id, parse_id(&id)?, decision).await?;
    Ok(creation_view(&ports, &creation).await.map_err(Problem::from)?)
}

/// Cancels it; one that has ended is answered as it is.
#[server(prefix = "/api", endpoint = "creation/cancel", input = Json, output = Json)]
pub async fn cancel(
    #[server(flatten)] request: CancelCreationRequest,
) -> Result<CreationView, Refusal> {
    let (ports, member) = member()?;
    let creation = cancel_creation(&ports, member.account.id, parse_id(&request.id)?).await?;
    Ok(creation_view(&ports, &creation).await.map_err(Problem::from)?)
}

/// Its owner has seen what was made.
#[server(prefix = "/api", endpoint = "creation/seen", input = Json, output = Json)]
pub async fn seen(#[server(flatten)] request: SeenCreationRequest) -> Result<(), Refusal> {
    let (ports, member) = member()?;
    let id = parse_id(&request.id)?;
    ports.creations.note_seen(member.account.id, id, ports.now()).await.map_err(Problem::from)?;
    Ok(())
}

/// Tries again what failed, with the answer to its question if it asked one.
#[server(prefix = "/api", endpoint = "creation/retry", input = Json, output = Json)]
pub async fn retry(
    #[server(flatten)] request: RetryCreationRequest,
) -> Result<CreationView, Refusal> {
    let (ports, member) = member()?;
    let RetryCreationRequest { id, answer } = request;
    let creation = retry_creation(&ports, &member, parse_id(&id)?, answer.as_deref())
        .await
        .map_err(Problem::from)?;
    Ok(creation_view(&ports, &creation).await.map_err(Problem::from)?)
}
