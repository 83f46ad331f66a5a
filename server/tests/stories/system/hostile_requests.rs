//! What somebody who means ill may try.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use async_trait::async_trait;
use evernear_app::{
    domain::{account::Password, auth::session::TokenDigest},
    ports::{Passwords, Ports, StoreError},
};
use evernear_server::adapters::{argon2_passwords::Argon2Passwords, system::SystemEntropy};
use reqwest::StatusCode;

use serde_json::json;

use crate::harness::{Engine, Person, Program, World, location};

crate::both_engines![
    nobody_learns_whether_an_address_has_an_account,
    an_unknown_address_costs_as_much_work_as_a_known_one,
    what_is_secret_is_only_kept_as_a_digest,
    a_planted_token_is_worth_nothing,
    no_form_is_taken_from_another_site,
    no_way_leads_to_another_site,
    nobody_adds_a_header_to_a_mail,
    letters_that_look_like_others_open_nothing,
    a_password_counts_to_its_last_byte,
    a_clock_that_jumps_gives_nothing_away,
    two_tabs_that_renew_at_once_stay_signed_in,
    whoever_tries_passwords_has_to_wait,
    a_password_is_hashed_anew_when_that_became_dearer,
    a_password_set_before_the_address_was_confirmed_goes,
];

const MINUTE: Duration = Duration::from_secs(60);

async fn text(answer: reqwest::Response) -> String {
    answer.text().await.expect("text")
}

async fn nobody_learns_whether_an_address_has_an_account(engine: Engine) {
    let world = World::open(engine).await;
    Person::member(&world, "thandi").await;
    let someone = Person::visitor(&world.base);
    for path in [
        "/auth?view=forgotten_password",
        "/auth?view=magic_link",
        "/auth?view=verify_otp",
        "/auth?mode=signin",
    ] {
        let ask = async |name: &str| {
            let email = format!("{name}@example.com");
            let form = [("email", email.as_str()), ("password", "not it"), ("token", "123456")];
            let answer = someone.submit(path, &form).await;
            let headers: Vec<String> = answer.headers().keys().map(ToString::to_string).collect();
            (answer.status(), headers, text(answer).await.replace(name, ""))
        };
        assert_eq!(ask("thandi").await, ask("nobody").await, "{path}");
        world.clock.forward(MINUTE);
    }
    // Asked too soon reads the same as well.
    for _ in 0..2 {
        for email in ["thandi@example.com", "nobody@example.com"] {
            someone.submit("/auth?view=magic_link", &[("email", email)]).await;
        }
    }
    for email in ["thandi@example.com", "nobody@example.com"] {
        let answer = someone.submit("/auth?view=magic_link", &[("email", email)]).await;
        assert_eq!(answer.status(), StatusCode::TOO_MANY_REQUESTS);
        assert!(answer.headers().contains_key("retry-after"));
        assert!(text(answer).await.contains("Please try again in 60 seconds."));
    }
}

/// Counts what is hashed.
struct Counting {
    hashed: Arc<AtomicU32>,
    inner: Arc<dyn Passwords>,
}

#[async_trait]
impl Passwords for Counting {
    async fn hash(&self, password: &Password) -> Result<String, StoreError> {
        self.hashed.fetch_add(1, Ordering::SeqCst);
        self.inner.hash(password).await
    }

    async fn matches(&self, password: &str, hash: Option<&str>) -> Result<bool, StoreError> {
        self.hashed.fetch_add(1, Ordering::SeqCst);
        self.inner.matches(password, hash).await
    }

    fn outdated(&self, hash: &str) -> bool {
        self.inner.outdated(hash)
    }

    fn digest(&self, token: &str) -> TokenDigest {
        self.inner.digest(token)
    }
}

