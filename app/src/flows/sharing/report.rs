//! Objecting to a shared memory, without an account: kept and mailed to us in one transaction.

use serde::Deserialize;

use super::open_link::{OpenLinkError, living_link};
use crate::{
    domain::{
        id::ReportId,
        rate_limit::Limit,
        sharing::{Report, SharingProblem},
    },
    mails,
    ports::{Ports, StoreError, TooOften},
    problem::{Kind, Problem, TRAP, words_for},
};

/// The form as it came.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct ReportForm {
    pub reason: String,
    pub email: String,
    /// What people leave empty.
    pub website: String,
}

#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    #[error(transparent)]
    Link(#[from] OpenLinkError),
    #[error("the field for machines is filled in")]
    Trap,
    #[error(transparent)]
    Input(#[from] SharingProblem),
    #[error(transparent)]
    TooOften(#[from] TooOften),
    #[error("the link was reported too often")]
    TooManyReports(TooOften),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Whether something can be reported at this link.
pub async fn look_for_report(
    ports: &Ports,
    token: &str,
    client: &str,
) -> Result<(), OpenLinkError> {
    living_link(ports, token, client).await.map(|_| ())
}

/// Keeps what `client` has against the memory.
pub async fn report_memory(
    ports: &Ports,
    token: &str,
    form: &ReportForm,
    client: &str,
) -> Result<(), ReportError> {
    let share = living_link(ports, token, client).await?;
    if !form.website.is_empty() {
        return Err(ReportError::Trap);
    }
    let (reason, email) = Report::parse(&form.reason, &form.email)?;
    ports.rate_limiter.check(Limit::Report, client)?;
    let by_all = ports.rate_limiter.check(Limit::ReportOf, &share.id.to_string());
    by_all.map_err(ReportError::TooManyReports)?;
    let (at, parts) = ports.id_parts();
    let report = Report {
        id: ReportId::new(at, &parts),
        share: share.id,
        reason,
        email,
        at,
        looked: None,
        closed_at: None,
    };
    let mail = mails::report_received(ports, &report)?;
    ports.reports.add_report(&report, &mail).await?;
    ports.wake.wake();
    Ok(())
}

impl From<ReportError> for Problem {
    fn from(error: ReportError) -> Self {
        match error {
            ReportError::Link(error) => error.into(),
            ReportError::Trap => Self::new(Kind::Refused, TRAP),
            ReportError::Input(problem) => Self::new(Kind::BadInput, problem.to_string()),
            ReportError::TooOften(wait) => wait.into(),
            ReportError::TooManyReports(wait) => {
                let text = format!(
                    "This memory was reported several times just now, and all of it is with us. If there is more to say, please send this again in {}.",
                    words_for(wait.0)
                );
                Self { message: text, ..wait.into() }
            }
            ReportError::Store(error) => error.into(),
        }
    }
}
