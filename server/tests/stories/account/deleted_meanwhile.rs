//! An account that is deleted while something else is being asked for it: whoever asks is told
//! that it is gone, and never that the server failed.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use evernear_app::{
    domain::{account::Password, auth::session::TokenDigest, timestamp::Timestamp},
    flows::{auth::issue_tokens::write_service_token, waitlist::beta_gate::accept_invitation},
    ports::{AccountStore, Entropy, Passwords, PersonalDataStore, Ports, StoreError},
};
use evernear_server::{store::Store, values};
use futures::future::join_all;
use reqwest::StatusCode;
use serde_json::{Value, json};
use sqlx::Executor;
use tokio::{runtime::Handle, task::block_in_place};

use crate::harness::{Engine, Person, Program, World, eventually};

/// Method, path, body, and the answers that are right.
type Case<'a> = (&'a str, &'a str, Value, &'a [(u16, &'a str)]);

crate::both_engines![
    an_account_that_goes_meanwhile_is_gone_and_nothing_failed,
    whatever_is_asked_beside_a_deletion_nothing_fails,
];

const EMAIL: &str = "thandi@example.com";

/// Deletes the account of an address, once, at the moment at which randomness is asked for or a
/// password is hashed: after it was looked up and before anything is written.
#[derive(Default)]
struct Meanwhile {
    doomed: Mutex<Option<Store>>,
}

impl Meanwhile {
    fn dooms(&self, world: &World) {
        *self.doomed.lock().expect("whole") = Some(Store::new(world.db.clone()));
    }

    async fn strikes(&self) -> bool {
        let doomed = self.doomed.lock().expect("whole").take();
        let Some(store) = doomed else { return false };
        let email = EMAIL.parse().expect("an address");
        let (account, _) = store.by_email(&email).await.expect("asked").expect("there");
        store.erase(account.id, None, "nobody", Timestamp(0)).await.expect("deleted");
        true
    }

    fn still_waits(&self) -> bool {
        self.doomed.lock().expect("whole").is_some()
    }
}

struct Dooming<T: ?Sized>(Arc<Meanwhile>, Arc<T>);

impl Entropy for Dooming<dyn Entropy> {
    fn fill(&self, bytes: &mut [u8]) {
        if self.0.still_waits() {
            block_in_place(|| Handle::current().block_on(self.0.strikes()));
        }
        self.1.fill(bytes);
    }
}

#[async_trait]
impl Passwords for Dooming<dyn Passwords> {
    async fn hash(&self, password: &Password) -> Result<String, StoreError> {
        self.0.strikes().await;
        self.1.hash(password).await
    }

    async fn matches(&self, password: &str, hash: Option<&str>) -> Result<bool, StoreError> {
        let matches = self.1.matches(password, hash).await;
        self.0.strikes().await;
        matches
    }

    fn outdated(&self, hash: &str) -> bool {
        self.1.outdated(hash)
    }

    fn digest(&self, token: &str) -> TokenDigest {
        self.1.digest(token)
    }
}

fn service(world: &World, program: &Program) -> Program {
    let day = std::time::Duration::from_secs(24 * 3600);
    program.with(&write_service_token(&world.ports, day).expect("signed"))
}

async fn an_account_that_goes_meanwhile_is_gone_and_nothing_failed(engine: Engine) {
    let meanwhile = Arc::new(Meanwhile::default());
    let (one, other) = (meanwhile.clone(), meanwhile.clone());
    let world = World::open_with(engine, |ports| Ports {
        passwords: Arc::new(Dooming(one, ports.passwords)),
        entropy: Arc::new(Dooming(other, ports.entropy)),
        ..ports
    })
    .await;
    let program = Program::of(&world.base);
    let service = service(&world, &program);
    let link = |kind: &str| json!({ "type": kind, "email": EMAIL });
    let credentials = json!({ "email": EMAIL, "password": "lamplight" });
    let password = json!({ "password": "a new lamp" });
    let address = json!({ "email": EMAIL });
    let cases: [Case; 8] = [
        ("PUT", "/user", password.clone(), &[(403, "user_not_found")]),
        ("PUT", "/admin/users/ID", password, &[(404, "user_not_found")]),
        ("POST", "/admin/generate_link", link("magiclink"), &[(404, "user_not_found")]),
        ("POST", "/admin/generate_link", link("recovery"), &[(404, "user_not_found")]),
        ("POST", "/otp", address.clone(), &[(200, "")]),
        ("POST", "/recover", address, &[(200, "")]),
        (
            "POST",
            "/token?grant_type=password",
            credentials,
            &[(400, "invalid_credentials"), (403, "user_not_found")],
        ),
        ("POST", "/factors", json!({ "factor_type": "totp" }), &[(403, "user_not_found")]),
    ];
    for (method, path, body, expected) in cases {
        let signed_up = program.sign_up(EMAIL).await.ok();
        let signed = program.with(&signed_up.text("access_token"));
        let id = signed_up.body["user"]["id"].as_str().expect("an id").to_owned();
        world.proves(EMAIL).await;
        let path = path.replace("ID", &id);
        // A mailbox is written to once a minute.
        world.clock.forward(std::time::Duration::from_secs(61));
        meanwhile.dooms(&world);
        let asks = if path.starts_with("/admin") { &service } else { &signed };
        let answer = asks.send(method, &path, Some(body)).await;
        assert!(expected.contains(&answer.refusal()), "{method} {path}: {answer:?}");
        // Mails that are asked for are written after the answer.
        eventually("it is deleted beside what was asked for", || async {
            let left = world.number("SELECT COUNT(*) FROM accounts").await;
            (!meanwhile.still_waits() && left == 0).then_some(())
        })
        .await;
    }
    // The same in a browser: signing in, and a session that ends beside what it asks for.
    for path in ["/auth?mode=signin", "/profile/password"] {
        let thandi = Person::member(&world, "thandi").await;
        meanwhile.dooms(&world);
        let form = [
            ("email", EMAIL),
            ("password", "lamplight"),
            ("current", "lamplight"),
            ("again", "a new lamp"),
            ("repeated", "a new lamp"),
        ];
        let answer = thandi.submit(path, &form).await;
        assert!(answer.status() != StatusCode::SEE_OTHER, "{path}: {:?}", answer.headers());
        assert!(!answer.status().is_server_error(), "{path}: {}", answer.status());
        meanwhile.strikes().await;
    }
    world.books_hold().await;
}

async fn whatever_is_asked_beside_a_deletion_nothing_fails(engine: Engine) {
    let world = World::open(engine).await;
    let program = Program::of(&world.base);
    let service = service(&world, &program);
    for round in 0..12 {
        let email = format!("person-{round}@example.com");
        let name = format!("person-{round}");
        let browser = Person::member(&world, &name).await;
        let session = program.sign_in(&email).await.ok();
        let signed = program.with(&session.text("access_token"));
        let user = format!("/admin/users/{}", session.body["user"]["id"].as_str().expect("an id"));
        world.clock.forward(std::time::Duration::from_secs(61));
        let address = json!({ "email": email });
        // Asked after the deletion it would make a new account.
        let code = json!({ "email": email, "create_user": false });
        let credentials = json!({ "email": email, "password": "lamplight" });
        let link = json!({ "type": "recovery", "email": email });
        let data = json!({ "data": { "city": "Durban" } });
        let metadata = json!({ "user_metadata": { "city": "Cape Town" } });
        let deletes = service.send("DELETE", &user, Some(json!({})));
        let refresh = json!({ "refresh_token": session.text("refresh_token") });
        let asked = join_all([
            program.send("POST", "/token?grant_type=password", Some(credentials.clone())),
            program.send("POST", "/token?grant_type=password", Some(credentials)),
            program.send("POST", "/recover", Some(address)),
            program.send("POST", "/otp", Some(code)),
            service.send("POST", "/admin/generate_link", Some(link)),
            signed.send("PUT", "/user", Some(data)),
            service.send("PUT", &user, Some(metadata)),
            signed.send("POST", "/factors", Some(json!({ "factor_type": "totp" }))),
            program.send("POST", "/token?grant_type=refresh_token", Some(refresh)),
        ]);
        let state = browser.call::<Value>("creator/state", json!({}));
        let said = browser.call::<Value>("creator/converse", json!({ "text": "The lake" }));
        let (deleted, answers, state, said) = tokio::join!(deletes, asked, state, said);
        deleted.ok();
        for answer in answers {
            assert!(!answer.status.is_server_error(), "{answer:?}");
        }
        for refused in [state.err(), said.err()].into_iter().flatten() {
            assert!(!refused.status.is_server_error(), "{refused:?}");
        }
    }
    assert_eq!(world.number("SELECT COUNT(*) FROM accounts").await, 0);
    world.books_hold().await;
}

/// On PostgreSQL a row that refers to one of the account's rows can come between two deletions;
/// what it stops is tried again, and not told as an account that is gone.
#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_beside_a_deletion_does_not_stop_it() {
    let world = World::open(Engine::Postgres).await;
    let program = Program::of(&world.base);
    let signed_up = program.sign_up(EMAIL).await.ok();
    let id = signed_up.body["user"]["id"].as_str().expect("an id").parse().expect("an id");
    let signed = program.with(&signed_up.text("access_token"));
    world.proves(EMAIL).await;
    let factor = signed.post("/factors", json!({ "factor_type": "totp" })).await.ok();
    let mut other = world.beside().await;
    let sql = "INSERT INTO mfa_challenges (id, factor_id, ip_address, created_at)
               VALUES ('beside', $1, '', 0)";
    sqlx::query(sql).bind(factor.text("id")).execute(&mut other).await.expect("written");
    let store = Store::new(world.db.clone());
    let erased = tokio::spawn(async move { store.erase(id, None, "nobody", Timestamp(0)).await });
    world.waits_for_locks(1, || false).await;
    other.execute("COMMIT").await.expect("it ends");
    erased.await.expect("it ends").expect("deleted");
    assert_eq!(world.number("SELECT COUNT(*) FROM accounts").await, 0);
    assert_eq!(world.number("SELECT COUNT(*) FROM mfa_challenges").await, 0);
}

/// Somebody else's application is not used up by an account that is gone.
#[tokio::test(flavor = "multi_thread")]
async fn an_invitation_beside_a_deletion_stays_unused() {
    let world = World::open(Engine::Postgres).await;
    let form = [("name", "Nana"), ("email", "nana@example.com"), ("reason", "")];
    Person::visitor(&world.base).submit("/register", &form).await;
    let digest = world.ports.passwords.digest("an invitation").0;
    let approved = "UPDATE waitlist_entries SET status = 'approved', invitation = $1";
    assert_eq!(world.db.execute(approved, values![digest]).await.expect("approved"), 1);
    let thandi = Person::member(&world, "thandi").await;
    thandi.submit("/support", &[("message", "Hello")]).await;
    let id = world.rows("SELECT id FROM accounts WHERE email = $1", EMAIL).await;
    let id = id[0].parse().expect("an id");
    let mut other = world.beside().await;
    other.execute("SELECT 1 FROM threads FOR UPDATE").await.expect("held");
    let store = Store::new(world.db.clone());
    let erased = tokio::spawn(async move { store.erase(id, None, "nobody", Timestamp(0)).await });
    world.waits_for_locks(1, || false).await;
    let ports = world.ports.clone();
    let used = tokio::spawn(async move { accept_invitation(&ports, id, "an invitation").await });
    world.waits_for_locks(2, || used.is_finished()).await;
    other.execute("COMMIT").await.expect("it ends");
    erased.await.expect("it ends").expect("deleted");
    assert!(!used.await.expect("it ends").expect("asked"), "nobody is there to use it");
    let unused = "SELECT COUNT(*) FROM waitlist_entries WHERE account_id IS NULL
                  AND invitation IS NOT NULL";
    assert_eq!(world.number(unused).await, 1);
}
