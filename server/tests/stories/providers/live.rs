//! `evernear doctor --live` against servers that speak the contracts: everybody is called once, nobody where
//! it may cost too much, and no task is left without a word.

use std::time::Duration;

use evernear_app::ports::{CostLimits, OrderPrices};
use evernear_server::{
    config::{
        CompanionConfig, Config, ImageryConfig, Secret,
        companion::{ApiAddress, OpenAiConfig, TokenPrices},
        imagery::{Provider, RunwayConfig},
        payments::PaystackConfig,
    },
    doctor::{
        Finding,
        live::{Pace, call_all},
    },
};
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

use crate::harness::{
    chat_server::{self, ChatServer, Model},
    config, eventually,
    mail_server::{MailServer, Way},
    paystack::{Paystack, SECRET},
    provider::{KEY, Trouble},
    runway_server::{Call, End, RunwayServer},
};

/// Tasks are looked at again at once.
const PACE: Pace =
    Pace { poll_every: Some(Duration::from_millis(5)), patience: Duration::from_secs(60) };
const DOLLAR: i64 = 1_000_000;

/// Everybody outside, and how they are configured.
struct Outside {
    chat: ChatServer,
    runway: RunwayServer,
    paystack: Paystack,
    mail: MailServer,
    config: Config,
    _folder: TempDir,
}

impl Outside {
    async fn open() -> Self {
        let (chat, runway) = (ChatServer::open().await, RunwayServer::open().await);
        let paystack = Paystack::open().await;
        let mail = MailServer::open(Way::AtOnce, "127.0.0.1").await;
        let folder = tempfile::tempdir().expect("a folder");
        let openai = OpenAiConfig {
            api: ApiAddress {
                key: Some(Secret(chat_server::KEY.to_owned())),
                url: chat.url.clone(),
            },
            model: "gpt-4o".to_owned(),
            token_limit: None,
            effort: None,
            timeout: Duration::from_secs(10),
            prices: TokenPrices { input: 2_500_000, output: 10_000_000 },
            day_ceiling: 10_000_000,
        };
        let imagery = ImageryConfig {
            picture: Provider::Runway,
            film: Provider::Runway,
            runway: Some(RunwayConfig {
                url: runway.url.clone(),
                key: Secret(KEY.to_owned()),
                picture_model: "gen4_image".to_owned(),
                film_model: "gen4_turbo".to_owned(),
            }),
            prices: OrderPrices {
                image: 50_000,
                film: 500_000,
                limits: CostLimits { creation: 0, account_day: 0, site_day: 0, cancelled_day: 0 },
            },
            ..ImageryConfig::default()
        };
        let mut config = config(folder.path().to_owned(), "sqlite://unused".to_owned());
        config.companion = CompanionConfig { openai: Some(openai), falls_back: true };
        config.imagery = imagery;
        config.payments.paystack = Some(PaystackConfig {
            secret_key: Secret(SECRET.to_owned()),
            url: paystack.url.clone(),
            plans: Vec::new(),
        });
        config.mail = mail.config(true);
        config.beta.enterprise_mail = "operator@evernear.test".parse().expect("an address");
        Self { chat, runway, paystack, mail, config, _folder: folder }
    }

    /// What was told of each, in order.
    async fn told(&self, most: i64) -> Result<Vec<Finding>, String> {
        let mut told = Vec::new();
        let mut tell = |finding| told.push(finding);
        call_all(&self.config, most, PACE, &CancellationToken::new(), &mut tell).await?;
        Ok(told)
    }
}

/// What is told of one.
fn of(told: &[Finding], what: &str) -> (String, bool) {
    let found = told.iter().find(|(name, ..)| name == what);
    let (_, how, wrong) = found.unwrap_or_else(|| panic!("{what}: {told:?}"));
    (how.clone(), *wrong)
}

#[tokio::test]
async fn where_it_may_cost_too_much_nobody_is_called() {
    let outside = Outside::open().await;
    let refused = outside.told(550_000).await.expect_err("too dear");
    assert!(refused.contains("a picture 0.05, a film 0.50"), "{refused}");
    assert!(refused.contains("--max-cost allows 0.55. Nobody was called."), "{refused}");
    assert_eq!((outside.chat.questions(), outside.runway.calls(Call::Order)), (0, 0));
    assert!(outside.paystack.initialised().is_empty());
    let heard = outside.mail.heard();
    assert!(heard.plain.is_empty() && heard.secured.is_empty(), "{heard:?}");
}

