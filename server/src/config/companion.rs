//! Who answers in the conversation.

use std::time::Duration;

use evernear_app::ports::Tokens;

use super::{
    ConfigProblem, Secret,
    environment::{Environment, is_private_address, problem},
    money::{MONEY, micros},
    variables::{self as vars, Variable},
};

/// See the module.
#[derive(Clone, Debug, Default)]
pub struct CompanionConfig {
    /// A model's server; the embedded companion where there is none.
    pub openai: Option<OpenAiConfig>,
    /// The embedded companion answers where the server does not.
    pub falls_back: bool,
}

/// Where a server that speaks OpenAI's API is.
#[derive(Clone, Debug)]
pub struct ApiAddress {
    /// Some servers of one's own ask for none.
    pub key: Option<Secret>,
    /// Its API, without a slash at the end.
    pub url: String,
}

/// A server that speaks OpenAI's API.
#[derive(Clone, Debug)]
pub struct OpenAiConfig {
    pub api: ApiAddress,
    pub model: String,
    /// The field that bounds answers, where it is not what the model's name suggests.
    pub token_limit: Option<TokenLimit>,
    /// How much the model is to reason before it answers.
    pub effort: Option<String>,
    /// Longest wait for an answer, retries included.
    pub timeout: Duration,
    pub prices: TokenPrices,
    /// What all answers of a day may cost, in millionths of a US dollar.
    pub day_ceiling: i64,
}

/// What a million tokens cost that the model reads and writes, in millionths of a US dollar.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TokenPrices {
    pub input: i64,
    pub output: i64,
}

impl TokenPrices {
    /// What an answer cost, in millionths of a US dollar, to the nearest one.
    pub fn of(self, tokens: Tokens) -> i64 {
        let exact = i64::from(tokens.input) * self.input + i64::from(tokens.output) * self.output;
        (exact + 500_000) / 1_000_000
    }

    /// Whether nobody has set a price.
    pub fn is_unset(self) -> bool {
        self == Self::default()
    }
}

/// Names of the field that bounds answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenLimit {
    MaxTokens,
    MaxCompletionTokens,
}

impl OpenAiConfig {
    /// Whether answers are bounded by `max_completion_tokens`: OpenAI's models that reason know nothing
    /// else, other servers often only `max_tokens`.
    pub fn completion_tokens(&self) -> bool {
        self.token_limit
            .map_or_else(|| reasons(&self.model), |field| field == TokenLimit::MaxCompletionTokens)
    }

    /// What is asked for as `reasoning_effort`: none at all where nobody says otherwise, because
    /// reasoning would use up an answer's few tokens.
    pub fn effort(&self) -> Option<&str> {
        self.effort.as_deref().or_else(|| reasons(&self.model).then_some("none"))
    }

    /// Who receives what is sent there, in words for people.
    pub fn receiver(&self) -> String {
        let url = reqwest::Url::parse(&self.api.url).ok();
        match url.as_ref().and_then(reqwest::Url::host_str) {
            Some("api.openai.com") => "OpenAI".to_owned(),
            Some("127.0.0.1" | "localhost" | "[::1]") | None => {
                "a model on our own server".to_owned()
            }
            Some(host) => host.to_owned(),
        }
    }
}

/// Whether a model of this name reasons before it answers: o1 and later ones, gpt-5 and later ones.
fn reasons(model: &str) -> bool {
    let number = |rest: &str| {
        rest.chars().take_while(char::is_ascii_digit).collect::<String>().parse::<u32>().ok()
    };
    match (model.strip_prefix("gpt-"), model.strip_prefix('o')) {
        (Some(rest), _) => number(rest).is_some_and(|version| version >= 5),
        (_, Some(rest)) => number(rest).is_some(),
        _ => false,
    }
}

