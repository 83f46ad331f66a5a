//! Addresses that were only taken as they are, and what becomes of whatever was set up for
//! them once somebody proves that they are theirs.

use evernear_app::{
    domain::{
        auth::{
            flow_state::{LinkTo, OAuthState},
            identity::Identity,
        },
        id::{AccountId, FlowId, IdentityId, SessionId},
        rate_limit::{Limit, Rate},
    },
    flows::auth::issue_tokens::write_service_token,
};
use evernear_rules::wire::EntryStatus;
use evernear_server::values;
use reqwest::StatusCode;
use serde_json::{Value, json};
use std::time::Duration;
use totp_rs::{Builder, Secret as Shared};

use crate::harness::{Answer, Engine, GoogleStub, Mailbox, Person, Program, World, location};

crate::both_engines![
    google_lets_its_owner_in_and_whoever_claimed_the_address_out,
    a_token_of_google_does_the_same,
    an_address_that_was_proven_keeps_what_it_has,
    the_mailbox_lets_its_owner_in_and_whoever_claimed_the_address_out,
    a_mail_alone_takes_no_second_factor_away,
    the_gate_admits_proven_addresses_only,
    an_address_that_nobody_vouched_for_is_not_taken_over,
    links_of_administrators_let_no_earlier_password_count,
    the_old_address_alone_changes_nothing,
    where_programs_make_no_accounts_their_mails_let_no_password_count,
    where_programs_make_no_accounts_codes_of_our_mails_let_no_password_count,
];

const EMAIL: &str = "thandi@example.com";
const STRANGERS: &str = "the stranger's words";
const MINUTE: Duration = Duration::from_secs(61);

async fn with_google(engine: Engine) -> (World, GoogleStub) {
    let stub = GoogleStub::open().await;
    let google = Some(stub.config());
    (World::with(engine, |config| config.access.google = google).await, stub)
}

/// Goes to Google and comes back.
async fn comes(person: &Person, stub: &GoogleStub) -> reqwest::Response {
    let query = stub.visited(&person.led_to("/auth/google").await.expect("away"));
    person.get(&format!("/auth/google/return?code=good&state={}", query["state"])).await
}

/// Somebody who signed up with another's address, where nobody asked the mailbox.
struct Stranger {
    browser: Person,
    program: Program,
    refresh: String,
    account: AccountId,
    state: FlowId,
}

impl Stranger {
    /// With every way in that there is, but for a second factor.
    async fn claims(world: &World) -> Self {
        let (browser, program) = (Person::visitor(&world.base), Program::of(&world.base));
        let answer = browser.sign_up(EMAIL, STRANGERS, "stranger").await;
        assert_eq!(answer.status(), StatusCode::SEE_OTHER);
        browser.submit("/profile/email", &[("email", "stranger@example.com")]).await;
        let session = by_password(&program).await.ok();
        let account: AccountId =
            session.body["user"]["id"].as_str().expect("an id").parse().expect("an id");
        world.ports.identities.link(&google_of(world, account, true)).await.expect("linked");
        let (created_at, parts) = world.ports.id_parts();
        let state = FlowId::new(created_at, &parts);
        let away = OAuthState {
            id: state,
            verifier: world.ports.secrets.seal(b"verifier"),
            redirect_to: "http://127.0.0.1:9/in".to_owned(),
            challenge: None,
            link_to: Some(LinkTo { account, session: Self::newest_session(world).await }),
            created_at,
            used: false,
        };
        world.ports.flows.save_oauth_state(&away).await.expect("away");
        let refresh = session.text("refresh_token");
        Self { browser, program, refresh, account, state }
    }

    async fn newest_session(world: &World) -> SessionId {
        let sql = "SELECT id FROM sessions ORDER BY id DESC LIMIT 1";
        let row = world.db.row(sql, Vec::new()).await.expect("asked").expect("a session");
        row.text(0).expect("text").parse().expect("an id")
    }

    async fn adds_a_factor(&self, world: &World) {
        let sql = "INSERT INTO mfa_factors (id, account_id, friendly_name, factor_type, status, secret, created_at, updated_at)
                   VALUES ($1, $2, '', 'totp', 'verified', $3, 0, 0)";
        let id = "0197a0a0-0000-7000-8000-000000000001";
        let sealed = world.ports.secrets.seal(b"twenty bytes of luck");
        world.db.execute(sql, values![id, self.account.to_string(), sealed]).await.expect("added");
    }

