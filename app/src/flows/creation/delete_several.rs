//! Deleting several memories, one after the other: each is whole or gone, whatever happens between.

use super::delete::delete_memory;
use crate::{
    domain::{auth::session::Member, id::CreationId},
    ports::Ports,
    problem::{Kind, Problem},
};

/// Deletes them for good; those that are gone already stay so.
pub async fn delete_memories(
    ports: &Ports,
    member: &Member,
    ids: &[CreationId],
) -> Result<(), Problem> {
    for id in ids {
        match delete_memory(ports, member, *id).await {
            Ok(()) => {}
            Err(problem) if problem.kind == Kind::NotFound => {}
            Err(problem) => return Err(problem),
        }
    }
    Ok(())
}
