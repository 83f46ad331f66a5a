//! Receiving a recording: first whether films here carry one, then its bytes, which are decoded and
//! written anew without metadata, and only then added to the draft in the place of the one before.

use std::time::Duration;

use evernear_rules::{
    recordings::{MAX_RECORDING_SECONDS, RECORDING_REJECTED},
    wire::{RecordingView, Trim},
};

use super::{
    add_photo::{AddPhotoFailed, charge_cpu, cpu_limits, may_read},
    converse::keep,
    creator_state::{load_draft, recording_view},
};
use crate::{
    domain::{
        account::event::Origin,
        auth::session::Member,
        id::{AccountId, RecordingId},
        media::{DRAFT_PHOTO_LIFETIME, ObjectKey, Recording},
    },
    flows::system::sweep::sweep_now,
    ports::{PhotoFile, Ports, ReadRecording, RecordingReadError, StoreError},
    problem::{Kind, Problem},
};

/// Shown where films are made by a provider, whose bytes stay as they are.
pub const NOT_CARRIED: &str =
    "Films here are made by another provider, so a recording cannot be heard in them.";

#[derive(Debug, thiserror::Error)]
pub enum AddRecordingFailed {
    #[error("films carry no recordings")]
    NotCarried,
    #[error("it was not received: {0}")]
    NotReceived(AddPhotoFailed),
    #[error(transparent)]
    Unreadable(#[from] RecordingReadError),
    #[error("the draft could not be changed: {0:?}")]
    Draft(Problem),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<AddPhotoFailed> for AddRecordingFailed {
    fn from(error: AddPhotoFailed) -> Self {
        Self::NotReceived(error)
    }
}

/// Whether films carry recordings, there is room, and the account's uploads have not cost too much;
/// asked before the bytes are taken in.
pub async fn may_add_recording(
    ports: &Ports,
    member: &Member,
    origin: &Origin,
) -> Result<(), AddRecordingFailed> {
    if !ports.imagery.carries_recordings() {
        return Err(AddRecordingFailed::NotCarried);
    }
    Ok(may_read(ports, member.account.id, origin).await?)
}

/// Decodes a recording, and counts what that cost as it is counted for photos.
pub async fn read_recording(
    ports: &Ports,
    account: AccountId,
    origin: &Origin,
    file: &dyn PhotoFile,
) -> Result<ReadRecording, AddRecordingFailed> {
    let counted = cpu_limits(account, origin);
    let spent = |cpu: Duration| charge_cpu(ports, &counted, cpu);
    Ok(ports.recording_reader.read_recording(&origin.ip, file, &spent).await?)
}

/// Makes a recording that was read the draft's. The right to use the photos is to be confirmed once
/// more, because it names the recording then.
pub async fn keep_recording(
    ports: &Ports,
    member: &Member,
    read: ReadRecording,
) -> Result<RecordingView, AddRecordingFailed> {
    let (now, parts) = ports.id_parts();
    let recording = Recording {
        id: RecordingId::new(now, &parts),
        owner: member.account.id,
        creation: None,
        length: read.length,
        trim: Trim::first(read.length),
        peaks: read.peaks,
        expires_at: now.after(DRAFT_PHOTO_LIFETIME),
    };
    let key = ObjectKey::recording(recording.id);
    // Decoded it may be many times what was uploaded.
    ports.objects.has_room(read.sound.len() as u64).await?;
    let stored = async {
        ports.objects.put(&key, read.sound).await?;
        ports.recordings.put_recording(&recording, now).await
    }
    .await;
    if let Err(error) = stored {
        ports.objects.delete(&key).await?;
        return Err(error.into());
    }
    sweep_now(ports).await;
    let draft = load_draft(ports, member).await?;
    if draft.body.rights_confirmed {
        let changed = keep(ports, member, draft, |body| body.rights_confirmed = false).await;
        changed.map_err(AddRecordingFailed::Draft)?;
    }
    Ok(recording_view(&recording))
}

impl From<AddRecordingFailed> for Problem {
    fn from(error: AddRecordingFailed) -> Self {
        use RecordingReadError as Read;
        let unreadable = match error {
            AddRecordingFailed::NotCarried => return Self::new(Kind::Conflict, NOT_CARRIED),
            AddRecordingFailed::NotReceived(error) => return not_received(error),
            AddRecordingFailed::Draft(problem) => return problem,
            AddRecordingFailed::Store(error) => return error.into(),
            AddRecordingFailed::Unreadable(error) => error,
        };
        match unreadable {
            Read::NotASound => Self::new(Kind::Unsupported, RECORDING_REJECTED),
            Read::Unsupported => Self::new(
                Kind::Unsupported,
                "This kind of recording cannot be used. Please choose another M4A, MP3, OGG, OPUS or WAV file.",
            ),
            Read::TooLong => Self::new(
                Kind::TooLarge,
                format!(
                    "This recording is longer than {} minutes. Please cut it down first, around the part that you want.",
                    MAX_RECORDING_SECONDS / 60
                ),
            ),
            Read::TooShort => {
                Self::new(Kind::BadInput, "This recording is shorter than half a second.")
            }
            Read::Silent => Self::new(Kind::BadInput, "Nothing can be heard in this recording."),
            Read::Damaged => Self::new(
                Kind::BadInput,
                "This recording is damaged or not complete. Please choose it again, or another one.",
            ),
            Read::TooSlow => Self::new(
                Kind::BadInput,
                "Reading this recording took too long. Please choose a shorter one.",
            ),
            Read::Busy => not_received(AddPhotoFailed::Busy),
            Read::Store(error) => error.into(),
        }
    }
}

/// What is refused before anything is read, in the words of a recording.
fn not_received(error: AddPhotoFailed) -> Problem {
    let message = match &error {
        AddPhotoFailed::TooLarge => RECORDING_REJECTED,
        AddPhotoFailed::OneAtATime => {
            "Your photos are still on their way. Please try the recording again in a moment."
        }
        AddPhotoFailed::Busy => {
            "Much is on its way just now. Please try the recording again in a moment."
        }
        AddPhotoFailed::Incomplete => "The recording did not arrive whole. Please try again.",
        _ => return error.into(),
    };
    Problem { message: message.to_owned(), ..error.into() }
}
