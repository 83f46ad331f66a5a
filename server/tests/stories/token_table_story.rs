//! The table of contracts §1.3 (`tables/contract.txt`): each row with its success and its
//! refusals. A line names who asks what, in words that [`filled`] replaces by what the world
//! holds, and what is answered. To add one: a line. Refusals that need time or a mail first
//! have stories of their own beside (`token_mail_story`, `token_factor_story`,
//! `token_api_story`).

use std::collections::BTreeMap;

use evernear_app::{
    domain::{
        account::{api_session::ApiUser, identity::Identity},
        id::{AccountId, IdentityId},
        moment::Moment,
        throttle::{Limit, Rate},
    },
    flows::{issue_tokens::write_service_token, refresh_tokens::RefreshError},
    problem::token_api::Refusal,
};
use evernear_server::config::Config;
use serde_json::{Value, json};

use crate::{
    both_engines,
    support::{Answer, Engine, Mailbox, Program, World, config},
};

both_engines!(
    every_row_of_the_contract_is_answered,
    what_the_operator_closed_is_refused,
    whoever_asks_too_often_is_told_so,
    programs_with_the_service_role_administer_and_nobody_else,
);

/// A line of a table.
struct Row {
    name: String,
    who: String,
    method: String,
    path: String,
    body: Option<String>,
    status: u16,
    sign: String,
}

fn rows(table: &str) -> Vec<Row> {
    table.lines().filter(|line| !line.starts_with('#')).map(row).collect()
}

fn row(line: &str) -> Row {
    let cells: Vec<&str> = line.split(" | ").map(str::trim).collect();
    let [name, who, method, path, body, status, sign] = cells[..] else {
        panic!("not seven cells: {line}")
    };
    let given = |cell: &str| if cell == "-" { String::new() } else { cell.to_owned() };
    Row {
        name: name.to_owned(),
        who: given(who),
        method: method.to_owned(),
        path: path.to_owned(),
        body: Some(given(body)).filter(|body| !body.is_empty()),
        status: status.parse().expect("a status"),
        sign: given(sign),
    }
}

const CONTRACT: &str = include_str!("tables/contract.txt");
const ADMINISTRATION: &str = include_str!("tables/administration.txt");

async fn every_row_of_the_contract_is_answered(engine: Engine) {
    let world = World::open(engine).await;
    let held = what_the_world_holds(&world).await;
    run(&world, &held, rows(CONTRACT)).await;
    // Nobody can hold a lock for five seconds in a story: the refusal itself is looked at.
    let busy = Refusal::from(RefreshError::Busy);
    assert_eq!((busy.status.as_u16(), busy.code), (409, "conflict"));
}

async fn what_the_operator_closed_is_refused(engine: Engine) {
    type Change = fn(&mut Config);
    let no_signup: Change = |config| config.auth_api.signup = false;
    let no_email: Change = |config| config.auth_api.email = false;
    let confirm: Change = |config| config.access.confirm_email = true;
    let new = r#"{"email": "new@example.com", "password": "lamplight", "type": "signup"}"#;
    for (change, path, answer) in [
        (no_signup, "/signup", "422 | signup_disabled"),
        (no_signup, "/otp", "422 | signup_disabled"),
        (no_email, "/signup", "400 | email_provider_disabled"),
        (no_email, "/token?grant_type=password", "422 | email_provider_disabled"),
        (no_email, "/magiclink", "422 | email_provider_disabled"),
        (no_email, "/resend", "400 | email_provider_disabled"),
        (confirm, "/signup", "200 | confirmation_sent_at"),
    ] {
        let row = row(&format!("closed | - | POST | {path} | {new} | {answer}"));
        let folder = tempfile::tempdir().expect("a folder");
        let mut config =
            config(folder.path().to_owned(), engine.fresh_database(folder.path()).await);
        change(&mut config);
        let world = World::configured(config).await;
        run(&world, &BTreeMap::new(), vec![row]).await;
    }
    // Where programs may unlink, the last way to sign in stays.
    let folder = tempfile::tempdir().expect("a folder");
    let mut config = config(folder.path().to_owned(), engine.fresh_database(folder.path()).await);
    config.auth_api.manual_linking = true;
    let world = World::configured(config).await;
    let mut held = what_the_world_holds(&world).await;
    let unlink = |id: &str, answer: &str| {
        row(&format!("unlink | {{access}} | DELETE | /user/identities/{id} | - | {answer}"))
    };
    let last = "422 | single_identity_not_deletable";
    let alone = vec![unlink("x", "404 | validation_failed"), unlink("{identity}", last)];
    run(&world, &held, alone).await;
    let google = link_google(&world, &held["id"]).await;
    held.insert("google".to_owned(), google);
    let two = vec![
        unlink("{nobody}", "422 | identity_not_found"),
        unlink("{google}", "200 | -"),
        unlink("{identity}", last),
    ];
    run(&world, &held, two).await;
}

