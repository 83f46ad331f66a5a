//! How often something may be asked for by one client (see the server's `web/extract/client.rs`) or
//! for one address. To add one: a variant, a line in [`Limit::ALL`] and in each match.

use std::time::Duration;

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// Applications for the beta, by client.
    Application,
    /// Passwords tried by one client for one address, known or not; and by account, of somebody
    /// who is signed in.
    SignIn,
    /// Passwords tried for one address by all clients together: wide, because whoever uses it up
    /// keeps the owner's password out for a while.
    SignInTo,
    /// New passwords, by account; of sessions and after a mail of reset apart.
    PasswordChange,
    /// Passwords tried, by client.
    SignInFrom,
    /// Forms of new accounts sent, by client.
    SignUp,
    /// Accounts made or asked for, by client: a few a day.
    NewAccount,
    /// Addresses that an account asks to change to.
    EmailChange,
    /// Mails of one kind, by the address that was typed, known or not.
    MailTo,
    /// Mails with a link or a code, by client.
    MailAsked,
    /// Links and codes shown, by client.
    VerifyCode,
    /// Codes of second factors, by account.
    SecondFactor,
    /// Tokens asked for through the token API, by client; as the rest below.
    ApiToken,
    ApiVerify,
    ApiOtp,
    ApiMagicLink,
    ApiRecover,
    ApiResend,
    ApiSignUp,
    /// Changes of a person through the token API.
    ApiUser,
    ApiAnonymous,
    ApiSso,
    ApiWeb3,
    ApiPasskey,
    /// Challenges and codes of second factors.
    ApiFactor,
    /// Mails asked for through the token API, by client.
    ApiMails,
    /// Messages from /contact, by client.
    Contact,
    /// Messages of people who are signed in, by account.
    Support,
    /// Payment windows opened, by account.
    Checkout,
    /// Tries of the admin password, by client.
    AdminPassword,
    /// Calls of the token API, by account.
    ApiCall,
    /// Calls of pages that are open, by account.
    Call,
    /// The same of somebody who is not signed in, by client.
    CallFrom,
    /// Pages and forms, by account.
    Page,
    /// The same of somebody who is not signed in, by client.
    PageFrom,
    /// Pictures and films, by account.
    Media,
    /// The same of somebody who is not signed in, by client.
    MediaFrom,
    /// Small pictures of settings, by account: each is rendered when it is first asked for.
    SettingPicture,
    /// People cut out of their photos, by account.
    CutOut,
    /// Messages to the companion, by account: each takes it a while to read.
    Message,
    /// Questions to the companion's model, by account: each may cost the operator money.
    ModelQuestion,
    /// Creations begun, by account: each makes others wait.
    Begun,
    /// Creations that were cancelled, by account: what was rendered until then was free.
    Cancelled,
    /// Links to memories made, or made anew, by account.
    Share,
    /// Addresses of links that lead nowhere, by client: guesses.
    DeadLink,
    /// Passwords of a link tried by one client.
    LinkPassword,
    /// The same by all clients together.
    LinkPasswordTo,
    /// Shared memories reported, by client.
    Report,
    /// Reports of one link by all clients together.
    ReportOf,
    /// Archives of everything, by account.
    Export,
    /// Archives of chosen memories, by account.
    MemoryArchive,
    /// Links that are opened, by link and client: each counts as a viewing.
    LinkOpened,
    /// Days of memories that are chosen, by account: each may be a mail.
    MemoryDate,
    /// Photos that a phone hands on together, by client: they are kept for a while.
    Incoming,
    /// Requests for photos made, or made anew, by account.
    PhotoRequest,
    /// Photos that are sent by requests for photos, by the account that asks.
    RequestedPhoto,
    /// The same by client, whoever asks.
    RequestedPhotoFrom,
    /// The same of the whole site.
    RequestedPhotoAll,
    /// CPU time for reading photos in units of 50 ms, by account.
    PhotoCpu,
    /// The same by client.
    PhotoCpuFrom,
}

impl Limit {
    pub const ALL: &[Self] = &[
        Self::Application,
        Self::SignIn,
        Self::SignInTo,
        Self::PasswordChange,
        Self::SignInFrom,
        Self::SignUp,
        Self::NewAccount,
        Self::EmailChange,
        Self::MailTo,
        Self::MailAsked,
        Self::VerifyCode,
        Self::SecondFactor,
        Self::ApiToken,
        Self::ApiVerify,
        Self::ApiOtp,
        Self::ApiMagicLink,
        Self::ApiRecover,
        Self::ApiResend,
        Self::ApiSignUp,
        Self::ApiUser,
        Self::ApiAnonymous,
        Self::ApiSso,
        Self::ApiWeb3,
        Self::ApiPasskey,
        Self::ApiFactor,
        Self::ApiMails,
        Self::Contact,
        Self::Support,
        Self::Checkout,
        Self::AdminPassword,
        Self::ApiCall,
        Self::Call,
        Self::CallFrom,
        Self::Page,
        Self::PageFrom,
        Self::Media,
        Self::MediaFrom,
        Self::SettingPicture,
        Self::CutOut,
        Self::Message,
        Self::ModelQuestion,
        Self::Begun,
        Self::Cancelled,
        Self::Share,
        Self::DeadLink,
        Self::LinkPassword,
        Self::LinkPasswordTo,
        Self::Report,
        Self::ReportOf,
        Self::Export,
        Self::MemoryArchive,
        Self::LinkOpened,
        Self::MemoryDate,
        Self::Incoming,
        Self::PhotoRequest,
        Self::RequestedPhoto,
        Self::RequestedPhotoFrom,
        Self::RequestedPhotoAll,
        Self::PhotoCpu,
        Self::PhotoCpuFrom,
    ];

