//! What the requests of a question cost. Each that was sent is counted once: by the tokens of its answer or,
//! where no answer came in time, a gateway gave up on it, or the server does not say, by the most that it can
//! have taken. One that the server refused, or failed at by its own word, costs nothing.

use evernear_app::{
    domain::id::CreationId,
    ports::{CompanionCall, Tokens},
};
use serde_json::Value;

use crate::{
    adapters::answer_channel::{AnswerSender, Answered},
    config::companion::TokenPrices,
};

/// Counts the requests of one question.
pub struct CostMeter {
    pub answers: AnswerSender,
    pub prices: TokenPrices,
    pub call: CompanionCall,
    pub creation: Option<CreationId>,
}

impl CostMeter {
    /// A request with this body is sent, and answers it in at most so many tokens.
    pub fn send(&self, body: &Value, longest_answer: u32) -> CostGuard<'_> {
        // No token is less than a byte.
        let bytes = body.to_string().len();
        let input = u32::try_from(bytes).unwrap_or(u32::MAX);
        CostGuard { meter: self, most: Some(Tokens { input, output: longest_answer }) }
    }

    fn count(&self, tokens: Option<Tokens>, most: Tokens) {
        let micros = self.prices.of(tokens.unwrap_or(most));
        let (call, creation) = (self.call, self.creation);
        self.answers.send(Answered { call, creation, tokens, micros });
    }
}

/// A request under way. Dropped before its answer is here, it counts as the most that it can have taken.
pub struct CostGuard<'a> {
    meter: &'a CostMeter,
    /// Nothing once it is counted.
    most: Option<Tokens>,
}

impl CostGuard<'_> {
    /// It was answered, with this many tokens where the server says so.
    pub fn answered(mut self, tokens: Option<Tokens>) {
        if let Some(most) = self.most.take() {
            self.meter.count(tokens, most);
        }
    }

    /// The server did not work on it.
    pub fn refused(mut self) {
        self.most = None;
    }
}

impl Drop for CostGuard<'_> {
    fn drop(&mut self) {
        if let Some(most) = self.most.take() {
            self.meter.count(None, most);
        }
    }
}
