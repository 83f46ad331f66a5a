//! How people get in and stay in.

use argon2::Params;

use super::{
    ConfigProblem, Secret,
    environment::{Environment, entries, is_private_address, problem},
    variables::{self as vars, Variable},
};

/// How people get in and stay in.
#[derive(Clone, Debug)]
pub struct AccessConfig {
    /// The server's own key; without, one that was made once and is kept in the data folder.
    pub secret: Option<Secret>,
    /// The one of before, while keys are rotated.
    pub previous_secret: Option<Secret>,
    /// Whether new addresses are confirmed by a mail.
    pub confirm_email: bool,
    /// Cost of a password hash.
    pub argon2: Params,
    /// Whether leaving the tab ends this browser's session.
    pub sign_out_when_hidden: bool,
    pub google: Option<GoogleConfig>,
}

/// Signing in with Google; off unless both the id and the secret are set.
#[derive(Clone, Debug)]
pub struct GoogleConfig {
    /// The site's.
    pub client_id: String,
    /// Other programs whose id tokens the token API takes.
    pub more_client_ids: Vec<String>,
    pub client_secret: Secret,
    /// Another party that speaks the same, for tests.
    pub url: Option<String>,
}

impl AccessConfig {
    pub(super) fn read(env: &Environment<'_>) -> Result<Self, ConfigProblem> {
        let sends_mail = env.given(&vars::SMTP_URL).is_some();
        Ok(Self {
            secret: secret(env, &vars::SECRET)?,
            previous_secret: secret(env, &vars::SECRET_PREVIOUS)?,
            confirm_email: env.yes_or_no_else(&vars::CONFIRM_EMAIL, sends_mail)?,
            argon2: argon2(&env.text(&vars::ARGON2))?,
            sign_out_when_hidden: env.yes_or_no(&vars::SIGN_OUT_WHEN_HIDDEN)?,
            google: google(env)?,
        })
    }

    /// Whether guessing costs as much as OWASP's password storage cheat sheet asks for Argon2id: memory
    /// of 7 MiB or more, and as much memory times passes as its smallest recommendation.
    pub(super) fn is_password_hash_strong(&self) -> bool {
        let (memory, passes) = (self.argon2.m_cost(), self.argon2.t_cost());
        memory >= 7 << 10 && u64::from(memory) * u64::from(passes) >= 7168 * 5
    }
}

fn secret(env: &Environment<'_>, variable: &Variable) -> Result<Option<Secret>, ConfigProblem> {
    let secret = env.secret(variable);
    if secret.as_ref().is_some_and(|secret| secret.0.chars().count() < 32) {
        return problem(format!(
            "{} is too short; it needs at least 32 characters, such as the output of: openssl rand -hex 32",
            variable.name
        ));
    }
    Ok(secret)
}

fn google(env: &Environment<'_>) -> Result<Option<GoogleConfig>, ConfigProblem> {
    match (env.given(&vars::GOOGLE_CLIENT_ID), env.secret(&vars::GOOGLE_CLIENT_SECRET)) {
        (Some(client_ids), Some(client_secret)) => {
            let url = env.given(&vars::GOOGLE_URL);
            if url.as_deref().is_some_and(|url| !is_private_address(url)) {
                return problem(
                    "EVERNEAR_GOOGLE_URL must begin with https://, or be on this machine: who somebody is is asked there.",
                );
            }
            let mut ids = entries(&client_ids).map(str::to_owned);
            Ok(Some(GoogleConfig {
                client_id: ids.next().unwrap_or_default(),
                more_client_ids: ids.collect(),
                client_secret,
                url,
            }))
        }
        (None, None) => Ok(None),
        _ => problem(
            "EVERNEAR_GOOGLE_CLIENT_ID and EVERNEAR_GOOGLE_CLIENT_SECRET only work together.",
        ),
    }
}

fn argon2(text: &str) -> Result<Params, ConfigProblem> {
    let value = |name: &str| {
        let mut pairs = entries(text).filter_map(|pair| pair.split_once('='));
        pairs.find(|(key, _)| *key == name).and_then(|(_, value)| value.parse().ok())
    };
    let params = match (value("m"), value("t"), value("p")) {
        (Some(memory), Some(passes), Some(lanes)) => Params::new(memory, passes, lanes, None).ok(),
        _ => None,
    };
    params.ok_or_else(|| vars::ARGON2.wrong(text, "a form such as m=19456,t=2,p=1"))
}