async fn whoever_asks_too_often_is_told_so(engine: Engine) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut config = config(folder.path().to_owned(), engine.fresh_database(folder.path()).await);
    let rate = Rate { burst: 1, again_every: std::time::Duration::from_secs(60) };
    config.auth_api.limits = Limit::ALL
        .iter()
        .filter(|limit| format!("{limit:?}").starts_with("Api") && **limit != Limit::ApiMails)
        .map(|limit| (*limit, rate))
        .collect();
    let world = World::configured(config).await;
    let program = Program::of(&world.base);
    let id = "0197a0a0-0000-7000-8000-000000000000";
    let session = program.sign_up("thandi@example.com").await.ok();
    let signed = program.with(&session.text("access_token"));
    let limited: Vec<(&Program, &str, String, Value)> = vec![
        (&program, "POST", "/signup".to_owned(), json!({})),
        (&program, "POST", "/token?grant_type=password".to_owned(), json!({})),
        (&program, "POST", "/token?grant_type=web3".to_owned(), json!({})),
        (&program, "POST", "/otp".to_owned(), json!({})),
        (&program, "POST", "/magiclink".to_owned(), json!({})),
        (&program, "POST", "/recover".to_owned(), json!({})),
        (&program, "POST", "/resend".to_owned(), json!({})),
        (&program, "POST", "/verify".to_owned(), json!({})),
        (&program, "POST", "/sso".to_owned(), json!({})),
        (&program, "GET", "/passkeys".to_owned(), Value::Null),
        (&signed, "PUT", "/user".to_owned(), json!({})),
        (&signed, "POST", format!("/factors/{id}/challenge"), json!({})),
    ];
    for (caller, method, path, body) in &limited {
        let first = caller.send(method, path, Some(body.clone())).await;
        assert_ne!(first.status, 429, "{path}");
        let second = caller.send(method, path, Some(body.clone())).await;
        assert_eq!(second.refusal(), (429, "over_request_rate_limit"), "{path}");
    }
    // By client: a header that no trusted proxy wrote changes nothing.
    let headers = [("x-forwarded-for", "203.0.113.9"), ("x-supabase-api-version", "2024-01-01")];
    let other = program.send_as("POST", "/otp", Some(json!({})), &headers).await;
    assert_eq!(other.refusal(), (429, "over_request_rate_limit"));
    world.clock.forward(std::time::Duration::from_secs(61));
    assert_eq!(program.post("/otp", json!({})).await.refusal(), (400, "validation_failed"));
}

async fn programs_with_the_service_role_administer_and_nobody_else(engine: Engine) {
    let world = World::open(engine).await;
    let held = what_the_world_holds(&world).await;
    run(&world, &held, rows(ADMINISTRATION)).await;
    let service = Program::of(&world.base).with(&held["service"]);
    let page = service.get("/admin/users?page=1&per_page=2").await.ok();
    let total = world.number("SELECT COUNT(*) FROM accounts").await.to_string();
    assert_eq!(page.header("x-total-count"), Some(total.as_str()));
    assert!(page.header("link").expect("links").contains("page=2&per_page=2>; rel=\"next\""));
    assert_eq!(page.body["users"].as_array().map(Vec::len), Some(2));
    // The link and the invitation lead in.
    let program = Program::of(&world.base);
    let body = json!({ "type": "recovery", "email": "changed@example.com" });
    let made = service.post("/admin/generate_link", body).await.ok();
    let verify = json!({ "type": "recovery", "token_hash": made.body["hashed_token"] });
    program.post("/verify", verify).await.ok();
    let letter = Mailbox::of(&world).letter("guest@example.com", "invite").await;
    let body = json!({ "type": "invite", "email": "guest@example.com", "token": letter.code });
    let guest = program.post("/verify", body).await.ok();
    assert_eq!(guest.body["user"]["user_metadata"], json!({ "from": "nana" }));
    world.books_hold().await;
}

