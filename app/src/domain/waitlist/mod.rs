//! Applications for the closed beta (spec §3 `waitlist_entries`, §4). A mailbox applies
//! once: `nana+film@…` and `nana@…` are the same one. Addresses are plain ASCII, so that
//! no look-alike letter can pass for somebody else's address.

mod application;

pub use application::{ApplicantName, Application, ApplicationProblem, Reason, plain_email};

use super::{account::Email, id::WaitlistId, moment::Moment};

/// A new application; it is pending until somebody looked at it.
#[derive(Clone, Debug)]
pub struct Entry {
    pub id: WaitlistId,
    pub application: Application,
    pub at: Moment,
}

/// The address of the mailbox behind an e-mail: without what follows a plus sign.
pub fn mailbox(email: &Email) -> String {
    let text = email.as_str();
    match text.split_once('@') {
        Some((local, host)) => {
            let local = local.split_once('+').map_or(local, |(local, _)| local);
            format!("{local}@{host}")
        }
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_follows_a_plus_is_the_same_mailbox() {
        let key = |text: &str| mailbox(&text.parse().expect("an address"));
        assert_eq!(key("Nana+film@example.com"), "nana@example.com");
        assert_eq!(key("nana@example.com"), "nana@example.com");
        assert_eq!(key("na.na@example.com"), "na.na@example.com");
    }
}
