//! Counting what the companion's model answered, beside the answers: whoever asked never waits for it, and
//! trouble with it is in the log alone. What still waits when the process dies is not counted.

use std::sync::Arc;

use evernear_app::ports::{Clock, CostStore, ModelAnswer};
use tokio::time;
use tokio_util::sync::CancellationToken;

use super::TROUBLE_PAUSE;
use crate::adapters::answer_channel::{AnswerReceiver, Answered};

/// How often an answer is tried to be counted.
const MOST_TRIES: u32 = 30;

/// Counts answers until it is told to stop.
pub struct AnswerCounter {
    costs: Arc<dyn CostStore>,
    clock: Arc<dyn Clock>,
    waiting: AnswerReceiver,
}

impl AnswerCounter {
    pub fn new(costs: Arc<dyn CostStore>, clock: Arc<dyn Clock>, waiting: AnswerReceiver) -> Self {
        Self { costs, clock, waiting }
    }

    /// Works until `stop`. What waits then is counted, if that succeeds at once.
    pub async fn run(mut self, stop: CancellationToken) {
        loop {
            let answered = tokio::select! {
                biased;
                answered = self.waiting.recv() => answered,
                () = stop.cancelled() => return,
            };
            let Some(answered) = answered else { return };
            self.count(answered, &stop).await;
        }
    }

    async fn count(&self, answered: Answered, stop: &CancellationToken) {
        let Answered { call, creation, tokens, micros } = answered;
        let answer = ModelAnswer { at: self.clock.now(), call, creation, tokens, micros };
        for _ in 0..MOST_TRIES {
            let Err(error) = self.costs.count_answer(&answer).await else { return };
            tracing::error!(%error, "a model's answer could not be counted");
            tokio::select! {
                () = time::sleep(TROUBLE_PAUSE) => {}
                () = stop.cancelled() => return,
            }
        }
    }
}
