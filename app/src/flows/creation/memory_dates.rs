//! The day of the year that belongs to a memory: chosen by its owner, and one mail a year on it.

use crate::{
    domain::{
        auth::session::Member,
        creation::{MemoryDate, MemoryDateError, Status},
        id::CreationId,
        rate_limit::Limit,
    },
    mails,
    ports::{Ports, StoreError},
    problem::{Kind, Problem},
};

/// How many mails one look writes at most.
const AT_ONCE: u32 = 50;

/// Keeps a day for a finished memory, in place of the one there was.
pub async fn set_memory_date(
    ports: &Ports,
    member: &Member,
    id: CreationId,
    date: &MemoryDate,
) -> Result<(), Problem> {
    let owner = member.account.id;
    let memory = ports.creations.get(owner, id).await?;
    if memory.is_none_or(|memory| memory.status != Status::Finished) {
        return Err(Problem::not_found());
    }
    ports.rate_limiter.check(Limit::MemoryDate, &owner.to_string())?;
    let next = date.next(ports.now()).ok_or(MemoryDateError::UnknownDay)?;
    Ok(ports.memory_dates.set_date(owner, id, date, next).await?)
}

/// No mail is written about this day any more.
pub async fn remove_memory_date(
    ports: &Ports,
    member: &Member,
    id: CreationId,
) -> Result<(), Problem> {
    ports.memory_dates.remove_date(member.account.id, id).await?;
    Ok(())
}

/// Writes the mails of the days that have come. Each is queued in the transaction that puts its day off by
/// a year, so that none is written twice and none is lost. A day that has passed meanwhile is not written
/// about: nobody wants to read tomorrow that it is her birthday. How many days were put off.
pub async fn send_memory_dates(ports: &Ports) -> Result<usize, StoreError> {
    let now = ports.now();
    let mut count = 0;
    for due in ports.memory_dates.due_dates(now, AT_ONCE).await? {
        // A clock that went back must not bring the same day again.
        let Some(next) = due.date.next(now.max(due.at)) else { continue };
        let account = ports.accounts.by_id(due.owner).await?;
        // An address that no mailbox vouched for may be a stranger's.
        let account =
            account.filter(|account| account.email_proven_at.is_some() && due.date.is_on(now));
        let mail = match &account {
            Some(account) => Some(mails::memory_date(ports, account, due.memory, &due.date)?),
            None => None,
        };
        count += usize::from(ports.memory_dates.put_off(&due, next, mail.as_ref()).await?);
        ports.wake.wake();
    }
    Ok(count)
}

impl From<MemoryDateError> for Problem {
    fn from(error: MemoryDateError) -> Self {
        let message = match error {
            MemoryDateError::UnknownDay => "There is no such day. Please choose another one.",
            MemoryDateError::UnknownTimeZone => {
                "We do not know that time zone. Write it like Africa/Johannesburg."
            }
            MemoryDateError::LongOccasion => "Please keep the name of the day to 60 characters.",
        };
        Self::new(Kind::BadInput, message)
    }
}
