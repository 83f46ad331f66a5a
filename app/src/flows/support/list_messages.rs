//! What people wrote to us, for the administrator: threads that wait first, Premium and Pro
//! before others.

use evernear_rules::wire::{ContactMessage, ContactPage, ContactThread};

use crate::{
    domain::support::Thread,
    flows::waitlist::list::paginate,
    ports::{Matches, Ports, StoreError},
};

/// How many stand on a page.
const PAGE_SIZE: i32 = 25;

/// A page of threads.
pub async fn list_messages(ports: &Ports, page: Option<i32>) -> Result<ContactPage, StoreError> {
    let total = ports.contact.count_threads().await?;
    let pagination = paginate(page, Some(PAGE_SIZE), Matches { total, more: false });
    let skip = pagination.from.saturating_sub(1);
    let threads = ports.contact.threads(skip, pagination.page_size).await?;
    let data = threads.iter().map(thread_view).collect();
    Ok(ContactPage { success: true, data, pagination, error: None })
}

/// A thread as the administrator sees it.
pub(super) fn thread_view(thread: &Thread) -> ContactThread {
    let first = thread.first();
    let of_first =
        |part: fn(&crate::domain::support::Message) -> String| first.map(part).unwrap_or_default();
    let messages = thread.messages.iter().map(|message| ContactMessage {
        id: message.id.to_string(),
        ours: message.ours,
        message: message.message.clone(),
        timestamp: message.at.iso(),
    });
    ContactThread {
        id: thread.id.to_string(),
        name: of_first(|first| first.name.clone()),
        email: of_first(|first| first.email.to_string()),
        company: of_first(|first| first.company.clone()),
        employees: of_first(|first| first.employees.clone()),
        member: thread.account.is_some(),
        plan: thread.plan.clone(),
        waiting: thread.waiting,
        messages: messages.collect(),
        left_out: thread.left_out,
    }
}
