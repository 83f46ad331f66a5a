//! Identifiers: UUIDs (version 7, so that they sort by age), each noun with its own type
//! so that one cannot be passed for another. Made from a clock and entropy that are
//! passed in. To add one: a line in the list below.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::timestamp::Timestamp;

/// Ten random bytes: what a version 7 UUID needs beside its time.
pub type IdEntropy = [u8; 10];

macro_rules! ids {
    ($($(#[$meta:meta])* $name:ident)+) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(Uuid);

        impl $name {
            /// A new one, made at `now`.
            pub fn new(now: Timestamp, entropy: &IdEntropy) -> Self {
                let millis = u64::try_from(now.0).unwrap_or(0);
                Self(uuid::Builder::from_unix_timestamp_millis(millis, entropy).into_uuid())
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl FromStr for $name {
            type Err = uuid::Error;
            fn from_str(text: &str) -> Result<Self, Self::Err> {
                Uuid::parse_str(text).map(Self)
            }
        }
    )+};
}

ids! {
    /// A person's account; also the key of their profile.
    AccountId
    /// A signed-in browser.
    SessionId
    /// One uploaded photo.
    PhotoId
    /// One uploaded recording.
    RecordingId
    /// Photos that a phone handed on together.
    IncomingId
    /// One creation: the work, and the memory it becomes.
    CreationId
    /// A draft conversation; also makes 'Create My Memory' idempotent.
    DraftKey
    /// One entry of the credit ledger.
    EntryId
    /// A sign-in of a client program that is under way.
    FlowId
    /// One application for the beta.
    WaitlistId
    /// One mail on its way.
    MailId
    /// One code or link that was sent.
    OneTimeId
    /// One way to sign in: the password's, or a provider's.
    IdentityId
    /// One second factor.
    FactorId
    /// One question for a second factor's code.
    ChallengeId
    /// One line of an account's security history.
    EventId
    /// One payment.
    PaymentId
    /// One subscription.
    SubscriptionId
    /// One question for a standing order.
    RequestId
    /// One message to us, or from us.
    MessageId
    /// One link to a memory.
    ShareId
    /// One request for a photo.
    PhotoRequestId
    /// One report of a shared memory.
    ReportId
    /// One unlocked admin browser.
    AdminSessionId
    /// One line of the administrator's log.
    AuditId
}

impl SessionId {
    /// As bytes: what refresh tokens carry.
    pub fn bytes(self) -> [u8; 16] {
        *self.0.as_bytes()
    }
}

impl CreationId {
    /// A number that is the same for the same creation: the seed of its pictures.
    pub fn seed(self) -> u64 {
        let (high, low) = self.0.as_u64_pair();
        high ^ low
    }
}