async fn an_unknown_address_costs_as_much_work_as_a_known_one(engine: Engine) {
    let hashed = Arc::new(AtomicU32::new(0));
    let count = hashed.clone();
    let world = World::open_with(engine, |ports| {
        let passwords = Arc::new(Counting { hashed: count, inner: ports.passwords.clone() });
        let mut settings = (*ports.settings).clone();
        settings.confirm_email = true;
        Ports { passwords, settings: settings.into(), ..ports }
    })
    .await;
    let (visitor, program) = (Person::visitor(&world.base), Program::of(&world.base));
    visitor.sign_up("thandi@example.com", "lamplight", "").await;
    let confirm = "UPDATE accounts SET email_confirmed_at = created_at";
    world.db.execute(confirm, Vec::new()).await.expect("confirmed");
    world.clock.forward(MINUTE);
    let challenge = "c".repeat(43);
    // What a request costs: passwords hashed, and writes that reach the disk.
    let writes = "SELECT (SELECT COUNT(*) FROM security_events)
        + (SELECT COUNT(*) FROM one_time_tokens) + (SELECT COUNT(*) FROM auth_flows)
        + (SELECT CAST(COALESCE(SUM(5 - tries_left), 0) AS BIGINT) FROM one_time_tokens)
        + (SELECT times FROM timing_padding)";
    for path in [
        "/auth?mode=signin",
        "/auth?view=magic_link",
        "/auth?view=forgotten_password",
        "/auth?view=verify_otp",
        "/token?grant_type=password",
        "/recover",
        "/resend",
        "/verify",
    ] {
        let cost = async |name: &str| {
            let email = format!("{name}@example.com");
            let before = (hashed.load(Ordering::SeqCst), world.number(writes).await);
            let status = if path.starts_with("/auth") {
                let form = [("email", email.as_str()), ("password", "not it"), ("token", "123456")];
                visitor.submit(path, &form).await.status()
            } else {
                let body = json!({ "email": email, "password": "not it", "type": "signup",
                    "token": "123456", "code_challenge": challenge, "code_challenge_method": "s256" });
                program.post(path, body).await.status
            };
            let hashes = hashed.load(Ordering::SeqCst) - before.0;
            world.finishes_its_work().await;
            (status, hashes, world.number(writes).await - before.1)
        };
        // A token that is replaced leaves as many rows as before.
        world.db.execute("DELETE FROM one_time_tokens", Vec::new()).await.expect("forgotten");
        let (known, unknown) = (cost("thandi").await, cost("nobody").await);
        assert_eq!(known, unknown, "{path}: status, hashes and writes");
        let worked = known.1 + u32::try_from(known.2).expect("writes");
        assert!(worked > 0, "{path} does something");
        world.clock.forward(MINUTE);
    }
}

/// Whatever opens something is nowhere in the database as it was given out.
async fn what_is_secret_is_only_kept_as_a_digest(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::visitor(&world.base);
    let answer = thandi.sign_up("thandi@example.com", "lamplight", "").await;
    let cookie = answer.headers()["set-cookie"].to_str().expect("text").to_owned();
    let cookie = cookie.split([';', '=']).nth(1).expect("a token").to_owned();
    thandi.submit("/auth?view=magic_link", &[("email", "thandi@example.com")]).await;
    let letter = world.letter("thandi@example.com", "sign-in link").await;
    world.clock.forward(MINUTE);
    let program = Program::of(&world.base);
    let session = program.sign_in("thandi@example.com").await.ok();
    let signed = program.with(&session.text("access_token"));
    world.proves("thandi@example.com").await;
    let factor = signed.post("/factors", json!({ "factor_type": "totp" })).await.ok();
    let totp = factor.body["totp"]["secret"].as_str().expect("a secret").to_owned();
    world.mails_are_out().await;
    let (link, access, refresh) =
        (letter.token().to_owned(), session.text("access_token"), session.text("refresh_token"));
    for secret in ["lamplight", &cookie, &link, &letter.code, &access, &refresh, &totp] {
        for (table, columns) in world.tables().await {
            for column in columns {
                let sql = format!(
                    "SELECT COUNT(*) FROM {table} WHERE CAST({column} AS TEXT) LIKE '%{secret}%'"
                );
                assert_eq!(world.number(sql.leak()).await, 0, "{table}.{column} has {secret}");
            }
        }
    }
}

