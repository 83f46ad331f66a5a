//! From the environment to a [`Config`], or to a sentence that says what to change.

use std::{
    net::{IpAddr, SocketAddr},
    path::PathBuf,
};

use ipnet::IpNet;
use tracing_subscriber::EnvFilter;

use super::{
    AccessConfig, AuthApiConfig, BetaConfig, CareConfig, CompanionConfig, Config, ConnectionLimits,
    ImageryConfig, MailConfig, Mode, PaymentsConfig, PhotosConfig, StorageConfig, WebConfig,
    WorkerConfig,
    environment::{Environment, problem},
    variables as vars,
};

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

    /// Names in the process's environment that look like settings and are none.
    pub fn unknown_variables() -> Vec<String> {
        vars::unknown(std::env::vars_os().filter_map(|(name, _)| name.into_string().ok()))
    }

    /// Reads variables through `get`; blank ones count as unset.
    pub fn read(get: impl Fn(&str) -> Option<String>) -> Result<Self, ConfigProblem> {
        let env = &Environment(&get);
        let modes = (("development", Mode::Development), ("production", Mode::Production));
        let mode = env.one_of(&vars::MODE, modes)?;
        let listen: SocketAddr =
            env.parsed(&vars::LISTEN, "an address and a port, such as 127.0.0.1:3000")?;
        let public_url = env.given(&vars::PUBLIC_URL);
        if mode == Mode::Development
            && !listen.ip().is_loopback()
            && !env.yes_or_no(&vars::DEVELOPMENT_REMOTE)?
        {
            return problem(format!(
                "Development mode answers only on this machine, not on {listen}. Set EVERNEAR_MODE=production, or EVERNEAR_DEVELOPMENT_REMOTE=yes if this network is yours alone."
            ));
        }
        if mode == Mode::Production {
            match public_url.as_deref() {
                Some(url) if url.starts_with("https://") => {}
                Some(_) => {
                    return problem("EVERNEAR_PUBLIC_URL must begin with https:// in production.");
                }
                None => {
                    return problem(
                        "EVERNEAR_PUBLIC_URL must be set in production, for example https://evernear.example.",
                    );
                }
            }
            if env.given(&vars::DATA_DIR).is_none() {
                return problem(
                    "EVERNEAR_DATA_DIR must be set in production: it is where photos and films are kept.",
                );
            }
        }
        let database_url = env.secret(&vars::DATABASE_URL);
        if let Some(url) = &database_url
            && !["postgres://", "postgresql://", "sqlite://"]
                .iter()
                .any(|scheme| url.0.starts_with(scheme))
        {
            return problem("DATABASE_URL must begin with postgres:// or sqlite://.");
        }
        let public_url = public_url.unwrap_or_else(|| format!("http://{listen}"));
        let megabytes: u32 = env.parsed(&vars::DISK_RESERVE, "a whole number of megabytes")?;
        let config = Self {
            mode,
            web: WebConfig {
                listen,
                public_url: public_url.trim_end_matches('/').to_owned(),
                social: social(env)?,
                trusted_proxies: proxies(env)?,
                metrics_token: env.secret(&vars::METRICS_TOKEN),
                limit_factor: env.parsed(&vars::LIMIT_FACTOR, "a whole number from 1 on")?,
                connections: ConnectionLimits::read(env)?,
            },
            storage: StorageConfig {
                data_dir: PathBuf::from(env.text(&vars::DATA_DIR)),
                database_url,
                reserve: u64::from(megabytes) << 20,
            },
            imagery: ImageryConfig::read(env)?,
            companion: CompanionConfig::read(env)?,
            photos: PhotosConfig::default(),
            mail: MailConfig::read(env)?,
            access: AccessConfig::read(env)?,
            payments: PaymentsConfig::read(env, mode)?,
            beta: BetaConfig::read(env)?,
            care: CareConfig { helplines: env.text(&vars::HELPLINES) },
            auth_api: AuthApiConfig::read(env)?,
            worker: WorkerConfig {
                name: env.given(&vars::WORKER).unwrap_or_else(|| own_name(listen)),
            },
        };
        if config.mode == Mode::Production {
            config.production_protects_people()?;
        }
        if config.imagery.is_paid() && !config.access.confirm_email {
            return problem(
                "Pictures or films that cost money need EVERNEAR_CONFIRM_EMAIL=yes: otherwise whoever makes up addresses makes memories at your expense.",
            );
        }
        Ok(config)
    }

    /// What production cannot do without, or with, where people are concerned.
    fn production_protects_people(&self) -> Result<(), ConfigProblem> {
        if self.mail.smtp_url.is_none() {
            return problem(
                "EVERNEAR_SMTP_URL must be set in production, for example smtps://user:password@mail.example: without it nobody gets a mail.",
            );
        }
        if self.access.google.as_ref().is_some_and(|google| google.url.is_some()) {
            return problem(
                "EVERNEAR_GOOGLE_URL is for tests: in production Google says who somebody is. Leave it out.",
            );
        }
        if !self.access.is_password_hash_strong() {
            return problem(
                "EVERNEAR_ARGON2 is too weak for production: a stolen database could be searched for passwords. Take at least m=19456,t=2,p=1, or leave it out.",
            );
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

/// What is logged. Read apart from the rest, whose problems are logged by it.
#[expect(clippy::disallowed_methods, reason = "the environment is read here and nowhere else")]
pub fn log_filter() -> EnvFilter {
    let get = |name: &str| std::env::var(name).ok();
    EnvFilter::new(Environment(&get).text(&vars::LOG))
}

/// The same at every start, and another one for each server: of two with one name, each would find
/// the other's renderings lost.
fn own_name(listen: SocketAddr) -> String {
    let machine = rustix::system::uname();
    format!("{}-{listen}", machine.nodename().to_string_lossy())
}

fn social(env: &Environment<'_>) -> Result<Vec<(String, String)>, ConfigProblem> {
    let read = |entry: String| match entry.split_once('=') {
        Some((name, url)) if url.starts_with("https://") => {
            Ok((name.trim().to_owned(), url.trim().to_owned()))
        }
        _ => Err(vars::SOCIAL.wrong_entry(&entry, "Name=https://…")),
    };
    env.entries(&vars::SOCIAL).into_iter().map(read).collect()
}

fn proxies(env: &Environment<'_>) -> Result<Vec<IpNet>, ConfigProblem> {
    let read = |entry: String| {
        let net = entry.parse().or_else(|_| entry.parse::<IpAddr>().map(IpNet::from));
        if net.as_ref().is_ok_and(|net: &IpNet| net.prefix_len() == 0) {
            return problem(format!(
                "EVERNEAR_TRUSTED_PROXIES has '{entry}', which is everybody: anybody could say who they are."
            ));
        }
        let needs = "addresses or networks, such as 10.0.0.0/8";
        net.map_err(|_| vars::TRUSTED_PROXIES.wrong_entry(&entry, needs))
    };
    env.entries(&vars::TRUSTED_PROXIES).into_iter().map(read).collect()
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
        assert!(config.worker.name.ends_with("-127.0.0.1:3000"), "{}", config.worker.name);
        let beside = read(&[("EVERNEAR_LISTEN", "127.0.0.1:3001")]).expect("another one");
        assert_ne!(config.worker.name, beside.worker.name);
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

    const PRODUCTION: [(&str, &str); 4] = [
        ("EVERNEAR_MODE", "production"),
        ("EVERNEAR_PUBLIC_URL", "https://evernear.example"),
        ("EVERNEAR_DATA_DIR", "/srv/evernear"),
        ("EVERNEAR_SMTP_URL", "smtps://user:password@mail.example"),
    ];

    #[test]
    fn production_takes_no_settings_that_are_for_tests() {
        for hashing in ["m=19456,t=2,p=1", "m=7168,t=5,p=1", "m=47104,t=1,p=1"] {
            let variables = [&PRODUCTION[..], &[("EVERNEAR_ARGON2", hashing)]].concat();
            read(&variables).expect(hashing);
        }
        let google = [
            ("EVERNEAR_GOOGLE_CLIENT_ID", "us"),
            ("EVERNEAR_GOOGLE_CLIENT_SECRET", "hunter2"),
            ("EVERNEAR_GOOGLE_URL", "https://google.test"),
        ];
        let weak = ["m=8,t=1,p=1", "m=6144,t=9,p=1", "m=19456,t=1,p=1"];
        let weak = weak.map(|hashing| vec![("EVERNEAR_ARGON2", hashing)]);
        for settings in [google.to_vec()].into_iter().chain(weak) {
            let mut variables = [&PRODUCTION[..], &settings].concat();
            let problem = read(&variables).expect_err("refused").0;
            let name = settings.last().expect("one").0;
            assert!(problem.starts_with(name), "{problem}");
            variables[0] = ("EVERNEAR_MODE", "development");
            read(&variables).expect("development may");
        }
    }

    #[test]
    fn production_trusts_no_address_that_nobody_confirmed() {
        let base = PRODUCTION;
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
