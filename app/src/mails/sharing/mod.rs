//! Reports of shared memories: to ourselves, to whoever shared one, and to whoever reported it.

use minijinja::context;

use super::{Purpose, mail};
use crate::{
    domain::{
        account::Email,
        mail::QueuedMail,
        sharing::{Report, Share},
    },
    ports::{Ports, StoreError},
};

/// What was decided about a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkDecision<'a> {
    /// With what its owner is told.
    Paused(&'a str),
    Removed(&'a str),
    /// It was paused, and works again.
    Resumed,
}

/// What came of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportAnswer {
    Removed,
    /// Whoever shared it has ended the link meanwhile.
    Ended,
    Kept,
}

/// A report, to ourselves; an answer goes to whoever wrote it.
pub fn report_received(ports: &Ports, report: &Report) -> Result<QueuedMail, StoreError> {
    let from = report.email.as_ref().map_or("nobody we know".to_owned(), ToString::to_string);
    let values = context! {
        reason => report.reason.as_str(), from, site => ports.settings.public_url.as_str(),
    };
    let to = &ports.settings.enterprise_mail;
    mail(ports, Purpose::ReportReceived, to, report.email.clone(), &values)
}

/// To whoever shared it: what became of the link, and why. `title` is the memory's.
pub fn link_decided(
    ports: &Ports,
    to: &Email,
    share: &Share,
    title: &str,
    decision: LinkDecision<'_>,
) -> Result<QueuedMail, StoreError> {
    let (heading, what, why) = match decision {
        LinkDecision::Paused(why) => {
            ("A link of yours is paused", "The link leads nowhere until we know more.", why)
        }
        LinkDecision::Removed(why) => {
            ("A link of yours was removed", "The link has ended for good.", why)
        }
        LinkDecision::Resumed => {
            ("A link of yours works again", "The link stays, and works again.", "")
        }
    };
    let values = context! {
        heading, what, why, title, note => share.terms.note.as_str(),
        site => ports.settings.public_url.as_str(),
    };
    let us = ports.settings.enterprise_mail.clone();
    mail(ports, Purpose::LinkDecided, to, Some(us), &values)
}

/// To whoever reported it and left an address.
pub fn report_decided(
    ports: &Ports,
    to: &Email,
    report: &Report,
    answer: ReportAnswer,
) -> Result<QueuedMail, StoreError> {
    let what = match answer {
        ReportAnswer::Removed => "We have removed the link. It leads nowhere any more, for nobody.",
        ReportAnswer::Ended => {
            "The link has ended meanwhile. It leads nowhere any more, for nobody."
        }
        ReportAnswer::Kept => "We found nothing for which we would remove the link, so it stays.",
    };
    let values = context! {
        day => report.at.day(), what, site => ports.settings.public_url.as_str(),
    };
    let us = ports.settings.enterprise_mail.clone();
    mail(ports, Purpose::ReportDecided, to, Some(us), &values)
}
