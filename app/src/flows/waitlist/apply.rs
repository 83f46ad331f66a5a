//! Applying for the beta: only what is stored is told to be submitted, on the page and by
//! mail. A field that people do not see and a limit stand in the place of a captcha. What is
//! stored is handed on to the form collector, if one is configured.

use serde::Deserialize;

use crate::{
    domain::{
        auth::session::Member,
        id::WaitlistId,
        quota::Quota,
        rate_limit::Limit,
        unsent_words::UnsentForm,
        waitlist::{Application, ApplicationProblem, Entry, EntryType},
    },
    flows::{
        draft::unsent_words::forget_unsent,
        system::take_quota::{MailSubject, SpendError},
    },
    mails::application_received,
    ports::{AppliedWith, ApplyError, Ports, TooOften},
    problem::{Kind, Problem, TRAP},
};

/// Shown after the row is stored.
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
    TooOften(#[from] TooOften),
    #[error(transparent)]
    NotStored(#[from] ApplyError),
}

/// Stores the application of `client`, and the mail that says so; its id.
pub async fn apply(
    ports: &Ports,
    form: &Apply,
    member: Option<&Member>,
    client: &str,
) -> Result<WaitlistId, ApplyFailed> {
    if !form.website.is_empty() {
        return Err(ApplyFailed::Trap);
    }
    let application = Application::parse(&form.name, &form.email, &form.reason)?;
    ports.rate_limiter.check(Limit::Application, client)?;
    ports.objects.has_room(0).await.map_err(ApplyError::from)?;
    let (at, parts) = ports.id_parts();
    let id = WaitlistId::new(at, &parts);
    let entry = Entry { id, application, kind: EntryType::BetaRegistration, at };
    // Anybody's address can be typed: a mailbox that had its mails is told of nothing, and the
    // application is stored all the same.
    let email = &entry.application.email;
    let subject = MailSubject::reader(ports, email).await.map_err(ApplyError::from)?;
    let told = match subject.take(ports, Quota::Mails).await {
        Ok(()) => Some(application_received(ports, &entry).map_err(ApplyError::from)?),
        // Where the database is the reason, storing the application says which one.
        Err(SpendError::TooOften(_) | SpendError::Store(_)) => None,
    };
    let with = told.as_ref().map_or(AppliedWith::Nothing, AppliedWith::Mail);
    if let Err(error) = ports.waitlist.apply(&entry, with).await {
        if told.is_some() {
            // At worst its mailbox has one mail less today.
            let _ = subject.give_back(ports, Quota::Mails).await;
        }
        return Err(error.into());
    }
    if let Some(member) = member {
        forget_unsent(ports, member.account.id, UnsentForm::Register).await;
    }
    ports.relay.relay(&entry);
    ports.wake.wake();
    Ok(id)
}

// None of these may read as if it had worked: 'submitted' stands in the success only.
impl From<ApplyFailed> for Problem {
    fn from(error: ApplyFailed) -> Self {
        match error {
            ApplyFailed::Trap => Self::new(Kind::Refused, TRAP),
            ApplyFailed::Input(problem) => Self::new(Kind::BadInput, problem.to_string()),
            ApplyFailed::TooOften(wait) => wait.into(),
            ApplyFailed::NotStored(ApplyError::Duplicate) => Self::new(
                Kind::Conflict,
                "This e-mail address has already applied. We will write to it as soon as there is a place.",
            ),
            ApplyFailed::NotStored(ApplyError::NotReady(error)) => Self::unavailable_there(
                error,
                "Applications cannot be stored yet: we are still setting up. Please try again later.",
            ),
            ApplyFailed::NotStored(ApplyError::NotAllowed(error)) => Self::unavailable_there(
                error,
                "Applications are not being taken right now. Please try again later.",
            ),
            ApplyFailed::NotStored(ApplyError::Store(error)) => {
                Self::unavailable_there(error, "Something went wrong. Please try again later.")
            }
        }
    }
}
