//! Recordings as people have them, made by ffmpeg, and how they are sent.

use evernear_rules::wire::{CreationKind, CreationView, DraftView, RecordingView};
use serde_json::json;

use super::{Person, RefusedCall, World, actors::answer};

/// Syllables of 220 Hz, three a second: what a meter takes for speech.
const VOICE: &str = "aevalsrc='0.3*sin(2*PI*220*t)*max(0\\,sin(2*PI*3*t))'";

/// A voice of so many seconds, as ffmpeg writes it with these arguments into a file of this ending.
pub fn voice(seconds: u32, ending: &str, arguments: &[&str]) -> Vec<u8> {
    made(VOICE, seconds, ending, arguments)
}

/// What ffmpeg makes of this source.
pub fn made(source: &str, seconds: u32, ending: &str, arguments: &[&str]) -> Vec<u8> {
    let input = ["-f", "lavfi", "-i", source, "-t", &seconds.to_string()];
    written(&[&input[..], arguments].concat(), ending)
}

/// A file again and again, as often as this.
pub fn repeated(file: &[u8], times: u32, ending: &str) -> Vec<u8> {
    let once = tempfile::Builder::new().suffix(&format!(".{ending}")).tempfile().expect("a file");
    std::fs::write(once.path(), file).expect("written");
    let path = once.path().to_str().expect("a path");
    let more = (times - 1).to_string();
    written(&["-stream_loop", &more, "-i", path, "-c", "copy"], ending)
}

/// What ffmpeg writes with these arguments into a file of this ending.
fn written(arguments: &[&str], ending: &str) -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(format!("made.{ending}"));
    let out = std::process::Command::new("ffmpeg")
        .args(["-v", "error"])
        .args(arguments)
        .arg(&path)
        .output()
        .expect("ffmpeg is needed for recordings");
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    std::fs::read(&path).expect("a file")
}

impl Person {
    /// Uploads a recording.
    pub async fn sends_recording(&self, bytes: Vec<u8>) -> Result<RecordingView, RefusedCall> {
        let request = self
            .client
            .post(format!("{}/api/recordings", self.base))
            .header("origin", &self.base)
            .header("content-type", "application/octet-stream")
            .body(bytes);
        answer(request.send().await.expect("an answer")).await
    }

    /// Begins what carries this recording, as its page shows it.
    pub async fn begins_heard(
        &self,
        kind: CreationKind,
        recording: Option<&str>,
    ) -> Result<CreationView, RefusedCall> {
        let key = self.state().await.draft.key;
        let body = json!({
            "key": key, "kind": kind, "rights_confirmed": true, "terms_accepted": false,
            "recording": recording,
        });
        self.call("creation/begin", body).await
    }

    /// Chooses the part that is heard.
    pub async fn trims(
        &self,
        recording: &RecordingView,
        start: u32,
        length: u32,
    ) -> Result<DraftView, RefusedCall> {
        let trim = json!({ "start": start, "length": length });
        self.call("creator/trim_recording", json!({ "id": recording.id, "trim": trim })).await
    }
}

impl World {
    /// Recordings that rows know of, and those whose files are there.
    pub async fn recordings(&self) -> (i64, usize) {
        let files = self.objects();
        let files = files.iter().filter(|file| file.to_string_lossy().contains("/recordings/"));
        (self.number("SELECT COUNT(*) FROM recordings").await, files.count())
    }
}
