//! Whose photos are on their way: one of an account at a time, and of all accounts together no
//! more bytes than a budget. Whoever waits for either has not been read from yet, so that what
//! waits takes no memory.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use axum::body::{Body, HttpBody};
use bytes::Bytes;
use evernear_app::{domain::id::AccountId, flows::add_photo::AddPhotoFailed};
use evernear_rules::rules::{MAX_PHOTO_BYTES, MAX_PHOTOS};
use http_body_util::BodyExt;
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::{Instant, timeout},
};

/// Bytes of photos that are in memory at once, all accounts together.
pub const BYTE_BUDGET: u32 = 36 << 20;
/// How long a photo waits for its account's turn, and for its bytes.
const PATIENCE: Duration = Duration::from_secs(20);
/// How long a sender may stay silent.
const SILENCE: Duration = Duration::from_secs(15);
/// While others wait, a sender has to send this much a second after some seconds.
const HASTE: Duration = Duration::from_secs(5);
const BYTES_A_SECOND: u64 = 100 << 10;
/// How long what is refused goes on being read and dropped, so that its sender, who may still be
/// sending, reads the answer.
const POLITENESS: Duration = Duration::from_secs(2);

/// See the module.
pub struct Uploads {
    accounts: Arc<Mutex<HashMap<AccountId, Account>>>,
    budget: Arc<Semaphore>,
    bytes: u32,
    patience: Duration,
}

struct Account {
    turn: Arc<Semaphore>,
    /// The one that is read and those that wait.
    here: u32,
}

/// An account's turn; the next of its photos comes when it is dropped.
pub struct Turn {
    _turn: OwnedSemaphorePermit,
    _place: Place,
}

struct Place {
    accounts: Arc<Mutex<HashMap<AccountId, Account>>>,
    account: AccountId,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut accounts = self.accounts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(account) = accounts.get_mut(&self.account) {
            account.here -= 1;
            if account.here == 0 {
                accounts.remove(&self.account);
            }
        }
    }
}

impl Default for Uploads {
    fn default() -> Self {
        Self::new(BYTE_BUDGET, PATIENCE)
    }
}

impl Uploads {
    /// With so many bytes for all, and so long for whoever waits.
    pub fn new(bytes: u32, patience: Duration) -> Self {
        Self {
            accounts: Arc::default(),
            budget: Arc::new(Semaphore::new(bytes as usize)),
            bytes,
            patience,
        }
    }

    /// The turn of one of an account's photos. As many as make a memory may be here at once.
    pub async fn turn(&self, account: AccountId) -> Result<Turn, AddPhotoFailed> {
        let (turn, place) = {
            let mut accounts = self.accounts.lock().unwrap_or_else(PoisonError::into_inner);
            let entry = accounts
                .entry(account)
                .or_insert_with(|| Account { turn: Arc::new(Semaphore::new(1)), here: 0 });
            if entry.here >= MAX_PHOTOS {
                return Err(AddPhotoFailed::OneAtATime);
            }
            entry.here += 1;
            let place = Place { accounts: self.accounts.clone(), account };
            (entry.turn.clone(), place)
        };
        match timeout(self.patience, turn.acquire_owned()).await {
            Ok(Ok(turn)) => Ok(Turn { _turn: turn, _place: place }),
            _ => Err(AddPhotoFailed::OneAtATime),
        }
    }

    /// Room for a photo of so many bytes; one that does not say takes as much as is allowed.
    pub async fn room(&self, length: Option<u64>) -> Result<OwnedSemaphorePermit, AddPhotoFailed> {
        let most = MAX_PHOTO_BYTES.into();
        let length = length.unwrap_or(most);
        if length > most {
            return Err(AddPhotoFailed::TooHeavy);
        }
        let length = u32::try_from(length).unwrap_or(u32::MAX).min(self.bytes);
        match timeout(self.patience, self.budget.clone().acquire_many_owned(length)).await {
            Ok(Ok(room)) => Ok(room),
            _ => Err(AddPhotoFailed::Busy),
        }
    }

