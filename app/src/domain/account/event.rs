//! What happened to an account's safety, written down for its owner.

use std::time::Duration;

use crate::domain::{
    id::{AccountId, EventId},
    timestamp::Timestamp,
};

/// How long a line is kept; the privacy page says so.
pub const HISTORY_KEPT: Duration = Duration::from_secs(365 * 24 * 3600);

/// Where a request came from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The address behind the trusted proxy; empty when unknown.
    pub ip: String,
    pub user_agent: String,
}

impl Origin {
    /// Cuts what a browser says about itself to a length worth keeping.
    pub fn new(ip: impl Into<String>, user_agent: &str) -> Self {
        let user_agent = user_agent.chars().filter(|one| !one.is_control()).take(200).collect();
        Self { ip: ip.into(), user_agent }
    }

    /// The browser and system in words a person knows.
    pub fn device(&self) -> String {
        let agent = self.user_agent.as_str();
        let named = |pairs: &[(&str, &'static str)]| {
            pairs.iter().find(|(sign, _)| agent.contains(sign)).map(|(_, name)| *name)
        };
        let browser = named(&[
            ("Edg", "Edge"),
            ("OPR/", "Opera"),
            ("SamsungBrowser", "Samsung Internet"),
            ("Firefox/", "Firefox"),
            ("Chrom", "Chrome"),
            ("CriOS", "Chrome"),
            ("Safari/", "Safari"),
        ]);
        let system = named(&[
            ("iPhone", "iPhone"),
            ("iPad", "iPad"),
            ("Android", "Android"),
            ("Windows", "Windows"),
            ("Mac OS", "Mac"),
            ("CrOS", "Chromebook"),
            ("Linux", "Linux"),
        ]);
        match (browser, system) {
            (Some(browser), Some(system)) => format!("{browser} on {system}"),
            (Some(name), None) | (None, Some(name)) => name.to_owned(),
            (None, None) => "A program".to_owned(),
        }
    }
}

/// What happened. To add one: a line in each of the two matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    SignedUp,
    SignedIn,
    SignInRefused,
    SecondFactorPassed,
    SecondFactorRefused,
    /// All codes of a day were wrong.
    FactorGuessed,
    /// The same of codes in mails.
    CodesGuessed,
    SignedOut,
    OthersSignedOut,
    EmailConfirmed,
    RecoveryAsked,
    LinkAsked,
    PasswordChanged,
    EmailChangeAsked,
    EmailChanged,
    Reauthenticated,
    FactorAdded,
    FactorRemoved,
    RecoveryCodesMade,
    RecoveryCodeUsed,
    IdentityLinked,
    IdentityRemoved,
    Exported,
    /// A refresh token came that had been used long before.
    FamilyRevoked,
    AdminSetPassword,
    AdminSetEmail,
    Banned,
    BanLifted,
}

impl EventKind {
    const ALL: [Self; 28] = [
        Self::SignedUp,
        Self::SignedIn,
        Self::SignInRefused,
        Self::SecondFactorPassed,
        Self::SecondFactorRefused,
        Self::FactorGuessed,
        Self::CodesGuessed,
        Self::SignedOut,
        Self::OthersSignedOut,
        Self::EmailConfirmed,
        Self::RecoveryAsked,
        Self::LinkAsked,
        Self::PasswordChanged,
        Self::EmailChangeAsked,
        Self::EmailChanged,
        Self::Reauthenticated,
        Self::FactorAdded,
        Self::FactorRemoved,
        Self::RecoveryCodesMade,
        Self::RecoveryCodeUsed,
        Self::IdentityLinked,
        Self::IdentityRemoved,
        Self::Exported,
        Self::FamilyRevoked,
        Self::AdminSetPassword,
        Self::AdminSetEmail,
        Self::Banned,
        Self::BanLifted,
    ];

