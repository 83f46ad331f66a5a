//! The token API under /auth/v1, each value with its variable.

use std::time::Duration;

use evernear_app::domain::throttle::{Limit, Rate};

use super::{
    ConfigProblem, Secret,
    parse::{entries, yes_or_no},
};

/// What the operator decides about the token API.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the operator's")]
pub struct AuthApiConfig {
    /// `EVERNEAR_AUTH_KEYS`: a PEM file with P-256 private keys (PKCS#8), or its text; the
    /// first key signs, all are published. Made once in the data folder.
    pub keys: Option<Secret>,
    /// `EVERNEAR_AUTH_ORIGINS`: web origins that may call the token API; none.
    pub origins: Vec<String>,
    /// `EVERNEAR_AUTH_REDIRECTS`: addresses beside our own that links may lead to, with `*`
    /// for anything but a dot or slash and `**` for anything; none.
    pub redirects: Vec<String>,
    /// `EVERNEAR_AUTH_LIMITS`: rates other than `GoTrue`'s, as `token=150/300/30` (so many in
    /// so many seconds, and at most so many at once: all, if that is left out), separated by
    /// commas; names are token, verify, otp, magiclink, recover, resend, signup, user,
    /// anonymous, sso, web3, passkey, factor, mails, mailbox and accounts.
    pub limits: Vec<(Limit, Rate)>,
    /// `EVERNEAR_AUTH_SIGNUP`: whether the token API takes new accounts, `yes` or `no`. Their
    /// passwords count as soon as the mail is opened, whoever chose them; so `yes` only where
    /// origins or redirects name a program that wants it.
    pub signup: bool,
    /// `EVERNEAR_AUTH_EMAIL`: `no` refuses e-mail addresses of client programs; `yes`.
    pub email: bool,
    /// `EVERNEAR_AUTH_ACCESS_SECONDS`: how long an access token lasts; 3600.
    pub access_lifetime: Duration,
    /// `EVERNEAR_AUTH_REUSE_SECONDS`: how long after a renewal older refresh tokens still
    /// count; 0.
    pub reuse_interval: Duration,
    /// `EVERNEAR_AUTH_TIMEBOX_SECONDS`: longest life of a session; none.
    pub timebox: Option<Duration>,
    /// `EVERNEAR_AUTH_INACTIVITY_SECONDS`: longest pause of a session; none.
    pub inactivity: Option<Duration>,
    /// `EVERNEAR_AUTH_MAIL_SECONDS`: how long codes and links in mails of the token API
    /// last; 86400.
    pub mail_lifetime: Duration,
    /// `EVERNEAR_AUTH_SECURE_EMAIL_CHANGE`: `no` asks only the new address; `yes`.
    pub secure_email_change: bool,
    /// `EVERNEAR_AUTH_REAUTHENTICATE`: `yes` wants a code before a session older than a day
    /// sets a password; `no`.
    pub reauthenticate: bool,
    /// `EVERNEAR_AUTH_CURRENT_PASSWORD`: `yes` wants the old password with a new one; `no`.
    pub current_password: bool,
    /// `EVERNEAR_AUTH_TOTP`: `no` makes no second factors through the token API; `yes`.
    pub totp: bool,
    /// `EVERNEAR_AUTH_MANUAL_LINKING`: `yes` lets programs unlink ways to sign in; `no`.
    pub manual_linking: bool,
}

/// Ways in that `GoTrue` knows and this server has not built. Each is off; turning one on is
/// refused at the start, so that nobody believes it works.
const NOT_BUILT: [&str; 5] = [
    "EVERNEAR_AUTH_ANONYMOUS",
    "EVERNEAR_AUTH_PHONE",
    "EVERNEAR_AUTH_SSO",
    "EVERNEAR_AUTH_WEB3",
    "EVERNEAR_AUTH_PASSKEYS",
];

impl Default for AuthApiConfig {
    fn default() -> Self {
        Self {
            keys: None,
            origins: Vec::new(),
            redirects: Vec::new(),
            limits: Vec::new(),
            signup: false,
            email: true,
            access_lifetime: Duration::from_secs(3600),
            reuse_interval: Duration::ZERO,
            timebox: None,
            inactivity: None,
            mail_lifetime: Duration::from_secs(24 * 3600),
            secure_email_change: true,
            reauthenticate: false,
            current_password: false,
            totp: true,
            manual_linking: false,
        }
    }
}