async fn a_planted_token_is_worth_nothing(engine: Engine) {
    let world = World::open(engine).await;
    Person::member(&world, "thandi").await;
    let planted = format!("evernear_session={}", "a".repeat(64));
    let victim = Person::without_cookies(&world.base);
    let form = [("email", "thandi@example.com"), ("password", "lamplight")];
    let answer = victim.submit_with("/auth?mode=signin", &planted, &form).await;
    assert_eq!(answer.status(), StatusCode::SEE_OTHER);
    let given = answer.headers()["set-cookie"].to_str().expect("text");
    assert!(!given.contains(&"a".repeat(64)), "signing in always makes a new token");
    let thief = victim.get_with("/dashboard", &planted).await;
    assert_eq!(thief.status(), StatusCode::SEE_OTHER);
}

/// Every form of a signed-in person or of getting in.
const FORMS: &[&str] = &[
    "/auth?mode=signin",
    "/auth?mode=signup",
    "/auth?view=forgotten_password",
    "/auth?view=magic_link",
    "/auth?view=verify_otp",
    "/auth/link",
    "/auth/program",
    "/auth/second-factor",
    "/auth/again",
    "/reset-password",
    "/profile",
    "/profile/email",
    "/profile/password",
    "/profile/two-factor",
    "/profile/devices",
    "/profile/export",
    "/profile/delete",
    "/sign-out",
];

async fn no_form_is_taken_from_another_site(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    for path in FORMS {
        for origin in ["http://evil.example", "null"] {
            let form = [("action", "begin"), ("sure", "yes"), ("email", "evil@example.com")];
            let answer = thandi.submit_from(origin, path, &form).await;
            assert_eq!(answer.status(), StatusCode::FORBIDDEN, "{path} from {origin}");
        }
    }
    assert_eq!(thandi.get("/dashboard").await.status(), StatusCode::OK);
    assert_eq!(world.number("SELECT COUNT(*) FROM mfa_factors").await, 0);
    assert_eq!(world.number("SELECT COUNT(*) FROM one_time_tokens").await, 0);
}

async fn no_way_leads_to_another_site(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    for next in
        ["//evil.example", "https://evil.example", "/\\evil.example", "/x\r\nSet-Cookie: a=b"]
    {
        let proof = [("by", "password"), ("password", "lamplight"), ("next", next)];
        let answer = thandi.submit("/auth/again", &proof).await;
        assert_eq!(location(&answer).as_deref(), Some("/dashboard"), "{next}");
        assert_eq!(answer.headers().get_all("set-cookie").iter().count(), 1);
        let someone = Person::visitor(&world.base);
        let form = [("email", "thandi@example.com"), ("password", "lamplight"), ("next", next)];
        let answer = someone.submit("/auth?mode=signin", &form).await;
        assert_eq!(location(&answer).as_deref(), Some("/dashboard"), "{next}");
        let escaped = next.replace('\\', "%5C").replace("\r\n", "%0D%0A").replace(' ', "%20");
        let led = someone.led_to(&format!("/auth?next={escaped}")).await;
        assert_eq!(led.as_deref(), Some("/dashboard"), "{next}");
        world.clock.forward(MINUTE);
    }
}

async fn nobody_adds_a_header_to_a_mail(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    for email in [
        "thandi@example.com\r\nBcc: everyone@example.com",
        "thandi@example.com, everyone@example.com",
        "\"thandi\r\nBcc: x\"@example.com",
        "<thandi@example.com> everyone@example.com",
    ] {
        for path in ["/auth?view=magic_link", "/auth?view=forgotten_password", "/profile/email"] {
            let answer = thandi.submit(path, &[("email", email)]).await;
            assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY, "{path} {email}");
        }
    }
    assert_eq!(world.number("SELECT COUNT(*) FROM mails").await, 0);
    // What a browser says of itself stands in the notice of a new sign-in.
    let odd = Person::with_browser(&world.base, "Evil/1 <script> Windows");
    odd.sign_in("thandi@example.com", "lamplight").await;
    let letter = world.letter("thandi@example.com", "New sign-in").await;
    assert!(letter.text.contains("With: Windows\n"), "only what we know is told: {}", letter.text);
}

