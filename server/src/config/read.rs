//! From the environment to a [`Config`], or to a sentence that says what to change.

use std::{
    net::{IpAddr, SocketAddr},
    num::NonZeroU32,
    path::PathBuf,
};

use ipnet::IpNet;

use super::{
    AccessConfig, AuthApiConfig, BetaConfig, CareConfig, Config, ConnectionLimits, MailConfig,
    Mode, PaymentsConfig, PhotosConfig, Secret, StorageConfig, WebConfig, WorkerConfig,
    parse::{entries, yes_or_no},
};

const HELPLINES: &str = "South Africa: SADAG 0800 567 567 (free, day and night), Lifeline 0861 322 322\n\
                         Elsewhere: findahelpline.com lists free lines in your country";

/// A sentence for whoever starts the server.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("{0}")]
pub struct ConfigProblem(pub String);

impl Config {
    /// Reads the process's environment.
    #[expect(clippy::disallowed_methods, reason = "the environment is read here and nowhere else")]
    pub fn from_env() -> Result<Self, ConfigProblem> {
        Self::read(|name| std::env::var(name).ok())
    }

    /// Reads variables through `get`; blank ones count as unset.
    pub fn read(get: impl Fn(&str) -> Option<String>) -> Result<Self, ConfigProblem> {
        let get = |name: &str| {
            get(name).map(|value| value.trim().to_owned()).filter(|value| !value.is_empty())
        };
        let mode = match get("EVERNEAR_MODE").as_deref() {
            None | Some("development") => Mode::Development,
            Some("production") => Mode::Production,
            Some(other) => {
                return problem(format!(
                    "EVERNEAR_MODE is '{other}'; it can be development or production."
                ));
            }
        };
        let listen = get("EVERNEAR_LISTEN").unwrap_or_else(|| "127.0.0.1:3000".to_owned());
        let listen: SocketAddr = match listen.parse() {
            Ok(address) => address,
            Err(_) => {
                return problem(format!(
                    "EVERNEAR_LISTEN is '{listen}'; it needs an address and a port, such as 127.0.0.1:3000."
                ));
            }
        };
        let public_url = get("EVERNEAR_PUBLIC_URL");
        if mode == Mode::Development
            && !listen.ip().is_loopback()
            && !yes_or_no(get, "EVERNEAR_DEVELOPMENT_REMOTE", false)?
        {
            return problem(format!(
                "Development mode answers only on this machine, not on {listen}. Set EVERNEAR_MODE=production, or EVERNEAR_DEVELOPMENT_REMOTE=yes if this network is yours alone."
            ));
        }
        if mode == Mode::Production {
            match public_url.as_deref() {
                Some(url) if url.starts_with("https://") => {}
                Some(_) => return problem("EVERNEAR_PUBLIC_URL must begin with https:// in production.".to_owned()),
                None => return problem("EVERNEAR_PUBLIC_URL must be set in production, for example https://evernear.example.".to_owned()),
            }
            if get("EVERNEAR_DATA_DIR").is_none() {
                return problem("EVERNEAR_DATA_DIR must be set in production: it is where photos and films are kept.".to_owned());
            }
        }
        let database_url = get("DATABASE_URL");
        if let Some(url) = &database_url
            && !["postgres://", "postgresql://", "sqlite://"]
                .iter()
                .any(|scheme| url.starts_with(scheme))
        {
            return problem("DATABASE_URL must begin with postgres:// or sqlite://.".to_owned());
        }
        let public_url = public_url.unwrap_or_else(|| format!("http://{listen}"));
        let config = Self {
            mode,
            web: WebConfig {
                listen,
                public_url: public_url.trim_end_matches('/').to_owned(),
                social: social(&get("EVERNEAR_SOCIAL").unwrap_or_default())?,
                trusted_proxies: proxies(&get("EVERNEAR_TRUSTED_PROXIES").unwrap_or_default())?,
                metrics_token: get("EVERNEAR_METRICS_TOKEN").map(Secret),
                limit_factor: limit_factor(get("EVERNEAR_LIMIT_FACTOR").as_deref())?,
                connections: ConnectionLimits::read(get)?,
            },
            storage: StorageConfig {
                data_dir: get("EVERNEAR_DATA_DIR")
                    .map_or_else(|| PathBuf::from("data"), PathBuf::from),
                database_url: database_url.map(Secret),
                reserve: reserve(get("EVERNEAR_DISK_RESERVE").as_deref())?,
            },
            photos: PhotosConfig::default(),
            mail: MailConfig::read(&get)?,
            access: AccessConfig::read(&get)?,
            payments: PaymentsConfig::read(get, mode)?,
            beta: BetaConfig::read(&get)?,
            care: CareConfig {
                helplines: get("EVERNEAR_HELPLINES").unwrap_or_else(|| HELPLINES.to_owned()),
            },
            auth_api: AuthApiConfig::read(get)?,
            worker: WorkerConfig {
                name: get("EVERNEAR_WORKER").unwrap_or_else(|| "evernear".to_owned()),
            },
        };
        if config.mode == Mode::Production {
            config.production_reaches_people()?;
        }
        Ok(config)
    }