    /// Whether no other photo of full size would find room.
    fn is_short(&self) -> bool {
        self.budget.available_permits() < MAX_PHOTO_BYTES as usize
    }

    /// A photo's bytes.
    pub async fn collect(&self, mut body: Body) -> Result<Vec<u8>, AddPhotoFailed> {
        let expected = usize::try_from(body.size_hint().lower()).unwrap_or(0);
        let mut bytes = Vec::with_capacity(expected.min(MAX_PHOTO_BYTES as usize));
        let began = Instant::now();
        while let Some(part) = next(&mut body, SILENCE).await? {
            if bytes.len() + part.len() > MAX_PHOTO_BYTES as usize {
                return Err(AddPhotoFailed::TooHeavy);
            }
            bytes.extend_from_slice(&part);
            let took = began.elapsed();
            if took > HASTE
                && self.is_short()
                && (bytes.len() as u64) < took.as_secs() * BYTES_A_SECOND
            {
                return Err(AddPhotoFailed::Busy);
            }
        }
        Ok(bytes)
    }
}

/// The next part of a body; nothing at its end.
async fn next(body: &mut Body, patience: Duration) -> Result<Option<Bytes>, AddPhotoFailed> {
    loop {
        match timeout(patience, body.frame()).await {
            Ok(None) => return Ok(None),
            Ok(Some(Ok(frame))) => {
                if let Ok(part) = frame.into_data() {
                    return Ok(Some(part));
                }
            }
            Ok(Some(Err(_))) | Err(_) => return Err(AddPhotoFailed::Incomplete),
        }
    }
}

/// Reads what nobody keeps, for a short while.
pub async fn discard(mut body: Body) {
    let all = async { while let Ok(Some(_)) = next(&mut body, POLITENESS).await {} };
    let _ = timeout(POLITENESS, all).await;
}

#[cfg(test)]
mod tests {
    use evernear_app::domain::id::AccountId;

    use super::*;
    use crate::adapters::system::SystemEntropy;

    fn account() -> AccountId {
        let mut parts = evernear_app::domain::id::IdEntropy::default();
        evernear_app::ports::Entropy::fill(&SystemEntropy, &mut parts);
        AccountId::new(evernear_app::domain::moment::Moment(0), &parts)
    }

    #[tokio::test]
    async fn one_photo_of_an_account_is_read_at_a_time_and_few_wait() {
        let uploads = Uploads::new(BYTE_BUDGET, Duration::from_millis(20));
        let (one, other) = (account(), account());
        let first = uploads.turn(one).await.expect("the first");
        let waited = tokio::join!(uploads.turn(one), uploads.turn(one), uploads.turn(one));
        for refused in [waited.0, waited.1, waited.2] {
            assert!(matches!(refused, Err(AddPhotoFailed::OneAtATime)));
        }
        uploads.turn(other).await.map(drop).expect("somebody else's");
        drop(first);
        uploads.turn(one).await.map(drop).expect("the next");
        assert!(uploads.accounts.lock().expect("whole").is_empty(), "nobody is remembered");
    }

    #[tokio::test]
    async fn beyond_the_budget_photos_are_told_to_come_again() {
        let uploads = Uploads::new(8 << 20, Duration::from_millis(20));
        let first = uploads.room(None).await.expect("there is room");
        assert!(matches!(uploads.room(Some(6 << 20)).await, Err(AddPhotoFailed::Busy)));
        uploads.room(Some(1 << 20)).await.map(drop).expect("a small one fits");
        drop(first);
        uploads.room(Some(6 << 20)).await.map(drop).expect("there is room again");
        let heavy = uploads.room(Some(7 << 20)).await;
        assert!(matches!(heavy, Err(AddPhotoFailed::TooHeavy)));
    }
}
