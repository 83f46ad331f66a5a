//! Who takes the money.

use evernear_app::domain::billing::{Currency, Plan};

use super::{
    ConfigProblem, Mode, Secret,
    environment::{Environment, is_private_address, problem},
    variables as vars,
};

/// See the module.
#[derive(Clone, Debug, Default)]
pub struct PaymentsConfig {
    /// Paystack, where its key is set. Without, development plays a provider of its own,
    /// and in production nothing can be bought.
    pub paystack: Option<PaystackConfig>,
}

#[derive(Clone, Debug)]
pub struct PaystackConfig {
    /// Begins with `sk_`.
    pub secret_key: Secret,
    /// Its API, without a slash at the end.
    pub url: String,
    /// Those that renew; a plan that is not named is paid month by month.
    pub plans: Vec<PlanCode>,
}

/// A plan that renews at the provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanCode {
    /// `Pro/USD`.
    pub name: String,
    pub code: String,
}

impl PaymentsConfig {
    pub(super) fn read(env: &Environment<'_>, mode: Mode) -> Result<Self, ConfigProblem> {
        let Some(secret_key) = env.secret(&vars::PAYSTACK_SECRET_KEY) else {
            let needs_key = [&vars::PAYSTACK_URL, &vars::PAYSTACK_PLANS];
            return if needs_key.iter().any(|variable| env.given(variable).is_some()) {
                problem(
                    "EVERNEAR_PAYSTACK_URL and EVERNEAR_PAYSTACK_PLANS need EVERNEAR_PAYSTACK_SECRET_KEY.",
                )
            } else {
                Ok(Self::default())
            };
        };
        if !secret_key.0.starts_with("sk_") {
            return problem(
                "EVERNEAR_PAYSTACK_SECRET_KEY must be the secret key, which begins with sk_.",
            );
        }
        if mode == Mode::Production && secret_key.0.starts_with("sk_test_") {
            return problem(
                "EVERNEAR_PAYSTACK_SECRET_KEY is a test key: with it anybody pays with a test card. Production needs the live one.",
            );
        }
        let url = env.text(&vars::PAYSTACK_URL);
        if !is_private_address(&url) {
            return problem(
                "EVERNEAR_PAYSTACK_URL must begin with https://, or be on this machine: the secret key goes there.",
            );
        }
        let plans = plan_codes(env)?;
        let url = url.trim_end_matches('/').to_owned();
        Ok(Self { paystack: Some(PaystackConfig { secret_key, url, plans }) })
    }
}

fn plan_codes(env: &Environment<'_>) -> Result<Vec<PlanCode>, ConfigProblem> {
    let read = |entry: String| {
        let (name, code) =
            entry.split_once('=').map_or((&*entry, ""), |(name, code)| (name.trim(), code.trim()));
        let is_known = name.split_once('/').is_some_and(|(plan, currency)| {
            Plan::named(plan).is_some_and(|found| found.name == plan)
                && Currency::from_code(currency).is_some()
        });
        if is_known && !code.is_empty() {
            Ok(PlanCode { name: name.to_owned(), code: code.to_owned() })
        } else {
            Err(vars::PAYSTACK_PLANS.wrong_entry(&entry, "entries such as Pro/USD=PLN_abc"))
        }
    };
    env.entries(&vars::PAYSTACK_PLANS).into_iter().map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(variables: &[(&str, &str)]) -> Result<PaymentsConfig, ConfigProblem> {
        read_in(Mode::Development, variables)
    }

    fn read_in(mode: Mode, variables: &[(&str, &str)]) -> Result<PaymentsConfig, ConfigProblem> {
        let value = |name: &str| {
            variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
        };
        PaymentsConfig::read(&Environment(&value), mode)
    }

    #[test]
    fn a_key_makes_it_paystack_and_never_shows_itself() {
        assert!(read(&[]).expect("nothing").paystack.is_none());
        let config = read(&[
            ("EVERNEAR_PAYSTACK_SECRET_KEY", "sk_test_hush"),
            ("EVERNEAR_PAYSTACK_PLANS", "Pro/USD=PLN_a, Pro/ZAR=PLN_b"),
        ]);
        let config = config.expect("complete");
        assert!(!format!("{config:?}").contains("hush"));
        let paystack = config.paystack.expect("configured");
        assert_eq!(paystack.url, "https://api.paystack.co");
        assert_eq!(
            paystack.plans[1],
            PlanCode { name: "Pro/ZAR".to_owned(), code: "PLN_b".to_owned() }
        );
    }

    #[test]
    fn production_sells_for_no_test_cards() {
        let with = |key| read_in(Mode::Production, &[("EVERNEAR_PAYSTACK_SECRET_KEY", key)]);
        let problem = with("sk_test_hush").expect_err("a test key").to_string();
        assert!(problem.contains("test key") && !problem.contains("hush"), "{problem}");
        with("sk_live_hush").expect("a live key");
    }

    #[test]
    fn what_would_give_the_key_away_or_sell_nothing_is_refused() {
        let key = ("EVERNEAR_PAYSTACK_SECRET_KEY", "sk_test_hush");
        for wrong in [
            vec![("EVERNEAR_PAYSTACK_SECRET_KEY", "pk_test_public")],
            vec![key, ("EVERNEAR_PAYSTACK_URL", "http://api.paystack.co")],
            vec![key, ("EVERNEAR_PAYSTACK_URL", "http://localhost.evil.example:80")],
            vec![key, ("EVERNEAR_PAYSTACK_PLANS", "Gold/USD=PLN_a")],
            vec![key, ("EVERNEAR_PAYSTACK_PLANS", "Pro/EUR=PLN_a")],
            vec![key, ("EVERNEAR_PAYSTACK_PLANS", "Pro/USD=")],
            vec![("EVERNEAR_PAYSTACK_PLANS", "Pro/USD=PLN_a")],
        ] {
            assert!(read(&wrong).is_err(), "{wrong:?}");
        }
        assert!(read(&[key, ("EVERNEAR_PAYSTACK_URL", "http://127.0.0.1:4310")]).is_ok());
    }
}
