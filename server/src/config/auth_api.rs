//! The token API under /auth/v1.

use std::time::Duration;

use evernear_app::domain::rate_limit::{Limit, Rate};

use super::{
    ConfigProblem, Secret,
    environment::{Environment, problem},
    variables::{self as vars, Variable},
};

/// What the operator decides about the token API.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the operator's")]
pub struct AuthApiConfig {
    /// A PEM file with P-256 private keys (PKCS#8), or its text: the first signs, all are
    /// published. Without, those that were made once in the data folder.
    pub keys: Option<Secret>,
    /// Web origins that may call the token API.
    pub origins: Vec<String>,
    /// Addresses beside our own that links may lead to, with `*` for anything but a dot or slash
    /// and `**` for anything.
    pub redirects: Vec<String>,
    /// Rates other than `GoTrue`'s.
    pub limits: Vec<(Limit, Rate)>,
    /// Whether it makes new accounts. Their passwords count as soon as the mail is opened, whoever
    /// chose them; so only where origins or redirects name a program that wants it.
    pub signup: bool,
    /// Whether it takes e-mail addresses.
    pub email: bool,
    pub access_lifetime: Duration,
    /// How long after a renewal older refresh tokens still count.
    pub reuse_interval: Duration,
    /// Longest life of a session.
    pub timebox: Option<Duration>,
    /// Longest pause of a session.
    pub inactivity: Option<Duration>,
    /// How long codes and links in its mails last.
    pub mail_lifetime: Duration,
    /// Whether the old address is asked as well as the new one.
    pub secure_email_change: bool,
    /// Whether a session older than a day needs a code before it sets a password.
    pub reauthenticate: bool,
    /// Whether a new password needs the old one.
    pub current_password: bool,
    /// Whether it makes second factors.
    pub totp: bool,
    /// Whether programs link and unlink ways to sign in.
    pub manual_linking: bool,
}

/// Ways in that `GoTrue` knows and this server has not built. Each is off; turning one on is
/// refused at the start, so that nobody believes it works.
const NOT_BUILT: [Variable; 5] =
    [vars::AUTH_ANONYMOUS, vars::AUTH_PHONE, vars::AUTH_SSO, vars::AUTH_WEB3, vars::AUTH_PASSKEYS];

impl AuthApiConfig {
    pub(super) fn read(env: &Environment<'_>) -> Result<Self, ConfigProblem> {
        for variable in &NOT_BUILT {
            if env.yes_or_no(variable)? {
                return problem(format!("{} is not built yet; it can only be no.", variable.name));
            }
        }
        let seconds = |variable: &Variable| {
            env.parsed(variable, "a number of seconds").map(Duration::from_secs)
        };
        let seconds_or_none =
            |variable: &Variable| env.given(variable).map(|_| seconds(variable)).transpose();
        let origins = origins(env)?;
        let redirects = redirects(env)?;
        let programs = !(origins.is_empty() && redirects.is_empty());
        Ok(Self {
            keys: env.secret(&vars::AUTH_KEYS),
            origins,
            redirects,
            limits: limits(env)?,
            signup: env.yes_or_no_else(&vars::AUTH_SIGNUP, programs)?,
            email: env.yes_or_no(&vars::AUTH_EMAIL)?,
            access_lifetime: seconds(&vars::AUTH_ACCESS_SECONDS)?,
            reuse_interval: seconds(&vars::AUTH_REUSE_SECONDS)?,
            timebox: seconds_or_none(&vars::AUTH_TIMEBOX_SECONDS)?,
            inactivity: seconds_or_none(&vars::AUTH_INACTIVITY_SECONDS)?,
            mail_lifetime: seconds(&vars::AUTH_MAIL_SECONDS)?,
            secure_email_change: env.yes_or_no(&vars::AUTH_SECURE_EMAIL_CHANGE)?,
            reauthenticate: env.yes_or_no(&vars::AUTH_REAUTHENTICATE)?,
            current_password: env.yes_or_no(&vars::AUTH_CURRENT_PASSWORD)?,
            totp: env.yes_or_no(&vars::AUTH_TOTP)?,
            manual_linking: env.yes_or_no(&vars::AUTH_MANUAL_LINKING)?,
        })
    }
}