    /// So many at once.
    pub fn burst(self) -> u32 {
        match self {
            Self::Application | Self::AdminPassword | Self::NewAccount | Self::PasswordChange => 5,
            Self::SignInTo | Self::LinkPasswordTo => 100,
            Self::SignIn
            | Self::Support
            | Self::EmailChange
            | Self::Begun
            | Self::LinkPassword
            | Self::LinkOpened
            | Self::MemoryDate
            | Self::Incoming
            | Self::RequestedPhoto
            | Self::RequestedPhotoFrom
            | Self::ReportOf => 10,
            Self::Checkout
            | Self::Message
            | Self::Share
            | Self::PhotoRequest
            | Self::MemoryArchive => 20,
            // Cut-outs: three photos, each looked at, painted and undone many times.
            Self::Call | Self::CallFrom | Self::ApiCall | Self::CutOut | Self::ModelQuestion => 120,
            Self::Cancelled | Self::Export => 6,
            // Photos: a quarter of a minute for an account, a minute for a client.
            Self::Page | Self::PageFrom | Self::PhotoCpu | Self::RequestedPhotoAll => 300,
            Self::PhotoCpuFrom => 1_200,
            // Many times what a page shows.
            Self::Media | Self::MediaFrom => 600,
            // The whole list, and some of its places at other hours.
            Self::SettingPicture => 200,
            Self::MailTo => 1,
            Self::SecondFactor => 15,
            Self::Contact | Self::Report => 3,
            // `GoTrue`'s for the token API, and the pages' after them.
            _ => 30,
        }
    }

    /// And then one more each time this has passed.
    pub fn again_every(self) -> Duration {
        match self {
            Self::Application
            | Self::MailTo
            | Self::Begun
            | Self::Share
            | Self::PhotoRequest
            | Self::MemoryArchive => Duration::from_secs(60),
            Self::SignIn
            | Self::Support
            | Self::Checkout
            | Self::LinkPassword
            | Self::LinkOpened => Duration::from_secs(30),
            Self::SecondFactor | Self::ApiFactor => Duration::from_secs(4),
            // Five a second: a page that is open asks every three seconds.
            Self::Call | Self::CallFrom | Self::ApiCall => Duration::from_millis(200),
            Self::Page | Self::PageFrom => Duration::from_millis(100),
            Self::Media | Self::MediaFrom => Duration::from_millis(50),
            Self::Message => Duration::from_secs(3),
            // Twelve a day.
            Self::Cancelled | Self::MemoryDate => Duration::from_secs(2 * 3600),
            // A hundred and fifty in five minutes.
            Self::ApiToken | Self::SettingPicture | Self::CutOut => Duration::from_secs(2),
            // Five a day, after the first five.
            Self::NewAccount => Duration::from_secs(24 * 3600 / 5),
            // Two belong to a message: six messages an hour, after the first sixty.
            Self::ModelQuestion => Duration::from_secs(5 * 60),
            Self::EmailChange => Duration::from_secs(30 * 60),
            // Twenty an hour.
            Self::Incoming | Self::RequestedPhoto | Self::RequestedPhotoFrom => {
                Duration::from_secs(3 * 60)
            }
            Self::PasswordChange | Self::Export | Self::ReportOf => Duration::from_secs(10 * 60),
            // Three seconds a minute for an account, ten for a client.
            Self::PhotoCpu | Self::RequestedPhotoAll => Duration::from_secs(1),
            Self::PhotoCpuFrom => Duration::from_millis(300),
            // Thirty an hour.
            Self::ApiAnonymous
            | Self::ApiMails
            | Self::Contact
            | Self::Report
            | Self::AdminPassword => Duration::from_secs(120),
            // Thirty in five minutes.
            _ => Duration::from_secs(10),
        }
    }
}

/// The wider network of a client, by the key that limits count it by: the /48 of an IPv6 /64,
/// which whoever has it can divide into 65,536 clients. Nothing for an IPv4 address.
pub fn wider_network(client: &str) -> Option<String> {
    let groups = client.strip_suffix("::/64")?;
    let (wider, _) = groups.rsplit_once(':')?;
    Some(format!("{wider}::/48"))
}

