//! Support (the plans sell it): people who are signed in write to us, and go on with what
//! they began. Messages carry the plan of their writer; Premium and Pro are read first.

use crate::{
    domain::{
        auth::session::Member,
        id::MessageId,
        rate_limit::Limit,
        support::{ContactProblem, Message, Thread, message_text},
        unsent_words::UnsentForm,
    },
    flows::draft::unsent_words::forget_unsent,
    mails,
    ports::{KeptMessage, Ports, StoreError, TooOften},
    problem::{Kind, Problem},
};

/// Most threads that a person is shown.
const SHOWN: u32 = 20;
/// Most messages of a person that wait for an answer.
const MOST_UNANSWERED: u32 = 20;

#[derive(Debug, thiserror::Error)]
pub enum SupportFailed {
    #[error(transparent)]
    Input(#[from] ContactProblem),
    #[error(transparent)]
    TooOften(#[from] TooOften),
    #[error("many messages of this person wait for an answer")]
    Unanswered,
    #[error("there is no such thread of this person")]
    NotFound,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The person's own conversations, newest first.
pub async fn own_threads(ports: &Ports, member: &Member) -> Result<Vec<Thread>, StoreError> {
    ports.contact.threads_of(member.account.id, SHOWN).await
}

/// Keeps a message that begins a conversation, or goes on with `thread`.
pub async fn ask_support(
    ports: &Ports,
    member: &Member,
    thread: Option<MessageId>,
    text: &str,
) -> Result<(), SupportFailed> {
    let text = message_text(text)?;
    ports.rate_limiter.check(Limit::Support, &member.account.id.to_string())?;
    let (at, parts) = ports.id_parts();
    let id = MessageId::new(at, &parts);
    let message = Message {
        id,
        account: Some(member.account.id),
        thread: thread.unwrap_or(id),
        name: member.account.display_name().to_owned(),
        email: member.account.email.clone(),
        company: String::new(),
        employees: String::new(),
        message: text,
        ours: false,
        plan: member.account.plan.clone(),
        at,
    };
    let mail = mails::support_message(ports, &message)?;
    match ports.contact.keep_message(&message, &mail, Some(MOST_UNANSWERED)).await? {
        KeptMessage::Stored => {}
        KeptMessage::NoThread => return Err(SupportFailed::NotFound),
        KeptMessage::TooManyWait => return Err(SupportFailed::Unanswered),
    }
    // The other boxes of the page keep what stands in them.
    let place = thread.map_or(UnsentForm::Support, UnsentForm::Thread);
    forget_unsent(ports, member.account.id, place).await;
    ports.wake.wake();
    Ok(())
}

const NOT_SENT: &str = "Something went wrong. Please try again or contact support directly.";

impl From<SupportFailed> for Problem {
    fn from(error: SupportFailed) -> Self {
        match error {
            SupportFailed::Input(problem) => Self::new(Kind::BadInput, problem.to_string()),
            SupportFailed::TooOften(wait) => wait.into(),
            SupportFailed::Unanswered => Self::new(
                Kind::Conflict,
                format!(
                    "{MOST_UNANSWERED} of your messages wait for our answer. We read them all; please write again once we have answered."
                ),
            ),
            SupportFailed::NotFound => Self::not_found(),
            SupportFailed::Store(error) => Self::unavailable_there(error, NOT_SENT),
        }
    }
}
