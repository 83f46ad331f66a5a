//! How people get in and stay in.

use argon2::Params;

use super::{
    ConfigProblem, Secret,
    parse::{entries, is_private_address, yes_or_no},
};

/// How people get in and stay in.
#[derive(Clone, Debug)]
pub struct AccessConfig {
    /// `EVERNEAR_SECRET`: the server's own key, at least 32 characters; made once and kept in
    /// the data folder. Servers that share a database need the same one.
    pub secret: Option<Secret>,
    /// `EVERNEAR_SECRET_PREVIOUS`: the secret of before, while keys are rotated; none.
    pub previous_secret: Option<Secret>,
    /// `EVERNEAR_CONFIRM_EMAIL`: `yes` or `no`; yes where a mail server is configured.
    pub confirm_email: bool,
    /// `EVERNEAR_ARGON2`: cost of a password hash as `m=19456,t=2,p=1` (KiB, passes, lanes).
    pub argon2: Params,
    /// `EVERNEAR_SIGN_OUT_WHEN_HIDDEN`: whether leaving the tab ends this browser's session;
    /// `yes` or `no`; yes.
    pub sign_out_when_hidden: bool,
    pub google: Option<GoogleConfig>,
}

/// Signing in with Google; off unless both the id and the secret are set.
#[derive(Clone, Debug)]
pub struct GoogleConfig {
    /// `EVERNEAR_GOOGLE_CLIENT_ID`: the site's; none.
    pub client_id: String,
    /// After it, separated by commas: other programs whose id tokens the token API takes.
    pub more_client_ids: Vec<String>,
    /// `EVERNEAR_GOOGLE_CLIENT_SECRET`: none.
    pub client_secret: Secret,
    /// `EVERNEAR_GOOGLE_URL`: another party that speaks the same, for tests; Google.
    pub url: Option<String>,
}

impl AccessConfig {
    pub(super) fn read(get: &impl Fn(&str) -> Option<String>) -> Result<Self, ConfigProblem> {
        let previous_secret = secret(get, "EVERNEAR_SECRET_PREVIOUS")?;
        let secret = secret(get, "EVERNEAR_SECRET")?;
        let sends_mail = get("EVERNEAR_SMTP_URL").is_some();
        Ok(Self {
            secret,
            previous_secret,
            confirm_email: yes_or_no(get, "EVERNEAR_CONFIRM_EMAIL", sends_mail)?,
            argon2: match get("EVERNEAR_ARGON2") {
                Some(text) => argon2(&text)?,
                None => Params::default(),
            },
            sign_out_when_hidden: yes_or_no(get, "EVERNEAR_SIGN_OUT_WHEN_HIDDEN", true)?,
            google: google(get)?,
        })
    }
}

fn secret(
    get: &impl Fn(&str) -> Option<String>,
    name: &str,
) -> Result<Option<Secret>, ConfigProblem> {
    let secret = get(name);
    if secret.as_ref().is_some_and(|secret| secret.chars().count() < 32) {
        return Err(ConfigProblem(format!(
            "{name} is too short; it needs at least 32 characters, such as the output of: openssl rand -hex 32"
        )));
    }
    Ok(secret.map(Secret))
}

fn google(get: &impl Fn(&str) -> Option<String>) -> Result<Option<GoogleConfig>, ConfigProblem> {
    match (get("EVERNEAR_GOOGLE_CLIENT_ID"), get("EVERNEAR_GOOGLE_CLIENT_SECRET")) {
        (Some(client_ids), Some(secret)) => {
            let url = get("EVERNEAR_GOOGLE_URL");
            if url.as_deref().is_some_and(|url| !is_private_address(url)) {
                return Err(ConfigProblem("EVERNEAR_GOOGLE_URL must begin with https://, or be on this machine: who somebody is is asked there.".to_owned()));
            }
            let mut ids = entries(&client_ids).map(str::to_owned);
            Ok(Some(GoogleConfig {
                client_id: ids.next().unwrap_or_default(),
                more_client_ids: ids.collect(),
                client_secret: Secret(secret),
                url,
            }))
        }
        (None, None) => Ok(None),
        _ => Err(ConfigProblem(
            "EVERNEAR_GOOGLE_CLIENT_ID and EVERNEAR_GOOGLE_CLIENT_SECRET only work together."
                .to_owned(),
        )),
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
    params.ok_or_else(|| {
        ConfigProblem(format!(
            "EVERNEAR_ARGON2 is '{text}'; it needs a form such as m=19456,t=2,p=1."
        ))
    })
}
