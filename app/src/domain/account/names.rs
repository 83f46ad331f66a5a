//! User names: trimmed, not empty, one person each. Two names that differ only in case are
//! the same name.

use std::str::FromStr;

use evernear_rules::text::username_problem;
use serde::{Deserialize, Serialize};

/// A user name as its owner writes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Username(String);

/// Why a user name is refused, in the person's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct UsernameProblem(pub &'static str);

impl Username {
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What must be unique among profiles.
    pub fn key(&self) -> String {
        self.0.to_lowercase()
    }
}

impl FromStr for Username {
    type Err = UsernameProblem;

    fn from_str(text: &str) -> Result<Self, UsernameProblem> {
        match username_problem(text) {
            Some(problem) => Err(UsernameProblem(problem)),
            None => Ok(Self(text.trim().to_owned())),
        }
    }
}
