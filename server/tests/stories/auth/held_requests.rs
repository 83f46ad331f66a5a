//! A request whose body comes late is judged by what is true when it is whole: whoever copied a
//! cookie or a token cannot keep one from before the sign-out and use it after.

use evernear_app::{
    domain::{
        account::event::Origin,
        auth::{api_session::ApiSession, proof::Method},
        id::AccountId,
    },
    flows::auth::{issue_tokens::open_api_session, verify_factor::enroll_factor},
    ports::{EnrollError, PasswordSetter, StoreError},
};
use serde_json::{Value, json};

use crate::{
    both_engines,
    harness::{Engine, HeldRequest, Person, Program, World},
};

both_engines!(
    a_token_that_has_ended_changes_no_password,
    a_browser_that_was_signed_out_changes_nothing,
    an_administrator_who_locked_the_page_moves_nothing,
    whoever_has_left_writes_and_buys_nothing,
    a_second_factor_counts_from_the_moment_it_is_verified,
    a_factor_is_verified_by_the_session_that_began_it,
    no_session_has_shown_a_factor_that_is_gone,
    unlinking_changes_no_address_that_is_proven,
);

const EMAIL: &str = "thandi@example.com";

async fn holds(world: &World, method: &str, path: &str, access: &str, body: &Value) -> HeldRequest {
    let head = format!("authorization: Bearer {access}\r\ncontent-type: application/json\r\n");
    let path = format!("/auth/v1{path}");
    HeldRequest::begin(&world.base, method, &path, &head, &body.to_string()).await
}

async fn a_token_that_has_ended_changes_no_password(engine: Engine) {
    let world = World::open(engine).await;
    let program = Program::of(&world.base);
    let stolen = program.sign_up(EMAIL).await.ok().text("access_token");
    world.proves(EMAIL).await;
    let password = json!({ "password": "the thief's words" });
    let factor = json!({ "factor_type": "totp", "friendly_name": "phone" });
    let held = [
        holds(&world, "PUT", "/user", &stolen, &password).await,
        holds(&world, "POST", "/factors", &stolen, &factor).await,
    ];
    let owner = program.with(&program.sign_in(EMAIL).await.ok().text("access_token"));
    owner.put("/user", json!({ "password": "candlelight" })).await.ok();
    owner.post("/logout?scope=global", json!({})).await;
    for request in held {
        let answer = request.ends().await;
        assert!(answer.starts_with("HTTP/1.1 403"), "{answer}");
        assert!(answer.contains("session_not_found"), "{answer}");
    }
    let body = json!({ "email": EMAIL, "password": "candlelight" });
    program.post("/token?grant_type=password", body).await.ok();
    assert_eq!(world.number("SELECT COUNT(*) FROM mfa_factors").await, 0);
}

async fn a_browser_that_was_signed_out_changes_nothing(engine: Engine) {
    let world = World::open(engine).await;
    let thief = Person::member(&world, "thandi").await;
    world.proves(EMAIL).await;
    let held = [
        thief.holds("/profile/password", &[("password", "the thief's words")]).await,
        thief.holds("/profile/delete", &[("sure", "yes")]).await,
        thief.holds("/profile/email", &[("email", "thief@example.com")]).await,
        thief.holds("/profile/two-factor", &[("action", "begin")]).await,
    ];
    let owner = Person::at(&world.base, 2);
    owner.sign_in(EMAIL, "lamplight").await;
    owner.submit("/sign-out", &[]).await;
    for request in held {
        let answer = request.ends().await;
        assert!(answer.starts_with("HTTP/1.1 303"), "{answer}");
        assert!(answer.to_lowercase().contains("location: /auth"), "{answer}");
    }
    assert_eq!(owner.sign_in(EMAIL, "lamplight").await.status(), 303, "the password is hers");
    assert_eq!(world.number("SELECT COUNT(*) FROM mfa_factors").await, 0);
    let asked = "SELECT COUNT(*) FROM accounts WHERE email_change IS NOT NULL";
    assert_eq!(world.number(asked).await, 0);
}

async fn an_administrator_who_locked_the_page_moves_nothing(engine: Engine) {
    let world = World::open_with_admin(engine, true).await;
    let visitor = Person::visitor(&world.base);
    let form = [("name", "Thandi"), ("email", EMAIL), ("reason", "I miss her")];
    visitor.submit("/register", &form).await;
    let id = world.rows("SELECT id FROM waitlist_entries WHERE email = $1", EMAIL).await.remove(0);
    let admin = crate::admin::review_applications::administrator(&world).await;
    let entry = json!({ "id": id, "from": "pending" });
    let body = json!({ "entries": [entry], "to": "approved" });
    let held = admin.holds_call("admin/waitlist/move", &body).await;
    admin.submit("/admin/lock", &[]).await;
    let answer = held.ends().await;
    assert!(answer.starts_with("HTTP/1.1 401"), "{answer}");
    let moved = "SELECT COUNT(*) FROM waitlist_entries WHERE status <> 'pending'";
    assert_eq!(world.number(moved).await, 0);
}

