//! The closed beta, its administration, and where companies write to.

use argon2::PasswordHash;
use evernear_app::domain::account::Email;

use super::{ConfigProblem, Secret, parse::is_private_address};

/// The closed beta and its administration.
#[derive(Clone, Debug)]
pub struct BetaConfig {
    /// `EVERNEAR_BETA_GATE`: `open`, or `approved`, which admits those who are approved on
    /// the waitlist; `open`.
    pub approved_only: bool,
    /// `EVERNEAR_ADMIN_PASSWORD_HASH`: what `evernear admin hash-password` printed;
    /// development makes a password at each start, production lets nobody in.
    pub admin_hash: Option<Secret>,
    /// `EVERNEAR_FORM_COLLECTOR`: where applications are handed on to, as JSON; nowhere.
    pub form_collector: Option<Secret>,
    /// `EVERNEAR_ENTERPRISE_MAIL`: where companies' messages go;
    /// `enterprise@evernear.example`.
    pub enterprise_mail: Email,
}

impl BetaConfig {
    pub(super) fn read(get: &impl Fn(&str) -> Option<String>) -> Result<Self, ConfigProblem> {
        let approved_only = match get("EVERNEAR_BETA_GATE").as_deref() {
            None | Some("open") => false,
            Some("approved") => true,
            Some(other) => {
                return problem(format!(
                    "EVERNEAR_BETA_GATE is '{other}'; it can be open or approved."
                ));
            }
        };
        let admin_hash = get("EVERNEAR_ADMIN_PASSWORD_HASH");
        if admin_hash.as_deref().is_some_and(|hash| !is_hash(hash)) {
            return problem("EVERNEAR_ADMIN_PASSWORD_HASH is no argon2id hash. `evernear admin hash-password` makes one; in a shell it stands in single quotes.".to_owned());
        }
        let form_collector = get("EVERNEAR_FORM_COLLECTOR");
        if form_collector.as_deref().is_some_and(|url| !is_private_address(url)) {
            return problem("EVERNEAR_FORM_COLLECTOR must begin with https://.".to_owned());
        }
        let mail = get("EVERNEAR_ENTERPRISE_MAIL")
            .unwrap_or_else(|| "enterprise@evernear.example".to_owned());
        let Ok(enterprise_mail) = mail.parse() else {
            return problem(format!(
                "EVERNEAR_ENTERPRISE_MAIL is '{mail}'; it needs an e-mail address."
            ));
        };
        Ok(Self {
            approved_only,
            admin_hash: admin_hash.map(Secret),
            form_collector: form_collector.map(Secret),
            enterprise_mail,
        })
    }
}

fn is_hash(text: &str) -> bool {
    PasswordHash::new(text).is_ok_and(|hash| hash.algorithm.as_str() == "argon2id")
}

fn problem<T>(text: String) -> Result<T, ConfigProblem> {
    Err(ConfigProblem(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_lock_everyone_out_or_in_is_named() {
        for (variable, value) in [
            ("EVERNEAR_BETA_GATE", "closed"),
            ("EVERNEAR_ADMIN_PASSWORD_HASH", "hunter2"),
            ("EVERNEAR_FORM_COLLECTOR", "http://collector.example"),
            ("EVERNEAR_ENTERPRISE_MAIL", "us"),
        ] {
            let get = |name: &str| (name == variable).then(|| value.to_owned());
            let problem = BetaConfig::read(&get).expect_err(variable).0;
            assert!(problem.contains(variable) && !problem.contains("hunter2"), "{problem}");
        }
    }
}