    /// What production cannot do without about mails and addresses.
    fn production_reaches_people(&self) -> Result<(), ConfigProblem> {
        if self.mail.smtp_url.is_none() {
            return problem("EVERNEAR_SMTP_URL must be set in production, for example smtps://user:password@mail.example: without it nobody gets a mail.".to_owned());
        }
        if self.access.confirm_email {
            return Ok(());
        }
        // Otherwise anybody could sign up with the address of somebody else, and be taken for them.
        let trusts = if self.access.google.is_some() {
            "EVERNEAR_GOOGLE_CLIENT_ID"
        } else if self.beta.approved_only {
            "EVERNEAR_BETA_GATE=approved"
        } else {
            return Ok(());
        };
        problem(format!(
            "EVERNEAR_CONFIRM_EMAIL=no and {trusts} do not go together in production: leave EVERNEAR_CONFIRM_EMAIL out, so that addresses are confirmed by a mail."
        ))
    }
}

fn social(text: &str) -> Result<Vec<(String, String)>, ConfigProblem> {
    entries(text)
        .map(|entry| match entry.split_once('=') {
            Some((name, url)) if url.starts_with("https://") => {
                Ok((name.trim().to_owned(), url.trim().to_owned()))
            }
            _ => problem(format!("EVERNEAR_SOCIAL has '{entry}'; it needs Name=https://…")),
        })
        .collect()
}

fn proxies(text: &str) -> Result<Vec<IpNet>, ConfigProblem> {
    entries(text)
        .map(|entry| {
            let net = entry.parse().or_else(|_| entry.parse::<IpAddr>().map(IpNet::from));
            if net.as_ref().is_ok_and(|net: &IpNet| net.prefix_len() == 0) {
                return problem(format!("EVERNEAR_TRUSTED_PROXIES has '{entry}', which is everybody: anybody could say who they are."));
            }
            net.or_else(|_| problem(format!("EVERNEAR_TRUSTED_PROXIES has '{entry}'; it needs addresses or networks, such as 10.0.0.0/8.")))
        })
        .collect()
}

fn limit_factor(text: Option<&str>) -> Result<NonZeroU32, ConfigProblem> {
    let Some(text) = text else { return Ok(NonZeroU32::MIN) };
    text.parse().or_else(|_| {
        problem(format!("EVERNEAR_LIMIT_FACTOR is '{text}'; it needs a whole number from 1 on."))
    })
}

/// Megabytes, in bytes.
fn reserve(text: Option<&str>) -> Result<u64, ConfigProblem> {
    let Some(text) = text else { return Ok(512 << 20) };
    let megabytes = text.parse::<u32>().or_else(|_| {
        problem(format!("EVERNEAR_DISK_RESERVE is '{text}'; it needs a whole number of megabytes."))
    })?;
    Ok(u64::from(megabytes) << 20)
}

