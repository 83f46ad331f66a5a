//! Trouble with messages and their answers.

use super::{Kind, Problem};
use crate::flows::support::{answer_thread::AnswerFailed, threads::SupportFailed};

const NOT_SENT: &str = "Something went wrong. Please try again or contact support directly.";

impl From<SupportFailed> for Problem {
    fn from(error: SupportFailed) -> Self {
        match error {
            SupportFailed::Input(problem) => Self::new(Kind::BadInput, problem.to_string()),
            SupportFailed::TooOften(wait) => wait.into(),
            SupportFailed::NotFound => Self::not_found(),
            SupportFailed::Store(error) => Self::unavailable_there(error, NOT_SENT),
        }
    }
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
