//! Creations: the row is the job. Money moves in the same transaction as the change it
//! pays for: the hold with the row, the capture with the finish, the release with every
//! other end. A worker writes only through its lease.

use std::time::Duration;

use async_trait::async_trait;
use evernear_app::{
    domain::{
        creation::{
            Brief, Creation, LargeImage, OUTAGE, OUTCOME_MAIL_AFTER, OwnWords, Prompt, RequestKey,
            ReviewError, State, Status, TAKEOVER,
        },
        credits::EntryKind,
        id::{AccountId, CreationId, MailId},
        mail::QueuedMail,
        timestamp::Timestamp,
    },
    ports::{
        BeginError, Begun, Claimed, CreationStore, Fetched, Finish, Lease, MemoryCounts,
        Neighbours, NewCreation, Release, StoreError,
    },
};
use evernear_rules::wire::{CreationKind, Mode, ReviewDecision};
use sqlx::FromRow;

use super::{costs::settle_costs, task_deletions};
use crate::{
    store::{
        Store,
        account::lock::lock_account,
        credits::ledger::{post, repay},
        db::{DbError, Dialects, Tx},
        draft::{
            drafts::{decode, encode},
            recordings::expire_recording_of,
        },
        mail::queue::enqueue_at,
        parsed,
        photo_request::endings::delete_of_creation,
        small,
    },
    values,
};

/// After this long an order that was sent, and whose answer was lost, is there or never will be.
const EXPECTED_WITHIN: Duration = Duration::from_secs(5 * 60);

/// A row of `creations`.
#[derive(FromRow)]
pub(super) struct CreationRecord {
    id: String,
    account_id: String,
    kind: String,
    mode: String,
    words: String,
    place: Option<String>,
    story: String,
    presentation: String,
    seed: i64,
    status: String,
    progress: i64,
    state: String,
    large_image: String,
    image_of: Option<String>,
    retake_of: Option<String>,
    retake: Option<String>,
    head_start: i64,
    attempt: i64,
    created_at: i64,
    reviewed_ms: i64,
    picture_fetched_at: Option<i64>,
    seen_at: Option<i64>,
    outcome_mail: Option<String>,
    title: Option<String>,
    note: Option<String>,
    progressed_at: i64,
    ended_at: Option<i64>,
}

impl TryFrom<CreationRecord> for Creation {
    type Error = DbError;

    fn try_from(row: CreationRecord) -> Result<Self, DbError> {
        let is_image = row.kind == kind_name(CreationKind::Image);
        let is_friend = row.mode == mode_name(Mode::Friend);
        let creation = |id: Option<String>| id.map(|id| parsed(&id, "a creation id")).transpose();
        Ok(Self {
            id: parsed(&row.id, "a creation id")?,
            owner: parsed(&row.account_id, "an account id")?,
            brief: Brief {
                kind: if is_image { CreationKind::Image } else { CreationKind::Video },
                mode: if is_friend { Mode::Friend } else { Mode::Couple },
                prompt: Prompt::new(row.words, row.place.as_deref()),
                story: decode(&row.story)?,
                presentation: decode(&row.presentation)?,
                seed: row.seed.cast_unsigned(),
            },
            status: Status::from_name(&row.status)
                .ok_or_else(|| DbError::Row(format!("unknown status {}", row.status)))?,
            progress: small(row.progress)?,
            state: decode(&row.state)?,
            large_image: LargeImage::from_name(&row.large_image)
                .ok_or_else(|| DbError::Row(format!("unknown large image {}", row.large_image)))?,
            image_of: creation(row.image_of)?,
            retake_of: creation(row.retake_of)?,
            retaken: row.retake.is_some(),
            since: Timestamp(row.created_at - row.head_start),
            created_at: Timestamp(row.created_at),
            picture_fetched: row.picture_fetched_at.is_some(),
            seen: row.seen_at.is_some(),
            outcome_mail: row.outcome_mail.map(|id| parsed(&id, "a mail's id")).transpose()?,
            own_words: OwnWords::stored(row.title, row.note),
            reviewed_for: Duration::from_millis(row.reviewed_ms.unsigned_abs()),
            progressed_at: Timestamp(row.progressed_at),
            ended_at: row.ended_at.map(Timestamp),
        })
    }
}