impl CompanionConfig {
    pub(super) fn read(env: &Environment<'_>) -> Result<Self, ConfigProblem> {
        let falls_back =
            env.one_of(&vars::COMPANION_FALLBACK, (("embedded", true), ("none", false)))?;
        let asks = env.one_of(&vars::COMPANION, (("embedded", false), ("openai", true)))?;
        if !asks {
            return Ok(Self { openai: None, falls_back });
        }
        let api = openai_api(env)?;
        let token_limit = match env.given(&vars::OPENAI_TOKEN_LIMIT).as_deref() {
            None => None,
            Some("max_tokens") => Some(TokenLimit::MaxTokens),
            Some("max_completion_tokens") => Some(TokenLimit::MaxCompletionTokens),
            Some(other) => {
                return Err(
                    vars::OPENAI_TOKEN_LIMIT.wrong(other, "max_tokens or max_completion_tokens")
                );
            }
        };
        let seconds: u64 = env.parsed(&vars::OPENAI_TIMEOUT, "a whole number of seconds")?;
        if !(1..=60).contains(&seconds) {
            return problem("EVERNEAR_OPENAI_TIMEOUT needs 1 to 60 seconds: a person is waiting.");
        }
        let openai = OpenAiConfig {
            api,
            model: env.text(&vars::OPENAI_MODEL),
            token_limit,
            effort: env.given(&vars::OPENAI_EFFORT),
            timeout: Duration::from_secs(seconds),
            prices: TokenPrices {
                input: price(env, &vars::COST_TOKENS_IN)?,
                output: price(env, &vars::COST_TOKENS_OUT)?,
            },
            day_ceiling: price(env, &vars::COST_COMPANION_DAY)?,
        };
        Ok(Self { openai: Some(openai), falls_back })
    }
}

fn price(env: &Environment<'_>, variable: &Variable) -> Result<i64, ConfigProblem> {
    let text = env.text(variable);
    micros(&text).ok_or_else(|| variable.wrong(&text, MONEY))
}

/// The configured server of OpenAI's API.
pub(super) fn openai_api(env: &Environment<'_>) -> Result<ApiAddress, ConfigProblem> {
    let url = env.text(&vars::OPENAI_URL);
    let key = env.secret(&vars::OPENAI_KEY);
    if !is_private_address(&url) {
        return problem(
            "EVERNEAR_OPENAI_URL must begin with https://, or be on this machine: what people write, and photos, go there.",
        );
    }
    if url.contains('@') {
        return problem(
            "EVERNEAR_OPENAI_URL may hold no name and password, because the doctor shows it: the key belongs into EVERNEAR_OPENAI_KEY.",
        );
    }
    if key.is_none() && env.given(&vars::OPENAI_URL).is_none() {
        return problem(
            "openai needs EVERNEAR_OPENAI_KEY, or EVERNEAR_OPENAI_URL of a server that asks for no key.",
        );
    }
    Ok(ApiAddress { key, url: url.trim_end_matches('/').to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(given: &[(&str, &str)]) -> Result<CompanionConfig, ConfigProblem> {
        let find = |name: &str| {
            given.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        };
        CompanionConfig::read(&Environment(&find))
    }

    #[test]
    fn words_and_keys_go_only_where_nobody_reads_them_on_the_way() {
        let asked =
            |url: &str| read(&[("EVERNEAR_COMPANION", "openai"), ("EVERNEAR_OPENAI_URL", url)]);
        assert!(asked("http://127.0.0.1:11434/v1").is_ok_and(|config| config.openai.is_some()));
        assert!(asked("https://models.example/v1").is_ok());
        for url in ["http://models.example/v1", "https://me:secret@models.example/v1"] {
            let problem = asked(url).expect_err("refused").0;
            assert!(problem.contains("EVERNEAR_OPENAI_URL") && !problem.contains("secret"));
        }
        assert!(read(&[("EVERNEAR_COMPANION", "openai")]).is_err(), "OpenAI itself wants a key");
        assert!(read(&[]).is_ok_and(|config| config.openai.is_none()));
    }

    #[test]
    fn an_answer_costs_what_its_tokens_cost() {
        let base = [("EVERNEAR_COMPANION", "openai"), ("EVERNEAR_OPENAI_KEY", "key")];
        let prices = |more: &[(&str, &str)]| {
            let config = read(&[&base[..], more].concat())?;
            Ok::<_, ConfigProblem>(config.openai.expect("configured").prices)
        };
        assert!(prices(&[]).expect("none is needed").is_unset());
        let set =
            prices(&[("EVERNEAR_COST_TOKENS_IN", "2.50"), ("EVERNEAR_COST_TOKENS_OUT", "10")])
                .expect("prices");
        assert_eq!(set.of(Tokens { input: 1_000, output: 200 }), 4_500);
        assert_eq!(TokenPrices { input: 50_000, output: 0 }.of(Tokens { input: 9, output: 0 }), 0);
        assert_eq!(TokenPrices { input: 50_000, output: 0 }.of(Tokens { input: 10, output: 0 }), 1);
        let problem = prices(&[("EVERNEAR_COST_TOKENS_OUT", "cheap")]).expect_err("no price").0;
        assert!(problem.contains("EVERNEAR_COST_TOKENS_OUT"), "{problem}");
    }
}
