//! A message from /contact: stored and mailed to the enterprise address, in one transaction.

use crate::{
    domain::{
        auth::session::Member,
        id::MessageId,
        rate_limit::Limit,
        support::{ContactProblem, Enquiry, Message, Written},
        unsent_words::UnsentForm,
    },
    flows::draft::unsent_words::forget_unsent,
    mails,
    ports::{Ports, StoreError, TooOften},
    problem::{Kind, Problem, TRAP},
};

/// Shown after it is stored.
pub const SENT: &str = "Thank you. Your message is with us, and we answer within 24 hours.";

#[derive(Debug, thiserror::Error)]
pub enum WriteFailed {
    #[error("the field for machines is filled in")]
    Trap,
    #[error(transparent)]
    Input(#[from] ContactProblem),
    #[error(transparent)]
    TooOften(#[from] TooOften),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Keeps the message of `client`; its id.
pub async fn write_to_us(
    ports: &Ports,
    form: &Written,
    member: Option<&Member>,
    client: &str,
) -> Result<MessageId, WriteFailed> {
    if !form.website.is_empty() {
        return Err(WriteFailed::Trap);
    }
    let enquiry = Enquiry::parse(form)?;
    ports.rate_limiter.check(Limit::Contact, client)?;
    let (at, parts) = ports.id_parts();
    let id = MessageId::new(at, &parts);
    let mail = mails::contact_message(ports, &enquiry)?;
    let message = Message {
        id,
        account: member.map(|member| member.account.id),
        thread: id,
        name: enquiry.name.as_str().to_owned(),
        email: enquiry.email,
        company: enquiry.company,
        employees: enquiry.employees.to_owned(),
        message: enquiry.message,
        ours: false,
        plan: member.and_then(|member| member.account.plan.clone()),
        at,
    };
    ports.objects.has_room(0).await?;
    ports.contact.keep_message(&message, &mail, None).await?;
    if let Some(member) = member {
        forget_unsent(ports, member.account.id, UnsentForm::Contact).await;
    }
    ports.wake.wake();
    Ok(id)
}

impl From<WriteFailed> for Problem {
    fn from(error: WriteFailed) -> Self {
        match error {
            WriteFailed::Trap => Self::new(Kind::Refused, TRAP),
            WriteFailed::Input(problem) => Self::new(Kind::BadInput, problem.to_string()),
            WriteFailed::TooOften(wait) => wait.into(),
            WriteFailed::Store(error) => Self::unavailable_there(
                error,
                "Something went wrong. Please try again or contact support directly.",
            ),
        }
    }
}
