//! Who makes pictures and films, what they cost, and whether those who are configured can make them. Nothing
//! here costs money.

use std::sync::Arc;

use evernear_app::{
    domain::billing::PLANS,
    ports::{Clock as _, ImageryError, OrderPrices},
};
use evernear_rules::pricing::CREATION_COST;

use super::{Finding, finding};
use crate::{
    adapters::{
        comfyui::ComfyUi,
        openai_companion::models::{ModelState, state_of_model},
        runway::{
            Runway,
            models::{FILM_MODELS, PICTURE_MODELS},
        },
        system::{SystemClock, SystemEntropy},
    },
    config::{
        ImageryConfig,
        imagery::{ComfyUiConfig, OpenAiImagesConfig, Provider, RunwayConfig},
    },
    operator::dollars,
};

/// What one of Runway's credits costs, in millionths of a US dollar.
const RUNWAY_CREDIT: i64 = 10_000;

/// Looks at everything about pictures and films.
pub async fn look(config: &ImageryConfig) -> Vec<Finding> {
    let said = configured(config);
    let mut found: Vec<Finding> =
        said.into_iter().map(|(what, how)| (what.to_owned(), how, false)).collect();
    let uses = |provider| config.picture == provider || config.film == provider;
    if let Some(runway) = config.runway.as_ref().filter(|_| uses(Provider::Runway)) {
        found.extend(at_runway(runway, config).await);
    }
    if let Some(openai) = config.openai.as_ref().filter(|_| uses(Provider::OpenAi)) {
        found.push(finding("OpenAI", at_openai(openai).await));
    }
    if let Some(comfyui) = config.comfyui.as_ref().filter(|_| uses(Provider::ComfyUi)) {
        match at_comfyui(comfyui).await {
            Ok(how) => found.push(finding("ComfyUI", Ok(how))),
            Err(problems) => {
                found.extend(problems.into_iter().map(|problem| finding("ComfyUI", Err(problem))));
            }
        }
    }
    found
}

/// The account and the models.
async fn at_runway(runway: &RunwayConfig, config: &ImageryConfig) -> Vec<Finding> {
    let models = [
        (config.picture, &PICTURE_MODELS, &runway.picture_model, "EVERNEAR_RUNWAY_PICTURE_MODEL"),
        (config.film, &FILM_MODELS, &runway.film_model, "EVERNEAR_RUNWAY_FILM_MODEL"),
    ];
    let unknown = models.into_iter().filter(|(provider, known, model, _)| {
        *provider == Provider::Runway && !known.contains(&model.as_str())
    });
    let mut found: Vec<Finding> = unknown
        .map(|(_, known, model, name)| {
            let known = known.join(" or ");
            finding(
                "Runway",
                Err(format!("{name}={model} is no model that we know to work: set {known}.")),
            )
        })
        .collect();
    let url = &runway.url;
    let credits = match Runway::new(runway.clone(), Arc::new(SystemEntropy)) {
        Ok(client) => client.credits().await,
        Err(error) => Err(ImageryError::unavailable(error.to_string())),
    };
    let what = match credits {
        Ok(credits) => paid_by(credits, config),
        Err(ImageryError::Rejected(_)) => Err(format!(
            "Runway at {url} refuses the key. Set EVERNEAR_RUNWAY_KEY to one that counts."
        )),
        Err(error) => Err(format!("Runway at {url} cannot be asked: {error}")),
    };
    found.push(finding("Runway", what));
    found
}

/// What so many of Runway's credits pay, at the configured costs.
fn paid_by(credits: i64, config: &ImageryConfig) -> Result<String, String> {
    if credits <= 0 {
        return Err("The account at Runway has no credits left: buy credits.".to_owned());
    }
    let of = |provider, price| if provider == Provider::Runway { price } else { 0 };
    let picture = of(config.picture, config.prices.image);
    // Before a film there is a picture.
    let film = match of(config.film, config.prices.film) {
        0 => 0,
        film => picture + film,
    };
    let balance = credits * RUNWAY_CREDIT;
    for (price, what) in [(film, "film"), (picture, "picture")] {
        if price > balance {
            return Err(format!(
                "The account at Runway has {credits} credits, and a {what} costs {} USD there: buy credits.",
                dollars(price)
            ));
        }
    }
    let pays = [(film, "films"), (picture, "pictures")].into_iter().filter(|(price, _)| *price > 0);
    let pays: Vec<String> =
        pays.map(|(price, what)| format!("{} {what}", balance / price)).collect();
    Ok(if pays.is_empty() {
        format!("{credits} credits")
    } else {
        format!("{credits} credits, enough for about {}", pays.join(" or "))
    })
}

/// The model for pictures.
async fn at_openai(openai: &OpenAiImagesConfig) -> Result<String, String> {
    let OpenAiImagesConfig { api, model } = openai;
    match state_of_model(api, model, SystemClock.now()).await {
        Ok(ModelState::Available) => Ok(format!("{} has {model}", api.url)),
        Ok(ModelState::Ends(day, days)) if days >= 0 => Ok(format!(
            "{model} ends on {}, in {days} days: set EVERNEAR_OPENAI_IMAGE_MODEL to another",
            day.day()
        )),
        Ok(ModelState::Ends(day, _)) => Err(format!(
            "{model} ended on {}. Set EVERNEAR_OPENAI_IMAGE_MODEL to another.",
            day.day()
        )),
        Ok(ModelState::Missing(names)) => Err(format!(
            "{} has no model {model}. Set EVERNEAR_OPENAI_IMAGE_MODEL to one that it has: {}.",
            api.url,
            names.join(", ")
        )),
        Err(error) => Err(format!("OpenAI's server at {} cannot be asked: {error}", api.url)),
    }
}

