//! Who makes pictures and films, and what that may cost.

use std::path::PathBuf;

use evernear_app::{
    domain::creation::MAX_OTHERS,
    ports::{CostLimits, OrderPrices},
};

use super::{
    ConfigProblem, Secret,
    companion::{ApiAddress, openai_api},
    environment::{Environment, is_private_address, problem},
    money::{MONEY, micros},
    variables::{self as vars, Variable},
};

/// Who makes a picture or a film.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Provider {
    /// Our own renderer.
    #[default]
    Embedded,
    Runway,
    OpenAi,
    ComfyUi,
}

/// See the module.
#[derive(Clone, Debug)]
pub struct ImageryConfig {
    /// Whether pictures are made in print size too.
    pub large_pictures: bool,
    pub picture: Provider,
    pub film: Provider,
    /// Whether our own renderer makes what a provider cannot.
    pub falls_back: bool,
    pub runway: Option<RunwayConfig>,
    pub openai: Option<OpenAiImagesConfig>,
    pub comfyui: Option<ComfyUiConfig>,
    /// What the configured providers cost.
    pub prices: OrderPrices,
}

/// An account at Runway.
#[derive(Clone, Debug)]
pub struct RunwayConfig {
    pub url: String,
    pub key: Secret,
    pub picture_model: String,
    pub film_model: String,
}

/// A model for pictures behind OpenAI's API.
#[derive(Clone, Debug)]
pub struct OpenAiImagesConfig {
    pub api: ApiAddress,
    pub model: String,
}

/// A `ComfyUI` of one's own.
#[derive(Clone, Debug)]
pub struct ComfyUiConfig {
    pub url: String,
    /// A header that a proxy before it asks for: its name and value.
    pub header: Option<(String, Secret)>,
    /// Folders with a workflow and its map.
    pub picture: Option<PathBuf>,
    pub film: Option<PathBuf>,
}

impl Default for ImageryConfig {
    /// Our own renderer makes everything.
    fn default() -> Self {
        let limits = CostLimits { creation: 0, account_day: 0, site_day: 0, cancelled_day: 0 };
        Self {
            large_pictures: true,
            picture: Provider::Embedded,
            film: Provider::Embedded,
            falls_back: false,
            runway: None,
            openai: None,
            comfyui: None,
            prices: OrderPrices { image: 0, film: 0, limits },
        }
    }
}

impl ImageryConfig {
    pub(super) fn read(env: &Environment<'_>) -> Result<Self, ConfigProblem> {
        let picture = match env.text(&vars::IMAGERY).as_str() {
            "embedded" => Provider::Embedded,
            "runway" => Provider::Runway,
            "openai" => Provider::OpenAi,
            "comfyui" => Provider::ComfyUi,
            other => {
                return Err(vars::IMAGERY.wrong(other, "embedded, runway, openai or comfyui"));
            }
        };
        let film = match env.text(&vars::FILM).as_str() {
            // OpenAI makes no films: our own camera films its picture.
            "same" if picture == Provider::OpenAi => Provider::Embedded,
            "same" => picture,
            "embedded" => Provider::Embedded,
            "runway" => Provider::Runway,
            "comfyui" => Provider::ComfyUi,
            other => return Err(vars::FILM.wrong(other, "same, embedded, runway or comfyui")),
        };
        let uses = |provider| picture == provider || film == provider;
        Ok(Self {
            large_pictures: env.yes_or_no(&vars::LARGE_PICTURES)?,
            picture,
            film,
            falls_back: env
                .one_of(&vars::IMAGERY_FALLBACK, (("none", false), ("embedded", true)))?,
            runway: uses(Provider::Runway).then(|| runway(env)).transpose()?,
            openai: uses(Provider::OpenAi).then(|| openai(env)).transpose()?,
            comfyui: uses(Provider::ComfyUi).then(|| comfyui(env, picture, film)).transpose()?,
            prices: prices(env, picture, film)?,
        })
    }

