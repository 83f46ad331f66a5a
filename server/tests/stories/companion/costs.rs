//! What the companion's model reads and writes is counted, for the day, the call and the creation, and
//! nobody waits for that.

use std::time::Duration;

use evernear_app::{
    domain::{
        id::CreationId,
        rate_limit::{Limit, Rate},
        timestamp::Timestamp,
    },
    ports::{CompanionCall, CompanionCosts, ModelAnswer, Tokens},
};
use evernear_rules::wire::CreationKind;
use evernear_server::config::{
    CompanionConfig, Config, Secret,
    companion::{ApiAddress, OpenAiConfig, TokenPrices},
};
use serde_json::Value;

use crate::harness::{
    Engine, Person, World,
    chat_server::{Call, ChatServer, KEY, Model},
    eventually,
    operators::says,
};

crate::both_engines![
    tokens_and_money_are_counted_for_the_day_the_call_and_the_creation,
    an_answer_that_is_not_used_is_counted,
    a_question_counts_as_the_most_where_nobody_knows_what_it_took,
    a_question_whose_browser_has_gone_is_counted_by_its_answer,
    a_question_that_was_never_sent_costs_nothing,
    a_question_that_is_refused_costs_nothing,
    whoever_writes_has_an_answer_while_nothing_can_be_counted,
    a_creation_that_is_gone_gets_no_row,
    whoever_asks_too_often_is_answered_here,
    what_the_day_may_cost_is_answered_by_the_model_and_no_more,
    a_model_that_costs_nothing_needs_no_ceiling,
    what_cannot_begin_asks_nobody,
];

/// What the contract server says that each answer took: 450 millionths of a dollar.
const ANSWER: Tokens = Tokens { input: 100, output: 20 };
const PRICES: TokenPrices = TokenPrices { input: 2_500_000, output: 10_000_000 };
const MICROS: i64 = 450;

async fn world(engine: Engine, server: &ChatServer) -> World {
    changed(engine, server, |_| {}).await
}

async fn changed(engine: Engine, server: &ChatServer, change: impl FnOnce(&mut Config)) -> World {
    let openai = OpenAiConfig {
        api: ApiAddress { key: Some(Secret(KEY.to_owned())), url: server.url.clone() },
        model: "gpt-4o".to_owned(),
        token_limit: None,
        effort: None,
        timeout: Duration::from_secs(10),
        prices: PRICES,
        day_ceiling: 10_000_000,
    };
    World::with(engine, move |config| {
        config.companion = CompanionConfig { openai: Some(openai), falls_back: true };
        change(config);
    })
    .await
}

/// What was counted in all, once every question is.
async fn counted(world: &World, server: &ChatServer) -> CompanionCosts {
    let asked = i64::try_from(server.questions()).expect("few");
    eventually("all answers are counted", || async {
        let days = world.ports.costs.days(10).await.expect("read");
        let found = days.iter().map(|day| day.companion).find(|costs| costs.answers > 0)?;
        (found.answers == asked).then_some(found)
    })
    .await
}

async fn metrics(world: &World) -> String {
    let asked = reqwest::Client::new()
        .get(format!("{}/metrics", world.base))
        .bearer_auth("a token for stories");
    asked.send().await.expect("an answer").text().await.expect("text")
}

async fn tokens_and_money_are_counted_for_the_day_the_call_and_the_creation(engine: Engine) {
    let server = ChatServer::open().await;
    let world = world(engine, &server).await;
    let thandi = Person::member(&world, "thandi").await;
    let _ = thandi.says("Tea with Nan, I miss her so much").await;
    let film = thandi.begins_a_film().await;
    let _ = thandi.waits_for_the_end(&film.id).await;
    let CompanionCosts { answers, uncounted, tokens_in, tokens_out, micros } =
        counted(&world, &server).await;
    assert_eq!(
        (uncounted, tokens_in, tokens_out, micros),
        (
            0,
            answers * i64::from(ANSWER.input),
            answers * i64::from(ANSWER.output),
            answers * MICROS
        )
    );
    // The plan, the steps and the closing sentence are the film's; talking is nobody's.
    let of_film =
        "SELECT tokens_in, tokens_out, companion_micros, spent, orders FROM provider_costs
                   WHERE creation_id = $1";
    assert_eq!(world.rows(of_film, &film.id).await, ["300 60 1350 0 0"]);
    let shown = metrics(&world).await;
    for line in [
        "evernear_companion_answers{call=\"plan\"} 1",
        "evernear_companion_tokens_in{call=\"steps\"} 100",
        "evernear_companion_tokens_out{call=\"closing\"} 20",
        "evernear_companion_microdollars{call=\"plan\"} 450",
    ] {
        assert!(shown.contains(line), "{line}: {shown}");
    }
    assert!(shown.contains("evernear_companion_answers{call=\"conversation\"}"), "{shown}");
    assert!(shown.contains("evernear_companion_answers{call=\"story\"}"), "{shown}");
    let said = says(&world.ports, &["costs"]).await.expect("told");
    let words = format!("{answers:>8} {tokens_in:>11} {tokens_out:>11}");
    assert!(said.contains(&words) && said.contains("for the companion's answers"), "{said}");
    assert!(!said.contains("did not come"), "{said}");
    world.books_hold().await;
}