impl Default for AuthApiConfig {
    fn default() -> Self {
        Self::read(&Environment(&|_| None)).expect("the defaults can be read")
    }
}

fn limits(env: &Environment<'_>) -> Result<Vec<(Limit, Rate)>, ConfigProblem> {
    let read = |entry: &str| {
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
    let needs = "a form such as token=150/300";
    let entry =
        |entry: String| read(&entry).ok_or_else(|| vars::AUTH_LIMITS.wrong_entry(&entry, needs));
    env.entries(&vars::AUTH_LIMITS).into_iter().map(entry).collect()
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

/// Patterns of pages; none that another party's site could match.
fn redirects(env: &Environment<'_>) -> Result<Vec<String>, ConfigProblem> {
    let patterns = env.entries(&vars::AUTH_REDIRECTS);
    let is_wild = |text: &str| text.contains(['*', '?']);
    for pattern in &patterns {
        let (scheme, rest) = pattern.split_once(':').unwrap_or((pattern, ""));
        let host = rest.strip_prefix("//").and_then(|rest| rest.split('/').next()).unwrap_or("");
        if is_wild(scheme) || host.contains("**") || host.rsplit('.').take(2).any(is_wild) {
            return problem(format!(
                "{}: {pattern} would lead to other people's sites. Scheme and domain must stand there without * and ?, such as https://*.app.example/**.",
                vars::AUTH_REDIRECTS.name
            ));
        }
    }
    Ok(patterns)
}

/// Scheme, host and port, as a browser sends them.
fn origins(env: &Environment<'_>) -> Result<Vec<String>, ConfigProblem> {
    let is_plain = |host: &str| {
        !host.is_empty()
            && host.bytes().all(|byte| byte.is_ascii_graphic() && !b"/*?#".contains(&byte))
    };
    let read = |entry: String| {
        let host = entry.strip_prefix("https://").or_else(|| entry.strip_prefix("http://"));
        if host.is_some_and(is_plain) {
            Ok(entry)
        } else {
            let needs = "an origin such as https://app.example, without a path";
            Err(vars::AUTH_ORIGINS.wrong_entry(&entry, needs))
        }
    };
    env.entries(&vars::AUTH_ORIGINS).into_iter().map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(name: &str, value: &str) -> Result<AuthApiConfig, ConfigProblem> {
        let get = |asked: &str| (asked == name).then(|| value.to_owned());
        AuthApiConfig::read(&Environment(&get))
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
        assert!(!AuthApiConfig::default().signup);
        for (name, value) in [
            ("EVERNEAR_AUTH_ORIGINS", "https://app.example"),
            ("EVERNEAR_AUTH_REDIRECTS", "https://app.example/**"),
        ] {
            assert!(read(name, value).expect("read").signup, "{name}");
            let closed = AuthApiConfig::read(&Environment(&|asked| match asked {
                "EVERNEAR_AUTH_SIGNUP" => Some("no".to_owned()),
                asked => (asked == name).then(|| value.to_owned()),
            }));
            assert!(!closed.expect("read").signup, "{name}");
        }
    }

    #[test]
    fn redirects_name_the_sites_to_which_they_lead() {
        let given =
            |pattern| read("EVERNEAR_AUTH_REDIRECTS", pattern).map(|config| config.redirects);
        for pattern in [
            "https://app.example/**",
            "https://*.app.example/?/*",
            "http://localhost:3000/**",
            "app://callback",
            "com.example.app:/back*",
        ] {
            assert_eq!(given(pattern).expect("read"), [pattern]);
        }
        for pattern in [
            "**",
            "https**",
            "*://app.example/",
            "https://**",
            "https://app.example**",
            "https://**.app.example/",
            "https://*",
            "https://*.example/**",
            "https://app.exampl?/",
        ] {
            let problem = given(pattern).expect_err(pattern).0;
            assert!(problem.contains("lead to other people's sites"), "{pattern}: {problem}");
        }
    }

    #[test]
    fn what_is_not_built_cannot_be_turned_on() {
        for Variable { name, .. } in NOT_BUILT {
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
