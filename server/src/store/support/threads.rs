//! Messages to us and our answers, as threads. A thread's row says what waits for us, and is
//! written with each of its messages.

use async_trait::async_trait;
use evernear_app::{
    domain::{
        admin::Audit,
        contact::{Message, Thread},
        id::{AccountId, MessageId},
        mail::QueuedMail,
        moment::Moment,
    },
    ports::{ContactStore, StoreError},
};

use crate::{
    store::{
        Store,
        admin::log,
        db::{DbError, Row, Tx},
        mail::queue,
        parsed, small,
    },
    values,
};

/// Newest messages of a thread that are read, and their signs: a page has many threads.
const SHOWN_MESSAGES: u32 = 50;
const SHOWN_SIGNS: usize = 40_000;

/// The columns that [`message`] reads.
macro_rules! columns {
    () => {
        "id, account_id, thread_id, name, email, company, employees, body, ours, created_at, plan"
    };
}

#[async_trait]
impl ContactStore for Store {
    async fn keep_message(&self, message: &Message, mail: &QueuedMail) -> Result<bool, StoreError> {
        let mut tx = self.db.begin().await?;
        if !follow(&mut tx, message).await? {
            return Ok(false);
        }
        insert(&mut tx, message).await?;
        queue::enqueue(&mut tx, mail).await?;
        tx.commit().await?;
        Ok(true)
    }

    async fn answer(
        &self,
        message: &Message,
        mail: &QueuedMail,
        audit: &Audit,
    ) -> Result<bool, StoreError> {
        let mut tx = self.db.begin().await?;
        let sql = "UPDATE threads SET queue = 0, sort_at = $2 WHERE id = $1";
        let answered = tx.execute(sql, values![message.thread.to_string(), -message.at.0]).await?;
        if answered == 0 {
            return Ok(false);
        }
        insert(&mut tx, message).await?;
        queue::enqueue(&mut tx, mail).await?;
        log::note(&mut tx, audit).await?;
        tx.commit().await?;
        Ok(true)
    }

    async fn threads(&self, skip: u32, take: u32) -> Result<Vec<Thread>, StoreError> {
        let sql = "SELECT id, account_id, plan, queue FROM threads ORDER BY queue DESC, sort_at, id LIMIT $1 OFFSET $2";
        let rows = self.db.rows(sql, values![take, skip]).await?;
        Ok(self.with_messages(&rows).await?)
    }

    async fn count_threads(&self) -> Result<u32, StoreError> {
        let row = self.db.row("SELECT COUNT(*) FROM threads", Vec::new()).await?;
        Ok(row.map(|row| small(row.int(0)?)).transpose()?.unwrap_or(0))
    }

    async fn thread(&self, id: MessageId) -> Result<Option<Thread>, StoreError> {
        let sql = "SELECT id, account_id, plan, queue FROM threads WHERE id = $1";
        let rows = self.db.rows(sql, values![id.to_string()]).await?;
        Ok(self.with_messages(&rows).await?.pop())
    }

    async fn unanswered(&self, owner: AccountId) -> Result<u32, StoreError> {
        let sql = "SELECT COUNT(*) FROM messages m JOIN threads t ON t.id = m.thread_id
                   WHERE t.account_id = $1 AND t.queue > 0 AND m.ours = 0 AND m.id >
                   COALESCE((SELECT MAX(a.id) FROM messages a WHERE a.thread_id = t.id AND a.ours = 1), '')";
        let row = self.db.row(sql, values![owner.to_string()]).await?;
        Ok(row.map(|row| small(row.int(0)?)).transpose()?.unwrap_or(0))
    }

    async fn threads_of(&self, owner: AccountId, limit: u32) -> Result<Vec<Thread>, StoreError> {
        let sql = "SELECT id, account_id, plan, queue FROM threads WHERE account_id = $1 ORDER BY id DESC LIMIT $2";
        let rows = self.db.rows(sql, values![owner.to_string(), limit]).await?;
        Ok(self.with_messages(&rows).await?)
    }
}

