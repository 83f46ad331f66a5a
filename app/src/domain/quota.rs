//! How much of something guarded a subject has for a while, counted in the database: unlike
//! the rates of [`super::rate_limit`], these hold across restarts, clients and servers. To add
//! one: a variant, and a line in each match.

use std::time::Duration;

const HOUR: Duration = Duration::from_secs(3600);
const DAY: Duration = Duration::from_secs(24 * 3600);
/// Nothing is counted for longer.
pub const LONGEST_WINDOW: Duration = DAY;

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quota {
    /// Six-digit codes of an account's second factors.
    FactorCodes,
    /// Six-digit codes of mails, by the address they were sent to, known or not, over all
    /// codes.
    MailCodes,
    /// The same, shown by somebody who is signed in, by account.
    OwnMailCodes,
    /// Mails to a mailbox that strangers can ask for.
    Mails,
    /// Password resets to a mailbox that has had all its mails.
    Resets,
}

impl Quota {
    /// As stored.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::FactorCodes => "factor_codes",
            Self::MailCodes => "mail_codes",
            Self::OwnMailCodes => "own_mail_codes",
            Self::Mails => "mails",
            Self::Resets => "resets",
        }
    }

    /// So many in a window.
    pub fn most(self) -> u32 {
        match self {
            Self::FactorCodes | Self::MailCodes | Self::OwnMailCodes | Self::Mails => 20,
            Self::Resets => 1,
        }
    }

    /// A window begins with the first one that is taken.
    pub fn window(self) -> Duration {
        match self {
            Self::Resets => HOUR,
            _ => DAY,
        }
    }

    /// From which one on a pause follows each, and how long the first pause is. Each further
    /// one is twice as long, up to 64 times the first.
    pub fn pauses(self) -> Option<(u32, Duration)> {
        match self {
            Self::FactorCodes => Some((5, Duration::from_secs(30))),
            // A code that was sent has five tries of its own.
            Self::MailCodes | Self::OwnMailCodes => Some((10, Duration::from_secs(30))),
            Self::Mails | Self::Resets => None,
        }
    }
}
