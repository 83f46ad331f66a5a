//! The token API's calls as `GoTrue` answers them (`tables/contract.txt`): each row with its
//! success and its refusals. A line names who asks what, in words that [`filled`] replaces by
//! what the world holds (`tables/held.rs`), and what is answered. To add one: a line, and what it
//! speaks of.

#[path = "tables/held.rs"]
mod held;

use std::collections::BTreeMap;

use evernear_app::{
    domain::rate_limit::{Limit, Rate},
    flows::auth::issue_tokens::write_service_token,
};
use evernear_server::config::Config;
use serde_json::{Value, json};

use self::held::{DAY, Held};
use crate::{
    both_engines,
    harness::{Answer, Engine, GoogleStub, Mailbox, Program, World, location_of},
};

both_engines!(
    every_row_of_the_contract_is_answered,
    whoever_asks_too_often_is_told_so,
    a_client_is_who_a_trusted_proxy_says_and_nobody_else,
    mails_are_counted_when_they_are_asked_for,
    programs_with_the_service_role_administer_and_nobody_else,
);

const CONTRACT: &str = include_str!("tables/contract.txt");
const ADMINISTRATION: &str = include_str!("tables/administration.txt");

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

/// The lines of one world, after how it is configured.
fn sections(table: &str) -> Vec<(String, Vec<Row>)> {
    let mut sections: Vec<(String, Vec<Row>)> = Vec::new();
    for line in table.lines() {
        if let Some(configured) = line.strip_prefix("## ") {
            sections.push((configured.to_owned(), Vec::new()));
        } else if !line.is_empty() && !line.starts_with('#') {
            let (_, rows) = sections.last_mut().expect("a world comes first");
            rows.push(row(line));
        }
    }
    sections
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

async fn every_row_of_the_contract_is_answered(engine: Engine) {
    for (configured, rows) in sections(CONTRACT) {
        let google = GoogleStub::open().await;
        let world = World::with(engine, |config| configure(config, &configured, &google)).await;
        // Limits have a story of their own.
        let held = Held::by(&world, &google, &rows).await;
        run(&world, &held, &configured, rows).await;
    }
}

fn configure(config: &mut Config, how: &str, google: &GoogleStub) {
    let api = &mut config.auth_api;
    // Limits have a story of their own; that of a mailbox holds here, too.
    let often = Rate { burst: 1000, again_every: std::time::Duration::from_secs(1) };
    api.limits =
        [Limit::ApiToken, Limit::ApiVerify, Limit::ApiMails].map(|one| (one, often)).into();
    match how {
        "as it is" => {}
        "EVERNEAR_GOOGLE_CLIENT_ID and EVERNEAR_AUTH_MANUAL_LINKING=yes" => {
            api.manual_linking = true;
            config.access.google = Some(google.config());
        }
        "EVERNEAR_AUTH_SIGNUP=no" => api.signup = false,
        "EVERNEAR_AUTH_EMAIL=no" => api.email = false,
        "EVERNEAR_CONFIRM_EMAIL=yes" => config.access.confirm_email = true,
        "EVERNEAR_AUTH_CURRENT_PASSWORD=yes" => api.current_password = true,
        "EVERNEAR_AUTH_REAUTHENTICATE=yes" => api.reauthenticate = true,
        "EVERNEAR_AUTH_TOTP=no" => api.totp = false,
        "EVERNEAR_AUTH_TIMEBOX_SECONDS=86400" => api.timebox = Some(DAY),
        other => panic!("nobody knows how to configure {other}"),
    }
}

async fn whoever_asks_too_often_is_told_so(engine: Engine) {
    let rate = Rate { burst: 1, again_every: std::time::Duration::from_secs(60) };
    let limits = Limit::ALL
        .iter()
        .filter(|limit| format!("{limit:?}").starts_with("Api") && **limit != Limit::ApiMails)
        .map(|limit| (*limit, rate))
        .collect();
    let world = World::with(engine, |config| config.auth_api.limits = limits).await;
    let program = Program::of(&world.base);
    let id = "0197a0a0-0000-7000-8000-000000000000";
    let session = program.sign_up("thandi@example.com").await.ok();
    let signed = program.with(&session.text("access_token"));
    let limited: Vec<(&Program, &str, String, Value)> = vec![
        (&program, "POST", "/signup".to_owned(), json!({})),
        (&program, "POST", "/signup".to_owned(), json!({ "email": "new@example.com" })),
        (&program, "POST", "/token?grant_type=password".to_owned(), json!({})),
        (&program, "POST", "/token?grant_type=web3".to_owned(), json!({})),
        (&program, "POST", "/otp".to_owned(), json!({})),
        (&program, "POST", "/magiclink".to_owned(), json!({})),
        (&program, "POST", "/recover".to_owned(), json!({})),
        (&program, "POST", "/resend".to_owned(), json!({})),
        (&program, "POST", "/verify".to_owned(), json!({})),
        (&program, "GET", "/verify".to_owned(), Value::Null),
        (&program, "GET", "/authorize".to_owned(), Value::Null),
        (&program, "GET", "/callback".to_owned(), Value::Null),
        (&program, "POST", "/callback".to_owned(), Value::Null),
        (&program, "POST", "/sso".to_owned(), json!({})),
        (&program, "GET", "/passkeys".to_owned(), Value::Null),
        (&signed, "PUT", "/user".to_owned(), json!({})),
        (&signed, "POST", format!("/factors/{id}/challenge"), json!({})),
        (&signed, "POST", format!("/factors/{id}/verify"), json!({})),
    ];
    for (caller, method, path, body) in &limited {
        world.clock.forward(std::time::Duration::from_secs(61));
        let first = caller.send(method, path, Some(body.clone())).await;
        assert_ne!(first.status, 429, "{path}");
        let second = caller.send(method, path, Some(body.clone())).await;
        assert_eq!(second.refusal(), (429, "over_request_rate_limit"), "{path}");
    }
    // By client: a header that no trusted proxy wrote changes nothing.
    program.post("/otp", json!({})).await;
    let headers = [("x-forwarded-for", "203.0.113.9"), ("x-supabase-api-version", "2024-01-01")];
    let other = program.send_as("POST", "/otp", Some(json!({})), &headers).await;
    assert_eq!(other.refusal(), (429, "over_request_rate_limit"));
    world.clock.forward(std::time::Duration::from_secs(61));
    assert_eq!(program.post("/otp", json!({})).await.refusal(), (400, "validation_failed"));
}

async fn a_client_is_who_a_trusted_proxy_says_and_nobody_else(engine: Engine) {
    let rate = Rate { burst: 1, again_every: std::time::Duration::from_secs(60) };
    let world = World::with(engine, |config| {
        config.auth_api.limits = vec![(Limit::ApiOtp, rate)];
        config.web.trusted_proxies = vec!["127.0.0.1/32".parse().expect("a network")];
    })
    .await;
    let program = Program::of(&world.base);
    for (forwarded, status) in [
        ("203.0.113.1", 400),
        ("203.0.113.2", 400),
        ("203.0.113.1", 429),
        // What a client wrote itself stands left of what the proxy adds.
        ("198.51.100.7, 203.0.113.1", 429),
        ("203.0.113.1, 198.51.100.7", 400),
        ("2001:db8::1", 400),
        ("2001:db8::2", 429),
    ] {
        let headers = [("x-forwarded-for", forwarded)];
        let answer = program.send_as("POST", "/otp", Some(json!({})), &headers).await;
        assert_eq!(answer.status.as_u16(), status, "{forwarded}");
    }
    // The history of an account names the client, not the proxy.
    let body = json!({ "email": "thandi@example.com", "password": "lamplight" });
    program.send_as("POST", "/signup", Some(body), &[("x-forwarded-for", "203.0.113.9")]).await;
    let from = "SELECT DISTINCT ip FROM security_events WHERE ip <> $1";
    assert_eq!(world.rows(from, "").await, ["203.0.113.9"]);
}

/// `GoTrue`'s limit `email_sent`: what is refused or goes to nobody costs nothing, and once
/// they are used up every address is told the same.
async fn mails_are_counted_when_they_are_asked_for(engine: Engine) {
    let rate = Rate { burst: 3, again_every: std::time::Duration::from_secs(3600) };
    let often = Rate { burst: 1000, again_every: std::time::Duration::from_secs(1) };
    let world = World::with(engine, |config| {
        config.auth_api.limits = vec![(Limit::ApiMails, rate), (Limit::ApiRecover, often)];
    })
    .await;
    let program = Program::of(&world.base);
    let service = program.with(&write_service_token(&world.ports, DAY).expect("signed"));
    let thandi = program.sign_up("thandi@example.com").await.ok();
    let thandi = program.with(&thandi.text("access_token"));
    let ask = |email: String| program.post("/recover", json!({ "email": email }));
    // Whether one goes out or not: the count must not tell who has an account.
    for number in 0..2 {
        ask(format!("nobody{number}@example.com")).await.ok();
    }
    ask("thandi@example.com".to_owned()).await.ok();
    world.clock.forward(std::time::Duration::from_secs(61));
    let used_up = [
        ask("thandi@example.com".to_owned()).await,
        ask("nobody@example.com".to_owned()).await,
        program.post("/otp", json!({ "email": "late@example.com" })).await,
        program.post("/resend", json!({ "type": "signup", "email": "late@example.com" })).await,
        service.post("/invite", json!({ "email": "late@example.com" })).await,
        thandi.put("/user", json!({ "email": "late@example.com" })).await,
        thandi.get("/reauthenticate").await,
    ];
    for answer in used_up {
        assert_eq!(answer.refusal(), (429, "over_email_send_rate_limit"));
        assert_eq!(answer.text("message"), "email rate limit exceeded");
    }
    let accounts = world.number("SELECT COUNT(*) FROM accounts").await;
    assert_eq!(accounts, 1, "nobody is made whom no mail tells of it");
    world.clock.forward(std::time::Duration::from_secs(3600));
    ask("thandi@example.com".to_owned()).await.ok();
    // A minute passes between two changes of one account, wherever to.
    world.clock.forward(4 * std::time::Duration::from_secs(3600));
    let thandi = program.sign_in("thandi@example.com").await.ok();
    let thandi = program.with(&thandi.text("access_token"));
    thandi.put("/user", json!({ "email": "one@example.com" })).await.ok();
    let soon = thandi.put("/user", json!({ "email": "two@example.com" })).await;
    assert!(soon.text("message").starts_with("For security purposes"), "{soon:?}");
}

async fn programs_with_the_service_role_administer_and_nobody_else(engine: Engine) {
    let google = GoogleStub::open().await;
    let world = World::open(engine).await;
    let [(_, rows)] = sections(ADMINISTRATION).try_into().ok().expect("one world");
    let held = Held::by(&world, &google, &rows).await;
    run(&world, &held, "", rows).await;
    let service = Program::of(&world.base).with(held.word("service"));
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

async fn run(world: &World, held: &Held, configured: &str, rows: Vec<Row>) {
    for row in rows {
        if row.name == "updateUser" {
            // One change of an address a minute, taken ones or not.
            world.clock.limits.advance(std::time::Duration::from_secs(61));
        }
        let who = held.filled(&row.who, world);
        let program = Program::of(&world.base);
        let program = if who.is_empty() { program } else { program.with(&who) };
        let path = held.filled(&row.path, world);
        let body = row.body.map(|body| held.filled(&body, world));
        let sent = body.as_deref().map(|body| serde_json::from_str(body).expect("JSON"));
        let answer = program.send(&row.method, &path, sent).await;
        let asked = format!("{configured} {}: {} {path} {body:?}", row.name, row.method);
        assert_eq!(answer.status.as_u16(), row.status, "{asked}: {answer:?}");
        look(&answer, &row.sign, &asked);
    }
}

/// Looks at what a line names (see the head of the table).
fn look(answer: &Answer, sign: &str, asked: &str) {
    if answer.status.is_client_error() {
        assert_eq!(answer.refusal().1, sign, "{asked}");
        assert_eq!(answer.header("x-sb-error-code"), Some(sign), "{asked}");
        return;
    }
    let (there, sign) = sign.strip_prefix('!').map_or((true, sign), |sign| (false, sign));
    if sign.is_empty() {
        let silent = answer.status == 204;
        assert_eq!(answer.body.is_null(), silent, "{asked}: every 2xx with a body is JSON");
        return;
    }
    let (name, wanted) = match sign.split_once('=') {
        Some((name, value)) => (name, Some(serde_json::from_str::<Value>(value).expect("JSON"))),
        None => (sign, None),
    };
    let found = match (name.strip_prefix('?'), name.strip_prefix('#')) {
        (Some(name), _) => pair(location_of(answer).query(), name),
        (_, Some(name)) => pair(location_of(answer).fragment(), name),
        _ => answer.body[name].clone(),
    };
    assert_eq!(!found.is_null(), there, "{asked}: {answer:?}");
    if let Some(wanted) = wanted {
        assert_eq!(found, wanted, "{asked}: {answer:?}");
    }
}

fn pair(text: Option<&str>, name: &str) -> Value {
    let pairs: BTreeMap<String, String> =
        form_urlencoded::parse(text.unwrap_or_default().as_bytes()).into_owned().collect();
    pairs.get(name).map_or(Value::Null, |value| json!(value))
}