async fn an_answer_that_is_not_used_is_counted(engine: Engine) {
    let server = ChatServer::open().await;
    let world = world(engine, &server).await;
    let thandi = Person::member(&world, "thandi").await;
    server.model(Model::CutOff);
    let _ = thandi.says("Tea with Nan").await;
    let cut_off = counted(&world, &server).await;
    assert!(cut_off.answers > 0 && cut_off.micros == cut_off.answers * MICROS, "{cut_off:?}");
}

/// The most that these questions can have cost: each byte a token, and the longest answer.
fn most(questions: &[Value]) -> i64 {
    let most = |body: &Value| {
        let bytes = u32::try_from(body.to_string().len()).expect("short");
        let output = body["max_tokens"].as_u64().expect("a limit");
        PRICES.of(Tokens { input: bytes, output: u32::try_from(output).expect("short") })
    };
    questions.iter().map(most).sum()
}

async fn a_question_counts_as_the_most_where_nobody_knows_what_it_took(engine: Engine) {
    for model in [
        Model::Untold,
        Model::Hangs,
        Model::Page,
        Model::Endless,
        Model::Fails(502, "gateway", "bad_gateway"),
        Model::Fails(524, "gateway", "timeout"),
    ] {
        let server = ChatServer::open().await;
        let soon = |config: &mut Config| {
            let openai = config.companion.openai.as_mut().expect("configured");
            // Who answers may be slow at it; the others never end.
            let hangs = matches!(model, Model::Hangs | Model::Endless);
            openai.timeout = Duration::from_secs(if hangs { 4 } else { 60 });
        };
        let world = changed(engine, &server, soon).await;
        let thandi = Person::member(&world, "thandi").await;
        server.model(model.clone());
        let said = thandi.says("Tea with Nan").await;
        assert_eq!(is_models(&said.response), model == Model::Untold, "{}", said.response);
        let costs = counted(&world, &server).await;
        assert_eq!((costs.uncounted, costs.tokens_in), (costs.answers, 0), "{model:?}");
        let questions = [server.asked(Call::Conversation), server.asked(Call::Story)].concat();
        assert_eq!(costs.micros, most(&questions), "{model:?}");
        let said = says(&world.ports, &["costs"]).await.expect("told");
        let words = format!("{} answers did not come", costs.uncounted);
        assert!(said.contains(&words), "{said}");
    }
}

async fn a_question_whose_browser_has_gone_is_counted_by_its_answer(engine: Engine) {
    let server = ChatServer::open().await;
    server.model(Model::Held);
    let world = world(engine, &server).await;
    let thandi = Person::member(&world, "thandi").await;
    let says = tokio::spawn({
        let thandi = thandi.clone();
        async move { thandi.says("Tea with Nan").await }
    });
    eventually("the model is asked", || async { (server.questions() > 0).then_some(()) }).await;
    says.abort();
    // The next request is answered: what was asked before it has been let go.
    let _ = thandi.state().await;
    server.model(Model::Answers);
    let costs = counted(&world, &server).await;
    assert_eq!((costs.uncounted, costs.micros), (0, costs.answers * MICROS));
}

async fn a_question_that_is_refused_costs_nothing(engine: Engine) {
    for model in [
        Model::Fails(401, "invalid_request_error", "invalid_api_key"),
        Model::Without("temperature"),
        Model::Busy { times: 1, retry_after: "0" },
    ] {
        let server = ChatServer::open().await;
        let world = world(engine, &server).await;
        let thandi = Person::member(&world, "thandi").await;
        server.model(model.clone());
        let _ = thandi.says("Tea with Nan").await;
        let refused = server.questions();
        server.model(Model::Answers);
        let film = thandi.begins_a_film().await;
        let _ = thandi.waits_for_the_end(&film.id).await;
        // Answers are counted one after the other, the closing sentence last.
        let costs = eventually("the last answer is counted", || async {
            let sql = "SELECT COUNT(*) FROM companion_days WHERE call = 'closing'";
            (world.number(sql).await == 1).then_some(())?;
            let days = world.ports.costs.days(10).await.expect("read");
            days.first().map(|day| day.companion)
        })
        .await;
        assert_eq!((costs.uncounted, costs.micros), (0, costs.answers * MICROS), "{model:?}");
        let asked = i64::try_from(server.questions()).expect("few");
        assert!(refused > 0 && costs.answers < asked, "{model:?}: {costs:?} of {asked}");
    }
}

async fn a_question_that_was_never_sent_costs_nothing(engine: Engine) {
    let server = ChatServer::open().await;
    // Nobody answers there: an address for documentation (RFC 5737).
    let away = |config: &mut Config| {
        let openai = config.companion.openai.as_mut().expect("configured");
        "http://192.0.2.1:9/v1".clone_into(&mut openai.api.url);
    };
    let world = changed(engine, &server, away).await;
    let thandi = Person::member(&world, "thandi").await;
    assert!(!is_models(&thandi.says("Tea with Nan").await.response));
    let found = world.ports.costs.companion_spent(&world.ports.now().date()).await;
    assert_eq!(found.expect("read"), 0);
}