impl AuthApiConfig {
    pub(super) fn read(get: impl Fn(&str) -> Option<String>) -> Result<Self, ConfigProblem> {
        let default = Self::default();
        let seconds = |name: &str| match get(name) {
            None => Ok(None),
            Some(text) => text.parse().map(Duration::from_secs).map(Some).map_err(|_| {
                ConfigProblem(format!("{name} is '{text}'; it needs a number of seconds."))
            }),
        };
        let choice = |name: &str, default: bool| yes_or_no(&get, name, default);
        for name in NOT_BUILT {
            if choice(name, false)? {
                return Err(ConfigProblem(format!("{name} is not built yet; it can only be no.")));
            }
        }
        let origins = origins(&get("EVERNEAR_AUTH_ORIGINS").unwrap_or_default())?;
        let redirects = list(&get("EVERNEAR_AUTH_REDIRECTS").unwrap_or_default());
        let programs = !(origins.is_empty() && redirects.is_empty());
        Ok(Self {
            keys: get("EVERNEAR_AUTH_KEYS").map(Secret),
            origins,
            redirects,
            limits: limits(&get("EVERNEAR_AUTH_LIMITS").unwrap_or_default())?,
            signup: choice("EVERNEAR_AUTH_SIGNUP", programs)?,
            email: choice("EVERNEAR_AUTH_EMAIL", default.email)?,
            access_lifetime: seconds("EVERNEAR_AUTH_ACCESS_SECONDS")?
                .unwrap_or(default.access_lifetime),
            reuse_interval: seconds("EVERNEAR_AUTH_REUSE_SECONDS")?
                .unwrap_or(default.reuse_interval),
            timebox: seconds("EVERNEAR_AUTH_TIMEBOX_SECONDS")?,
            inactivity: seconds("EVERNEAR_AUTH_INACTIVITY_SECONDS")?,
            mail_lifetime: seconds("EVERNEAR_AUTH_MAIL_SECONDS")?.unwrap_or(default.mail_lifetime),
            secure_email_change: choice(
                "EVERNEAR_AUTH_SECURE_EMAIL_CHANGE",
                default.secure_email_change,
            )?,
            reauthenticate: choice("EVERNEAR_AUTH_REAUTHENTICATE", default.reauthenticate)?,
            current_password: choice("EVERNEAR_AUTH_CURRENT_PASSWORD", default.current_password)?,
            totp: choice("EVERNEAR_AUTH_TOTP", default.totp)?,
            manual_linking: choice("EVERNEAR_AUTH_MANUAL_LINKING", default.manual_linking)?,
        })
    }
}

fn list(text: &str) -> Vec<String> {
    entries(text).map(str::to_owned).collect()
}

fn limits(text: &str) -> Result<Vec<(Limit, Rate)>, ConfigProblem> {
    let read = |entry: &String| {
        let (name, rate) = entry.split_once('=')?;
        let mut parts = rate.split('/').map(str::trim);
        let (many, seconds) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
        let burst: u32 = parts.next().map_or(Some(many), |burst| burst.parse().ok())?;
        let limit = LIMITS.iter().find(|(one, _)| *one == name.trim())?.1;
        // A rate of nothing, or one that never ends, is no limit.
        let every = Duration::from_secs(seconds).checked_div(many)?;
        let whole = !every.is_zero() && burst > 0 && parts.next().is_none();
        whole.then_some((limit, Rate { burst, again_every: every }))
    };
    list(text)
        .iter()
        .map(|entry| {
            read(entry).ok_or_else(|| {
                ConfigProblem(format!(
                    "EVERNEAR_AUTH_LIMITS has '{entry}'; it needs a form such as token=150/300."
                ))
            })
        })
        .collect()
}

const LIMITS: [(&str, Limit); 16] = [
    ("token", Limit::ApiToken),
    ("verify", Limit::ApiVerify),
    ("otp", Limit::ApiOtp),
    ("magiclink", Limit::ApiMagicLink),
    ("recover", Limit::ApiRecover),
    ("resend", Limit::ApiResend),
    ("signup", Limit::ApiSignUp),
    ("user", Limit::ApiUser),
    ("anonymous", Limit::ApiAnonymous),
    ("sso", Limit::ApiSso),
    ("web3", Limit::ApiWeb3),
    ("passkey", Limit::ApiPasskey),
    ("factor", Limit::ApiFactor),
    ("mails", Limit::ApiMails),
    // Of the pages as well: a mailbox is one, and so is a client.
    ("mailbox", Limit::MailTo),
    ("accounts", Limit::NewAccount),
];

