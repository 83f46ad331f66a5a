//! Messages of people who are signed in, and our answers to whoever wrote.

use minijinja::context;

use super::{Purpose, hello, mail};
use crate::{
    domain::{
        mail::QueuedMail,
        support::{Enquiry, Message},
    },
    ports::{Ports, StoreError},
};

/// A message, to ourselves; an answer belongs into its thread.
pub fn support_message(ports: &Ports, message: &Message) -> Result<QueuedMail, StoreError> {
    let values = context! {
        name => message.name.as_str(), email => message.email.as_str(),
        plan => message.plan.as_deref().unwrap_or("No plan"), message => message.message.as_str(),
        site => ports.settings.public_url.as_str(),
    };
    let to = &ports.settings.enterprise_mail;
    mail(ports, Purpose::SupportMessage, to, Some(message.email.clone()), &values)
}

/// Our answer, with what was asked below it.
pub fn support_answer(
    ports: &Ports,
    asked: &Message,
    answer: &Message,
) -> Result<QueuedMail, StoreError> {
    let values = context! {
        hello => hello(&asked.name), answer => answer.message.as_str(), asked => asked.message.as_str(),
        day => asked.at.day(), member => answer.account.is_some(),
        site => ports.settings.public_url.as_str(),
    };
    let us = ports.settings.enterprise_mail.clone();
    mail(ports, Purpose::SupportAnswer, &asked.email, Some(us), &values)
}

/// A company's message, to ourselves; an answer goes to whoever wrote it.
pub fn contact_message(ports: &Ports, enquiry: &Enquiry) -> Result<QueuedMail, StoreError> {
    let values = context! {
        name => enquiry.name.as_str(), email => enquiry.email.as_str(), company => enquiry.company.as_str(),
        employees => enquiry.employees, message => enquiry.message.as_str(),
        site => ports.settings.public_url.as_str(),
    };
    let to = &ports.settings.enterprise_mail;
    mail(ports, Purpose::ContactMessage, to, Some(enquiry.email.clone()), &values)
}
