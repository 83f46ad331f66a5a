//! Messages to us.

use async_trait::async_trait;
use evernear_app::{
    domain::{contact::Message, mail::Mail, moment::Moment},
    ports::{ContactStore, StoreError},
};

use super::{
    Store,
    db::{DbError, Row},
    mails, parsed, small,
};
use crate::values;

#[async_trait]
impl ContactStore for Store {
    async fn keep_message(&self, message: &Message, mail: &Mail) -> Result<(), StoreError> {
        let mut tx = self.db.begin().await?;
        tx.execute(
            "INSERT INTO messages (id, account_id, thread_id, name, email, company, employees, body, ours, created_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
            values![
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
            ],
        )
        .await?;
        mails::queue(&mut tx, mail).await?;
        Ok(tx.commit().await?)
    }

    async fn messages(&self, skip: u32, take: u32) -> Result<Vec<Message>, StoreError> {
        let sql = "SELECT id, account_id, thread_id, name, email, company, employees, body, ours, created_at
                   FROM messages ORDER BY created_at DESC, id DESC LIMIT $1 OFFSET $2";
        let rows = self.db.rows(sql, values![take, skip]).await?;
        Ok(rows.iter().map(message).collect::<Result<_, _>>()?)
    }

    async fn count_messages(&self) -> Result<u32, StoreError> {
        let row = self.db.row("SELECT COUNT(*) FROM messages", Vec::new()).await?;
        Ok(row.map(|row| small(row.int(0)?)).transpose()?.unwrap_or(0))
    }
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
    })
}