async fn whoever_has_left_writes_and_buys_nothing(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let held = [
        thandi.holds("/support", &[("message", "Where is my film?")]).await,
        thandi.holds("/checkout", &[("plan", "Pro"), ("currency", "USD")]).await,
    ];
    let deleted = thandi.submit("/profile/delete", &[("sure", "yes")]).await;
    assert_eq!(deleted.status(), 200);
    for request in held {
        request.ends().await;
    }
    for rows in ["SELECT COUNT(*) FROM messages", "SELECT COUNT(*) FROM payments"] {
        assert_eq!(world.number(rows).await, 0, "{rows}");
    }
}

/// Opens sessions of client programs.
fn opener(world: &World, account: AccountId) -> impl AsyncFn() -> ApiSession {
    async move || {
        let (ports, origin) = (&world.ports, Origin::default());
        let proof = world.proof(account, Method::Password).await;
        let opened = open_api_session(ports, account, proof, &origin).await;
        opened.expect("opened").session
    }
}

/// Between the moment in which a session was looked up and the one in which it changes something,
/// its owner has turned a second factor on.
async fn a_second_factor_counts_from_the_moment_it_is_verified(engine: Engine) {
    let world = World::open(engine).await;
    let ports = &world.ports;
    Person::member(&world, "thandi").await;
    world.proves(EMAIL).await;
    let email = EMAIL.parse().expect("an address");
    let account = ports.accounts.by_email(&email).await.expect("read").expect("known").0;
    let opens = opener(&world, account.id);
    let (owner, thief) = (opens().await, opens().await);
    let begun = async |session, name: &str| {
        enroll_factor(ports, &account, session, name, "Evernear").await.map(|made| made.factor)
    };
    let (hers, his) = (begun(owner.id, "hers").await, begun(thief.id, "his").await);
    let (hers, his) = (hers.expect("made"), his.expect("made"));
    let now = ports.now();
    assert!(ports.factors.verified(&hers, Some(owner.id), 1, now).await.expect("verified"));
    // The owner's session has not risen yet, and the thief's has not ended.
    let late = begun(thief.id, "late").await;
    assert!(matches!(late, Err(EnrollError::Store(StoreError::OwnerGone))), "{late:?}");
    let late = ports.factors.verified(&his, Some(thief.id), 1, now).await;
    assert!(matches!(late, Err(StoreError::OwnerGone)), "{late:?}");
    let late = ports.factors.unenroll(account.id, Some(thief.id), hers.id).await;
    assert!(matches!(late, Err(StoreError::OwnerGone)), "{late:?}");
    let late = ports.factors.set_recovery_codes(account.id, thief.id, &[], now).await;
    assert!(matches!(late, Err(StoreError::OwnerGone)), "{late:?}");
    let late =
        ports.accounts.set_password(account.id, "a hash", PasswordSetter::Session(thief.id)).await;
    assert!(matches!(late, Err(StoreError::OwnerGone)), "{late:?}");
    let late = ports.personal_data.erase(account.id, Some(thief.id), "nobody", now).await;
    assert!(matches!(late, Err(StoreError::OwnerGone)), "{late:?}");
    let left: Vec<_> = ports.factors.factors(account.id).await.expect("read");
    assert_eq!(left.iter().map(|factor| factor.id).collect::<Vec<_>>(), [hers.id]);
}