#[async_trait]
impl CreationStore for Store {
    async fn begin(&self, new: NewCreation) -> Result<Begun, BeginError> {
        self.start(new).await.map_err(|error| BeginError::Store(error.into()))?
    }

    async fn find(&self, id: CreationId) -> Result<Option<Creation>, StoreError> {
        let sql = "SELECT * FROM creations WHERE id = $1";
        let found: Option<CreationRecord> = self.db.find(sql, values![id.to_string()]).await?;
        Ok(found.map(Creation::try_from).transpose()?)
    }

    async fn get(&self, owner: AccountId, id: CreationId) -> Result<Option<Creation>, StoreError> {
        let sql = "SELECT * FROM creations WHERE id = $1 AND account_id = $2";
        let values = values![id.to_string(), owner.to_string()];
        let found: Option<CreationRecord> = self.db.find(sql, values).await?;
        Ok(found.map(Creation::try_from).transpose()?)
    }

    async fn list(&self, owner: AccountId, limit: u32) -> Result<Vec<Creation>, StoreError> {
        let sql =
            "SELECT * FROM creations WHERE account_id = $1 AND status IN ('running', 'finished')
                   ORDER BY created_at DESC LIMIT $2";
        let found: Vec<CreationRecord> =
            self.db.list(sql, values![owner.to_string(), limit]).await?;
        Ok(found.into_iter().map(Creation::try_from).collect::<Result<_, _>>()?)
    }

    async fn neighbours(
        &self,
        owner: AccountId,
        creation: &Creation,
    ) -> Result<Neighbours, StoreError> {
        let ended_at = creation.ended_at.unwrap_or(creation.created_at);
        let of = values![owner.to_string(), ended_at, creation.id.to_string()];
        let sql = "SELECT id FROM creations
                   WHERE account_id = $1 AND status = 'finished' AND (ended_at, id) < ($2, $3)
                   ORDER BY ended_at DESC, id DESC LIMIT 1";
        let earlier: Option<(String,)> = self.db.find(sql, of.clone()).await?;
        let sql = "SELECT id FROM creations
                   WHERE account_id = $1 AND status = 'finished' AND (ended_at, id) > ($2, $3)
                   ORDER BY ended_at, id LIMIT 1";
        let later: Option<(String,)> = self.db.find(sql, of).await?;
        let id =
            |found: Option<(String,)>| found.map(|(id,)| parsed(&id, "a creation id")).transpose();
        Ok(Neighbours { earlier: id(earlier)?, later: id(later)? })
    }

    async fn counts(&self, owner: AccountId) -> Result<MemoryCounts, StoreError> {
        // A finished memory is captured once, in the transaction that finishes it, and the
        // ledger keeps that entry when the memory is deleted.
        let sql = "SELECT people_reached,
                   (SELECT COUNT(*) FROM ledger WHERE account_id = $1 AND kind = 'capture')
                   FROM profiles WHERE id = $1";
        let found: Option<(i64, i64)> = self.db.find(sql, values![owner.to_string()]).await?;
        let (people_reached, finished) = found.unwrap_or_default();
        Ok(MemoryCounts { finished: small(finished)?, people_reached: small(people_reached)? })
    }

