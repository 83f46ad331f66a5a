//! The closed beta, its administration, and where companies write to.

use argon2::PasswordHash;
use evernear_app::domain::account::Email;

use super::{
    ConfigProblem, Secret,
    environment::{Environment, is_private_address, problem},
    variables as vars,
};

/// The closed beta and its administration.
#[derive(Clone, Debug)]
pub struct BetaConfig {
    /// Only who is approved on the waitlist is admitted.
    pub approved_only: bool,
    /// What `evernear admin hash-password` printed.
    pub admin_hash: Option<Secret>,
    /// Where applications are handed on to, as JSON.
    pub form_collector: Option<Secret>,
    /// Where companies' messages go.
    pub enterprise_mail: Email,
}

impl BetaConfig {
    pub(super) fn read(env: &Environment<'_>) -> Result<Self, ConfigProblem> {
        let approved_only = env.one_of(&vars::BETA_GATE, (("open", false), ("approved", true)))?;
        let admin_hash = env.secret(&vars::ADMIN_PASSWORD_HASH);
        if admin_hash.as_ref().is_some_and(|hash| !is_hash(&hash.0)) {
            return problem(
                "EVERNEAR_ADMIN_PASSWORD_HASH is no argon2id hash. `evernear admin hash-password` makes one; in a shell it stands in single quotes.",
            );
        }
        let form_collector = env.secret(&vars::FORM_COLLECTOR);
        if form_collector.as_ref().is_some_and(|url| !is_private_address(&url.0)) {
            return problem("EVERNEAR_FORM_COLLECTOR must begin with https://.");
        }
        let enterprise_mail = env.parsed(&vars::ENTERPRISE_MAIL, "an e-mail address")?;
        Ok(Self { approved_only, admin_hash, form_collector, enterprise_mail })
    }
}

fn is_hash(text: &str) -> bool {
    PasswordHash::new(text).is_ok_and(|hash| hash.algorithm.as_str() == "argon2id")
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
            let problem = BetaConfig::read(&Environment(&get)).expect_err(variable).0;
            assert!(problem.contains(variable) && !problem.contains("hunter2"), "{problem}");
        }
    }
}