/// Whoever knows the password alone could otherwise keep a session of the second level from before
/// the owner's first factor.
async fn no_session_has_shown_a_factor_that_is_gone(engine: Engine) {
    let world = World::open(engine).await;
    let ports = &world.ports;
    let program = Program::of(&world.base);
    program.sign_up(EMAIL).await.ok();
    world.proves(EMAIL).await;
    let email = EMAIL.parse().expect("an address");
    let account = ports.accounts.by_email(&email).await.expect("read").expect("known").0;
    let (opens, now) = (opener(&world, account.id), ports.now());
    let (thief, beside) = (opens().await, opens().await);
    let made = enroll_factor(ports, &account, thief.id, "his", "Evernear").await.expect("made");
    assert!(ports.factors.verified(&made.factor, Some(thief.id), 1, now).await.expect("verified"));
    // In another session its code was right, and before that is written it is gone.
    let proofs = beside.proofs.clone().and(Method::Totp, now);
    assert!(ports.factors.unenroll(account.id, None, made.factor.id).await.expect("removed"));
    assert!(!ports.tokens.prove_api(&beside, &proofs, now).await.expect("asked"), "on a program");
    let digest = ports.passwords.digest("a token");
    let proven = ports.sessions.prove(beside.id, &proofs, &digest, now).await;
    assert!(!proven.expect("asked"), "in a browser");
    // And if there were one, it would fall with the first factor of the owner.
    world.db.execute("UPDATE sessions SET aal = 'aal2'", Vec::new()).await.expect("risen");
    let owner = opens().await;
    let hers = enroll_factor(ports, &account, owner.id, "hers", "Evernear").await.expect("made");
    assert!(ports.factors.verified(&hers.factor, Some(owner.id), 1, now).await.expect("verified"));
    assert_eq!(world.number("SELECT COUNT(*) FROM sessions WHERE aal = 'aal2'").await, 0);
    let late = ports.factors.unenroll(account.id, Some(beside.id), hers.factor.id).await;
    assert!(matches!(late, Err(StoreError::OwnerGone)), "{late:?}");
}

async fn unlinking_changes_no_address_that_is_proven(engine: Engine) {
    let world = World::with(engine, |config| config.auth_api.manual_linking = true).await;
    let program = Program::of(&world.base);
    let session = program.sign_up(EMAIL).await.ok();
    world.proves(EMAIL).await;
    let thief = program.with(&program.sign_in(EMAIL).await.ok().text("access_token"));
    let account = session.body["user"]["id"].as_str().expect("an id").parse().expect("an id");
    let google = crate::auth::unproven_addresses::google_of(&world, account, true);
    world.ports.identities.link(&google).await.expect("linked");
    let own = session.body["user"]["identities"][0]["identity_id"].as_str().expect("an id");
    let refused = thief.send("DELETE", &format!("/user/identities/{own}"), None).await;
    assert_eq!(refused.refusal(), (422, "email_conflict_identity_not_deletable"));
    assert_eq!(thief.get("/user").await.ok().body["email"], EMAIL);
    // Where there is a second factor, the password alone links and unlinks nothing.
    let factor = "INSERT INTO mfa_factors (id, account_id, friendly_name, factor_type, status, secret, created_at, updated_at)
                  SELECT '01a209ee-74b8-7919-bea3-36eb3ece981e', id, '', 'totp', 'verified', '', 0, 0 FROM accounts WHERE email = $1";
    world.db.execute(factor, vec![EMAIL.into()]).await.expect("a factor");
    let refused = thief.send("DELETE", &format!("/user/identities/{own}"), None).await;
    assert_eq!(refused.refusal(), (403, "insufficient_aal"));
    let refused = thief.get("/user/identities/authorize?provider=google").await;
    assert_eq!(refused.refusal(), (403, "insufficient_aal"));
}

/// Whoever knows the password would otherwise learn the owner's secret from the page, or plant a
/// factor of their own there for her to verify.
async fn a_factor_is_verified_by_the_session_that_began_it(engine: Engine) {
    let world = World::open(engine).await;
    let thief = Person::member(&world, "thandi").await;
    world.proves(EMAIL).await;
    let owner = Person::at(&world.base, 2);
    owner.sign_in(EMAIL, "lamplight").await;
    let shows = async |person: &Person| {
        let page = person.page("/profile/two-factor").await;
        page.contains("otpauth://") || page.contains("name=\"factor\"")
    };
    for (begins, other) in [(&thief, &owner), (&owner, &thief)] {
        begins.submit("/profile/two-factor", &[("action", "begin")]).await;
        assert!(shows(begins).await && !shows(other).await);
    }
    // Of a program as of a page.
    let program = Program::of(&world.base);
    let theirs = program.with(&program.sign_in(EMAIL).await.ok().text("access_token"));
    let body = json!({ "factor_type": "totp", "friendly_name": "planted" });
    let planted = theirs.post("/factors", body).await.ok();
    assert!(shows(&owner).await && !shows(&thief).await, "each page shows its own alone");
    let hers = program.with(&program.sign_in(EMAIL).await.ok().text("access_token"));
    let path = format!("/factors/{}", planted.text("id"));
    let challenge = hers.post(&format!("{path}/challenge"), json!({})).await;
    let id = challenge.body["id"].as_str().unwrap_or("00000000-0000-7000-8000-000000000000");
    let body = json!({ "challenge_id": id, "code": "123456" });
    let refused = hers.post(&format!("{path}/verify"), body).await;
    assert_eq!(refused.refusal(), (404, "mfa_factor_not_found"));
}
