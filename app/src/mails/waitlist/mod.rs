//! What applicants read.

use evernear_rules::pricing::WELCOME_CREDITS;
use minijinja::context;

use super::{Purpose, hello, mail};
use crate::{
    domain::{account::Email, mail::QueuedMail, waitlist::Entry},
    ports::{Ports, StoreError},
};

/// 'We have your application'. Whoever filled in the form need not own the address, so the
/// mail carries nothing of theirs but a name that is one.
pub fn application_received(ports: &Ports, entry: &Entry) -> Result<QueuedMail, StoreError> {
    let application = &entry.application;
    let values = context! { hello => hello(application.name.as_str()), site => ports.settings.public_url.as_str() };
    mail(ports, Purpose::ApplicationReceived, &application.email, None, &values)
}

/// The invitation. Its link opens the sign-up page and uses nothing up by being opened.
pub fn application_approved(
    ports: &Ports,
    name: &str,
    to: &Email,
    invitation: &str,
) -> Result<QueuedMail, StoreError> {
    let site = ports.settings.public_url.as_str();
    let values = context! {
        hello => hello(name), site, credits => WELCOME_CREDITS,
        link => format!("{site}/invitation/{invitation}"),
    };
    mail(ports, Purpose::ApplicationApproved, to, None, &values)
}
