//! What the doctor says of providers of pictures and films. It orders nothing.

use std::{fs, path::PathBuf};

use evernear_app::ports::{CostLimits, OrderPrices};
use evernear_server::{
    config::{
        Config, ImageryConfig, Secret,
        companion::ApiAddress,
        imagery::{ComfyUiConfig, OpenAiImagesConfig, Provider, RunwayConfig},
    },
    doctor::look,
};

use crate::harness::{
    Engine, comfyui_server::ComfyServer, config, images_server::ImagesServer, provider::KEY,
    runway_server::RunwayServer,
};

/// What is right and what is wrong of one provider.
async fn told(imagery: ImageryConfig, what: &str) -> (Vec<String>, Vec<String>) {
    let folder = tempfile::tempdir().expect("a folder");
    let database = Engine::Sqlite.fresh_database(folder.path()).await;
    let config = Config { imagery, ..config(folder.path().to_owned(), database) };
    let (wrong, right): (Vec<_>, Vec<_>) =
        look(&config).await.into_iter().partition(|(_, _, wrong)| *wrong);
    let right = right.into_iter().filter(|(name, ..)| name == what);
    (right.map(|(_, how, _)| how).collect(), wrong.into_iter().map(|(_, how, _)| how).collect())
}

fn by_runway(url: &str, key: &str, film_model: &str, film: i64) -> ImageryConfig {
    let limits = CostLimits { creation: 0, account_day: 0, site_day: 0, cancelled_day: 0 };
    ImageryConfig {
        picture: Provider::Runway,
        film: Provider::Runway,
        runway: Some(RunwayConfig {
            url: url.to_owned(),
            key: Secret(key.to_owned()),
            picture_model: "gen4_image".to_owned(),
            film_model: film_model.to_owned(),
        }),
        prices: OrderPrices { image: 50_000, film, limits },
        ..ImageryConfig::default()
    }
}

#[tokio::test]
async fn the_doctor_tells_how_many_films_the_account_at_runway_pays() {
    let server = RunwayServer::open().await;
    let (right, wrong) = told(by_runway(&server.url, KEY, "gen4_turbo", 500_000), "Runway").await;
    assert_eq!(right, ["1000 credits, enough for about 18 films or 200 pictures"]);
    assert!(wrong.is_empty(), "{wrong:?}");
    let (_, wrong) = told(by_runway(&server.url, KEY, "gen4_turbo", 12_000_000), "Runway").await;
    assert!(wrong[0].contains("has 1000 credits, and a film costs 12.05 USD"), "{wrong:?}");
    let (_, wrong) = told(by_runway(&server.url, "another", "gen4_turbo", 500_000), "Runway").await;
    assert!(wrong[0].contains("refuses the key"), "{wrong:?}");
    let (_, wrong) = told(by_runway(&server.url, KEY, "veo3.1", 500_000), "Runway").await;
    assert!(wrong[0].contains("=veo3.1 is no model that we know to work"), "{wrong:?}");
    let away = by_runway("http://127.0.0.1:1", KEY, "gen4_turbo", 500_000);
    let (_, wrong) = told(away, "Runway").await;
    assert!(wrong[0].contains("Runway at http://127.0.0.1:1 cannot be asked"), "{wrong:?}");
    assert!(server.orders().is_empty(), "nothing is ordered");
}

#[tokio::test]
async fn the_doctor_tells_of_a_model_for_pictures_that_openai_does_not_have() {
    let server = ImagesServer::open().await;
    let by = |model: &str| ImageryConfig {
        picture: Provider::OpenAi,
        film: Provider::Embedded,
        openai: Some(OpenAiImagesConfig {
            api: ApiAddress { key: Some(Secret(KEY.to_owned())), url: server.url.clone() },
            model: model.to_owned(),
        }),
        ..ImageryConfig::default()
    };
    let (right, wrong) = told(by("gpt-image-2.5-flare"), "OpenAI").await;
    assert!(right[0].ends_with("has gpt-image-2.5-flare") && wrong.is_empty(), "{wrong:?}");
    let (_, wrong) = told(by("gpt-image-9"), "OpenAI").await;
    assert!(wrong[0].contains("has no model gpt-image-9"), "{wrong:?}");
    let (_, wrong) = told(by("gpt-image-1"), "OpenAI").await;
    assert!(wrong[0].contains("gpt-image-1 ended on 1 May 2026"), "{wrong:?}");
    assert_eq!(server.calls(), 0, "nothing is ordered");
}

#[tokio::test]
async fn the_doctor_tells_what_a_comfyui_lacks() {
    let server = ComfyServer::open().await;
    let examples = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/comfyui"));
    let with = |url: &str, picture: PathBuf| ImageryConfig {
        picture: Provider::ComfyUi,
        film: Provider::ComfyUi,
        comfyui: Some(ComfyUiConfig {
            url: url.to_owned(),
            header: None,
            picture: Some(picture),
            film: Some(examples.join("film")),
        }),
        ..ImageryConfig::default()
    };
    let by = |url: &str| with(url, examples.join("picture"));
    let (right, wrong) = told(by(&server.url), "ComfyUI").await;
    assert!(right[0].contains("pictures, pictures of three, films"), "{right:?}");
    assert!(wrong.is_empty(), "{wrong:?}");
    server.without_class("CFGNorm");
    server.without_input("SamplerCustom", "noise_seed");
    let (_, wrong) = told(by(&server.url), "ComfyUI").await;
    assert_eq!(wrong.len(), 3, "each is a line: {wrong:?}");
    assert!(wrong.iter().any(|problem| problem.contains("node 7 is a CFGNorm")), "{wrong:?}");
    let (_, wrong) = told(by("http://127.0.0.1:1"), "ComfyUI").await;
    assert!(wrong[0].contains("no connection"), "{wrong:?}");
    let own = tempfile::tempdir().expect("a folder");
    let read = |file: &str| fs::read_to_string(examples.join("picture").join(file)).expect("there");
    let map = read("map.json").replace(r#""node": "9""#, r#""node": "99""#);
    fs::write(own.path().join("map.json"), map).expect("written");
    fs::write(own.path().join("workflow.json"), read("workflow.json")).expect("written");
    let (_, wrong) = told(with(&server.url, own.path().to_owned()), "ComfyUI").await;
    assert_eq!(wrong.len(), 1, "{wrong:?}");
    assert!(
        wrong[0].contains("map.json: the seed goes into node 99, which is not in workflow.json"),
        "{wrong:?}"
    );
}
