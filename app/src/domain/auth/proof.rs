//! How a person proved who they are: methods with their times (`amr`) and the level they
//! add up to (`aal`), by the names that `GoTrue` gives them.

use serde::{Deserialize, Serialize};

use crate::domain::timestamp::Timestamp;

/// How well it is known who holds a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Assurance {
    #[serde(rename = "aal1")]
    One,
    /// With a second factor.
    #[serde(rename = "aal2")]
    Two,
}

impl Assurance {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::One => "aal1",
            Self::Two => "aal2",
        }
    }
}

/// One way of proving. To add one: a line here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    Password,
    Otp,
    Magiclink,
    Recovery,
    Invite,
    #[serde(rename = "email/signup")]
    EmailSignup,
    EmailChange,
    Oauth,
    Totp,
    /// One of the codes kept for a lost telephone; only the web face knows them.
    RecoveryCode,
    Anonymous,
    TokenRefresh,
}

impl Method {
    /// Whether it is a second factor.
    pub fn is_second(self) -> bool {
        matches!(self, Self::Totp | Self::RecoveryCode)
    }
}

/// One proof, with its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proof {
    pub method: Method,
    pub at: Timestamp,
}

/// All proofs of a session, newest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Proofs(pub Vec<Proof>);

impl Proofs {
    pub fn by(method: Method, at: Timestamp) -> Self {
        Self(vec![Proof { method, at }])
    }

    /// With one more; the same method counts once, with its latest time.
    pub fn and(mut self, method: Method, at: Timestamp) -> Self {
        self.0.retain(|proof| proof.method != method);
        self.0.insert(0, Proof { method, at });
        self
    }

    /// Without second factors.
    pub fn lowered(mut self) -> Self {
        self.0.retain(|proof| !proof.method.is_second());
        self
    }

    /// What they add up to.
    pub fn assurance(&self) -> Assurance {
        let second = self.0.iter().any(|proof| proof.method.is_second());
        if second { Assurance::Two } else { Assurance::One }
    }

    /// When the person last proved anything.
    pub fn latest(&self) -> Timestamp {
        self.0.iter().map(|proof| proof.at).max().unwrap_or(Timestamp(0))
    }

    /// When the person last showed a second factor.
    pub fn latest_second(&self) -> Option<Timestamp> {
        self.0.iter().filter(|proof| proof.method.is_second()).map(|proof| proof.at).max()
    }

    /// Whether reading the mailbox is all that the person has shown, second factors aside: a
    /// forgotten password is set anew like this. Client programs do not tell such mails from those
    /// that only sign in.
    pub fn by_mail_alone(&self) -> bool {
        let mut methods = self.0.iter().map(|proof| proof.method);
        let more = |method| matches!(method, Method::Password | Method::Oauth | Method::Anonymous);
        !self.0.is_empty() && !methods.any(more)
    }

    /// When the person last proved it in this way.
    pub fn when(&self, method: Method) -> Option<Timestamp> {
        self.0.iter().find(|proof| proof.method == method).map(|proof| proof.at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_factor_makes_the_second_level() {
        let proofs = Proofs::by(Method::Password, Timestamp(5_000));
        assert_eq!(proofs.assurance(), Assurance::One);
        let proofs = proofs.and(Method::Totp, Timestamp(9_500)).and(Method::Totp, Timestamp(9_900));
        assert_eq!(proofs.assurance(), Assurance::Two);
        assert_eq!((proofs.0.len(), proofs.latest()), (2, Timestamp(9_900)));
        let proofs = proofs.and(Method::Otp, Timestamp(20_000));
        assert_eq!(proofs.latest_second(), Some(Timestamp(9_900)), "a mail is no second factor");
        let proofs = Proofs(proofs.0.into_iter().skip(1).collect());
        assert_eq!(proofs.lowered(), Proofs::by(Method::Password, Timestamp(5_000)));
    }

    #[test]
    fn a_mailbox_alone_is_less_than_a_password_that_was_known() {
        let mailed = Proofs::by(Method::Recovery, Timestamp(1));
        assert!(mailed.by_mail_alone());
        assert!(mailed.clone().and(Method::Totp, Timestamp(2)).by_mail_alone());
        assert!(!mailed.and(Method::Password, Timestamp(2)).by_mail_alone());
        assert!(!Proofs::by(Method::Oauth, Timestamp(1)).by_mail_alone());
        assert!(!Proofs::default().by_mail_alone());
    }

    #[test]
    fn methods_have_the_names_that_clients_know() {
        let name = |method| serde_json::to_value(method).expect("a name");
        assert_eq!(name(Method::Password), "password");
        assert_eq!(name(Method::Magiclink), "magiclink");
        assert_eq!(name(Method::EmailSignup), "email/signup");
        assert_eq!(serde_json::to_value(Assurance::Two).expect("a name"), "aal2");
    }
}