/// Scheme, host and port, as a browser sends them.
fn origins(text: &str) -> Result<Vec<String>, ConfigProblem> {
    list(text)
        .into_iter()
        .map(|entry| {
            let host = entry.strip_prefix("https://").or_else(|| entry.strip_prefix("http://"));
            let plain = |host: &str| {
                !host.is_empty()
                    && host.bytes().all(|byte| byte.is_ascii_graphic() && !b"/*?#".contains(&byte))
            };
            if host.is_some_and(plain) {
                Ok(entry)
            } else {
                Err(ConfigProblem(format!(
                    "EVERNEAR_AUTH_ORIGINS has '{entry}'; it needs an origin such as https://app.example, without a path."
                )))
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(name: &str, value: &str) -> Result<AuthApiConfig, ConfigProblem> {
        AuthApiConfig::read(|asked| (asked == name).then(|| value.to_owned()))
    }

    #[test]
    fn origins_are_whole_and_never_a_pattern() {
        let config = read("EVERNEAR_AUTH_ORIGINS", "https://a.example, http://localhost:5173");
        let origins = config.expect("good origins").origins;
        assert_eq!(origins, ["https://a.example", "http://localhost:5173"]);
        for wrong in ["*", "a.example", "https://a.example/path", "https://*.example", "https://"] {
            assert!(read("EVERNEAR_AUTH_ORIGINS", wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn limits_are_read_as_so_many_in_so_many_seconds() {
        let config = read("EVERNEAR_AUTH_LIMITS", "token=600/300, mails=1000/3600");
        let limits = config.expect("good limits").limits;
        let token = Rate { burst: 600, again_every: Duration::from_millis(500) };
        assert_eq!(limits[0], (Limit::ApiToken, token));
        assert_eq!((limits.len(), limits[1].0), (2, Limit::ApiMails));
        let config = read("EVERNEAR_AUTH_LIMITS", "token=150/300/30, mailbox=1/60");
        let limits = config.expect("good limits").limits;
        let product =
            |limit: Limit| Rate { burst: limit.burst(), again_every: limit.again_every() };
        for (limit, rate) in limits {
            assert_eq!(rate, product(limit), "{limit:?} as it is without a word");
        }
        for wrong in [
            "token=5/5/0",
            "token=5/5/5/5",
            "token",
            "token=5",
            "token=0/5",
            "token=5/0",
            "films=5/5",
            "links=30/300",
            "token=a/b",
        ] {
            assert!(read("EVERNEAR_AUTH_LIMITS", wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn numbers_and_choices_are_checked() {
        let config = read("EVERNEAR_AUTH_ACCESS_SECONDS", "60").expect("a number");
        assert_eq!(config.access_lifetime, Duration::from_secs(60));
        assert!(read("EVERNEAR_AUTH_TIMEBOX_SECONDS", "an hour").is_err());
        assert!(read("EVERNEAR_AUTH_SIGNUP", "yes").expect("a choice").signup);
        assert!(read("EVERNEAR_AUTH_SIGNUP", "maybe").is_err());
    }

    #[test]
    fn programs_make_accounts_only_where_some_are_configured() {
        assert!(!AuthApiConfig::read(|_| None).expect("defaults").signup);
        for (name, value) in [
            ("EVERNEAR_AUTH_ORIGINS", "https://app.example"),
            ("EVERNEAR_AUTH_REDIRECTS", "https://app.example/**"),
        ] {
            assert!(read(name, value).expect("read").signup, "{name}");
            let closed = AuthApiConfig::read(|asked| match asked {
                "EVERNEAR_AUTH_SIGNUP" => Some("no".to_owned()),
                asked => (asked == name).then(|| value.to_owned()),
            });
            assert!(!closed.expect("read").signup, "{name}");
        }
    }

    #[test]
    fn what_is_not_built_cannot_be_turned_on() {
        for name in NOT_BUILT {
            assert!(read(name, "no").is_ok());
            let problem = read(name, "yes").expect_err("refused");
            assert!(problem.0.contains("not built yet"), "{}", problem.0);
            assert!(read(name, "maybe").is_err());
        }
    }

    #[test]
    fn secrets_are_not_shown() {
        let config = read("EVERNEAR_AUTH_KEYS", "hunter2hunter2hunter2").expect("read");
        assert!(!format!("{config:?}").contains("hunter2"));
    }
}
