//! Worlds whose pictures and films are ordered by the real adapters, with a clock that stories move.

use std::{path::PathBuf, sync::Arc, time::Duration};

use evernear_app::ports::{CostLimits, Imagery, OrderPrices, Ports};
use evernear_server::{
    adapters::{
        comfyui::ComfyUi,
        embedded_imagery::EmbeddedImagery,
        imagery_router::{ImageryRouter, Provider},
        openai_images::OpenAiImages,
        runway::Runway,
        system::SystemEntropy,
    },
    config::{
        Secret,
        companion::ApiAddress,
        imagery::{ComfyUiConfig, OpenAiImagesConfig, RunwayConfig},
    },
};

use super::{Engine, World, config, provider::KEY};

/// How long an answer is awaited in these worlds.
const PATIENCE: Duration = Duration::from_secs(4);

impl World {
    /// Runway at this address makes pictures (5 cents) and films (50).
    pub async fn by_runway(engine: Engine, url: &str, limits: CostLimits) -> Self {
        let config = RunwayConfig {
            url: url.to_owned(),
            key: Secret(KEY.to_owned()),
            picture_model: "gen4_image".to_owned(),
            film_model: "gen4_turbo".to_owned(),
        };
        let runway = Runway::new(config, Arc::new(SystemEntropy)).expect("a client");
        let runway: Arc<dyn Imagery> = Arc::new(runway.with_patience(PATIENCE));
        let runway = Provider { name: "runway", imagery: runway };
        let prices = OrderPrices { image: 50_000, film: 500_000, limits };
        Self::made_by(engine, prices, runway.clone(), Some(runway)).await
    }

    /// OpenAI at this address makes pictures (25 cents), and our own camera films them.
    pub async fn by_openai(engine: Engine, url: &str, limits: CostLimits) -> Self {
        let api = ApiAddress { key: Some(Secret(KEY.to_owned())), url: url.to_owned() };
        let config = OpenAiImagesConfig { api, model: "gpt-image-2.5-flare".to_owned() };
        let openai = OpenAiImages::waiting_at_most(PATIENCE, config, Arc::new(SystemEntropy));
        let openai = Provider { name: "openai", imagery: Arc::new(openai.expect("a client")) };
        let prices = OrderPrices { image: 250_000, film: 0, limits };
        Self::made_by(engine, prices, openai, None).await
    }

    /// A `ComfyUI` at this address makes everything, with the workflows that the documentation has.
    pub async fn by_comfyui(engine: Engine, url: &str) -> Self {
        let docs = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../docs/comfyui");
        let config = ComfyUiConfig {
            url: url.to_owned(),
            header: None,
            picture: Some(docs.join("picture")),
            film: Some(docs.join("film")),
        };
        let comfyui = Arc::new(ComfyUi::new(&config).expect("the examples are right"));
        let comfyui = Provider { name: "comfyui", imagery: comfyui };
        let limits = CostLimits { creation: 0, account_day: 0, site_day: 0, cancelled_day: 0 };
        let prices = OrderPrices { image: 0, film: 0, limits };
        Self::made_by(engine, prices, comfyui.clone(), Some(comfyui)).await
    }

    async fn made_by(
        engine: Engine,
        prices: OrderPrices,
        picture: Provider,
        film: Option<Provider>,
    ) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let database = engine.fresh_database(folder.path()).await;
        let mut config = config(folder.path().to_owned(), database);
        config.imagery.prices = prices;
        let embedded = Arc::new(EmbeddedImagery::new(false));
        let router = ImageryRouter::new(embedded, Some(picture), film, false);
        let imagery: Arc<dyn Imagery> = Arc::new(router);
        let mut world = Self::start(config, |ports| Ports { imagery, ..ports }).await;
        world.kept_folder = Some(folder);
        world
    }
}
