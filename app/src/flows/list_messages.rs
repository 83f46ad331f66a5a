//! Messages from /contact, for the administrator, newest first.

use evernear_rules::wire::{ContactMessage, ContactPage};

use super::list_waitlist::paginate;
use crate::ports::{Matches, Ports, StoreError};

/// How many stand on a page.
const PAGE_SIZE: i32 = 25;

/// A page of messages.
pub async fn list_messages(ports: &Ports, page: Option<i32>) -> Result<ContactPage, StoreError> {
    let total = ports.contact.count_messages().await?;
    let pagination = paginate(page, Some(PAGE_SIZE), Matches { total, more: false });
    let skip = pagination.from.saturating_sub(1);
    let messages = ports.contact.messages(skip, pagination.page_size).await?;
    let data = messages.into_iter().map(|message| ContactMessage {
        id: message.id.to_string(),
        name: message.name,
        email: message.email.to_string(),
        company: message.company,
        employees: message.employees,
        message: message.message,
        timestamp: message.at.iso(),
    });
    Ok(ContactPage { success: true, data: data.collect(), pagination, error: None })
}