    /// Who receives words and photos to make a picture or a film of them, if not our own renderer does.
    pub fn makers_outside(&self) -> Option<String> {
        let mut names: Vec<&str> = Vec::new();
        for provider in [self.picture, self.film] {
            let name = match provider {
                Provider::Embedded => continue,
                Provider::Runway => "Runway",
                Provider::OpenAi => "OpenAI",
                Provider::ComfyUi => "another server of our own",
            };
            if !names.contains(&name) {
                names.push(name);
            }
        }
        (!names.is_empty()).then(|| names.join(" and "))
    }

    /// Whether somebody outside is paid for pictures or films.
    pub fn is_paid(&self) -> bool {
        [self.picture, self.film]
            .iter()
            .any(|provider| matches!(provider, Provider::Runway | Provider::OpenAi))
    }
}

fn runway(env: &Environment<'_>) -> Result<RunwayConfig, ConfigProblem> {
    let url = address(env, &vars::RUNWAY_URL)?;
    let Some(key) = env.secret(&vars::RUNWAY_KEY) else {
        return problem("Runway needs EVERNEAR_RUNWAY_KEY.");
    };
    let picture_model = env.text(&vars::RUNWAY_PICTURE_MODEL);
    let film_model = env.text(&vars::RUNWAY_FILM_MODEL);
    Ok(RunwayConfig { url, key, picture_model, film_model })
}

fn openai(env: &Environment<'_>) -> Result<OpenAiImagesConfig, ConfigProblem> {
    let Some(model) = env.given(&vars::OPENAI_IMAGE_MODEL) else {
        return problem(
            "EVERNEAR_IMAGERY=openai needs EVERNEAR_OPENAI_IMAGE_MODEL; `evernear doctor` lists what a key may use.",
        );
    };
    Ok(OpenAiImagesConfig { api: openai_api(env)?, model })
}

fn comfyui(
    env: &Environment<'_>,
    picture: Provider,
    film: Provider,
) -> Result<ComfyUiConfig, ConfigProblem> {
    let url = env.text(&vars::COMFYUI_URL);
    if !url.starts_with("http://") && !url.starts_with("https://") || url.contains('@') {
        return problem(
            "EVERNEAR_COMFYUI_URL needs an address such as http://127.0.0.1:8188, without name and password.",
        );
    }
    let header = match env.secret(&vars::COMFYUI_HEADER) {
        None => None,
        Some(Secret(line)) => match line.split_once(':') {
            Some((name, value)) => Some((name.trim().to_owned(), Secret(value.trim().to_owned()))),
            None => return problem("EVERNEAR_COMFYUI_HEADER needs the form `Name: value`."),
        },
    };
    let folder = |variable: &Variable, needed: bool, of: &str| match env.given(variable) {
        Some(folder) => Ok(Some(PathBuf::from(folder))),
        None if needed => problem(format!(
            "{} must name the folder with the workflow of {of} and its map.",
            variable.name
        )),
        None => Ok(None),
    };
    Ok(ComfyUiConfig {
        url: url.trim_end_matches('/').to_owned(),
        header,
        picture: folder(&vars::COMFYUI_PICTURE, picture == Provider::ComfyUi, "pictures")?,
        film: folder(&vars::COMFYUI_FILM, film == Provider::ComfyUi, "films")?,
    })
}

/// An address that photos and keys may be sent to, without a slash at the end.
fn address(env: &Environment<'_>, variable: &Variable) -> Result<String, ConfigProblem> {
    let url = env.text(variable);
    if !is_private_address(&url) || url.contains('@') {
        return problem(format!(
            "{} must begin with https://, or be on this machine, and hold no name and password: photos and a key go there.",
            variable.name
        ));
    }
    Ok(url.trim_end_matches('/').to_owned())
}