/// A limit as the operator decided it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// So many at once.
    pub burst: u32,
    /// And then one more each time this has passed.
    pub again_every: Duration,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_of_version_six_has_a_wider_network() {
        assert_eq!(wider_network("2001:db8:1:2::/64").as_deref(), Some("2001:db8:1::/48"));
        assert_eq!(wider_network("192.0.2.1"), None);
    }

    #[test]
    fn the_token_api_has_gotrues_limits() {
        // Name, so many in so many minutes, so many at once.
        for (limit, many, minutes, burst) in [
            (Limit::ApiToken, 150, 5, 30),
            (Limit::ApiVerify, 30, 5, 30),
            (Limit::ApiOtp, 30, 5, 30),
            (Limit::ApiMagicLink, 30, 5, 30),
            (Limit::ApiRecover, 30, 5, 30),
            (Limit::ApiResend, 30, 5, 30),
            (Limit::ApiSignUp, 30, 5, 30),
            (Limit::ApiUser, 30, 5, 30),
            (Limit::ApiSso, 30, 5, 30),
            (Limit::ApiWeb3, 30, 5, 30),
            (Limit::ApiPasskey, 30, 5, 30),
            (Limit::ApiAnonymous, 30, 60, 30),
            (Limit::ApiMails, 30, 60, 30),
            (Limit::ApiFactor, 15, 1, 30),
            (Limit::MailTo, 1, 1, 1),
        ] {
            assert_eq!(limit.again_every() * many, Duration::from_secs(60 * minutes), "{limit:?}");
            assert_eq!(limit.burst(), burst, "{limit:?}");
        }
    }

    /// How the table of limits in docs/configuration.md says a rate.
    fn words(limit: Limit) -> String {
        let (burst, every) = (limit.burst(), limit.again_every());
        let rest = match every.as_millis() {
            millis if millis < 1_000 => format!("{} a second", 1_000 / millis),
            millis if millis < 60_000 => format!("one in {} s", millis / 1_000),
            60_000 => "one a minute".to_owned(),
            millis if millis < 3_600_000 => format!("one in {} min", millis / 60_000),
            millis => format!("{} a day", 24 * 3_600_000 / millis),
        };
        format!("{burst}|{rest}")
    }

    #[test]
    fn the_documented_rates_are_these() {
        let page = include_str!("../../../docs/configuration.md");
        for (what, limits) in [
            ("calls of open pages", &[Limit::Call, Limit::CallFrom][..]),
            ("messages to the companion", &[Limit::Message]),
            ("questions to the companion's model", &[Limit::ModelQuestion]),
            ("archives of everything", &[Limit::Export]),
            ("archives of chosen memories", &[Limit::MemoryArchive]),
            ("days of memories", &[Limit::MemoryDate]),
            ("photos that a phone hands on", &[Limit::Incoming]),
            ("links opened", &[Limit::LinkOpened]),
            ("requests for photos |", &[Limit::PhotoRequest]),
            ("photos sent by the requests of one account", &[Limit::RequestedPhoto]),
            ("the same by one client", &[Limit::RequestedPhotoFrom]),
            ("the same of the whole site", &[Limit::RequestedPhotoAll]),
            ("pages made anew", &[Limit::Page, Limit::PageFrom]),
            ("own pictures and films", &[Limit::Media, Limit::MediaFrom]),
            ("small pictures of places", &[Limit::SettingPicture]),
            ("people cut out", &[Limit::CutOut]),
            ("passwords tried", &[Limit::SignIn]),
            ("new passwords", &[Limit::PasswordChange]),
            ("what is asked of a second factor", &[Limit::SecondFactor]),
            ("new accounts", &[Limit::NewAccount]),
            ("tries of the administrator's password", &[Limit::AdminPassword]),
            ("applications and messages to us", &[Limit::Application, Limit::Contact]),
            ("messages of somebody signed in", &[Limit::Support]),
            ("creations begun |", &[Limit::Begun]),
            ("creations begun and cancelled", &[Limit::Cancelled]),
            ("links to memories", &[Limit::Share]),
            ("links that lead nowhere", &[Limit::DeadLink]),
            ("passwords of a link", &[Limit::LinkPassword]),
            ("reports of shared memories by one client", &[Limit::Report]),
            ("reports of one link", &[Limit::ReportOf]),
            ("calls of the token API", &[Limit::ApiCall]),
        ] {
            let row = page.lines().find(|line| line.starts_with(&format!("| {what}")));
            let row = row.unwrap_or_else(|| panic!("no row of {what}"));
            for limit in limits {
                let words = words(*limit);
                let (burst, rest) = words.split_once('|').expect("two parts");
                let begins = [format!(" {burst} "), format!(" {burst}, ")];
                let said = begins.iter().any(|one| row.contains(one)) && row.contains(rest);
                assert!(said, "{what}: {burst}, then {rest}, and not {row}");
            }
        }
    }
}