#[tokio::test]
async fn everybody_is_called_once_and_no_task_stays() {
    let outside = Outside::open().await;
    let told = outside.told(DOLLAR).await.expect("allowed");
    assert!(told.iter().all(|(_, _, wrong)| !wrong), "{told:?}");
    for (what, words) in [
        ("Live companion", &["gpt-4o answered in", "100 tokens in and 20 out: 0.00045 USD"][..]),
        ("Live picture", &["image/", " KB by Runway in", "it costs 0.05 USD"]),
        ("Live film", &["video/mp4 of", "it costs 0.50 USD"]),
        ("Live payments", &["a window for Starter (R150)", "no money moves"]),
        ("Live mail", &["to operator@evernear.test", "look whether it arrives"]),
    ] {
        let (how, _) = of(&told, what);
        assert!(words.iter().all(|word| how.contains(word)), "{what}: {how}");
    }
    assert_eq!(told.len(), 5, "{told:?}");
    assert_eq!(outside.chat.questions(), 1);
    let orders: Vec<_> = outside.runway.orders().into_iter().map(|(path, _)| path).collect();
    assert_eq!(orders, ["text_to_image", "image_to_video"]);
    assert!(outside.runway.violations().is_empty(), "{:?}", outside.runway.violations());
    assert_eq!(outside.runway.running(), 0, "both tasks are deleted");
    assert_eq!(outside.paystack.initialised().len(), 1);
    assert!(outside.mail.heard().secured.contains("RCPT TO:<operator@evernear.test>"));
}

#[tokio::test]
async fn whoever_refuses_is_named_without_a_key_and_the_others_are_called_all_the_same() {
    let mut outside = Outside::open().await;
    outside.chat.model(Model::Fails(401, "invalid_request_error", "invalid_api_key"));
    outside.runway.trouble(Call::Order, &[Trouble::Status(401, None)]);
    outside.config.payments.paystack.as_mut().expect("configured").secret_key =
        Secret("sk_live_of_the_stories".to_owned());
    let told = outside.told(DOLLAR).await.expect("allowed");
    let (how, wrong) = of(&told, "Live companion");
    assert!(wrong && how.contains("no answer that can be used") && how.contains("cost nothing"));
    assert!(!how.contains(chat_server::KEY), "{how}");
    let (how, wrong) = of(&told, "Live picture");
    assert!(wrong && how.contains("Runway did not take the order"), "{how}");
    let (how, wrong) = of(&told, "Live film");
    assert!(wrong && how.contains("there is no picture"), "{how}");
    let (how, wrong) = of(&told, "Live payments");
    assert!(!wrong && how.contains("not called: the key is a live one"), "{how}");
    assert!(outside.paystack.initialised().is_empty());
    assert!(!of(&told, "Live mail").1, "{told:?}");
    assert!(told.iter().all(|(_, how, _)| !how.contains(KEY)), "{told:?}");
}

#[tokio::test]
async fn a_task_that_failed_or_was_interrupted_is_named_and_deleted() {
    let outside = Outside::open().await;
    outside.runway.tasks(&[], End::Fails("SAFETY.INPUT.IMAGE"));
    let told = outside.told(DOLLAR).await.expect("allowed");
    let (how, wrong) = of(&told, "Live picture");
    assert!(wrong && how.contains("its rules refuse"), "{how}");
    assert!(how.contains("the task runway:picture-17f20503-6c24-4c16-946b-000000000001"), "{how}");
    assert_eq!(outside.runway.running(), 0);
    outside.runway.tasks(&[], End::Never);
    let stop = CancellationToken::new();
    let (config, stopped) = (outside.config.clone(), stop.clone());
    let called = tokio::spawn(async move {
        let mut told = Vec::new();
        let mut tell = |finding| told.push(finding);
        call_all(&config, DOLLAR, PACE, &stopped, &mut tell).await.expect("allowed");
        told
    });
    eventually("it waits for the task", || async {
        (outside.runway.calls(Call::Task) > 2).then_some(())
    })
    .await;
    stop.cancel();
    let told = called.await.expect("it ends");
    let (how, wrong) = of(&told, "Live picture");
    assert!(wrong && how.contains("it was interrupted. It was the task runway:picture-"), "{how}");
    assert!(how.contains("was told to delete it; it costs 0.05 USD"), "{how}");
    assert_eq!(outside.runway.running(), 0);
    assert!(of(&told, "Live").1 && told.iter().all(|(what, ..)| what != "Live mail"), "{told:?}");
    assert_eq!(outside.runway.orders().len(), 2, "no film is ordered");
}
