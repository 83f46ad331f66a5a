//! Mails about a memory: neutral, without its picture and its words, because others may see the screen
//! that they come to.

use minijinja::context;

use super::{Purpose, hello, optional_mail};
use crate::{
    domain::{
        account::Account,
        creation::{Creation, MemoryDate},
        id::CreationId,
        mail::{OptionalMail, QueuedMail},
    },
    flows::mail::stop::stop_address,
    ports::{Ports, StoreError},
};

/// It is finished.
pub fn memory_ready(
    ports: &Ports,
    account: &Account,
    creation: &Creation,
) -> Result<QueuedMail, StoreError> {
    let link = format!("{}/memories/{}", ports.settings.public_url, creation.id);
    let stop = stop_address(ports, account.id, OptionalMail::Outcome);
    let values = context! {
        hello => hello(account.display_name()), link, stop => stop.as_str(),
        site => ports.settings.public_url.as_str(),
    };
    optional_mail(ports, Purpose::MemoryReady, &account.email, None, &values, Some(stop))
}

/// It could not be made: what came back is in it.
pub fn memory_failed(
    ports: &Ports,
    account: &Account,
    credits: &str,
) -> Result<QueuedMail, StoreError> {
    let link = format!("{}/ai-creator", ports.settings.public_url);
    let stop = stop_address(ports, account.id, OptionalMail::Outcome);
    let values = context! {
        hello => hello(account.display_name()), link, stop => stop.as_str(), credits,
        site => ports.settings.public_url.as_str(),
    };
    optional_mail(ports, Purpose::MemoryFailed, &account.email, None, &values, Some(stop))
}

/// It is the day that its owner has chosen.
pub fn memory_date(
    ports: &Ports,
    account: &Account,
    memory: CreationId,
    date: &MemoryDate,
) -> Result<QueuedMail, StoreError> {
    let link = format!("{}/memories/{memory}", ports.settings.public_url);
    let stop = stop_address(ports, account.id, OptionalMail::Date(memory));
    let values = context! {
        hello => hello(account.display_name()), link, stop => stop.as_str(), occasion => date.occasion.as_str(),
        site => ports.settings.public_url.as_str(),
    };
    optional_mail(ports, Purpose::MemoryDate, &account.email, None, &values, Some(stop))
}
