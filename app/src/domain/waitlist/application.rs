//! What an applicant writes: cleaned and within bounds, or refused with a sentence.

use crate::domain::{
    account::Email,
    text::{one_line, seen},
};

/// Longest name, in characters.
pub const MAX_NAME_CHARS: usize = 200;
/// Longest reason, in characters.
pub const MAX_REASON_CHARS: usize = 4_000;

/// Why an application is refused, in the person's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ApplicationProblem {
    #[error("Please enter your name.")]
    NameMissing,
    #[error("A name can have at most 200 characters.")]
    NameTooLong,
    #[error("Please enter your e-mail address.")]
    EmailMissing,
    #[error("Please enter a valid e-mail address, such as nana@example.com.")]
    EmailUnusable,
    #[error(
        "Please write the e-mail address in plain letters from a to z; it has a letter that only looks like one."
    )]
    EmailNotPlain,
    #[error("The reason can have at most 4000 characters.")]
    ReasonTooLong,
}

/// A person's name as they write it: one line, 1 to 200 characters, in any script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApplicantName(String);

impl ApplicantName {
    pub fn parse(text: &str) -> Result<Self, ApplicationProblem> {
        let name = one_line(text);
        if name.is_empty() {
            Err(ApplicationProblem::NameMissing)
        } else if name.chars().count() > MAX_NAME_CHARS {
            Err(ApplicationProblem::NameTooLong)
        } else {
            Ok(Self(name))
        }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Why someone would like to be in; may be empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reason(String);

impl Reason {
    pub fn parse(text: &str) -> Result<Self, ApplicationProblem> {
        let reason = seen(text);
        if reason.chars().count() > MAX_REASON_CHARS {
            return Err(ApplicationProblem::ReasonTooLong);
        }
        Ok(Self(reason))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// An e-mail address that mail can be sent to, without look-alike letters.
pub fn plain_email(text: &str) -> Result<Email, ApplicationProblem> {
    let text = text.trim();
    if text.is_empty() {
        Err(ApplicationProblem::EmailMissing)
    } else if !text.is_ascii() {
        Err(ApplicationProblem::EmailNotPlain)
    } else {
        text.parse().map_err(|_| ApplicationProblem::EmailUnusable)
    }
}

/// An application whose parts are in order.
#[derive(Clone, Debug)]
pub struct Application {
    pub name: ApplicantName,
    pub email: Email,
    pub reason: Reason,
}

impl Application {
    pub fn parse(name: &str, email: &str, reason: &str) -> Result<Self, ApplicationProblem> {
        Ok(Self {
            name: ApplicantName::parse(name)?,
            email: plain_email(email)?,
            reason: Reason::parse(reason)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_any_script_and_with_emoji_stay_as_they_are() {
        for name in ["Thandi Dlamini", "שרה לוי", "محمد", "山田 花子", "👩‍👩‍👧 Nana"]
        {
            assert_eq!(ApplicantName::parse(name).expect(name).as_str(), name);
        }
    }

    #[test]
    fn a_name_is_one_line_that_turns_nothing_around() {
        let name = ApplicantName::parse(" Nana\r\n\u{202e}Bcc:\u{0} x ").expect("a name");
        assert_eq!(name.as_str(), "Nana Bcc: x");
        assert_eq!(ApplicantName::parse("\u{200b} \n"), Err(ApplicationProblem::NameMissing));
    }

    #[test]
    fn ten_kilobytes_are_no_name() {
        assert_eq!(ApplicantName::parse(&"a".repeat(10_240)), Err(ApplicationProblem::NameTooLong));
        assert!(ApplicantName::parse(&"é".repeat(200)).is_ok());
    }

    #[test]
    fn look_alike_letters_are_named_as_such() {
        assert_eq!(plain_email("n\u{430}na@example.com"), Err(ApplicationProblem::EmailNotPlain));
        assert_eq!(plain_email("nana"), Err(ApplicationProblem::EmailUnusable));
        assert_eq!(plain_email(" "), Err(ApplicationProblem::EmailMissing));
        assert!(plain_email("Nana+film@Example.com").is_ok());
    }
}