async fn whoever_writes_has_an_answer_while_nothing_can_be_counted(engine: Engine) {
    let server = ChatServer::open().await;
    let world = world(engine, &server).await;
    let thandi = Person::member(&world, "thandi").await;
    let away = "ALTER TABLE companion_days RENAME TO companion_days_away";
    world.db.execute(away, Vec::new()).await.expect("away");
    let said = thandi.says("Tea with Nan").await;
    assert!(said.response.contains("The model"), "{}", said.response);
    let back = "ALTER TABLE companion_days_away RENAME TO companion_days";
    world.db.execute(back, Vec::new()).await.expect("back");
    let costs = counted(&world, &server).await;
    assert_eq!(costs.micros, costs.answers * MICROS);
}

async fn a_creation_that_is_gone_gets_no_row(engine: Engine) {
    let world = World::open(engine).await;
    let answer = ModelAnswer {
        at: Timestamp(1_795_219_200_000),
        call: CompanionCall::Closing,
        creation: Some(CreationId::new(Timestamp(1), &[3; 10])),
        tokens: Some(ANSWER),
        micros: MICROS,
    };
    for _ in 0..2 {
        world.ports.costs.count_answer(&answer).await.expect("counted");
    }
    assert_eq!(world.number("SELECT COUNT(*) FROM provider_costs").await, 0);
    let [day] = &world.ports.costs.days(10).await.expect("read")[..] else { panic!("one day") };
    assert_eq!((day.companion.answers, day.companion.tokens_in, day.creations), (2, 200, 0));
}

fn is_models(said: &str) -> bool {
    said.contains("The model")
}

async fn whoever_asks_too_often_is_answered_here(engine: Engine) {
    let server = ChatServer::open().await;
    let rate = Rate { burst: 4, again_every: Duration::from_secs(3600) };
    let limited = |config: &mut Config| config.auth_api.limits = vec![(Limit::ModelQuestion, rate)];
    let world = changed(engine, &server, limited).await;
    let thandi = Person::member(&world, "thandi").await;
    for models in [true, true, false, false] {
        let said = thandi.says("Tea with Nan").await;
        assert_eq!(is_models(&said.response), models, "{}", said.response);
    }
    assert_eq!(server.questions(), 4);
    // Somebody else is not held up, and a memory that is paid for is written by the model.
    let zola = Person::member(&world, "zola").await;
    assert!(is_models(&zola.says("The lake with Dad").await.response));
    let film = thandi.begins_a_film().await;
    let _ = thandi.waits_for_the_end(&film.id).await;
    assert_eq!(server.asked(Call::Plan).len(), 1);
}

async fn what_the_day_may_cost_is_answered_by_the_model_and_no_more(engine: Engine) {
    let server = ChatServer::open().await;
    let ceiling = |config: &mut Config| {
        let openai = config.companion.openai.as_mut().expect("configured");
        // Two questions a message, asked at the same time or one after the other.
        openai.day_ceiling = 4 * MICROS;
    };
    let world = changed(engine, &server, ceiling).await;
    let thandi = Person::member(&world, "thandi").await;
    for models in [true, true] {
        assert_eq!(is_models(&thandi.says("Tea with Nan").await.response), models);
        counted(&world, &server).await;
    }
    assert!(!is_models(&thandi.says("Tea with Nan").await.response));
    assert_eq!(server.questions(), 4);
    // A memory is finished all the same.
    let film = thandi.begins_a_film().await;
    let done = thandi.waits_for_the_end(&film.id).await;
    assert_eq!((done.credits, server.questions()), (25, 4));
    let sql = "UPDATE companion_days SET day = '2020-01-01'";
    world.db.execute(sql, Vec::new()).await.expect("the next day");
    assert!(is_models(&thandi.says("Tea with Nan").await.response));
}

async fn a_model_that_costs_nothing_needs_no_ceiling(engine: Engine) {
    let server = ChatServer::open().await;
    let free = |config: &mut Config| {
        let openai = config.companion.openai.as_mut().expect("configured");
        openai.day_ceiling = 0;
        openai.prices = TokenPrices { input: 0, output: 0 };
    };
    let world = changed(engine, &server, free).await;
    let thandi = Person::member(&world, "thandi").await;
    for _ in 0..2 {
        assert!(is_models(&thandi.says("Tea with Nan").await.response));
        assert_eq!(counted(&world, &server).await.micros, 0);
    }
}

async fn what_cannot_begin_asks_nobody(engine: Engine) {
    let server = ChatServer::open().await;
    let world = world(engine, &server).await;
    let thandi = Person::member(&world, "thandi").await;
    let key = thandi.state().await.draft.key;
    let refused = thandi.begins(&key, CreationKind::Video).await;
    assert!(refused.is_err(), "there are no photos");
    assert_eq!(server.questions(), 0);
}
