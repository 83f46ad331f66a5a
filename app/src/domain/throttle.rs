//! How often something may be asked for by one client (see the server's `web/client.rs`) or
//! for one address. To add one: a variant, a line in [`Limit::ALL`] and in each match.

use std::time::Duration;

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// Applications for the beta, by client.
    Application,
    /// Passwords tried, by the address that was typed, known or not.
    SignIn,
    /// Passwords tried, by client.
    SignInFrom,
    /// New accounts, by client.
    SignUp,
    /// Mails with a link or a code, by the address that was typed, known or not.
    MailTo,
    /// Mails with a link or a code, by client.
    MailAsked,
    /// Links and codes shown, by client.
    Redeem,
    /// Codes of second factors, by account.
    SecondFactor,
}

impl Limit {
    pub const ALL: &[Self] = &[
        Self::Application,
        Self::SignIn,
        Self::SignInFrom,
        Self::SignUp,
        Self::MailTo,
        Self::MailAsked,
        Self::Redeem,
        Self::SecondFactor,
    ];

    /// So many at once.
    pub fn burst(self) -> u32 {
        match self {
            Self::Application => 5,
            Self::SignIn => 10,
            Self::SignInFrom | Self::SignUp | Self::MailAsked | Self::Redeem => 30,
            Self::MailTo => 1,
            Self::SecondFactor => 15,
        }
    }

    /// And then one more each time this has passed.
    pub fn again_every(self) -> Duration {
        match self {
            Self::Application | Self::MailTo => Duration::from_secs(60),
            Self::SignIn => Duration::from_secs(30),
            // Thirty in five minutes.
            Self::SignInFrom | Self::SignUp | Self::MailAsked | Self::Redeem => {
                Duration::from_secs(10)
            }
            Self::SecondFactor => Duration::from_secs(4),
        }
    }
}