async fn letters_that_look_like_others_open_nothing(engine: Engine) {
    let world = World::open(engine).await;
    Person::member(&world, "mike").await;
    let someone = Person::visitor(&world.base);
    for email in ["mi\u{212A}e@example.com", "m\u{131}ke@example.com", "m\u{456}ke@example.com"] {
        let answer = someone.submit("/auth?view=forgotten_password", &[("email", email)]).await;
        assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY, "{email}");
        let answer = someone.sign_in(email, "lamplight").await;
        assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY, "{email}");
        let answer = someone.sign_up(email, "lamplight", "").await;
        assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY, "{email}");
    }
    // Cyrillic а in the domain: a real address, and another one.
    let other = "mike@ex\u{430}mple.com";
    assert_eq!(someone.sign_up(other, "other words", "").await.status(), StatusCode::SEE_OTHER);
    someone.submit("/sign-out", &[]).await;
    someone.submit("/auth?view=magic_link", &[("email", other)]).await;
    world.letter("mike@xn--exmple-4nf.com", "Your sign-in link").await;
    assert!(world.letters("mike@example.com", "").await.is_empty());
    // Case is none of it.
    let answer = someone.sign_in("MIKE@Example.COM", "lamplight").await;
    assert_eq!(answer.status(), StatusCode::SEE_OTHER);
}

async fn a_password_counts_to_its_last_byte(engine: Engine) {
    let world = World::open(engine).await;
    let someone = Person::visitor(&world.base);
    let (most, more) = ("a".repeat(72), "a".repeat(73));
    let page = text(someone.sign_up("a@example.com", &more, "").await).await;
    assert!(page.contains("Password cannot be longer than 72 characters"), "{page}");
    let answer = someone.sign_up("a@example.com", &"é".repeat(37), "").await;
    assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY, "bytes are counted");
    assert_eq!(someone.sign_up("a@example.com", &most, "").await.status(), StatusCode::SEE_OTHER);
    let other = Person::visitor(&world.base);
    for wrong in [more, "a".repeat(71), format!("{}b", "a".repeat(71))] {
        let answer = other.sign_in("a@example.com", &wrong).await;
        assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY);
    }
    assert_eq!(other.sign_in("a@example.com", &most).await.status(), StatusCode::SEE_OTHER);
}

async fn a_clock_that_jumps_gives_nothing_away(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let someone = Person::visitor(&world.base);
    someone.submit("/auth?view=magic_link", &[("email", "thandi@example.com")]).await;
    let letter = world.letter("thandi@example.com", "sign-in link").await;
    let form = [("type", "magiclink"), ("token", letter.token())];
    world.clock.forward(20 * MINUTE);
    let late = someone.submit("/auth/link", &form).await;
    assert_eq!(late.status(), StatusCode::UNPROCESSABLE_ENTITY);
    // Set back by hours: nobody is signed out by it, nothing used comes to life again.
    world.clock.back(5 * 60 * MINUTE);
    assert_eq!(thandi.get("/dashboard").await.status(), StatusCode::OK);
    assert_eq!(someone.submit("/auth/link", &form).await.status(), StatusCode::SEE_OTHER);
    let again = someone.submit("/auth/link", &form).await;
    assert_eq!(again.status(), StatusCode::UNPROCESSABLE_ENTITY, "used is used");
    world.clock.forward(6 * 60 * MINUTE);
    assert_eq!(thandi.get("/dashboard").await.status(), StatusCode::OK);
}

async fn two_tabs_that_renew_at_once_stay_signed_in(engine: Engine) {
    let world = World::open(engine).await;
    let answer = Person::visitor(&world.base).sign_up("thandi@example.com", "lamplight", "").await;
    let cookie = answer.headers()["set-cookie"].to_str().expect("text");
    let cookie = cookie.split(';').next().expect("a pair").to_owned();
    let browser = Person::without_cookies(&world.base);
    world.clock.forward(11 * MINUTE);
    let tabs = (0..8).map(|_| browser.get_with("/dashboard", &cookie));
    let answers = futures::future::join_all(tabs).await;
    assert!(answers.iter().all(|answer| answer.status() == StatusCode::OK));
    let renewed: Vec<_> =
        answers.iter().filter_map(|answer| answer.headers().get("set-cookie")).collect();
    assert_eq!(renewed.len(), 1, "one of them renews");
    let fresh = renewed[0].to_str().expect("text").split(';').next().expect("a pair").to_owned();
    assert_eq!(browser.get_with("/dashboard", &fresh).await.status(), StatusCode::OK);
    assert_eq!(browser.get_with("/dashboard", &cookie).await.status(), StatusCode::OK, "a moment");
}