    /// As stored.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::SignedUp => "signed_up",
            Self::SignedIn => "signed_in",
            Self::SignInRefused => "sign_in_refused",
            Self::SecondFactorPassed => "second_factor_passed",
            Self::SecondFactorRefused => "second_factor_refused",
            Self::FactorGuessed => "factor_guessed",
            Self::CodesGuessed => "codes_guessed",
            Self::SignedOut => "signed_out",
            Self::OthersSignedOut => "others_signed_out",
            Self::EmailConfirmed => "email_confirmed",
            Self::RecoveryAsked => "recovery_asked",
            Self::LinkAsked => "link_asked",
            Self::PasswordChanged => "password_changed",
            Self::EmailChangeAsked => "email_change_asked",
            Self::EmailChanged => "email_changed",
            Self::Reauthenticated => "reauthenticated",
            Self::FactorAdded => "factor_added",
            Self::FactorRemoved => "factor_removed",
            Self::RecoveryCodesMade => "recovery_codes_made",
            Self::RecoveryCodeUsed => "recovery_code_used",
            Self::IdentityLinked => "identity_linked",
            Self::IdentityRemoved => "identity_removed",
            Self::Exported => "exported",
            Self::FamilyRevoked => "family_revoked",
            Self::AdminSetPassword => "admin_set_password",
            Self::AdminSetEmail => "admin_set_email",
            Self::Banned => "banned",
            Self::BanLifted => "ban_lifted",
        }
    }

    /// As its owner reads it.
    pub fn words(self) -> &'static str {
        match self {
            Self::SignedUp => "Account made",
            Self::SignedIn => "Signed in",
            Self::SignInRefused => "Wrong password",
            Self::SecondFactorPassed => "Second factor given",
            Self::SecondFactorRefused => "Wrong second factor",
            Self::FactorGuessed => "Too many wrong second factors: paused until tomorrow",
            Self::CodesGuessed => "Too many wrong codes of mails: paused until tomorrow",
            Self::SignedOut => "Signed out",
            Self::OthersSignedOut => "Signed out elsewhere",
            Self::EmailConfirmed => "E-mail confirmed",
            Self::RecoveryAsked => "Password reset asked for",
            Self::LinkAsked => "Sign-in link asked for",
            Self::PasswordChanged => "Password changed",
            Self::EmailChangeAsked => "E-mail change asked for",
            Self::EmailChanged => "E-mail changed",
            Self::Reauthenticated => "Identity confirmed",
            Self::FactorAdded => "Two-factor turned on",
            Self::FactorRemoved => "Two-factor turned off",
            Self::RecoveryCodesMade => "Recovery codes made",
            Self::RecoveryCodeUsed => "Recovery code used",
            Self::IdentityLinked => "Sign-in with Google added",
            Self::IdentityRemoved => "A way to sign in was removed",
            Self::Exported => "Data downloaded",
            Self::FamilyRevoked => "A program was signed out: an old key was used",
            Self::AdminSetPassword => "Password changed by an administrator",
            Self::AdminSetEmail => "E-mail changed by an administrator",
            Self::Banned => "Account closed by an administrator",
            Self::BanLifted => "Account opened again by an administrator",
        }
    }

    pub fn from_stored(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }
}

/// One line of the history.
#[derive(Clone, Debug)]
pub struct Event {
    pub id: EventId,
    pub account: AccountId,
    pub kind: EventKind,
    pub origin: Origin,
    pub at: Timestamp,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_is_named_as_people_know_it() {
        let phone =
            Origin::new("", "Mozilla/5.0 (Linux; Android 14) Chrome/131.0 Mobile Safari/537.36");
        assert_eq!(phone.device(), "Chrome on Android");
        let mac = Origin::new(
            "",
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/17 Safari/605",
        );
        assert_eq!(mac.device(), "Safari on Mac");
        assert_eq!(Origin::new("", "curl/8").device(), "A program");
        assert_eq!(Origin::new("", &"x\n".repeat(500)).user_agent.len(), 200);
    }

    #[test]
    fn every_kind_is_found_by_its_stored_name() {
        for kind in EventKind::ALL {
            assert_eq!(EventKind::from_stored(kind.as_str()), Some(kind));
        }
    }
}