/// Prices by provider, in millionths of a US dollar: Runway's of `gen4_image` at 720p (5 credits of a
/// cent) and of ten seconds of `gen4_turbo` (50), unless configured.
fn prices(
    env: &Environment<'_>,
    picture: Provider,
    film: Provider,
) -> Result<OrderPrices, ConfigProblem> {
    let usual = |provider, runway| match provider {
        Provider::Runway => runway,
        Provider::OpenAi => 250_000,
        Provider::Embedded | Provider::ComfyUi => 0,
    };
    let dollars = |variable: &Variable, usual: i64| match env.given(variable) {
        None => Ok(usual),
        Some(text) => micros(&text).ok_or_else(|| variable.wrong(&text, MONEY)),
    };
    // What is made on a machine of one's own has no price a piece.
    let price = |variable: &Variable, provider, usual: i64| match provider {
        Provider::Runway | Provider::OpenAi => dollars(variable, usual),
        Provider::Embedded | Provider::ComfyUi => dollars(variable, 0).map(|_| 0),
    };
    let prices = OrderPrices {
        image: price(&vars::COST_PICTURE, picture, usual(picture, 50_000))?,
        film: price(&vars::COST_FILM, film, usual(film, 500_000))?,
        limits: CostLimits {
            creation: dollars(&vars::COST_CREATION, 2_000_000)?,
            account_day: dollars(&vars::COST_ACCOUNT_DAY, 5_000_000)?,
            site_day: dollars(&vars::COST_SITE_DAY, 50_000_000)?,
            cancelled_day: dollars(&vars::COST_CANCELLED_DAY, 1_000_000)?,
        },
    };
    let most = i64::from(1 + MAX_OTHERS) * prices.image + prices.film;
    if prices.limits.creation < most {
        return problem(
            "EVERNEAR_COST_CREATION is less than a film with the two other pictures that people may ask for: raise it.",
        );
    }
    Ok(prices)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(given: &[(&str, &str)]) -> Result<ImageryConfig, ConfigProblem> {
        let find = |name: &str| {
            given.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        };
        ImageryConfig::read(&Environment(&find))
    }

    #[test]
    fn a_memory_may_cost_what_its_review_promises() {
        let runway = |most: &str| {
            read(&[
                ("EVERNEAR_IMAGERY", "runway"),
                ("EVERNEAR_RUNWAY_KEY", "key"),
                ("EVERNEAR_COST_CREATION", most),
            ])
        };
        assert!(runway("0.65").is_ok(), "three pictures and a film");
        let refused = runway("0.64").expect_err("the film of the third picture would fail");
        assert!(refused.to_string().contains("EVERNEAR_COST_CREATION"), "{refused}");
    }

    #[test]
    fn a_film_is_made_by_who_makes_the_picture_unless_it_cannot() {
        let config = read(&[]).expect("the embedded renderer needs nothing");
        assert!(config.picture == Provider::Embedded && !config.is_paid());
        let runway = [("EVERNEAR_IMAGERY", "runway"), ("EVERNEAR_RUNWAY_KEY", "key")];
        let config = read(&runway).expect("complete");
        assert!(config.film == Provider::Runway && config.is_paid());
        assert_eq!((config.prices.image, config.prices.film), (50_000, 500_000));
        let own = [&runway[..], &[("EVERNEAR_FILM", "embedded")]].concat();
        assert_eq!(read(&own).expect("complete").prices.film, 0);
        let openai = [
            ("EVERNEAR_IMAGERY", "openai"),
            ("EVERNEAR_OPENAI_KEY", "key"),
            ("EVERNEAR_OPENAI_IMAGE_MODEL", "a-model"),
        ];
        assert_eq!(read(&openai).expect("complete").film, Provider::Embedded);
    }

    #[test]
    fn what_a_provider_needs_is_asked_for_by_name() {
        for (given, missing) in [
            (&[("EVERNEAR_IMAGERY", "runway")][..], "EVERNEAR_RUNWAY_KEY"),
            (&[("EVERNEAR_IMAGERY", "comfyui")], "EVERNEAR_COMFYUI_PICTURE"),
            (&[("EVERNEAR_IMAGERY", "openai")], "EVERNEAR_OPENAI_IMAGE_MODEL"),
            (&[("EVERNEAR_FILM", "comfyui")], "EVERNEAR_COMFYUI_FILM"),
            (
                &[
                    ("EVERNEAR_IMAGERY", "runway"),
                    ("EVERNEAR_RUNWAY_KEY", "key"),
                    ("EVERNEAR_RUNWAY_URL", "http://runway.example"),
                ],
                "EVERNEAR_RUNWAY_URL",
            ),
        ] {
            let problem = read(given).expect_err("incomplete").0;
            assert!(problem.contains(missing), "{problem}");
        }
    }
}
