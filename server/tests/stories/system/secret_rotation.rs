//! The server's secret is replaced, and nobody notices.

use std::{fs, sync::Arc};

use async_trait::async_trait;
use evernear_app::{
    domain::mail::Mail,
    ports::{Clock, MailError, Mailer, Ports},
};
use evernear_server::{config::Secret, rotate_keys::rotate_keys};
use reqwest::StatusCode;
use serde_json::json;
use totp_rs::{Builder, Secret as Shared};

use crate::harness::{Engine, Person, Program, World, eventually, location};

crate::both_engines![nobody_notices_that_the_secret_was_replaced];

const THANDI: &str = "thandi@example.com";
const STEP: std::time::Duration = std::time::Duration::from_secs(30);

/// A mail server that is away.
struct Away;

#[async_trait]
impl Mailer for Away {
    async fn send(&self, _mail: &Mail) -> Result<(), MailError> {
        Err(MailError::Later("away".to_owned()))
    }
}

/// Whoever was there before the secret was replaced.
struct Before {
    cookie: String,
    refresh: String,
    totp: String,
    codes: Vec<String>,
}

fn between<'a>(page: &'a str, start: &str, end: &str) -> &'a str {
    let (_, rest) = page.split_once(start).unwrap_or_else(|| panic!("no {start}: {page}"));
    rest.split(end).next().expect("something")
}

fn code(world: &World, secret: &str) -> String {
    let secret = Shared::try_from_base32(secret).expect("base32");
    let totp = Builder::new().with_secret(secret).build().expect("a factor");
    totp.generate(u64::try_from(world.clock.now().0 / 1000).expect("after 1970")).to_string()
}

/// Somebody with a session, a second factor, recovery codes, a client program, and a mail that
/// waits.
async fn somebody(world: &World) -> Before {
    let thandi = Person::member(world, "thandi").await;
    let program = Program::of(&world.base);
    let refresh = program.sign_in(THANDI).await.ok().text("refresh_token");
    let words = json!([{ "place": "support", "fields": { "message": "My film is dark" } }]);
    assert_eq!(thandi.keeps_unsent(words).await.expect("kept"), [""; 0]);
    thandi.submit("/auth?view=forgotten_password", &[("email", THANDI)]).await;
    thandi.submit("/profile/two-factor", &[("action", "begin")]).await;
    let page = thandi.page("/profile/two-factor").await;
    let totp = between(&page, "class=\"secret\">", "<").replace(' ', "");
    let factor = between(&page, "name=\"factor\" value=\"", "\"").to_owned();
    let shown = code(world, &totp);
    let form = [("action", "finish"), ("factor", factor.as_str()), ("token", shown.as_str())];
    let answer = thandi.submit("/profile/two-factor", &form).await;
    let cookie = answer.headers()["set-cookie"].to_str().expect("text");
    let cookie = cookie.split(';').next().expect("a cookie").to_owned();
    let page = answer.text().await.expect("text");
    let list = between(&page, "<ol class=\"codes\">", "</ol>");
    let codes = list.split("<li>").skip(1).map(|item| between(item, "", "<").to_owned());
    Before { cookie, refresh, totp, codes: codes.collect() }
}

/// Sign-in by this second proof.
async fn comes_in(world: &World, proof: &str) {
    let laptop = Person::visitor(&world.base);
    laptop.sign_in(THANDI, "lamplight").await;
    let answer = laptop.submit("/auth/second-factor", &[("token", proof)]).await;
    assert_eq!(answer.status(), StatusCode::SEE_OTHER, "{proof} opens the door");
}

async fn nobody_notices_that_the_secret_was_replaced(engine: Engine) {
    let mailer: Arc<dyn Mailer> = Arc::new(Away);
    let mut world = World::open_with(engine, move |ports| Ports { mailer, ..ports }).await;
    let before = somebody(&world).await;
    eventually("the notice of the second factor and the asked-for link are put off", || async {
        let put_off = "SELECT COUNT(*) FROM mails WHERE attempt > 0 AND lease_owner IS NULL";
        (world.number(put_off).await == 2).then_some(())
    })
    .await;
    // They wait until the story wants them.
    let wait = "UPDATE mails SET next_at = 9000000000000000";
    world.db.execute(wait, Vec::new()).await.expect("put off");
    let old = fs::read_to_string(world.folder.join("keys/secret")).expect("a secret");

    // Both secrets: everything goes on.
    world
        .restart_with(|config| {
            config.access.secret = Some(Secret("n".repeat(40)));
            config.access.previous_secret = Some(Secret(old.trim().to_owned()));
        })
        .await;
    fs::remove_file(world.folder.join("keys/secret")).expect("gone");
    let browser = Person::without_cookies(&world.base);
    assert_eq!(browser.get_with("/dashboard", &before.cookie).await.status(), StatusCode::OK);
    world.clock.forward(STEP);
    comes_in(&world, &code(&world, &before.totp)).await;
    comes_in(&world, &before.codes[0]).await;
    let program = Program::of(&world.base);
    let refreshed = program.refresh(&before.refresh).await.ok().text("refresh_token");

    // What is sealed is sealed anew while the server runs, and the old secret is taken away.
    let said = rotate_keys(world.config()).await.expect("rotated").join(" ");
    assert!(
        said.contains("Sealed anew with the secret of now: 4."),
        "factor, two mails and words that were not sent: {said}"
    );
    world.restart_with(|config| config.access.previous_secret = None).await;
    let browser = Person::without_cookies(&world.base);
    assert_eq!(browser.get_with("/dashboard", &before.cookie).await.status(), StatusCode::OK);
    let support = browser.get_with("/support", &before.cookie).await.text().await.expect("text");
    assert!(support.contains("My film is dark"), "{support}");
    world.clock.forward(2 * STEP);
    comes_in(&world, &code(&world, &before.totp)).await;
    comes_in(&world, &before.codes[1]).await;
    let program = Program::of(&world.base);
    program.refresh(&refreshed).await.ok();
    world.db.execute("UPDATE mails SET next_at = 0", Vec::new()).await.expect("due");
    let letter = world.letter(THANDI, "Reset your password").await;
    world.clock.forward(STEP);
    let code = code(&world, &before.totp);
    let form = [("token", letter.token()), ("password", "candlelight"), ("code", code.as_str())];
    let chosen = Person::visitor(&world.base).submit("/reset-password", &form).await;
    let led = location(&chosen);
    assert_eq!(led.as_deref(), Some("/dashboard?password=updated"), "its link counts");
}