    /// Nothing that they set up lets them in.
    async fn is_out(&self, world: &World) {
        assert!(self.browser.led_to("/dashboard").await.is_some(), "the session has ended");
        let refused = self.browser.sign_in(EMAIL, STRANGERS).await;
        assert_eq!(refused.status(), StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(by_password(&self.program).await.refusal(), (400, "invalid_credentials"));
        assert_eq!(self.program.refresh(&self.refresh).await.status, 400);
        for left in [
            "SELECT COUNT(*) FROM identities WHERE provider_id = 'strangers'",
            "SELECT COUNT(*) FROM mfa_factors",
            "SELECT COUNT(*) FROM one_time_tokens",
            "SELECT COUNT(*) FROM accounts WHERE email_change IS NOT NULL",
        ] {
            assert_eq!(world.number(left).await, 0, "{left}");
        }
        let way = world.ports.flows.consume_oauth_state(self.state, world.ports.now()).await;
        assert!(way.expect("asked").is_none(), "nor is another way in linked late");
    }
}

async fn by_password(program: &Program) -> Answer {
    let body = json!({ "email": EMAIL, "password": STRANGERS });
    program.post("/token?grant_type=password", body).await
}

/// A provider's word about somebody at another address.
pub fn google_of(world: &World, account: AccountId, verified: bool) -> Identity {
    let (at, parts) = world.ports.id_parts();
    let data =
        json!({ "sub": "strangers", "email": "own@example.com", "email_verified": verified });
    Identity {
        id: IdentityId::new(at, &parts),
        account,
        provider: "google".to_owned(),
        provider_id: "strangers".to_owned(),
        data: data.as_object().cloned().unwrap_or_default(),
        email: Some("own@example.com".to_owned()),
        last_sign_in_at: None,
        created_at: at,
        updated_at: at,
    }
}

/// A program with the service role.
fn service(world: &World) -> Program {
    let day = Duration::from_secs(24 * 3600);
    Program::of(&world.base).with(&write_service_token(&world.ports, day).expect("signed"))
}

async fn google_lets_its_owner_in_and_whoever_claimed_the_address_out(engine: Engine) {
    let (world, stub) = with_google(engine).await;
    let stranger = Stranger::claims(&world).await;
    stranger.adds_a_factor(&world).await;
    stub.knows("1", EMAIL, true);
    let thandi = Person::visitor(&world.base);
    let answer = comes(&thandi, &stub).await;
    assert_eq!(location(&answer).as_deref(), Some("/"), "no second factor of a stranger's");
    assert_eq!(thandi.get("/dashboard").await.status(), StatusCode::OK);
    stranger.is_out(&world).await;
    assert_eq!(thandi.get("/dashboard").await.status(), StatusCode::OK, "and she stays");
    assert_eq!(world.number("SELECT COUNT(*) FROM accounts").await, 1);
    let history = thandi.page("/profile/devices").await;
    assert!(history.contains("E-mail confirmed"), "{history}");
    world.books_hold().await;
}

async fn a_token_of_google_does_the_same(engine: Engine) {
    let (world, stub) = with_google(engine).await;
    let stranger = Stranger::claims(&world).await;
    stranger.adds_a_factor(&world).await;
    stub.knows("1", EMAIL, true);
    let program = Program::of(&world.base);
    let token = stub.id_token(world.ports.now(), &json!({}));
    let body = json!({ "provider": "google", "id_token": token });
    let session = program.post("/token?grant_type=id_token", body).await.ok();
    assert_eq!(session.body["user"]["email"], EMAIL);
    stranger.is_out(&world).await;
    let user = program.with(&session.text("access_token")).get("/user").await.ok().body;
    assert_eq!(user["app_metadata"]["providers"], json!(["email", "google"]));
}

async fn an_address_that_was_proven_keeps_what_it_has(engine: Engine) {
    let (world, stub) = with_google(engine).await;
    let laptop = Person::member(&world, "thandi").await;
    stub.knows("1", EMAIL, true);
    let phone = Person::visitor(&world.base);
    comes(&phone, &stub).await;
    assert_eq!(phone.get("/dashboard").await.status(), StatusCode::OK);
    assert_eq!(laptop.get("/dashboard").await.status(), StatusCode::OK);
    let again = Person::visitor(&world.base).sign_in(EMAIL, "lamplight").await;
    assert_eq!(location(&again).as_deref(), Some("/dashboard"));
}

async fn the_mailbox_lets_its_owner_in_and_whoever_claimed_the_address_out(engine: Engine) {
    for way in ["page", "code", "reset", "program"] {
        let world = World::open(engine).await;
        let stranger = Stranger::claims(&world).await;
        world.clock.forward(MINUTE);
        let thandi = Person::visitor(&world.base);
        let email = [("email", EMAIL)];
        let led = match way {
            "page" => {
                thandi.submit("/auth?view=magic_link", &email).await;
                let letter = world.letter(EMAIL, "Your sign-in link").await;
                let form = [("type", "magiclink"), ("token", letter.token())];
                location(&thandi.submit("/auth/link", &form).await)
            }
            "code" => {
                thandi.submit("/auth?view=magic_link", &email).await;
                let code = world.letter(EMAIL, "Your sign-in link").await.code;
                let form = [("type", "magiclink"), ("email", EMAIL), ("token", code.as_str())];
                location(&thandi.submit("/auth?view=verify_otp", &form).await)
            }
            "reset" => {
                thandi.submit("/auth?view=forgotten_password", &email).await;
                let letter = world.letter(EMAIL, "Reset your password").await;
                let form = [("token", letter.token()), ("password", "lamplight")];
                location(&thandi.submit("/reset-password", &form).await)
            }
            _ => {
                let (program, mut mails) = (Program::of(&world.base), Mailbox::of(&world));
                program.post("/otp", json!({ "email": EMAIL })).await.ok();
                let letter = mails.letter(EMAIL, "magiclink").await;
                let body = json!({ "type": "magiclink", "token_hash": letter.token });
                let session = program.post("/verify", body).await.ok();
                program.with(&session.text("access_token")).get("/user").await.ok();
                None
            }
        };
        stranger.is_out(&world).await;
        if way != "program" {
            let mut chosen = led;
            if way != "reset" {
                let form = chosen.as_deref();
                assert_eq!(form, Some("/reset-password"), "{way}: a password of her own");
                let form = [("password", "lamplight")];
                chosen = location(&thandi.submit("/reset-password", &form).await);
            }
            assert_eq!(chosen.as_deref(), Some("/dashboard?password=updated"), "{way}");
            // From now on the next mail takes nothing away.
            world.clock.forward(MINUTE);
            thandi.submit("/auth?view=magic_link", &email).await;
            let letters = if way == "reset" { 1 } else { 2 };
            let letter = world.nth_letter(EMAIL, "Your sign-in link", letters).await;
            let form = [("type", "magiclink"), ("token", letter.token())];
            let phone = Person::visitor(&world.base);
            let led = location(&phone.submit("/auth/link", &form).await);
            assert_eq!(led.as_deref(), Some("/dashboard"), "{way}");
            let again = Person::visitor(&world.base).sign_in(EMAIL, "lamplight").await;
            assert_eq!(location(&again).as_deref(), Some("/dashboard"), "{way}");
        }
    }
}

async fn a_mail_alone_takes_no_second_factor_away(engine: Engine) {
    let world = World::open(engine).await;
    let stranger = Stranger::claims(&world).await;
    stranger.adds_a_factor(&world).await;
    world.clock.forward(MINUTE);
    let reader = Person::visitor(&world.base);
    reader.submit("/auth?view=magic_link", &[("email", EMAIL)]).await;
    let letter = world.letter(EMAIL, "Your sign-in link").await;
    let form = [("type", "magiclink"), ("token", letter.token())];
    let led = location(&reader.submit("/auth/link", &form).await).expect("on");
    assert!(led.starts_with("/auth/second-factor"), "{led}");
    assert_eq!(world.number("SELECT COUNT(*) FROM mfa_factors").await, 1);
    let proven = "SELECT COUNT(*) FROM accounts WHERE email_proven_at IS NOT NULL";
    assert_eq!(world.number(proven).await, 0, "so a provider's word still counts as the first");
    // Whoever has both is the holder, and passes the gate from then on.
    let secret = Shared::from(b"twenty bytes of luck".to_vec());
    let totp = Builder::new().with_secret(secret).build().expect("a factor");
    let seconds = u64::try_from(world.ports.now().0 / 1000).expect("after 1970");
    let form = [("token", totp.generate(seconds).to_string())];
    let form = form.each_ref().map(|(name, value)| (*name, value.as_str()));
    let answer = reader.submit("/auth/second-factor", &form).await;
    assert_eq!(answer.status(), StatusCode::SEE_OTHER);
    assert_eq!(world.number(proven).await, 1);
    assert_eq!(world.number("SELECT COUNT(*) FROM mfa_factors").await, 1, "nothing went");
}

async fn the_gate_admits_proven_addresses_only(engine: Engine) {
    let world = World::open_with_admin(engine, true).await;
    let form = [("name", "Thandi"), ("email", EMAIL), ("reason", "I miss him")];
    Person::visitor(&world.base).submit("/register", &form).await;
    let approve = "UPDATE waitlist_entries SET status = $1";
    let approved = serde_json::to_value(EntryStatus::Approved).expect("a word");
    let approved = approved.as_str().expect("a word").to_owned();
    world.db.execute(approve, values![approved]).await.expect("approved");
    let stranger = Person::visitor(&world.base);
    stranger.sign_up(EMAIL, STRANGERS, "").await;
    let page = stranger.page("/ai-creator").await;
    assert!(page.contains("Closed Beta Access Required") && page.contains("magic link"), "{page}");
    stranger.call::<Value>("creator/state", json!({})).await.expect_err("closed");
    let thandi = Person::visitor(&world.base);
    thandi.submit("/auth?view=magic_link", &[("email", EMAIL)]).await;
    let letter = world.letter(EMAIL, "Your sign-in link").await;
    thandi.submit("/auth/link", &[("type", "magiclink"), ("token", letter.token())]).await;
    assert!(thandi.page("/ai-creator").await.contains("data-island=\"creator\""));
}

async fn an_address_that_nobody_vouched_for_is_not_taken_over(engine: Engine) {
    let world = World::with(engine, |config| config.auth_api.manual_linking = true).await;
    let program = Program::of(&world.base);
    let session = program.sign_up(EMAIL).await.ok();
    let signed = program.with(&session.text("access_token"));
    let user = &session.body["user"];
    let account: AccountId = user["id"].as_str().expect("an id").parse().expect("an id");
    let own = user["identities"][0]["identity_id"].as_str().expect("an id");
    let unlink = format!("/user/identities/{own}");
    let google = google_of(&world, account, false);
    world.ports.identities.link(&google).await.expect("linked");
    let refused = signed.send("DELETE", &unlink, None).await;
    assert_eq!(refused.refusal(), (422, "email_conflict_identity_not_deletable"));
    assert_eq!(signed.get("/user").await.ok().body["email"], EMAIL);
    let vouched = Identity { id: google.id, ..google_of(&world, account, true) };
    let again = world.ports.identities.used_again(&vouched).await.expect("noted");
    assert!(again.is_some(), "it is still there");
    signed.send("DELETE", &unlink, None).await.ok();
    assert_eq!(signed.get("/user").await.ok().body["email"], "own@example.com");
}

async fn links_of_administrators_let_no_earlier_password_count(engine: Engine) {
    let world = World::that_confirms(engine).await;
    let (service, program, mut mails) =
        (service(&world), Program::of(&world.base), Mailbox::of(&world));
    let stranger = Person::visitor(&world.base);
    let come = async |email: &str, password: &str| {
        let body = json!({ "email": email, "password": password });
        program.post("/token?grant_type=password", body).await
    };
    // Whoever is invited had signed up before, as it seems.
    stranger.sign_up(EMAIL, STRANGERS, "").await;
    service.post("/invite", json!({ "email": EMAIL })).await.ok();
    let letter = mails.letter(EMAIL, "invite").await;
    let body = json!({ "type": "invite", "token_hash": letter.token });
    program.post("/verify", body).await.ok();
    assert_eq!(come(EMAIL, STRANGERS).await.refusal(), (400, "invalid_credentials"));
    // The same for a link that is handed over, with a password and without.
    for (email, password) in [("nana@example.com", Some("lamplight")), ("sipho@example.com", None)]
    {
        stranger.sign_up(email, STRANGERS, "").await;
        let body = json!({ "type": "signup", "email": email, "password": password });
        let link = service.post("/admin/generate_link", body).await.ok();
        let body = json!({ "type": "signup", "token_hash": link.text("hashed_token") });
        program.post("/verify", body).await.ok();
        assert_eq!(come(email, STRANGERS).await.refusal(), (400, "invalid_credentials"), "{email}");
        if let Some(password) = password {
            come(email, password).await.ok();
        }
    }
}

async fn the_old_address_alone_changes_nothing(engine: Engine) {
    let world = World::with(engine, |config| config.auth_api.secure_email_change = false).await;
    let program = Program::of(&world.base);
    let session = program.sign_up(EMAIL).await.ok();
    let body = json!({ "type": "email_change_current", "email": EMAIL, "new_email": "victim@example.com" });
    let link = service(&world).post("/admin/generate_link", body).await.ok();
    let body = json!({ "type": "email_change", "token_hash": link.text("hashed_token") });
    program.post("/verify", body).await.ok();
    let signed = program.with(&session.text("access_token"));
    assert_eq!(signed.get("/user").await.ok().body["email"], EMAIL);
}

async fn where_programs_make_no_accounts_their_mails_let_no_password_count(engine: Engine) {
    let world = World::with(engine, |config| {
        config.auth_api.signup = false;
        config.access.confirm_email = true;
        let often = Rate { burst: 100, again_every: Duration::from_secs(1) };
        config.auth_api.limits = vec![(Limit::MailTo, often)];
    })
    .await;
    let (program, stranger) = (Program::of(&world.base), Person::visitor(&world.base));
    let refused = program.sign_up(EMAIL).await;
    assert_eq!(refused.refusal(), (422, "signup_disabled"));
    assert_eq!(program.get("/settings").await.ok().body["disable_signup"], true);
    stranger.sign_up(EMAIL, STRANGERS, "").await;
    program.post("/resend", json!({ "type": "signup", "email": EMAIL })).await.ok();
    let letter = world.nth_letter(EMAIL, "Confirm", 2).await;
    assert!(letter.link.starts_with("/auth/link?"), "our button asks for it: {}", letter.link);
    let thandi = Person::visitor(&world.base);
    thandi.submit("/auth/link", &[("type", "signup"), ("token", letter.token())]).await;
    let refused = stranger.sign_in(EMAIL, STRANGERS).await;
    assert_eq!(refused.status(), StatusCode::UNPROCESSABLE_ENTITY);
    // Nor does a sign-in code tell who has an account: nobody new is made.
    for email in [EMAIL, "nobody@example.com"] {
        let answer = program.post("/otp", json!({ "email": email })).await;
        assert_eq!((answer.status.as_u16(), answer.body), (200, json!({})), "{email}");
    }
    assert_eq!(world.number("SELECT COUNT(*) FROM accounts").await, 1);
}

async fn where_programs_make_no_accounts_codes_of_our_mails_let_no_password_count(engine: Engine) {
    let world = World::with(engine, |config| {
        config.auth_api.signup = false;
        config.access.confirm_email = true;
    })
    .await;
    let (program, stranger) = (Program::of(&world.base), Person::visitor(&world.base));
    for (email, by_code) in [(EMAIL, true), ("sipho@example.com", false)] {
        stranger.sign_up(email, STRANGERS, "").await;
        let letter = world.letter(email, "Confirm").await;
        let body = if by_code {
            json!({ "type": "email", "email": email, "token": letter.code })
        } else {
            json!({ "type": "signup", "token_hash": letter.token() })
        };
        let session = program.post("/verify", body).await.ok();
        let refused = stranger.sign_in(email, STRANGERS).await;
        assert_eq!(refused.status(), StatusCode::UNPROCESSABLE_ENTITY, "{email}");
        let body = json!({ "email": email, "password": STRANGERS });
        let refused = program.post("/token?grant_type=password", body).await;
        assert_eq!(refused.refusal(), (400, "invalid_credentials"), "{email}");
        // Its owner, who is in by the mail, chooses one.
        let owner = program.with(&session.text("access_token"));
        owner.put("/user", json!({ "password": "the owner's own" })).await.ok();
        let body = json!({ "email": email, "password": "the owner's own" });
        program.post("/token?grant_type=password", body).await.ok();
    }
}