    async fn claim(
        &self,
        worker: &str,
        now: Timestamp,
        lease_until: Timestamp,
    ) -> Result<Option<Claimed>, StoreError> {
        macro_rules! claim {
            ($lock:literal) => {
                concat!(
                    "UPDATE creations SET lease_owner = $1, lease_until = $3, attempt = attempt + 1,
                     progressed_at = CASE WHEN next_at <= $4 AND lease_until <= $4 THEN $2 ELSE progressed_at END
                     WHERE id = (SELECT id FROM creations WHERE status = 'running' AND next_at <= $2
                     AND lease_until <= $2 AND (lease_owner IS NULL OR lease_owner = $1 OR next_at <= $5)
                     ORDER BY next_at - head_start LIMIT 1 ",
                    $lock,
                    ") RETURNING *"
                )
            };
        }
        let dialects = Dialects { sqlite: claim!(""), postgres: claim!("FOR UPDATE SKIP LOCKED") };
        let sql = self.db.dialect(dialects);
        let values = values![worker, now, lease_until, now.before(OUTAGE), now.before(TAKEOVER)];
        claimed_by(worker, self.db.write_returning(sql, values).await?)
    }

    async fn save(
        &self,
        creation: &Creation,
        lease: &Lease,
        next: Timestamp,
    ) -> Result<bool, StoreError> {
        // Its owner stays, and looks at it next. What was claimed without one is stale.
        let sql = "UPDATE creations SET progress = $4, state = $5, image_of = $6, progressed_at = $7, next_at = $8,
                   lease_until = 0
                   WHERE id = $1 AND lease_owner = $2 AND attempt = $3 AND lease_until > 0 AND status = 'running'";
        let values = values![
            creation.id.to_string(),
            lease.worker.as_str(),
            lease.attempt,
            creation.progress,
            encode(&creation.state)?,
            creation.image_of.map(|id| id.to_string()),
            creation.progressed_at,
            next,
        ];
        Ok(self.db.execute(sql, values).await? == 1)
    }

    async fn finish(
        &self,
        creation: &Creation,
        lease: &Lease,
        finish: &Finish,
    ) -> Result<bool, StoreError> {
        let Finish { capture, search_text, mail, at, photos_until } = finish;
        let (at, photos_until) = (*at, *photos_until);
        let id = creation.id.to_string();
        let owner = creation.owner.to_string();
        let mut tx = self.db.begin().await?;
        lock_account(&mut tx, &owner).await?;
        if !end(&mut tx, creation, lease, Status::Finished, at).await? {
            return Ok(false);
        }
        let sql = "UPDATE creations SET search_text = $2 WHERE id = $1";
        tx.execute(sql, values![id.as_str(), search_text.as_str()]).await?;
        held(&mut tx, &owner, &id).await?;
        post(&mut tx, *capture, &owner, EntryKind::Capture, 0, &id, at).await?;
        tx.execute(
            "INSERT INTO prompt_history (id, user_id, prompt, created_at) VALUES ($1, $2, $3, $4)",
            values![id.as_str(), owner, creation.brief.prompt.joined(), at],
        )
        .await?;
        expire_photos(&mut tx, creation.id, photos_until).await?;
        settle_costs(&mut tx, &id).await?;
        queue_outcome(&mut tx, creation.id, mail.as_ref(), at).await?;
        tx.commit().await?;
        Ok(true)
    }

    async fn claim_large_image(
        &self,
        worker: &str,
        now: Timestamp,
        lease_until: Timestamp,
    ) -> Result<Option<Claimed>, StoreError> {
        macro_rules! claim {
            ($lock:literal) => {
                concat!(
                    "UPDATE creations SET lease_owner = $1, lease_until = $3, attempt = attempt + 1
                     WHERE id = (SELECT id FROM creations WHERE large_image = 'pending' AND next_at <= $2
                     AND lease_until <= $2 AND (lease_owner IS NULL OR lease_owner = $1 OR next_at <= $4)
                     ORDER BY next_at LIMIT 1 ",
                    $lock,
                    ") RETURNING *"
                )
            };
        }
        let dialects = Dialects { sqlite: claim!(""), postgres: claim!("FOR UPDATE SKIP LOCKED") };
        let sql = self.db.dialect(dialects);
        let values = values![worker, now, lease_until, now.before(TAKEOVER)];
        claimed_by(worker, self.db.write_returning(sql, values).await?)
    }

    async fn save_large_image(
        &self,
        creation: &Creation,
        lease: &Lease,
        next: Timestamp,
    ) -> Result<bool, StoreError> {
        let mut tx = self.db.begin().await?;
        let sql = "UPDATE creations SET large_image = $4, state = $5, next_at = $6, lease_until = 0
                   WHERE id = $1 AND lease_owner = $2 AND attempt = $3 AND lease_until > 0
                   AND large_image = 'pending'";
        let values = values![
            creation.id.to_string(),
            lease.worker.as_str(),
            lease.attempt,
            creation.large_image.as_str(),
            encode(&creation.state)?,
            next,
        ];
        if tx.execute(sql, values).await? == 0 {
            return Ok(false);
        }
        if creation.large_image != LargeImage::Pending {
            expire_photos(&mut tx, creation.id, next).await?;
        }
        tx.commit().await?;
        Ok(true)
    }

    async fn fail(
        &self,
        creation: &Creation,
        lease: &Lease,
        release: Release,
        mail: Option<&QueuedMail>,
        at: Timestamp,
        photos_until: Timestamp,
    ) -> Result<bool, StoreError> {
        let mut tx = self.db.begin().await?;
        lock_account(&mut tx, &creation.owner.to_string()).await?;
        if !end(&mut tx, creation, lease, Status::Failed, at).await? {
            return Ok(false);
        }
        give_back(&mut tx, creation.owner, creation.id, release, at).await?;
        expire_photos(&mut tx, creation.id, photos_until).await?;
        queue_outcome(&mut tx, creation.id, mail, at).await?;
        tx.commit().await?;
        Ok(true)
    }

    async fn cancel(
        &self,
        owner: AccountId,
        id: CreationId,
        fetched: Fetched,
        release: Release,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        let mut tx = self.db.begin().await?;
        lock_account(&mut tx, &owner.to_string()).await?;
        let sql = "UPDATE creations SET status = 'cancelled', ended_at = $3, lease_owner = NULL, lease_until = 0
                   WHERE id = $1 AND account_id = $2 AND status = 'running'
                   AND ($4 = 1 OR picture_fetched_at IS NULL) RETURNING state";
        let all = i64::from(fetched == Fetched::GoesToo);
        let cancelled: Option<(String,)> =
            tx.find(sql, values![id.to_string(), owner.to_string(), at, all]).await?;
        let Some((state,)) = cancelled else { return Ok(false) };
        let state: State = decode(&state)?;
        for task in state.task.iter().chain(&state.task_to_delete) {
            task_deletions::add(&mut tx, task, at).await?;
        }
        if let Some(task) = &state.expected_task {
            task_deletions::add(&mut tx, task, at.after(EXPECTED_WITHIN)).await?;
        }
        let sql = "UPDATE provider_costs SET cancelled = 1 WHERE creation_id = $1";
        tx.execute(sql, values![id.to_string()]).await?;
        give_back(&mut tx, owner, id, release, at).await?;
        expire_photos(&mut tx, id, at).await?;
        tx.commit().await?;
        Ok(true)
    }

    async fn decide(
        &self,
        owner: AccountId,
        id: CreationId,
        decision: ReviewDecision,
        request: Option<&RequestKey>,
        at: Timestamp,
    ) -> Result<Option<Result<(), ReviewError>>, StoreError> {
        Ok(self.take_decision(owner, id, decision, request, at).await?)
    }

    async fn of_request(
        &self,
        owner: AccountId,
        request_key: &str,
    ) -> Result<Option<Creation>, StoreError> {
        let sql = "SELECT * FROM creations
                   WHERE account_id = $1 AND (request_key = $2 OR film_request_key = $2) LIMIT 1";
        let values = values![owner.to_string(), request_key];
        let found: Option<CreationRecord> = self.db.find(sql, values).await?;
        Ok(found.map(Creation::try_from).transpose()?)
    }

    async fn note_seen(
        &self,
        owner: AccountId,
        id: CreationId,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let sql = "UPDATE creations SET seen_at = $3
                   WHERE id = $1 AND account_id = $2 AND status = 'finished' AND seen_at IS NULL";
        self.db.execute(sql, values![id.to_string(), owner.to_string(), at]).await?;
        Ok(())
    }

    async fn withdraw_outcome_mail(
        &self,
        owner: AccountId,
        id: CreationId,
        mail: MailId,
    ) -> Result<(), StoreError> {
        let mut tx = self.db.begin().await?;
        let sql = "UPDATE creations SET outcome_mail = NULL
                   WHERE id = $1 AND account_id = $2 AND outcome_mail = $3";
        let values = values![id.to_string(), owner.to_string(), mail.to_string()];
        if tx.execute(sql, values).await? == 1 {
            // One that is being sent is not stopped.
            let sql = "DELETE FROM mails WHERE id = $1 AND lease_owner IS NULL";
            tx.execute(sql, values![mail.to_string()]).await?;
        }
        tx.commit().await?;
        Ok(())
    }

    async fn note_fetched(&self, id: CreationId, at: Timestamp) -> Result<(), StoreError> {
        let sql = "UPDATE creations SET picture_fetched_at = $2
                   WHERE id = $1 AND picture_fetched_at IS NULL";
        self.db.execute(sql, values![id.to_string(), at]).await?;
        Ok(())
    }

    async fn renew_lease(
        &self,
        creation: CreationId,
        lease: &Lease,
        until: Timestamp,
    ) -> Result<bool, StoreError> {
        let sql = "UPDATE creations SET lease_until = $4
                   WHERE id = $1 AND lease_owner = $2 AND attempt = $3 AND lease_until > 0 AND status = 'running'";
        let values = values![creation.to_string(), lease.worker.as_str(), lease.attempt, until];
        Ok(self.db.execute(sql, values).await? > 0)
    }

    async fn release_leases(&self, worker: &str, at: Timestamp) -> Result<u64, StoreError> {
        let sql = "UPDATE creations SET lease_owner = NULL, lease_until = 0,
                   next_at = CASE WHEN lease_until > 0 OR next_at > $3 THEN $2 ELSE next_at END
                   WHERE lease_owner = $1 AND (status = 'running' OR large_image = 'pending')";
        // Nothing is put off for so long, unless the clock was ahead.
        Ok(self.db.execute(sql, values![worker, at, at.after(OUTAGE)]).await?)
    }

    async fn durations(&self, kind: CreationKind, limit: u32) -> Result<Vec<u32>, StoreError> {
        let sql = "SELECT (ended_at - created_at - reviewed_ms) / 1000 FROM creations WHERE kind = $1 AND status = 'finished'
                   ORDER BY ended_at DESC LIMIT $2";
        let found: Vec<(i64,)> = self.db.list(sql, values![kind_name(kind), limit]).await?;
        Ok(found.into_iter().map(|(seconds,)| small(seconds)).collect::<Result<_, _>>()?)
    }

    async fn delete(&self, owner: AccountId, id: CreationId) -> Result<bool, StoreError> {
        let id = id.to_string();
        let owner = owner.to_string();
        let mut tx = self.db.begin().await?;
        lock_account(&mut tx, &owner).await?;
        delete_of_creation(&mut tx, &owner, &id).await?;
        let sql = "UPDATE photos SET creation_id = NULL WHERE creation_id = $1 AND account_id = $2";
        tx.execute(sql, values![id.as_str(), owner.as_str()]).await?;
        let sql =
            "UPDATE recordings SET creation_id = NULL WHERE creation_id = $1 AND account_id = $2";
        tx.execute(sql, values![id.as_str(), owner.as_str()]).await?;
        let sql = "UPDATE drafts SET creation_id = NULL WHERE account_id = $2 AND creation_id = $1";
        tx.execute(sql, values![id.as_str(), owner.as_str()]).await?;
        let sql = "DELETE FROM prompt_history WHERE id = $1 AND user_id = $2";
        tx.execute(sql, values![id.as_str(), owner.as_str()]).await?;
        let sql = "DELETE FROM memory_dates WHERE creation_id = $1 AND account_id = $2";
        tx.execute(sql, values![id.as_str(), owner.as_str()]).await?;
        let sql = "DELETE FROM mails WHERE lease_owner IS NULL
                   AND id = (SELECT outcome_mail FROM creations WHERE id = $1 AND account_id = $2)";
        tx.execute(sql, values![id.as_str(), owner.as_str()]).await?;
        let sql = "DELETE FROM creations WHERE id = $1 AND account_id = $2 AND status <> 'running'";
        if tx.execute(sql, values![id, owner]).await? == 0 {
            return Ok(false);
        }
        tx.commit().await?;
        Ok(true)
    }
}

/// What a statement that claims gave back.
fn claimed_by(worker: &str, rows: Vec<CreationRecord>) -> Result<Option<Claimed>, StoreError> {
    let Some(row) = rows.into_iter().next() else { return Ok(None) };
    let lease = Lease { worker: worker.to_owned(), attempt: row.attempt };
    Ok(Some(Claimed { creation: row.try_into()?, lease }))
}

/// Ends a creation through its lease; no when the lease is stale.
async fn end(
    tx: &mut Tx,
    creation: &Creation,
    lease: &Lease,
    status: Status,
    at: Timestamp,
) -> Result<bool, DbError> {
    let sql = "UPDATE creations SET status = $4, progress = $5, state = $6, ended_at = $7, large_image = $8,
               kind = $9, reviewed_ms = $10,
               next_at = $7, lease_owner = NULL, lease_until = 0 WHERE id = $1 AND lease_owner = $2 AND attempt = $3 AND lease_until > 0
               AND status = 'running'";
    let values = values![
        creation.id.to_string(),
        lease.worker.as_str(),
        lease.attempt,
        status.as_str(),
        creation.progress,
        encode(&creation.state)?,
        at,
        creation.large_image.as_str(),
        kind_name(creation.brief.kind),
        i64::try_from(creation.reviewed_for.as_millis()).unwrap_or_default(),
    ];
    Ok(tx.execute(sql, values).await? == 1)
}

/// Releases the hold of a creation; its absence would be a fault.
async fn give_back(
    tx: &mut Tx,
    owner: AccountId,
    id: CreationId,
    release: Release,
    at: Timestamp,
) -> Result<(), DbError> {
    let (owner, id) = (owner.to_string(), id.to_string());
    let amount = held(tx, &owner, &id).await?;
    post(tx, release.entry, &owner, EntryKind::Release, -amount, &id, at).await?;
    settle_costs(tx, &id).await?;
    if !give_retake_back(tx, &owner, &id, release, at).await? {
        // A revocation takes what is not held; what comes back from a hold pays the rest of it.
        repay(tx, release.repay, &owner, -amount, &id, at).await?;
    }
    Ok(())
}

/// Where a creation was a free retake: the credits that were given for it go again, and the
/// memory may be made once more. No where it was none.
async fn give_retake_back(
    tx: &mut Tx,
    owner: &str,
    id: &str,
    release: Release,
    at: Timestamp,
) -> Result<bool, DbError> {
    let sql =
        "SELECT amount FROM ledger WHERE kind = 'retake' AND reference = $1 AND account_id = $2";
    let given: Option<(i64,)> = tx.find(sql, values![id, owner]).await?;
    let Some((given,)) = given else { return Ok(false) };
    post(tx, release.retake_entry, owner, EntryKind::RetakeBack, -given, id, at).await?;
    let sql = "UPDATE creations SET retake = NULL WHERE retake = $1 AND account_id = $2";
    tx.execute(sql, values![id, owner]).await?;
    Ok(true)
}

/// The hold of a creation, as the ledger has it; its absence would be a fault.
async fn held(tx: &mut Tx, owner: &str, id: &str) -> Result<i64, DbError> {
    let sql =
        "SELECT amount FROM ledger WHERE kind = 'hold' AND reference = $1 AND account_id = $2";
    let held: Option<(i64,)> = tx.find(sql, values![id, owner]).await?;
    let (amount,) = held.ok_or_else(|| DbError::Row("a creation has no hold".to_owned()))?;
    Ok(amount)
}

/// Lets the mail about a creation's end wait for somebody to look at it.
async fn queue_outcome(
    tx: &mut Tx,
    id: CreationId,
    mail: Option<&QueuedMail>,
    at: Timestamp,
) -> Result<(), DbError> {
    let Some(mail) = mail else { return Ok(()) };
    enqueue_at(tx, mail, at.after(OUTCOME_MAIL_AFTER)).await?;
    let sql = "UPDATE creations SET outcome_mail = $2 WHERE id = $1";
    tx.execute(sql, values![id.to_string(), mail.id.to_string()]).await?;
    Ok(())
}

/// The recording goes with the photos.
async fn expire_photos(tx: &mut Tx, id: CreationId, at: Timestamp) -> Result<(), DbError> {
    let id = id.to_string();
    let sql = "UPDATE photos SET expires_at = $2 WHERE creation_id = $1";
    tx.execute(sql, values![id.as_str(), at]).await?;
    expire_recording_of(tx, &id, at).await
}

pub(super) fn kind_name(kind: CreationKind) -> &'static str {
    match kind {
        CreationKind::Image => "image",
        CreationKind::Video => "video",
    }
}

pub(super) fn mode_name(mode: Mode) -> &'static str {
    match mode {
        Mode::Couple => "couple",
        Mode::Friend => "friend",
    }
}
