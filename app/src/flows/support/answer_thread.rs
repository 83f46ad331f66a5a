//! The administrator answers: the answer joins its thread, is mailed to whoever wrote, and
//! stands in the log, in one transaction.

use evernear_rules::wire::ContactThread;

use super::list_messages::thread_view;
use crate::{
    domain::{
        admin::{Admin, Audit},
        id::MessageId,
        support::{ContactProblem, Message, message_text},
    },
    flows::admin::unlock::audit,
    mails,
    ports::{Ports, StoreError},
    problem::{Kind, Problem},
};

/// Under whose name we answer.
const US: &str = "Evernear";

#[derive(Debug, thiserror::Error)]
pub enum AnswerFailed {
    #[error(transparent)]
    Input(#[from] ContactProblem),
    #[error("there is no such thread")]
    NotFound,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Answers a thread; the thread as it is then.
pub async fn answer_thread(
    ports: &Ports,
    admin: &Admin,
    thread: MessageId,
    text: &str,
) -> Result<ContactThread, AnswerFailed> {
    let text = message_text(text)?;
    let found = ports.contact.thread(thread).await?.ok_or(AnswerFailed::NotFound)?;
    let asked = found.messages.iter().rev().find(|message| !message.ours);
    let asked = asked.ok_or(AnswerFailed::NotFound)?;
    let (at, parts) = ports.id_parts();
    let answer = Message {
        id: MessageId::new(at, &parts),
        account: found.account,
        thread,
        name: US.to_owned(),
        // To whom it goes: what is theirs is found, and deleted, by their address.
        email: asked.email.clone(),
        company: String::new(),
        employees: String::new(),
        message: text,
        ours: true,
        plan: None,
        at,
    };
    let mail = mails::support_answer(ports, asked, &answer)?;
    let audit = Audit { subject: thread.to_string(), ..audit(ports, admin, "messages.answered") };
    if !ports.contact.answer(&answer, &mail, &audit).await? {
        return Err(AnswerFailed::NotFound);
    }
    ports.wake.wake();
    let thread = ports.contact.thread(thread).await?.ok_or(AnswerFailed::NotFound)?;
    Ok(thread_view(&thread))
}

impl From<AnswerFailed> for Problem {
    fn from(error: AnswerFailed) -> Self {
        match error {
            AnswerFailed::Input(problem) => Self::new(Kind::BadInput, problem.to_string()),
            AnswerFailed::NotFound => Self::not_found(),
            AnswerFailed::Store(error) => error.into(),
        }
    }
}
