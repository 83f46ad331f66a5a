//! Codes and links that are sent by mail and used once. What was sent is known here only in
//! clear for a moment ([`Sent`]); what is stored are keyed digests.

use std::time::Duration;

use super::{api_session::Metadata, flow_state::CodeChallenge};
use crate::domain::{
    account::Email,
    id::{AccountId, OneTimeId},
    timestamp::Timestamp,
};

/// How long ours live.
pub const LIFETIME: Duration = Duration::from_secs(10 * 60);
/// How often a code may be typed wrongly.
pub const TRIES: u32 = 5;

/// What a token is for. An account may have several live ones of a kind: a new mail does not
/// end the links of older ones, but the first that is used ends all. A magic link and a
/// recovery are one kind, as in `GoTrue`: both let the holder of the mailbox in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenKind {
    Confirmation,
    Recovery,
    EmailChangeNew,
    EmailChangeCurrent,
    Reauthentication,
}

impl TokenKind {
    const ALL: [Self; 5] = [
        Self::Confirmation,
        Self::Recovery,
        Self::EmailChangeNew,
        Self::EmailChangeCurrent,
        Self::Reauthentication,
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Confirmation => "confirmation_token",
            Self::Recovery => "recovery_token",
            Self::EmailChangeNew => "email_change_token_new",
            Self::EmailChangeCurrent => "email_change_token_current",
            Self::Reauthentication => "reauthentication_token",
        }
    }

    pub fn from_stored(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }

    pub fn is_email_change(self) -> bool {
        matches!(self, Self::EmailChangeNew | Self::EmailChangeCurrent)
    }

    /// Which side of an e-mail change agrees by it. Sides that have still to agree are kept as
    /// their sum, so that one side can never stand for the other.
    pub fn side(self) -> u32 {
        match self {
            Self::EmailChangeNew => 1,
            Self::EmailChangeCurrent => 2,
            Self::Confirmation | Self::Recovery | Self::Reauthentication => 0,
        }
    }
}

/// A token as stored.
#[derive(Clone, Debug)]
pub struct OneTime {
    pub id: OneTimeId,
    pub account: AccountId,
    pub kind: TokenKind,
    /// Keyed digest of what the link carries.
    pub link: String,
    /// Keyed digest of the code.
    pub code: String,
    pub sent_to: Email,
    /// What the client program that asked knows of somebody new, for the first proof.
    pub metadata: Option<Metadata>,
    /// Of the client program that asked by code: whoever opens the link gets a code, which only
    /// this program can exchange.
    pub challenge: Option<CodeChallenge>,
    pub tries_left: u32,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
}

/// What goes out and is never stored.
#[derive(Clone, Debug)]
pub struct Sent {
    /// What the link carries: random hex digits ([`Form::link_digits`]), for a client program
    /// that asked by code with `pkce_` before them.
    pub link: String,
    /// Six digits.
    pub code: String,
}

/// In which form a token goes out, and for how long.
#[derive(Clone, Copy, Debug)]
pub enum Form {
    /// Our own mails: a random link, ten minutes.
    Ours,
    /// Mails asked for through the token API; the operator says how long they last.
    GoTrue { pkce: bool, lifetime: Duration },
}

impl Form {
    pub fn lifetime(self) -> Duration {
        match self {
            Self::Ours => LIFETIME,
            Self::GoTrue { lifetime, .. } => lifetime,
        }
    }

    /// How many hex digits its link has. The token API's has as many as a SHA-224, which
    /// `GoTrue` makes of address and code; clients hand it on and never compute it, and of
    /// six digits it could be guessed.
    pub fn link_digits(self) -> usize {
        match self {
            Self::Ours => 64,
            Self::GoTrue { .. } => 56,
        }
    }
}
