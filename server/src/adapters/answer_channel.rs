//! The channel of a model's answers from the companion to whoever counts what they cost
//! ([`crate::jobs::AnswerCounter`]). Sending never waits.

use evernear_app::{
    domain::id::CreationId,
    ports::{CompanionCall, Tokens},
};
use tokio::sync::mpsc;

/// Most answers that wait to be counted.
const MOST_WAITING: usize = 1024;

/// An answer as the companion knows it.
#[derive(Clone, Copy, Debug)]
pub struct Answered {
    pub call: CompanionCall,
    pub creation: Option<CreationId>,
    pub tokens: Option<Tokens>,
    pub micros: i64,
}

/// Where the companion reports its answers.
#[derive(Clone)]
pub struct AnswerSender(mpsc::Sender<Answered>);

impl AnswerSender {
    /// At once; where too many wait, or nobody counts, the answer stays uncounted.
    pub fn send(&self, answered: Answered) {
        if self.0.try_send(answered).is_err() {
            tracing::warn!(call = answered.call.as_str(), "a model's answer is not counted");
        }
    }
}

/// Where answers are received to be counted.
pub struct AnswerReceiver(mpsc::Receiver<Answered>);

impl AnswerReceiver {
    /// The one that has waited longest, once there is one; nothing once no companion is left.
    pub async fn recv(&mut self) -> Option<Answered> {
        self.0.recv().await
    }

    /// The one that has waited longest; nothing where none does.
    pub fn try_recv(&mut self) -> Option<Answered> {
        self.0.try_recv().ok()
    }
}

/// Both ends of the channel.
pub fn channel() -> (AnswerSender, AnswerReceiver) {
    let (sender, receiver) = mpsc::channel(MOST_WAITING);
    (AnswerSender(sender), AnswerReceiver(receiver))
}
