//! Several memories to take along: the film, the pictures and the words of each in a folder of its own.

use super::picture_type::picture_type;
use crate::{
    domain::{
        auth::session::Member,
        creation::{Creation, LargeImage, Status, file_name, file_stem, made_by},
        id::CreationId,
        media::{ArchiveFile, FileType},
        rate_limit::Limit,
    },
    flows::draft::story::place_in_words,
    ports::{Ports, StoreError},
    problem::Problem,
};

/// The files of these memories, those of others left out.
pub async fn archive_memories(
    ports: &Ports,
    member: &Member,
    ids: &[CreationId],
) -> Result<Vec<ArchiveFile>, Problem> {
    let memories = finished_of(ports, member, ids).await?;
    if memories.is_empty() {
        return Err(Problem::not_found());
    }
    ports.rate_limiter.check(Limit::MemoryArchive, &member.account.id.to_string())?;
    let mut files = Vec::new();
    for (number, memory) in memories.iter().enumerate() {
        files.extend(files_of(ports, memory, number + 1).await?);
    }
    Ok(files)
}

/// Those of these memories that are finished and the person's own, each once, in this order.
pub async fn finished_of(
    ports: &Ports,
    member: &Member,
    ids: &[CreationId],
) -> Result<Vec<Creation>, StoreError> {
    let mut found: Vec<Creation> = Vec::new();
    for id in ids {
        let is_there = found.iter().any(|memory| memory.id == *id);
        let memory =
            if is_there { None } else { ports.creations.get(member.account.id, *id).await? };
        found.extend(memory.filter(|memory| memory.status == Status::Finished));
    }
    Ok(found)
}

async fn files_of(
    ports: &Ports,
    memory: &Creation,
    number: usize,
) -> Result<Vec<ArchiveFile>, StoreError> {
    let day = memory.ended_at.unwrap_or(memory.created_at).date();
    let folder = format!("{number:02}-{day}-{}", file_stem(memory.name()));
    let name = |ending: &str| format!("{folder}/{}", file_name(memory.name(), ending));
    let mut files = vec![ArchiveFile::text(format!("{folder}/memory.txt"), told(ports, memory))];
    if memory.state.film_stored {
        files.push(ArchiveFile::object(name(FileType::MP4.ending), memory.film_key()));
    }
    if memory.state.image_stored {
        let kind = picture_type(ports, memory).await?;
        files.push(ArchiveFile::object(name(kind.ending), memory.image_key()));
    }
    if memory.large_image == LargeImage::Stored {
        let large = format!("print-size.{}", FileType::JPEG.ending);
        files.push(ArchiveFile::object(name(&large), memory.large_image_key()));
    }
    Ok(files)
}

/// What its page says of a memory, as text.
fn told(ports: &Ports, memory: &Creation) -> String {
    let made = memory.ended_at.unwrap_or(memory.created_at).day();
    let by = made_by(&memory.state, memory.brief.kind);
    let by = by.map_or_else(String::new, |by| format!(" {by}"));
    let line = |name: &str, text: Option<&str>| text.map(|text| format!("{name}: {text}"));
    let place = place_in_words(ports, &memory.brief);
    let parts = [
        Some(memory.title()),
        memory.own_words.note().map(str::to_owned),
        line("Your words", memory.brief.prompt.words()),
        line("Where it is", place.as_deref()),
        line("Made on", Some(&made)),
        memory.state.reflection.clone(),
        Some(format!("An imagined scene, made from your photos.{by}")),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join("\n\n") + "\n"
}