impl Store {
    async fn with_messages(&self, rows: &[Row]) -> Result<Vec<Thread>, DbError> {
        let mut threads = Vec::with_capacity(rows.len());
        for row in rows {
            let id = row.text(0)?;
            let (messages, left_out) = self.messages(&id).await?;
            threads.push(Thread {
                id: parsed(&id, "a message's id")?,
                account: row.maybe_text(1)?.map(|id| parsed(&id, "an account id")).transpose()?,
                plan: row.maybe_text(2)?,
                waiting: row.int(3)? > 0,
                messages,
                left_out,
            });
        }
        Ok(threads)
    }

    /// A thread's first message and its newest, as many as fit, and how many are left out.
    async fn messages(&self, thread: &str) -> Result<(Vec<Message>, u32), DbError> {
        let sql = concat!(
            "SELECT ",
            columns!(),
            " FROM messages WHERE thread_id = $1 ORDER BY id LIMIT 1"
        );
        let first = self.db.row(sql, values![thread]).await?;
        let Some(first) = first.as_ref().map(message).transpose()? else {
            return Ok((Vec::new(), 0));
        };
        let sql = concat!(
            "SELECT ",
            columns!(),
            " FROM messages WHERE thread_id = $1 AND id <> $2 ORDER BY id DESC LIMIT $3"
        );
        let values = values![thread, first.id.to_string(), SHOWN_MESSAGES];
        let mut messages = Vec::new();
        let mut signs = 0;
        for row in self.db.rows(sql, values).await? {
            let next = message(&row)?;
            signs += next.message.chars().count();
            if signs > SHOWN_SIGNS && !messages.is_empty() {
                break;
            }
            messages.push(next);
        }
        messages.push(first);
        messages.reverse();
        let sql = "SELECT COUNT(*) FROM messages WHERE thread_id = $1";
        let all = self.db.row(sql, values![thread]).await?;
        let all = all.map(|row| row.int(0)).transpose()?.unwrap_or_default();
        let shown = i64::try_from(messages.len()).unwrap_or(i64::MAX);
        Ok((messages, small(all.saturating_sub(shown).max(0))?))
    }
}

/// Begins the message's thread, or goes on with it: it waits since its first message that
/// was not answered. No when there is none of this writer's to go on with.
async fn follow(tx: &mut Tx, message: &Message) -> Result<bool, DbError> {
    let (id, queue) = (message.thread.to_string(), i64::from(message.queue()));
    let account = message.account.map(|account| account.to_string());
    let plan = message.plan.clone();
    if message.thread == message.id {
        let sql = "INSERT INTO threads (id, account_id, plan, queue, sort_at) VALUES ($1, $2, $3, $4, $5)";
        tx.execute(sql, values![id, account, plan, queue, message.at]).await?;
        return Ok(true);
    }
    let sql = "UPDATE threads SET plan = $3, queue = $4, sort_at = CASE WHEN queue = 0 THEN $5 ELSE sort_at END
               WHERE id = $1 AND account_id = $2";
    Ok(tx.execute(sql, values![id, account, plan, queue, message.at]).await? == 1)
}

async fn insert(tx: &mut Tx, message: &Message) -> Result<(), DbError> {
    let sql = concat!(
        "INSERT INTO messages (",
        columns!(),
        ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)"
    );
    let values = values![
        message.id.to_string(),
        message.account.map(|account| account.to_string()),
        message.thread.to_string(),
        message.name.as_str(),
        message.email.as_str(),
        message.company.as_str(),
        message.employees.as_str(),
        message.message.as_str(),
        i64::from(message.ours),
        message.at,
        message.plan.clone(),
    ];
    tx.execute(sql, values).await?;
    Ok(())
}

fn message(row: &Row) -> Result<Message, DbError> {
    Ok(Message {
        id: parsed(&row.text(0)?, "a message's id")?,
        account: row.maybe_text(1)?.map(|id| parsed(&id, "an account id")).transpose()?,
        thread: parsed(&row.text(2)?, "a message's id")?,
        name: row.text(3)?,
        email: parsed(&row.text(4)?, "an e-mail")?,
        company: row.text(5)?,
        employees: row.text(6)?,
        message: row.text(7)?,
        ours: row.int(8)? != 0,
        at: Moment(row.int(9)?),
        plan: row.maybe_text(10)?,
    })
}
