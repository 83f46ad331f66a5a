//! What an administrator does about a report: looks at the memory while it is open, pauses or ends
//! all links to it, or leaves them. That the reported link has ended meanwhile changes nothing: others may lead
//! to the memory, or be made. Each is a line of the log; a look is told to the owner on their list, a decision
//! by mail.

use std::collections::BTreeSet;

use super::open_link::SharedMemory;
use crate::{
    domain::{
        admin::{Admin, Audit},
        creation::Status,
        id::ReportId,
        mail::QueuedMail,
        sharing::{Decision, LOOK_WITHIN, Outcome, Reported, Share, SharingProblem},
    },
    flows::admin::unlock::audit,
    mails::{self, LinkDecision, ReportAnswer},
    ports::{Ports, ReportDecision, StoreError},
};

#[derive(Debug, thiserror::Error)]
pub enum DecideReportError {
    #[error("There is no such report, or it is closed.")]
    Closed,
    #[error(
        "The memory or its link is gone, so there is nothing to look at, to pause or to remove."
    )]
    Gone,
    #[error("This memory is paused already.")]
    Paused,
    #[error("{0}")]
    Input(#[from] SharingProblem),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Looks at a reported memory: written down before anything of it is shown.
pub async fn look_at_reported(
    ports: &Ports,
    admin: &Admin,
    id: ReportId,
) -> Result<SharedMemory, DecideReportError> {
    let reported = open_report(ports, id).await?;
    let memory = memory_of(ports, reported).await?;
    let audit = line(ports, admin, "report.looked", id, &memory.share);
    if !ports.reports.look(id, memory.share.id, &audit).await? {
        return Err(DecideReportError::Closed);
    }
    Ok(memory)
}

/// The memory, for a browser in which it is being looked at.
pub async fn reported_memory(
    ports: &Ports,
    admin: &Admin,
    id: ReportId,
) -> Result<SharedMemory, DecideReportError> {
    let reported = open_report(ports, id).await?;
    let looks = reported.report.looked.is_some_and(|(at, session)| {
        session == admin.session && ports.now().since(at) < LOOK_WITHIN
    });
    if !looks {
        return Err(DecideReportError::Closed);
    }
    memory_of(ports, reported).await
}

/// Decides; what an administrator reads then.
pub async fn decide_report(
    ports: &Ports,
    admin: &Admin,
    id: ReportId,
    decision: Decision,
) -> Result<&'static str, DecideReportError> {
    let Reported { report, share } = open_report(ports, id).await?;
    let now = ports.now();
    let mut decided = ReportDecision {
        report: id,
        share: report.share,
        audit: Audit {
            subject: id.to_string(),
            detail: report.share.to_string(),
            ..audit(ports, admin, action(&decision))
        },
        reason: match &decision {
            Decision::Pause(why) | Decision::Remove(why) => Some(why.as_str().to_owned()),
            Decision::Keep => None,
        },
        mails: Vec::new(),
        at: now,
    };
    let (done, said) = match decision {
        Decision::Pause(why) => {
            let share = share.ok_or(DecideReportError::Gone)?;
            if share.paused_at.is_some() {
                return Err(DecideReportError::Paused);
            }
            decided
                .mails
                .extend(to_owner(ports, &share, LinkDecision::Paused(why.as_str())).await?);
            let done = ports.reports.pause_reported(&decided).await?;
            (done, "The link is paused, and its owner is told why.")
        }
        Decision::Remove(why) => {
            let share = share.ok_or(DecideReportError::Gone)?;
            let told = LinkDecision::Removed(why.as_str());
            decided.mails.extend(to_owner(ports, &share, told).await?);
            let mut told = BTreeSet::new();
            for closed in ports.reports.reports_of(share.id).await? {
                let email = closed.email.as_ref();
                // Who reported it several times reads once what came of it.
                if let Some(email) = email.filter(|email| told.insert(email.to_string())) {
                    let removed = ReportAnswer::Removed;
                    let mail = mails::report_decided(ports, email, &closed, removed)?;
                    decided.mails.push(mail);
                }
            }
            let done = ports.reports.close_report(&decided, Outcome::Removed).await?;
            (done, "The link is removed, and its owner is told why. Every report of it is closed.")
        }
        Decision::Keep => {
            let is_shared = ports.reports.is_shared(report.share, now).await?;
            if let Some(email) = &report.email {
                let answer = if is_shared { ReportAnswer::Kept } else { ReportAnswer::Ended };
                decided.mails.push(mails::report_decided(ports, email, &report, answer)?);
            }
            let others = ports.reports.reports_of(report.share).await?.len() > 1;
            // By this report or by another one of the memory.
            let paused = ports.reports.paused_link(report.share, now).await?;
            let mut said = "The report is closed, and the link stays as it is.";
            if let Some(share) = paused.filter(|_| !others) {
                decided.mails.extend(to_owner(ports, &share, LinkDecision::Resumed).await?);
                said = "The report is closed, and the link works again.";
            }
            (ports.reports.close_report(&decided, Outcome::Kept).await?, said)
        }
    };
    if !done {
        return Err(DecideReportError::Closed);
    }
    ports.wake.wake();
    Ok(said)
}

fn action(decision: &Decision) -> &'static str {
    match decision {
        Decision::Pause(_) => "report.paused",
        Decision::Remove(_) => "report.removed",
        Decision::Keep => "report.closed",
    }
}

fn line(
    ports: &Ports,
    admin: &Admin,
    action: &'static str,
    report: ReportId,
    share: &Share,
) -> Audit {
    Audit {
        subject: report.to_string(),
        detail: share.id.to_string(),
        ..audit(ports, admin, action)
    }
}

async fn open_report(ports: &Ports, id: ReportId) -> Result<Reported, DecideReportError> {
    let found = ports.reports.report(id).await?;
    found.filter(|found| found.report.closed_at.is_none()).ok_or(DecideReportError::Closed)
}

async fn memory_of(ports: &Ports, reported: Reported) -> Result<SharedMemory, DecideReportError> {
    let share = reported.share.ok_or(DecideReportError::Gone)?;
    let creation = ports.creations.find(share.creation).await?;
    let creation = creation.filter(|creation| creation.status == Status::Finished);
    Ok(SharedMemory { share, creation: creation.ok_or(DecideReportError::Gone)? })
}

/// The mail to whoever shared it.
async fn to_owner(
    ports: &Ports,
    share: &Share,
    decision: LinkDecision<'_>,
) -> Result<Option<QueuedMail>, StoreError> {
    let Some(owner) = ports.accounts.by_id(share.owner).await? else { return Ok(None) };
    let Some(creation) = ports.creations.find(share.creation).await? else { return Ok(None) };
    let title = creation.title();
    mails::link_decided(ports, &owner.email, share, &title, decision).map(Some)
}
