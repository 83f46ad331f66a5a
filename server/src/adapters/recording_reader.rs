//! What becomes of an uploaded recording: the sound that is kept, and how loud it is along its length.
//! Called in a child process only ([`super::photo_decoder`]).

use evernear_app::ports::{ReadRecording, RecordingReadError};
use evernear_renderer::{DecodedRecording, RecordingProblem};

/// How many peaks the page draws.
const PEAKS: usize = 240;

/// Reads M4A, MP3, Ogg and WAV, decided by content.
pub fn read_recording(bytes: &[u8]) -> Result<ReadRecording, RecordingProblem> {
    let recording = DecodedRecording::read(bytes)?;
    Ok(ReadRecording {
        length: recording.millis(),
        peaks: recording.peaks(PEAKS),
        sound: recording.to_wav(),
    })
}

/// The same problem as the product knows it.
pub fn refusal(problem: RecordingProblem) -> RecordingReadError {
    match problem {
        RecordingProblem::NotASound => RecordingReadError::NotASound,
        RecordingProblem::Unsupported => RecordingReadError::Unsupported,
        RecordingProblem::TooLong => RecordingReadError::TooLong,
        RecordingProblem::TooShort => RecordingReadError::TooShort,
        RecordingProblem::Silent => RecordingReadError::Silent,
        RecordingProblem::Damaged | RecordingProblem::Trim => RecordingReadError::Damaged,
    }
}
