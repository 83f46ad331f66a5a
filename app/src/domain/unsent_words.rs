//! Words that somebody has written and not sent when leaving the tab signs them out. On a
//! shared phone the browser must not keep them, so the server does, sealed and for a few days.

use std::{collections::BTreeMap, fmt, str::FromStr, time::Duration};

use super::id::MessageId;

/// How long they wait for their writer.
pub const UNSENT_LIFETIME: Duration = Duration::from_secs(7 * 24 * 3600);
/// Most fields of one place.
const MAX_FIELDS: usize = 32;
/// Longest name of a field, in characters.
const MAX_NAME_CHARS: usize = 64;
/// Most that is kept of one place, in characters.
const MAX_CHARS: usize = 16_000;
/// Most places of one account of which something is kept.
pub const MAX_KEPT_FORMS: i64 = 64;

/// Where they were being written: each box that is sent by itself is a place. To add one: a line
/// here and in [`fmt::Display`] and [`FromStr`], and a form that says so by `data-unsent`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum UnsentForm {
    /// The creator's box: for the conversation, and for the answer to a question about a memory
    /// that could not be made.
    Creator,
    /// The form of /support that begins a conversation.
    Support,
    /// The form of /support that goes on with one.
    Thread(MessageId),
    /// The form of /contact.
    Contact,
    /// The application for the beta, on /register and on the landing page.
    Register,
}

/// What stands before the number of a conversation.
const THREAD: &str = "support-";

/// The name in the database, on the page and in the export.
impl fmt::Display for UnsentForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Creator => f.write_str("creator"),
            Self::Support => f.write_str("support"),
            Self::Thread(thread) => write!(f, "{THREAD}{thread}"),
            Self::Contact => f.write_str("contact"),
            Self::Register => f.write_str("register"),
        }
    }
}

impl FromStr for UnsentForm {
    type Err = UnsentProblem;

    fn from_str(name: &str) -> Result<Self, UnsentProblem> {
        match name {
            "creator" => Ok(Self::Creator),
            "support" => Ok(Self::Support),
            "contact" => Ok(Self::Contact),
            "register" => Ok(Self::Register),
            _ => {
                let thread = name.strip_prefix(THREAD).and_then(|thread| thread.parse().ok());
                thread.map(Self::Thread).ok_or(UnsentProblem)
            }
        }
    }
}

/// They are not ours, or more than is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("These words cannot be kept.")]
pub struct UnsentProblem;

/// What was written in one place, by the name of the field. Never blank.
pub type Fields = BTreeMap<String, String>;

/// The fields that say something; empty when there is nothing to keep.
pub fn worth_keeping(fields: Fields) -> Result<Fields, UnsentProblem> {
    let kept: Fields = fields.into_iter().filter(|(_, text)| !text.trim().is_empty()).collect();
    // A chosen size is nobody's words.
    if kept.keys().all(|name| name == "employees") {
        return Ok(Fields::new());
    }
    let sound = kept.len() <= MAX_FIELDS
        && kept.keys().all(|name| name.chars().count() <= MAX_NAME_CHARS)
        && kept.values().map(|text| text.chars().count()).sum::<usize>() <= MAX_CHARS;
    if sound { Ok(kept) } else { Err(UnsentProblem) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(all: &[(&str, &str)]) -> Fields {
        all.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect()
    }

    #[test]
    fn blank_fields_and_a_mere_choice_are_nothing_to_keep() {
        assert_eq!(
            worth_keeping(fields(&[("message", " \n"), ("employees", "1-10")])),
            Ok(Fields::new())
        );
        let written = fields(&[("employees", "500+"), ("message", "Dear all,")]);
        assert_eq!(worth_keeping(written.clone()), Ok(written));
    }

    #[test]
    fn endless_words_are_not_kept() {
        let long = "a".repeat(MAX_CHARS + 1);
        assert_eq!(worth_keeping(fields(&[("message", &long)])), Err(UnsentProblem));
        let many = (0..40).map(|number| (number.to_string(), "a".to_owned())).collect();
        assert_eq!(worth_keeping(many), Err(UnsentProblem));
    }

    #[test]
    fn every_place_has_its_name() {
        let thread = "01890000-0000-7000-8000-000000000000".parse().expect("an id");
        let places = [
            UnsentForm::Creator,
            UnsentForm::Support,
            UnsentForm::Thread(thread),
            UnsentForm::Contact,
        ];
        for place in places.into_iter().chain([UnsentForm::Register]) {
            assert_eq!(place.to_string().parse(), Ok(place));
        }
        for name in ["elsewhere", "support-", "support-1"] {
            assert_eq!(name.parse::<UnsentForm>(), Err(UnsentProblem));
        }
    }
}
