//! Messages to us and our answers, as threads. A thread's row says what waits for us, and is
//! written with each of its messages.

use async_trait::async_trait;
use evernear_app::{
    domain::{
        admin::Audit,
        id::{AccountId, MessageId},
        mail::QueuedMail,
        support::{Message, Thread},
        timestamp::Timestamp,
    },
    ports::{ContactStore, KeptMessage, StoreError},
};
use sqlx::FromRow;

use crate::{
    store::{
        Store,
        account::lock::lock_account,
        admin::log,
        db::{DbError, Tx},
        mail::queue,
        parsed, small,
    },
    values,
};

/// Newest messages of a thread that are read, and their signs: a page has many threads.
const SHOWN_MESSAGES: u32 = 50;
const SHOWN_SIGNS: usize = 40_000;

/// A row of `messages`.
#[derive(FromRow)]
struct MessageRecord {
    id: String,
    account_id: Option<String>,
    thread_id: String,
    name: String,
    email: String,
    company: String,
    employees: String,
    body: String,
    ours: i64,
    created_at: i64,
    plan: Option<String>,
}

impl TryFrom<MessageRecord> for Message {
    type Error = DbError;

    fn try_from(row: MessageRecord) -> Result<Self, DbError> {
        Ok(Self {
            id: parsed(&row.id, "a message's id")?,
            account: row.account_id.map(|id| parsed(&id, "an account id")).transpose()?,
            thread: parsed(&row.thread_id, "a message's id")?,
            name: row.name,
            email: parsed(&row.email, "an e-mail")?,
            company: row.company,
            employees: row.employees,
            message: row.body,
            ours: row.ours != 0,
            plan: row.plan,
            at: Timestamp(row.created_at),
        })
    }
}

/// A row of `threads`.
#[derive(FromRow)]
struct ThreadRecord {
    id: String,
    account_id: Option<String>,
    plan: Option<String>,
    queue: i64,
}

#[async_trait]
impl ContactStore for Store {
    async fn keep_message(
        &self,
        message: &Message,
        mail: &QueuedMail,
        most_waiting: Option<u32>,
    ) -> Result<KeptMessage, StoreError> {
        let mut tx = self.db.begin().await?;
        if let Some(account) = message.account {
            let account = account.to_string();
            lock_account(&mut tx, &account).await?;
            // Counted behind the lock: messages that come at once are counted one after another.
            if let Some(most) = most_waiting
                && unanswered(&mut tx, &account).await? >= i64::from(most)
            {
                return Ok(KeptMessage::TooManyWait);
            }
        }
        if !follow(&mut tx, message).await? {
            return Ok(KeptMessage::NoThread);
        }
        insert(&mut tx, message).await?;
        queue::enqueue(&mut tx, mail).await?;
        tx.commit().await?;
        Ok(KeptMessage::Stored)
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
        let sql = "SELECT * FROM threads ORDER BY queue DESC, sort_at, id LIMIT $1 OFFSET $2";
        let rows = self.db.list(sql, values![take, skip]).await?;
        Ok(self.with_messages(rows).await?)
    }

    async fn count_threads(&self) -> Result<u32, StoreError> {
        let all: Option<(i64,)> = self.db.find("SELECT COUNT(*) FROM threads", Vec::new()).await?;
        Ok(small(all.map_or(0, |(count,)| count))?)
    }

    async fn thread(&self, id: MessageId) -> Result<Option<Thread>, StoreError> {
        let sql = "SELECT * FROM threads WHERE id = $1";
        let rows = self.db.list(sql, values![id.to_string()]).await?;
        Ok(self.with_messages(rows).await?.pop())
    }

    async fn threads_of(&self, owner: AccountId, limit: u32) -> Result<Vec<Thread>, StoreError> {
        let sql = "SELECT * FROM threads WHERE account_id = $1 ORDER BY id DESC LIMIT $2";
        let rows = self.db.list(sql, values![owner.to_string(), limit]).await?;
        Ok(self.with_messages(rows).await?)
    }
}

impl Store {
    async fn with_messages(&self, rows: Vec<ThreadRecord>) -> Result<Vec<Thread>, DbError> {
        let mut threads = Vec::with_capacity(rows.len());
        for row in rows {
            let (messages, left_out) = self.messages(&row.id).await?;
            threads.push(Thread {
                id: parsed(&row.id, "a message's id")?,
                account: row.account_id.map(|id| parsed(&id, "an account id")).transpose()?,
                plan: row.plan,
                waiting: row.queue > 0,
                messages,
                left_out,
            });
        }
        Ok(threads)
    }

    /// A thread's first message and its newest, as many as fit, and how many are left out.
    async fn messages(&self, thread: &str) -> Result<(Vec<Message>, u32), DbError> {
        let sql = "SELECT * FROM messages WHERE thread_id = $1 ORDER BY id LIMIT 1";
        let first: Option<MessageRecord> = self.db.find(sql, values![thread]).await?;
        let Some(first) = first.map(Message::try_from).transpose()? else {
            return Ok((Vec::new(), 0));
        };
        let sql =
            "SELECT * FROM messages WHERE thread_id = $1 AND id <> $2 ORDER BY id DESC LIMIT $3";
        let values = values![thread, first.id.to_string(), SHOWN_MESSAGES];
        let newest: Vec<MessageRecord> = self.db.list(sql, values).await?;
        let mut messages = Vec::new();
        let mut signs = 0;
        for row in newest {
            signs += row.body.chars().count();
            if signs > SHOWN_SIGNS && !messages.is_empty() {
                break;
            }
            messages.push(row.try_into()?);
        }
        messages.push(first);
        messages.reverse();
        let sql = "SELECT COUNT(*) FROM messages WHERE thread_id = $1";
        let all: Option<(i64,)> = self.db.find(sql, values![thread]).await?;
        let all = small(all.map_or(0, |(count,)| count))?;
        let shown = u32::try_from(messages.len()).unwrap_or(u32::MAX);
        Ok((messages, all.saturating_sub(shown)))
    }
}

/// How many messages of the account no answer followed yet.
async fn unanswered(tx: &mut Tx, account: &str) -> Result<i64, DbError> {
    let sql = "SELECT COUNT(*) FROM messages m JOIN threads t ON t.id = m.thread_id
               WHERE t.account_id = $1 AND t.queue > 0 AND m.ours = 0 AND m.id >
               COALESCE((SELECT MAX(a.id) FROM messages a WHERE a.thread_id = t.id AND a.ours = 1), '')";
    let found: Option<(i64,)> = tx.find(sql, values![account]).await?;
    Ok(found.map_or(0, |(count,)| count))
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
    let sql = "INSERT INTO messages
               (id, account_id, thread_id, name, email, company, employees, body, ours, created_at, plan)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";
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
