//! The mails of getting in and staying in. Links and codes stand beside each other: the
//! link for this device, the code for another.

use minijinja::context;

use super::{Purpose, mail};
use crate::{
    domain::{
        account::{Email, event::Origin},
        mail::QueuedMail,
    },
    ports::{Ports, StoreError},
};

/// What lets its reader in.
#[derive(Clone, Debug)]
pub struct MailLink {
    pub link: String,
    /// Six digits.
    pub code: String,
    /// How long, as people say it: `10 minutes`.
    pub valid: String,
}

macro_rules! mail_links {
    ($($(#[$meta:meta])* $name:ident => $purpose:ident),+ $(,)?) => {$(
        $(#[$meta])*
        pub fn $name(ports: &Ports, to: &Email, mail_link: &MailLink) -> Result<QueuedMail, StoreError> {
            let values = context! {
                site => ports.settings.public_url.as_str(),
                link => mail_link.link.as_str(),
                code => mail_link.code.as_str(),
                valid => mail_link.valid.as_str(),
            };
            mail(ports, Purpose::$purpose, to, None, &values)
        }
    )+};
}

mail_links! {
    /// 'Confirm your e-mail'.
    confirm_email => ConfirmEmail,
    /// 'You have been invited'.
    invite => Invite,
    /// 'Your sign-in link'.
    magic_link => MagicLink,
    /// 'Reset your password'.
    recovery => Recovery,
    /// '123456 is your code'.
    reauthentication => Reauthentication,
}

/// 'Confirm your new e-mail', to the old address and to the new one.
pub fn email_change(
    ports: &Ports,
    to: &Email,
    new: &Email,
    mail_link: &MailLink,
) -> Result<QueuedMail, StoreError> {
    let values = context! {
        site => ports.settings.public_url.as_str(),
        link => mail_link.link.as_str(),
        code => mail_link.code.as_str(),
        valid => mail_link.valid.as_str(),
        new => new.as_str(),
        to_old => to != new,
    };
    mail(ports, Purpose::EmailChange, to, None, &values)
}

/// 'A new e-mail address was asked for', to the present one where it has no say.
pub fn email_change_asked(
    ports: &Ports,
    to: &Email,
    new: &Email,
    origin: &Origin,
) -> Result<QueuedMail, StoreError> {
    let values = context! { new => new.as_str(), ..from(ports, origin) };
    mail(ports, Purpose::EmailChangeAsked, to, None, &values)
}

/// 'You already have an account': someone signs up with an address that has one.
pub fn already_member(ports: &Ports, to: &Email) -> Result<QueuedMail, StoreError> {
    let values = context! { site => ports.settings.public_url.as_str() };
    mail(ports, Purpose::AlreadyMember, to, None, &values)
}

/// 'New sign-in', with where it came from.
pub fn new_sign_in(ports: &Ports, to: &Email, origin: &Origin) -> Result<QueuedMail, StoreError> {
    mail(ports, Purpose::NewSignIn, to, None, &from(ports, origin))
}

/// 'Your password was changed', with where it came from.
pub fn password_changed(
    ports: &Ports,
    to: &Email,
    origin: &Origin,
) -> Result<QueuedMail, StoreError> {
    mail(ports, Purpose::PasswordChanged, to, None, &from(ports, origin))
}

/// What changed in how the account is signed in to, with where it came from; `what` is the subject.
pub fn security_change(
    ports: &Ports,
    to: &Email,
    what: &str,
    origin: &Origin,
) -> Result<QueuedMail, StoreError> {
    let change = context! { what, ..from(ports, origin) };
    mail(ports, Purpose::SecurityChange, to, None, &change)
}

/// 'Someone is guessing the codes of your second factor': no more are taken today.
pub fn second_factor_guessed(
    ports: &Ports,
    to: &Email,
    origin: &Origin,
) -> Result<QueuedMail, StoreError> {
    mail(ports, Purpose::SecondFactorGuessed, to, None, &from(ports, origin))
}

/// 'Someone is guessing the codes of our mails to you': no more are taken today.
pub fn codes_guessed(ports: &Ports, to: &Email, origin: &Origin) -> Result<QueuedMail, StoreError> {
    mail(ports, Purpose::CodesGuessed, to, None, &from(ports, origin))
}

fn from(ports: &Ports, origin: &Origin) -> minijinja::Value {
    context! {
        site => ports.settings.public_url.as_str(),
        device => origin.device(),
        ip => origin.ip.as_str(),
        time => ports.now().minute(),
    }
}