fn problem<T>(text: String) -> Result<T, ConfigProblem> {
    Err(ConfigProblem(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(variables: &[(&str, &str)]) -> Result<Config, ConfigProblem> {
        Config::read(|name| {
            variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn nothing_set_is_development_on_this_machine() {
        let config = read(&[]).expect("defaults work");
        assert_eq!(config.mode, Mode::Development);
        assert_eq!(config.web.public_url, "http://127.0.0.1:3000");
        assert_eq!(config.storage.database(), "sqlite://data/evernear.sqlite");
    }

    #[test]
    fn development_does_not_answer_to_the_world() {
        assert!(read(&[("EVERNEAR_LISTEN", "0.0.0.0:3000")]).is_err());
        assert!(
            read(&[("EVERNEAR_LISTEN", "0.0.0.0:3000"), ("EVERNEAR_DEVELOPMENT_REMOTE", "yes")])
                .is_ok()
        );
    }

    #[test]
    fn production_needs_a_real_address_and_a_place_for_its_files() {
        let url = ("EVERNEAR_PUBLIC_URL", "https://evernear.example/");
        let data = ("EVERNEAR_DATA_DIR", "/srv/evernear");
        let production = ("EVERNEAR_MODE", "production");
        assert!(read(&[production]).is_err());
        assert!(read(&[production, url]).is_err());
        assert!(
            read(&[production, data, ("EVERNEAR_PUBLIC_URL", "http://evernear.example")]).is_err()
        );
        let mail = ("EVERNEAR_SMTP_URL", "smtps://user:password@mail.example");
        let problem = read(&[production, url, data]).expect_err("nobody gets a mail").0;
        assert!(problem.contains("EVERNEAR_SMTP_URL must be set in production"), "{problem}");
        let config = read(&[production, url, data, mail]).expect("complete");
        assert_eq!(config.web.public_url, "https://evernear.example");
        assert!(config.access.confirm_email);
    }

    #[test]
    fn production_trusts_no_address_that_nobody_confirmed() {
        let base = [
            ("EVERNEAR_MODE", "production"),
            ("EVERNEAR_PUBLIC_URL", "https://evernear.example"),
            ("EVERNEAR_DATA_DIR", "/srv/evernear"),
            ("EVERNEAR_SMTP_URL", "smtps://user:password@mail.example"),
        ];
        let unconfirmed = ("EVERNEAR_CONFIRM_EMAIL", "no");
        let google =
            [("EVERNEAR_GOOGLE_CLIENT_ID", "us"), ("EVERNEAR_GOOGLE_CLIENT_SECRET", "hunter2")];
        for trusting in [&google[..], &[("EVERNEAR_BETA_GATE", "approved")]] {
            let mut variables = [&base[..], trusting].concat();
            read(&variables).expect("addresses are confirmed");
            variables.push(unconfirmed);
            let problem = read(&variables).expect_err("they are not").0;
            assert!(problem.starts_with("EVERNEAR_CONFIRM_EMAIL=no and EVERNEAR_"), "{problem}");
            variables[0] = ("EVERNEAR_MODE", "development");
            read(&variables).expect("development may");
        }
        read(&[&base[..], &[unconfirmed]].concat()).expect("nothing rests on the address");
    }

    #[test]
    fn what_cannot_be_understood_is_named() {
        for (name, value) in [
            ("EVERNEAR_MODE", "prod"),
            ("EVERNEAR_LISTEN", "3000"),
            ("DATABASE_URL", "mysql://x"),
            ("EVERNEAR_SOCIAL", "Somewhere"),
            ("EVERNEAR_TRUSTED_PROXIES", "the proxy"),
            ("EVERNEAR_LIMIT_FACTOR", "0"),
            ("EVERNEAR_MAIL_FROM", "us"),
            ("EVERNEAR_SECRET", "short"),
            ("EVERNEAR_CONFIRM_EMAIL", "perhaps"),
            ("EVERNEAR_ARGON2", "much"),
            ("EVERNEAR_SIGN_OUT_WHEN_HIDDEN", "perhaps"),
        ] {
            let problem = read(&[(name, value)]).expect_err(name).0;
            assert!(problem.contains(name), "{problem}");
        }
    }

    #[test]
    fn a_password_in_the_database_address_is_not_shown() {
        let config = read(&[("DATABASE_URL", "postgres://u:hunter2@db/x")]).expect("read");
        assert!(!format!("{config:?}").contains("hunter2"));
    }
}
