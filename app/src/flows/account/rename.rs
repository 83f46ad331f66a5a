//! A new user name.

use crate::{
    domain::{account::Username, auth::session::Member},
    ports::{Ports, RenameError, StoreError},
    problem::{Kind, Problem, USERNAME_TAKEN},
};

/// Shown when it worked.
pub const UPDATED: &str = "Username updated successfully!";

/// Shown when it worked and the new profile cannot be read.
const NOT_FETCHED: &str = "Failed to fetch updated profile";

/// Changes the user name.
pub async fn rename(ports: &Ports, member: &Member, username: &str) -> Result<(), Problem> {
    let username: Username =
        username.parse().map_err(|problem: crate::domain::account::UsernameProblem| {
            Problem::new(Kind::BadInput, problem.0)
        })?;
    let id = member.account.id;
    ports.accounts.rename(id, &username, ports.now()).await?;
    let gone = || Problem::new(Kind::Internal, NOT_FETCHED);
    match ports.accounts.by_id(id).await {
        Ok(Some(_)) => Ok(()),
        Ok(None) => Err(gone()),
        Err(StoreError::Failed(source)) => Err(Problem { source: Some(source), ..gone() }),
        Err(error) => Err(error.into()),
    }
}

impl From<RenameError> for Problem {
    fn from(error: RenameError) -> Self {
        match error {
            RenameError::Taken => Self::new(Kind::Conflict, USERNAME_TAKEN),
            RenameError::Store(error) => error.into(),
        }
    }
}