/// Tokens, ids and links that rows speak of.
async fn what_the_world_holds(world: &World) -> BTreeMap<String, String> {
    let program = Program::of(&world.base);
    let mut held = BTreeMap::new();
    let mut hold = |name: &str, text: String| held.insert(name.to_owned(), text);
    let session = program.sign_up("thandi@example.com").await.ok();
    let id = session.body["user"]["id"].as_str().expect("an id").to_owned();
    hold("email", "thandi@example.com".to_owned());
    hold("access", session.text("access_token"));
    hold("refresh", session.text("refresh_token"));
    let identity = session.body["user"]["identities"][0]["identity_id"].as_str();
    hold("identity", identity.expect("an identity").to_owned());
    hold("id", id);
    hold("nobody", "0197a0a0-0000-7000-8000-000000000000".to_owned());

    let old = program.sign_in("thandi@example.com").await.ok().text("refresh_token");
    let next = program.refresh(&old).await.ok().text("refresh_token");
    program.refresh(&next).await.ok();
    hold("old refresh", old);
    let ended = program.sign_in("thandi@example.com").await.ok().text("access_token");
    program.with(&ended).send("POST", "/logout?scope=local", None).await.ok();
    hold("ended access", ended);

    let keys = &world.ports.keys;
    let mut claims = crate::support::claims(&session.text("access_token"));
    claims["sub"] = json!("0197a0a0-0000-7000-8000-000000000000");
    claims["session_id"] = claims["sub"].clone();
    hold("nobody access", keys.access_token(&claims).expect("signed"));
    let year = std::time::Duration::from_secs(365 * 24 * 3600);
    hold("service", write_service_token(&world.ports, year).expect("signed"));

    let unconfirmed = program.sign_up("unconfirmed@example.com").await.ok();
    let sql =
        "UPDATE accounts SET email_confirmed_at = NULL WHERE email = 'unconfirmed@example.com'";
    world.db.execute(sql, Vec::new()).await.expect("set back");
    hold("unconfirmed access", unconfirmed.text("access_token"));
    hold("unconfirmed", account_id(&unconfirmed).to_string());

    let mut mails = Mailbox::of(world);
    program.post("/magiclink", json!({ "email": "link@example.com" })).await.ok();
    hold("link", mails.letter("link@example.com", "magiclink").await.token);
    let banned = program.sign_up("banned@example.com").await.ok();
    program.post("/magiclink", json!({ "email": "banned@example.com" })).await.ok();
    hold("banned link", mails.letter("banned@example.com", "magiclink").await.token);
    let user = ApiUser { banned_until: Some(Moment(i64::MAX / 2)), ..ApiUser::default() };
    let account = account_id(&banned);
    world.ports.tokens.save_api_user(account, &user, world.ports.now()).await.expect("banned");
    hold("banned", "banned@example.com".to_owned());
    hold("banned access", banned.text("access_token"));
    hold("banned refresh", banned.text("refresh_token"));
    held
}

fn account_id(session: &Answer) -> AccountId {
    session.body["user"]["id"].as_str().expect("an id").parse().expect("an id")
}

/// Another way to sign in, as a provider would have left it.
async fn link_google(world: &World, account: &str) -> String {
    let (at, parts) = world.ports.id_parts();
    let identity = Identity {
        id: IdentityId::new(at, &parts),
        account: account.parse().expect("an id"),
        provider: "google".to_owned(),
        provider_id: "1".to_owned(),
        data: serde_json::Map::new(),
        email: None,
        last_sign_in_at: None,
        created_at: at,
        updated_at: at,
    };
    world.ports.identities.link(&identity).await.expect("linked");
    identity.id.to_string()
}

async fn run(world: &World, held: &BTreeMap<String, String>, rows: Vec<Row>) {
    for row in rows {
        let who = filled(&row.who, held);
        let program = Program::of(&world.base);
        let program = if who.is_empty() { program } else { program.with(&who) };
        let (path, body) = (filled(&row.path, held), row.body.map(|body| filled(&body, held)));
        let sent = body.as_deref().map(|body| serde_json::from_str(body).expect("JSON"));
        let answer = program.send(&row.method, &path, sent).await;
        let asked = format!("{}: {} {path} {body:?}", row.name, row.method);
        assert_eq!(answer.status.as_u16(), row.status, "{asked}: {answer:?}");
        if row.status >= 400 {
            assert_eq!(answer.refusal().1, row.sign, "{asked}");
            assert_eq!(answer.header("x-sb-error-code"), Some(row.sign.as_str()), "{asked}");
        } else if !row.sign.is_empty() {
            assert!(!answer.body[&row.sign].is_null(), "{asked}: {answer:?}");
        } else if row.status == 200 {
            assert!(!answer.body.is_null(), "{asked}: every 2xx with a body is JSON");
        }
    }
}

fn filled(text: &str, held: &BTreeMap<String, String>) -> String {
    held.iter()
        .fold(text.to_owned(), |text, (name, value)| text.replace(&format!("{{{name}}}"), value))
}
