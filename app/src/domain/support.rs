//! Messages to us. One comes from a company, or belongs to an account whose thread it is part
//! of.

use super::{
    account::Email,
    billing::Plan,
    id::{AccountId, MessageId},
    text::{one_line, seen},
    timestamp::Timestamp,
    waitlist::{ApplicantName, ApplicationProblem, plain_email},
};

/// Company sizes to choose from; the first is the default.
pub const SIZES: [&str; 5] = ["1-10", "11-50", "51-200", "201-500", "500+"];
/// Longest company name, in characters.
pub const MAX_COMPANY_CHARS: usize = 200;
/// Longest message, in characters.
pub const MAX_MESSAGE_CHARS: usize = 8_000;

/// Why a message is refused, in the person's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ContactProblem {
    #[error(transparent)]
    Sender(#[from] ApplicationProblem),
    #[error("Please enter your company.")]
    CompanyMissing,
    #[error("A company name can have at most 200 characters.")]
    CompanyTooLong,
    #[error("Please choose a company size from the list.")]
    UnknownSize,
    #[error("Please write a message.")]
    MessageMissing,
    #[error("A message can have at most 8000 characters.")]
    MessageTooLong,
}

/// The contact form as it came.
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(default)]
pub struct Written {
    pub name: String,
    pub email: String,
    pub company: String,
    pub employees: String,
    pub message: String,
    /// What people leave empty.
    pub website: String,
}

/// A form whose parts are in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enquiry {
    pub name: ApplicantName,
    pub email: Email,
    pub company: String,
    pub employees: &'static str,
    pub message: String,
}

impl Enquiry {
    pub fn parse(form: &Written) -> Result<Self, ContactProblem> {
        let name = ApplicantName::parse(&form.name)?;
        let email = plain_email(&form.email)?;
        let company = one_line(&form.company);
        if company.is_empty() {
            return Err(ContactProblem::CompanyMissing);
        }
        if company.chars().count() > MAX_COMPANY_CHARS {
            return Err(ContactProblem::CompanyTooLong);
        }
        let employees = match form.employees.trim() {
            "" => SIZES[0],
            size => {
                SIZES.into_iter().find(|known| *known == size).ok_or(ContactProblem::UnknownSize)?
            }
        };
        Ok(Self { name, email, company, employees, message: message_text(&form.message)? })
    }
}

/// A message within bounds.
pub fn message_text(text: &str) -> Result<String, ContactProblem> {
    let message = seen(text);
    if message.is_empty() {
        Err(ContactProblem::MessageMissing)
    } else if message.chars().count() > MAX_MESSAGE_CHARS {
        Err(ContactProblem::MessageTooLong)
    } else {
        Ok(message)
    }
}

/// A message as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    pub id: MessageId,
    /// Whose it is, when it was written by somebody signed in.
    pub account: Option<AccountId>,
    /// The first message of its thread; itself when it begins one.
    pub thread: MessageId,
    pub name: String,
    pub email: Email,
    /// Blank when no company writes.
    pub company: String,
    pub employees: String,
    pub message: String,
    /// Written by us.
    pub ours: bool,
    /// The writer's plan at that time.
    pub plan: Option<String>,
    pub at: Timestamp,
}

impl Message {
    /// How far ahead its plan puts it: 1 and more.
    pub fn queue(&self) -> u32 {
        let plan = self.plan.as_deref().and_then(Plan::named);
        1 + plan.map_or(0, |plan| plan.support)
    }
}

/// A conversation: what somebody began, and every answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thread {
    /// The message that began it.
    pub id: MessageId,
    pub account: Option<AccountId>,
    /// The writer's plan when they wrote last.
    pub plan: Option<String>,
    /// The last word is theirs.
    pub waiting: bool,
    /// Oldest first: the one that began it and the newest.
    pub messages: Vec<Message>,
    /// How many between them are left out.
    pub left_out: u32,
}

impl Thread {
    /// Who began it.
    pub fn first(&self) -> Option<&Message> {
        self.messages.first()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_or_too_much_is_named() {
        let parse = |company: &str, size: &str, message: &str| {
            let form = Written {
                name: "Nana".to_owned(),
                email: "nana@example.com".to_owned(),
                company: company.to_owned(),
                employees: size.to_owned(),
                message: message.to_owned(),
                website: String::new(),
            };
            Enquiry::parse(&form).map(|letter| letter.employees)
        };
        assert_eq!(parse("Acme", "", "Hello"), Ok("1-10"));
        assert_eq!(parse("Acme", "500+", "Hello"), Ok("500+"));
        assert_eq!(parse(" ", "", "Hello"), Err(ContactProblem::CompanyMissing));
        assert_eq!(parse("Acme", "a few", "Hello"), Err(ContactProblem::UnknownSize));
        assert_eq!(parse("Acme", "500+", " \n"), Err(ContactProblem::MessageMissing));
        let long = "a".repeat(8_001);
        assert_eq!(parse("Acme", "500+", &long), Err(ContactProblem::MessageTooLong));
    }
}