async fn whoever_tries_passwords_has_to_wait(engine: Engine) {
    let world = World::open(engine).await;
    Person::member(&world, "thandi").await;
    let thief = Person::visitor(&world.base);
    for email in ["thandi@example.com", "nobody@example.com"] {
        for _ in 0..10 {
            let answer = thief.sign_in(email, "not it").await;
            assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY);
        }
        let answer = thief.sign_in(email, "lamplight").await;
        assert_eq!(answer.status(), StatusCode::TOO_MANY_REQUESTS, "{email}");
        assert_eq!(answer.headers()["retry-after"], "30");
        assert!(text(answer).await.contains("Please try again in 30 seconds."), "{email}");
    }
    world.clock.forward(Duration::from_secs(30));
    let answer = thief.sign_in("thandi@example.com", "lamplight").await;
    assert_eq!(answer.status(), StatusCode::SEE_OTHER, "whoever knows it gets in");
    // By address of the client, whichever account.
    let mut refused = 0;
    for number in 0..30 {
        let answer = thief.sign_in(&format!("p{number}@example.com"), "lamplight").await;
        refused += usize::from(answer.status() == StatusCode::TOO_MANY_REQUESTS);
    }
    assert!(refused > 0, "one client cannot try every account");
}

async fn a_password_is_hashed_anew_when_that_became_dearer(engine: Engine) {
    let dearer = argon2::Params::new(24 * 1024, 2, 1, None).expect("parameters");
    let world = World::open_with(engine, |ports| {
        let passwords = Argon2Passwords::new(Arc::new(SystemEntropy), dearer).expect("hashing");
        Ports { passwords: Arc::new(passwords), ..ports }
    })
    .await;
    Person::member(&world, "thandi").await;
    let hash = async || {
        let row = world.db.row("SELECT password_hash FROM accounts", Vec::new()).await;
        row.expect("asked").expect("an account").text(0).expect("text")
    };
    let cheap = argon2::Params::new(1024, 1, 1, None).expect("parameters");
    let before = Argon2Passwords::new(Arc::new(SystemEntropy), cheap).expect("hashing");
    let old = Passwords::hash(&before, &"lamplight".parse().expect("one")).await.expect("a hash");
    let sql = "UPDATE accounts SET password_hash = $1";
    world.db.execute(sql, vec![old.as_str().into()]).await.expect("set");
    let someone = Person::visitor(&world.base);
    someone.sign_in("thandi@example.com", "not it").await;
    assert_eq!(hash().await, old, "only whoever knows it");
    someone.sign_in("thandi@example.com", "lamplight").await;
    let fresh = hash().await;
    assert!(fresh.contains("m=24576,t=2,p=1"), "{fresh}");
    someone.sign_in("thandi@example.com", "lamplight").await;
    assert_eq!(hash().await, fresh, "once");
}

async fn a_password_set_before_the_address_was_confirmed_goes(engine: Engine) {
    let world = World::that_confirms(engine).await;
    let thief = Person::visitor(&world.base);
    thief.sign_up("thandi@example.com", "the thief's words", "").await;
    world.clock.forward(MINUTE);
    let owner = Person::visitor(&world.base);
    owner.submit("/auth?view=magic_link", &[("email", "thandi@example.com")]).await;
    let letter = world.letter("thandi@example.com", "Your sign-in link").await;
    owner.submit("/auth/link", &[("type", "magiclink"), ("token", letter.token())]).await;
    assert_eq!(owner.get("/dashboard").await.status(), StatusCode::OK);
    let answer = thief.sign_in("thandi@example.com", "the thief's words").await;
    assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY);
}
