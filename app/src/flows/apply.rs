//! Applying for the beta (spec §2 and §8, decision 7): only what is stored is told to be
//! submitted. A field that people do not see stands in the place of a captcha.

use serde::Deserialize;

use crate::{
    domain::{
        id::WaitlistId,
        waitlist::{Application, ApplicationProblem, Entry},
    },
    ports::{ApplyError, Ports},
};

/// Shown after the row is stored (spec §8).
pub const SUBMITTED: &str = "Your beta access request has been submitted. We will review it and invite you to join the closed beta soon.";

/// The form as it came.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Apply {
    pub name: String,
    pub email: String,
    pub reason: String,
    /// What people leave empty.
    pub website: String,
}

#[derive(Debug, thiserror::Error)]
pub enum ApplyFailed {
    #[error("the field for machines is filled in")]
    Trap,
    #[error(transparent)]
    Input(#[from] ApplicationProblem),
    #[error(transparent)]
    NotStored(#[from] ApplyError),
}

/// Stores the application.
pub async fn apply(ports: &Ports, form: &Apply) -> Result<(), ApplyFailed> {
    if !form.website.is_empty() {
        return Err(ApplyFailed::Trap);
    }
    let application = Application::parse(&form.name, &form.email, &form.reason)?;
    let (at, parts) = ports.id_parts();
    let entry = Entry { id: WaitlistId::new(at, &parts), application, at };
    Ok(ports.waitlist.apply(&entry).await?)
}
