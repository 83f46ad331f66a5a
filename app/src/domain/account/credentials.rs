//! What a person signs in with. An [`Email`] has the form of one and is lower-case; a
//! [`Password`] is 6 to 72 bytes (`GoTrue`'s floor and bcrypt's ceiling, so that every client
//! agrees) and never shows itself in logs.

use std::{fmt, str::FromStr};

use email_address::EmailAddress;
use serde::{Deserialize, Serialize};

/// An e-mail address, lower-case, at most 254 bytes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Email(String);

/// The text has not the form of an e-mail address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Unable to validate email address: invalid format")]
pub struct EmailProblem;

impl Email {
    /// The part before the at-sign.
    pub fn local_part(&self) -> &str {
        self.0.split('@').next().unwrap_or(&self.0)
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The mailbox behind it, for telling whether two addresses are one: without what follows
    /// a plus sign, and for Google's without dots and by one name.
    pub fn mailbox(&self) -> String {
        let (local, domain) = self.0.rsplit_once('@').unwrap_or((&self.0, ""));
        let local = match local.split_once('+') {
            Some((name, _)) if !name.is_empty() => name,
            _ => local,
        };
        if ["gmail.com", "googlemail.com"].contains(&domain) {
            return format!("{}@gmail.com", local.replace('.', ""));
        }
        format!("{local}@{domain}")
    }
}

impl FromStr for Email {
    type Err = EmailProblem;

    /// Letters that only look like others never stand for them: before the at-sign is
    /// ASCII, after it the form in which the name is really looked up (`xn--…`).
    fn from_str(text: &str) -> Result<Self, EmailProblem> {
        let (local, domain) = text.trim().rsplit_once('@').ok_or(EmailProblem)?;
        if !local.is_ascii() {
            return Err(EmailProblem);
        }
        let domain = idna::domain_to_ascii_strict(domain).map_err(|_| EmailProblem)?;
        let text = format!("{}@{domain}", local.to_ascii_lowercase());
        let address = EmailAddress::from_str(&text).map_err(|_| EmailProblem)?;
        // Quoted local parts and bare hosts are legal and never meant.
        if text.len() > 254 || text.contains('"') || !address.domain().contains('.') {
            return Err(EmailProblem);
        }
        Ok(Self(text))
    }
}

impl fmt::Display for Email {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A password as typed.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

/// Why a new password is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PasswordProblem {
    #[error("Password should be at least 6 characters.")]
    TooShort,
    #[error("Password cannot be longer than 72 characters")]
    TooLong,
}

impl Password {
    /// The bytes to hash or compare.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl FromStr for Password {
    type Err = PasswordProblem;

    fn from_str(text: &str) -> Result<Self, PasswordProblem> {
        if text.chars().count() < 6 {
            Err(PasswordProblem::TooShort)
        } else if text.len() > 72 {
            Err(PasswordProblem::TooLong)
        } else {
            Ok(Self(text.to_owned()))
        }
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mailbox_has_one_name_however_it_is_written() {
        let mailbox = |text: &str| text.parse::<Email>().expect("an address").mailbox();
        for (written, name) in [
            ("Nan.A+film@GoogleMail.com", "nana@gmail.com"),
            ("n.a.n.a@gmail.com", "nana@gmail.com"),
            ("Nana+film+two@example.com", "nana@example.com"),
            ("na.na@example.com", "na.na@example.com"),
            ("+nana@example.com", "+nana@example.com"),
        ] {
            assert_eq!(mailbox(written), name, "{written}");
        }
    }

    #[test]
    fn an_address_is_trimmed_and_lower_case() {
        let email: Email = "  Nana@Example.COM ".parse().expect("a good address");
        assert_eq!(email.as_str(), "nana@example.com");
        assert_eq!(email.local_part(), "nana");
    }

    #[test]
    fn what_is_no_address_is_refused() {
        for text in [
            "",
            "nana",
            "nana@",
            "@example.com",
            "a b@example.com",
            "nana@localhost",
            "\"a b\"@example.com",
        ] {
            assert_eq!(text.parse::<Email>(), Err(EmailProblem), "{text}");
        }
    }

    #[test]
    fn letters_that_look_like_others_do_not_stand_for_them() {
        // The Kelvin sign and the dotless i become ASCII letters in careless lower case.
        for text in ["ni\u{212A}e@example.com", "m\u{131}ke@example.com", "n\u{430}na@example.com"]
        {
            assert_eq!(text.parse::<Email>(), Err(EmailProblem), "{text}");
        }
        let cyrillic: Email = "nana@ex\u{430}mple.com".parse().expect("a real name");
        assert_eq!(cyrillic.as_str(), "nana@xn--exmple-4nf.com");
        let umlaut: Email = "nana@M\u{dc}nchen.de".parse().expect("a real name");
        assert_eq!(umlaut.as_str(), "nana@xn--mnchen-3ya.de");
        assert!("nana@example.com\r\nBcc: x@evil.example".parse::<Email>().is_err());
    }

    #[test]
    fn a_password_has_a_floor_in_letters_and_a_ceiling_in_bytes() {
        assert_eq!("12345".parse::<Password>(), Err(PasswordProblem::TooShort));
        assert!("123456".parse::<Password>().is_ok());
        assert!("a".repeat(72).parse::<Password>().is_ok());
        assert_eq!("é".repeat(37).parse::<Password>(), Err(PasswordProblem::TooLong));
    }

    #[test]
    fn a_password_never_prints_itself() {
        let password: Password = "secret words".parse().expect("long enough");
        assert!(!format!("{password:?}").contains("secret"));
    }
}
