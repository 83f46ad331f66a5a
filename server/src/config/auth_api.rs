//! The token API under /auth/v1 (contracts §1), each value with its variable.

use std::time::Duration;

use super::{ConfigProblem, Secret};

/// What the operator decides about the token API.
#[derive(Clone, Debug)]
pub struct AuthApiConfig {
    /// `EVERNEAR_AUTH_KEYS`: a PEM file with P-256 private keys (PKCS#8), or its text; the
    /// first key signs, all are published. Made once in the data folder.
    pub keys: Option<Secret>,
    /// `EVERNEAR_AUTH_SECRET`: 32 characters or more that authenticate refresh tokens.
    /// Made once in the data folder.
    pub secret: Option<Secret>,
    /// `EVERNEAR_AUTH_ORIGINS`: web origins that may call the token API; none.
    pub origins: Vec<String>,
    /// `EVERNEAR_AUTH_SIGNUP`: `no` takes no new accounts through the token API; `yes`.
    pub signup: bool,
    /// `EVERNEAR_AUTH_ACCESS_SECONDS`: how long an access token lasts; 3600.
    pub access_lifetime: Duration,
    /// `EVERNEAR_AUTH_REUSE_SECONDS`: how long after a renewal older refresh tokens still
    /// count; 0.
    pub reuse_interval: Duration,
    /// `EVERNEAR_AUTH_TIMEBOX_SECONDS`: longest life of a session; none.
    pub timebox: Option<Duration>,
    /// `EVERNEAR_AUTH_INACTIVITY_SECONDS`: longest pause of a session; none.
    pub inactivity: Option<Duration>,
}

impl Default for AuthApiConfig {
    fn default() -> Self {
        Self {
            keys: None,
            secret: None,
            origins: Vec::new(),
            signup: true,
            access_lifetime: Duration::from_secs(3600),
            reuse_interval: Duration::ZERO,
            timebox: None,
            inactivity: None,
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
        let signup = match get("EVERNEAR_AUTH_SIGNUP").as_deref() {
            None | Some("yes") => true,
            Some("no") => false,
            Some(other) => {
                return Err(ConfigProblem(format!(
                    "EVERNEAR_AUTH_SIGNUP is '{other}'; it can be yes or no."
                )));
            }
        };
        Ok(Self {
            keys: get("EVERNEAR_AUTH_KEYS").map(Secret),
            secret: get("EVERNEAR_AUTH_SECRET").map(Secret),
            origins: origins(&get("EVERNEAR_AUTH_ORIGINS").unwrap_or_default())?,
            signup,
            access_lifetime: seconds("EVERNEAR_AUTH_ACCESS_SECONDS")?
                .unwrap_or(default.access_lifetime),
            reuse_interval: seconds("EVERNEAR_AUTH_REUSE_SECONDS")?
                .unwrap_or(default.reuse_interval),
            timebox: seconds("EVERNEAR_AUTH_TIMEBOX_SECONDS")?,
            inactivity: seconds("EVERNEAR_AUTH_INACTIVITY_SECONDS")?,
        })
    }
}

/// Scheme, host and port, as a browser sends them.
fn origins(text: &str) -> Result<Vec<String>, ConfigProblem> {
    let entries = text.split(',').map(str::trim).filter(|entry| !entry.is_empty());
    entries
        .map(|entry| {
            let host = entry.strip_prefix("https://").or_else(|| entry.strip_prefix("http://"));
            let plain = |host: &str| {
                !host.is_empty()
                    && host.bytes().all(|byte| byte.is_ascii_graphic() && !b"/*?#".contains(&byte))
            };
            if host.is_some_and(plain) {
                Ok(entry.to_owned())
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
    fn numbers_and_choices_are_checked() {
        let config = read("EVERNEAR_AUTH_ACCESS_SECONDS", "60").expect("a number");
        assert_eq!(config.access_lifetime, Duration::from_secs(60));
        assert!(read("EVERNEAR_AUTH_TIMEBOX_SECONDS", "an hour").is_err());
        assert!(!read("EVERNEAR_AUTH_SIGNUP", "no").expect("a choice").signup);
        assert!(read("EVERNEAR_AUTH_SIGNUP", "maybe").is_err());
    }

    #[test]
    fn secrets_are_not_shown() {
        let config = read("EVERNEAR_AUTH_SECRET", "hunter2hunter2hunter2").expect("read");
        assert!(!format!("{config:?}").contains("hunter2"));
    }
}