/// The server, and whether it can run the workflows.
async fn at_comfyui(comfyui: &ComfyUiConfig) -> Result<String, Vec<String>> {
    let client = ComfyUi::new(comfyui).map_err(|problem| vec![problem])?;
    client.examine().await
}

/// Who makes pictures and films, what they cost and what they may cost.
fn configured(config: &ImageryConfig) -> Vec<(&'static str, String)> {
    let who = |provider: Provider| match provider {
        Provider::Embedded => "embedded renderer: no key, photos stay here".to_owned(),
        Provider::Runway => {
            let url = config.runway.as_ref().map_or("", |runway| &runway.url);
            format!("Runway at {url}: photos are sent there")
        }
        Provider::OpenAi => {
            let openai = config.openai.as_ref();
            let (url, model) = openai.map_or(("", ""), |openai| (&*openai.api.url, &*openai.model));
            format!("{model} at {url}: photos are sent there")
        }
        Provider::ComfyUi => {
            let url = config.comfyui.as_ref().map_or("", |comfyui| &comfyui.url);
            format!("ComfyUI at {url}: photos are sent there")
        }
    };
    let own_camera = config.film == Provider::Embedded && config.picture != Provider::Embedded;
    let film =
        if own_camera { "our own camera films the picture".to_owned() } else { who(config.film) };
    let large = config.picture == Provider::Embedded && config.large_pictures;
    let large = if large { ", in print size too" } else { "" };
    let mut said = vec![("Pictures", who(config.picture) + large), ("Films", film)];
    if config.picture != Provider::Embedded || config.film != Provider::Embedded {
        let instead = if config.falls_back {
            "the embedded renderer makes what they cannot"
        } else {
            "none: a memory that cannot be made gives its credits back"
        };
        said.push(("Fallback", instead.to_owned()));
    }
    let OrderPrices { image, film, limits } = config.prices;
    if config.is_paid() {
        said.push((
            "Costs",
            format!(
                "{} USD a film, {} a picture; at most {} a memory, {} an account and day, {} a day",
                dollars(image + film),
                dollars(image),
                dollars(limits.creation),
                dollars(limits.account_day),
                dollars(limits.site_day)
            ),
        ));
        for plan in &PLANS {
            let brings = i64::from(plan.price_usd) * 1_000_000 * i64::from(CREATION_COST)
                / i64::from(plan.credits);
            if brings < image + film {
                said.push((
                    "Loss",
                    format!(
                        "a film of the plan {} brings {} USD and costs {}",
                        plan.name,
                        dollars(brings),
                        dollars(image + film)
                    ),
                ));
            }
        }
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_that_brings_less_than_its_films_cost_is_named() {
        let losses = |film: i64| {
            let mut config =
                ImageryConfig { picture: Provider::Runway, ..ImageryConfig::default() };
            config.film = Provider::Runway;
            config.prices = OrderPrices { image: 50_000, film, ..config.prices };
            let said = configured(&config).into_iter().filter(|(what, _)| *what == "Loss");
            said.map(|(_, how)| how).collect::<Vec<String>>()
        };
        assert_eq!(losses(500_000).len(), PLANS.len(), "{:?}", losses(500_000));
        assert!(losses(500_000)[0].ends_with("and costs 0.55"), "{:?}", losses(500_000));
        assert!(losses(100_000).is_empty());
    }

    #[test]
    fn runways_credits_are_told_as_films_and_pictures() {
        let by = |picture, film, image_price, film_price| ImageryConfig {
            picture,
            film,
            prices: OrderPrices {
                image: image_price,
                film: film_price,
                ..ImageryConfig::default().prices
            },
            ..ImageryConfig::default()
        };
        let both = by(Provider::Runway, Provider::Runway, 50_000, 500_000);
        assert!(paid_by(0, &both).expect_err("spent").contains("no credits left"));
        assert!(paid_by(54, &both).expect_err("too few").contains("54 credits, and a film costs"));
        assert_eq!(
            paid_by(55, &both),
            Ok("55 credits, enough for about 1 films or 11 pictures".to_owned())
        );
        let picture = by(Provider::Runway, Provider::Embedded, 50_000, 0);
        assert_eq!(
            paid_by(55, &picture),
            Ok("55 credits, enough for about 11 pictures".to_owned())
        );
        assert!(paid_by(4, &picture).expect_err("too few").contains("a picture costs 0.05 USD"));
        let film = by(Provider::OpenAi, Provider::Runway, 250_000, 500_000);
        assert_eq!(paid_by(100, &film), Ok("100 credits, enough for about 2 films".to_owned()));
        let free = by(Provider::Runway, Provider::Runway, 0, 0);
        assert_eq!(paid_by(7, &free), Ok("7 credits".to_owned()));
    }
}
