//! Runway's tasks: our names for them, and what Runway says of one.

use evernear_app::ports::{Part, TaskId, TaskState};
use serde_json::Value;

/// A task at Runway, and what it makes, which Runway does not say itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunwayTask {
    pub part: Part,
    /// Letters, digits and hyphens: it becomes part of an address.
    pub id: String,
}

impl RunwayTask {
    /// The task of an order that was taken; nothing where the answer names none.
    pub fn created(part: Part, answer: &Value) -> Option<Self> {
        Self::of(part, answer["id"].as_str()?)
    }

    /// The task of this name of ours.
    pub fn parse(name: &TaskId) -> Option<Self> {
        let (part, id) = name.0.split_once('-')?;
        match part {
            "picture" => Self::of(Part::Image, id),
            "film" => Self::of(Part::Film, id),
            _ => None,
        }
    }

    fn of(part: Part, id: &str) -> Option<Self> {
        let sound = (1..=100).contains(&id.len())
            && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
        sound.then(|| Self { part, id: id.to_owned() })
    }

    pub fn name(&self) -> TaskId {
        let part = match self.part {
            Part::Image => "picture",
            Part::Film => "film",
        };
        TaskId(format!("{part}-{}", self.id))
    }
}

/// What Runway says of a task.
pub enum Told {
    State(TaskState),
    /// It is done, and what it made is at this address.
    Output(String),
    /// Nothing that is known.
    Unknown,
}

/// Reads Runway's answer. Its own words for a failure are for nobody's eyes.
pub fn read(answer: &Value) -> Told {
    let state = match answer["status"].as_str() {
        Some("PENDING" | "THROTTLED") => TaskState::Waiting { ahead: None },
        Some("RUNNING") => TaskState::Running { fraction: fraction(&answer["progress"]) },
        Some("SUCCEEDED") => match answer["output"][0].as_str() {
            Some(address) => return Told::Output(address.to_owned()),
            None => TaskState::Failed { retryable: true },
        },
        Some("FAILED") => failed(answer["failureCode"].as_str().unwrap_or_default()),
        Some("CANCELLED") => TaskState::Lost,
        _ => return Told::Unknown,
    };
    Told::State(state)
}

#[expect(clippy::cast_possible_truncation, reason = "a fraction for a bar")]
fn fraction(progress: &Value) -> Option<f32> {
    let progress = progress.as_f64().filter(|progress| progress.is_finite())?;
    Some(progress.clamp(0.0, 1.0) as f32)
}

/// A code's parts say whose fault it is: `SAFETY.INPUT.TEXT`, `INPUT_PREPROCESSING.SAFETY.TEXT`,
/// `INTERNAL.BAD_OUTPUT.CODE01`. Nothing but a fault of Runway's own passes by ordering again.
fn failed(code: &str) -> TaskState {
    let names = |part: &str| code.split('.').any(|one| one == part);
    if names("SAFETY") {
        TaskState::Refused
    } else {
        TaskState::Failed { retryable: names("INTERNAL") }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_tasks_name_says_what_it_makes_and_never_leads_elsewhere() {
        for part in [Part::Image, Part::Film] {
            let task = RunwayTask::created(part, &json!({ "id": "17f2-4c" })).expect("a task");
            assert_eq!(RunwayTask::parse(&task.name()), Some(task));
        }
        for name in ["17f2", "sound-17f2", "film-", "film-../organization", "film-a?b"] {
            assert_eq!(RunwayTask::parse(&TaskId(name.to_owned())), None, "{name}");
        }
        for answer in [json!({}), json!({ "id": 7 }), json!({ "id": "a/b" }), Value::Null] {
            assert_eq!(RunwayTask::created(Part::Film, &answer), None, "{answer}");
        }
    }

    #[test]
    fn failures_are_told_apart_by_their_codes() {
        let state = |code: &str| match read(&json!({ "status": "FAILED", "failureCode": code })) {
            Told::State(state) => format!("{state:?}"),
            _ => "no state".to_owned(),
        };
        for (code, expected) in [
            ("SAFETY.INPUT.TEXT", "Refused"),
            ("SAFETY.OUTPUT.IMAGE", "Refused"),
            ("INPUT_PREPROCESSING.SAFETY.TEXT", "Refused"),
            ("INTERNAL.BAD_OUTPUT.CODE01", "Failed { retryable: true }"),
            ("INPUT_PREPROCESSING.INTERNAL", "Failed { retryable: true }"),
            ("ASSET.INVALID", "Failed { retryable: false }"),
            ("THIRD_PARTY.UNAVAILABLE", "Failed { retryable: false }"),
            ("UNSAFETY", "Failed { retryable: false }"),
            ("", "Failed { retryable: false }"),
        ] {
            assert_eq!(state(code), expected, "{code}");
        }
    }

    #[test]
    fn progress_is_a_fraction_or_unknown() {
        let told =
            |progress: Value| match read(&json!({ "status": "RUNNING", "progress": progress })) {
                Told::State(TaskState::Running { fraction }) => fraction,
                _ => panic!("it runs"),
            };
        assert_eq!(told(json!(0.25)), Some(0.25));
        assert_eq!(told(json!(7)), Some(1.0));
        assert_eq!(told(json!("half")), None);
        assert!(matches!(read(&json!({ "status": "PONDERING" })), Told::Unknown));
        assert!(matches!(read(&Value::Null), Told::Unknown));
    }
}
