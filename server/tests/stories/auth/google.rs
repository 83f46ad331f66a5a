//! Signing in with Google, against a party that speaks the same.

use axum::http::StatusCode;
use evernear_app::{
    domain::{
        account::{Email, event::Origin},
        auth::{
            flow_state::{ChallengeMethod, CodeChallenge, OAuthState},
            identity::Identity,
            proof::Method,
            session::Credential,
        },
        id::{EntryId, IdentityId},
    },
    flows::auth::{
        issue_tokens::{IssueError, open_api_session},
        oauth_flow::{CompleteOAuthError, Returned, complete_oauth, consume_oauth_state},
        open_session::{OpenSessionError, open_session},
        pkce_flow::{ExchangeError, exchange_code, issue_code},
        sign_in_with_google::Admission,
    },
    ports::Welcome,
};

use serde_json::json;

use crate::harness::{Engine, GoogleStub, Mailbox, Person, Program, World, location, location_of};

crate::both_engines![
    whoever_comes_from_google_is_in,
    an_account_with_the_same_address_is_the_same_account,
    a_google_account_of_an_address_that_was_given_up_lets_nobody_in,
    the_way_and_the_wish_to_stay_are_kept_through_google,
    nobody_brings_somebody_elses_code,
    a_profile_that_names_nobody_opens_no_account,
    without_configuration_there_is_no_google,
    a_linked_google_account_can_be_removed,
    the_only_way_in_stays,
    of_two_removals_at_once_one_way_in_is_left,
    a_removed_google_account_is_not_brought_back_by_a_sign_in_under_way,
    a_link_under_way_ends_with_the_session_that_began_it,
    a_link_under_way_needs_the_second_factor_that_was_set_up_meanwhile,
    two_first_sign_ins_at_once_are_one_account,
    an_account_that_moves_meanwhile_is_not_opened_by_the_address_it_had,
    a_reset_password_removes_google_accounts_of_other_addresses,
    a_password_reset_by_a_program_removes_google_accounts_of_other_addresses,
];

async fn with_google(engine: Engine) -> (World, GoogleStub) {
    let stub = GoogleStub::open().await;
    let google = Some(stub.config());
    (World::with(engine, |config| config.access.google = google).await, stub)
}

/// Goes to Google and comes back.
async fn comes(person: &Person, stub: &GoogleStub, from: &str) -> reqwest::Response {
    let address = person.led_to(from).await.expect("away");
    let query = stub.visited(&address);
    person.get(&format!("/auth/google/return?code=good&state={}", query["state"])).await
}

async fn whoever_comes_from_google_is_in(engine: Engine) {
    let (world, stub) = with_google(engine).await;
    stub.knows("1", "Thandi@Example.com", true);
    let thandi = Person::visitor(&world.base);
    assert!(thandi.page("/auth").await.contains("Sign in with Google"));
    let answer = comes(&thandi, &stub, "/auth/google").await;
    assert_eq!(location(&answer).as_deref(), Some("/"), "to the start");
    assert!(thandi.page("/dashboard").await.contains("Hello, thandi"));
    let again = Person::visitor(&world.base);
    stub.knows("1", "moved@example.com", true);
    let answer = comes(&again, &stub, "/auth/google?next=/couple").await;
    assert_eq!(location(&answer).as_deref(), Some("/couple"));
    assert_eq!(world.number("SELECT COUNT(*) FROM accounts").await, 1, "the same person");
    // There is no password to sign in with, and none to guess.
    let answer = again.sign_in("thandi@example.com", "").await;
    assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY);
    let terms = world.number("SELECT COUNT(*) FROM accounts WHERE terms_at IS NULL").await;
    assert_eq!(terms, 1, "asked before the first creation");
    world.books_hold().await;
}

async fn an_account_with_the_same_address_is_the_same_account(engine: Engine) {
    let (world, stub) = with_google(engine).await;
    Person::member(&world, "thandi").await;
    let phone = Person::visitor(&world.base);
    stub.knows("1", "thandi@example.com", false);
    let page = comes(&phone, &stub, "/auth/google").await.text().await.expect("text");
    assert!(page.contains("Google has not confirmed this address."), "{page}");
    stub.knows("1", "thandi@example.com", true);
    comes(&phone, &stub, "/auth/google").await;
    assert!(phone.page("/dashboard").await.contains("Hello, thandi"));
    assert_eq!(world.number("SELECT COUNT(*) FROM accounts").await, 1);
    assert_eq!(world.number("SELECT COUNT(*) FROM identities").await, 2);
}

async fn a_google_account_of_an_address_that_was_given_up_lets_nobody_in(engine: Engine) {
    let (world, stub) = with_google(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    stub.knows("1", "thandi@example.com", true);
    comes(&Person::visitor(&world.base), &stub, "/auth/google").await;
    world.letter("thandi@example.com", "Sign-in with Google added").await;
    thandi.submit("/profile/email", &[("email", "new@example.com")]).await;
    for mailbox in ["thandi@example.com", "new@example.com"] {
        let letter = world.letter(mailbox, "Confirm your new e-mail").await;
        let form = [("type", "email_change"), ("token", letter.token())];
        thandi.submit("/auth/link", &form).await;
    }
    assert!(thandi.page("/profile").await.contains("new@example.com"));
    let employer = Person::visitor(&world.base);
    comes(&employer, &stub, "/auth/google").await;
    let profile = employer.page("/profile").await;
    assert!(!profile.contains("new@example.com"), "an account of their own: {profile}");
    assert_eq!(world.number("SELECT COUNT(*) FROM accounts").await, 2);
}

async fn the_way_and_the_wish_to_stay_are_kept_through_google(engine: Engine) {
    let (world, stub) = with_google(engine).await;
    stub.knows("1", "thandi@example.com", true);
    for (page, way, to, lasts) in [
        ("/auth", "/auth/google?", "/", false),
        ("/auth?next=/dashboard", "/auth/google?next=/dashboard", "/dashboard", false),
        ("/auth?mode=signup&next=/dashboard", "/auth/google?next=/dashboard", "/dashboard", false),
        (
            "/auth?next=/couple?a%3D1",
            "/auth/google?next=/couple%3Fa%3D1&keep=yes",
            "/couple?a=1",
            true,
        ),
        ("/auth?next=//evil.example", "/auth/google?&keep=yes", "/", true),
    ] {
        let thandi = Person::visitor(&world.base);
        let shown = thandi.page(page).await;
        let link = format!("href=\"{}\"", way.replace('&', "&amp;"));
        assert!(shown.contains(&link), "{page} shows {way}: {shown}");
        let answer = comes(&thandi, &stub, way).await;
        assert_eq!(location(&answer).as_deref(), Some(to), "{page}");
        let mut cookies = answer.headers().get_all("set-cookie").iter();
        let session = cookies.find_map(|cookie| {
            cookie.to_str().ok().filter(|it| it.starts_with("evernear_session"))
        });
        assert_eq!(session.expect("a session").contains("Max-Age"), lasts, "{page}");
    }
    // A refused form does not make a wish of where everybody goes.
    let page = Person::visitor(&world.base).sign_in("thandi@example.com", "wrong").await;
    assert!(page.text().await.expect("text").contains("href=\"/auth/google?\""));
}

async fn nobody_brings_somebody_elses_code(engine: Engine) {
    let (world, stub) = with_google(engine).await;
    stub.knows("1", "thief@example.com", true);
    let victim = Person::visitor(&world.base);
    for path in [
        "/auth/google/return?code=good&state=",
        "/auth/google/return?code=good&state=guessed",
        "/auth/google/return",
    ] {
        let answer = victim.get(path).await;
        assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY, "{path}");
    }
    victim.led_to("/auth/google").await.expect("away");
    let answer = victim.get("/auth/google/return?code=good&state=the-thiefs").await;
    assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY);
    assert!(victim.led_to("/dashboard").await.is_some());
    assert_eq!(world.number("SELECT COUNT(*) FROM accounts").await, 0);
}

/// A subject is what accounts are linked to: with none, everybody without one is the same person.
async fn a_profile_that_names_nobody_opens_no_account(engine: Engine) {
    let (world, stub) = with_google(engine).await;
    for subject in ["", "1\u{7}", &"1".repeat(256)] {
        stub.knows(subject, "thandi@example.com", true);
        let answer = comes(&Person::visitor(&world.base), &stub, "/auth/google").await;
        assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY, "{subject:?}");
    }
    assert_eq!(world.number("SELECT COUNT(*) FROM accounts").await, 0);
}

async fn without_configuration_there_is_no_google(engine: Engine) {
    let world = World::open(engine).await;
    let someone = Person::visitor(&world.base);
    assert!(!someone.page("/auth").await.contains("Google"));
    assert_eq!(someone.led_to("/auth/google").await.as_deref(), Some("/auth"));
}

/// Links a Google account as a program may that holds one of the account's tokens.
async fn links(world: &World, of: &str, subject: &str, email: &str, verified: bool) -> Identity {
    let address = of.parse().expect("an address");
    let (account, _) =
        world.ports.accounts.by_email(&address).await.expect("asked").expect("there");
    let (at, parts) = world.ports.id_parts();
    let identity = Identity {
        id: IdentityId::new(at, &parts),
        account: account.id,
        provider: "google".to_owned(),
        provider_id: subject.to_owned(),
        data: serde_json::Map::from_iter([("email_verified".to_owned(), verified.into())]),
        email: Some(email.to_owned()),
        last_sign_in_at: None,
        created_at: at,
        updated_at: at,
    };
    assert!(world.ports.identities.link(&identity).await.expect("linked").is_some());
    identity
}

/// Who can come in by Google, by address.
async fn linked(world: &World) -> Vec<String> {
    let sql = "SELECT email FROM identities WHERE provider = $1 ORDER BY email";
    world.rows(sql, "google").await
}

async fn a_linked_google_account_can_be_removed(engine: Engine) {
    let (world, stub) = with_google(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let nana = Person::member(&world, "nana").await;
    let theirs =
        links(&world, "thandi@example.com", "7", "thief@example.com", true).await.id.to_string();
    let page = thandi.page("/profile/devices").await;
    assert!(page.contains("thief@example.com") && page.contains(&theirs), "{page}");
    let form = [("identity", theirs.as_str())];
    let foreign = nana.submit("/profile/devices", &form).await;
    assert_eq!(foreign.status(), StatusCode::NOT_FOUND);
    world.clock.forward(std::time::Duration::from_secs(3600));
    let late = thandi.submit("/profile/devices", &form).await;
    assert_eq!(location(&late).as_deref(), Some("/auth/again?next=/profile/devices"));
    assert_eq!(linked(&world).await.len(), 1, "still there");
    thandi.submit("/auth/again", &[("by", "password"), ("password", "lamplight")]).await;
    let removed = thandi.submit("/profile/devices", &form).await;
    let page = thandi.page(&location(&removed).expect("the outcome")).await;
    assert!(page.contains("Google no longer opens your account."), "{page}");
    assert!(page.contains("A way to sign in was removed") && !page.contains(&theirs), "{page}");
    assert!(linked(&world).await.is_empty());
    let letter = world.letter("thandi@example.com", "A way to sign in was removed").await;
    assert!(letter.text.contains("If this was not you"), "{letter:?}");
    // The thief is nobody any more.
    stub.knows("7", "thief@example.com", true);
    let thief = Person::visitor(&world.base);
    comes(&thief, &stub, "/auth/google").await;
    assert!(!thief.page("/dashboard").await.contains("Hello, thandi"));
    let again = thandi.submit("/profile/devices", &form).await;
    assert_eq!(again.status(), StatusCode::NOT_FOUND);
}

async fn the_only_way_in_stays(engine: Engine) {
    let (world, stub) = with_google(engine).await;
    stub.knows("1", "thandi@example.com", true);
    let thandi = Person::visitor(&world.base);
    comes(&thandi, &stub, "/auth/google").await;
    let sql = "SELECT id FROM identities WHERE provider = $1";
    let id = world.rows(sql, "google").await.remove(0);
    let page = thandi.page("/profile/devices").await;
    assert!(page.contains("Not set") && !page.contains(&id), "{page}");
    let form = [("identity", id.as_str())];
    let refused = thandi.submit("/profile/devices", &form).await;
    assert_eq!(refused.status(), StatusCode::CONFLICT);
    let page = refused.text().await.expect("text");
    assert!(page.contains("This is your only way to sign in."), "{page}");
    assert_eq!(linked(&world).await, ["thandi@example.com"]);
    // With a password it may go.
    thandi.submit("/profile/password", &[("password", "candlelight")]).await;
    let removed = thandi.submit("/profile/devices", &form).await;
    assert_eq!(location(&removed).as_deref(), Some("/profile/devices"));
    assert!(linked(&world).await.is_empty());
    let laptop = Person::visitor(&world.base);
    laptop.sign_in("thandi@example.com", "candlelight").await;
    assert!(laptop.page("/dashboard").await.contains("Hello, thandi"));
}

async fn of_two_removals_at_once_one_way_in_is_left(engine: Engine) {
    let (world, stub) = with_google(engine).await;
    stub.knows("1", "thandi@example.com", true);
    let thandi = Person::visitor(&world.base);
    comes(&thandi, &stub, "/auth/google").await;
    links(&world, "thandi@example.com", "2", "thandi@example.com", true).await;
    let sql = "SELECT id FROM identities WHERE provider = $1";
    let ids = world.rows(sql, "google").await;
    let forms = [[("identity", ids[0].as_str())], [("identity", ids[1].as_str())]];
    let [first, second] = forms.each_ref().map(|form| thandi.submit("/profile/devices", form));
    let (first, second) = tokio::join!(first, second);
    let mut answers = [first.status(), second.status()];
    answers.sort();
    assert_eq!(answers, [StatusCode::SEE_OTHER, StatusCode::CONFLICT]);
    assert_eq!(linked(&world).await, ["thandi@example.com"]);
}

async fn a_password_reset_by_a_program_removes_google_accounts_of_other_addresses(engine: Engine) {
    let (world, _stub) = with_google(engine).await;
    let (program, mut mails) = (Program::of(&world.base), Mailbox::of(&world));
    program.sign_up("thandi@example.com").await.ok();
    world.proves("thandi@example.com").await;
    links(&world, "thandi@example.com", "1", "Thandi@example.com", true).await;
    links(&world, "thandi@example.com", "7", "thief@example.com", true).await;
    // A new password alone removes nothing that its holder may have linked.
    let access = program.sign_in("thandi@example.com").await.ok().text("access_token");
    program.with(&access).put("/user", json!({ "password": "candlelight" })).await.ok();
    assert_eq!(linked(&world).await, ["Thandi@example.com", "thief@example.com"]);
    program.post("/recover", json!({ "email": "thandi@example.com" })).await.ok();
    let letter = mails.letter("thandi@example.com", "recovery").await;
    let body = json!({ "type": "recovery", "token_hash": letter.token });
    let access = program.post("/verify", body).await.ok().text("access_token");
    program.with(&access).put("/user", json!({ "password": "moonlight" })).await.ok();
    assert_eq!(linked(&world).await, ["Thandi@example.com"]);
    world.letter("thandi@example.com", "A way to sign in was removed").await;
}

async fn a_removed_google_account_is_not_brought_back_by_a_sign_in_under_way(engine: Engine) {
    let (world, _stub) = with_google(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let theirs = links(&world, "thandi@example.com", "7", "thief@example.com", true).await;
    let (ports, origin) = (&world.ports, Origin::default());
    // The thief's sign-ins have found the identity; one of them has used it as well.
    let known = ports.identities.by_subject("google", "7").await.expect("asked").expect("there");
    let used = ports.identities.used_again(&known).await.expect("noted").expect("still there");
    let id = theirs.id.to_string();
    let removed = thandi.submit("/profile/devices", &[("identity", &id)]).await;
    assert_eq!(removed.status(), StatusCode::SEE_OTHER);
    let again = ports.identities.used_again(&known).await.expect("noted");
    assert!(again.is_none() && linked(&world).await.is_empty(), "it stays unlinked: {again:?}");
    let proof = Credential { method: Method::Oauth, epoch: used.epoch };
    let opened = open_api_session(ports, known.account, proof, &origin).await;
    assert!(matches!(opened, Err(IssueError::SignInsEnded)), "no session of a program");
    let account = ports.accounts.by_id(known.account).await.expect("asked").expect("there");
    let opened = open_session(ports, &account, proof, &origin, true).await;
    assert!(matches!(opened, Err(OpenSessionError::SignInsEnded)), "nor of a browser");
    // Nor by a code, which is given out after the removal and exchanged later.
    let challenge =
        CodeChallenge { text: ports.keys.code_challenge(VERIFIER), method: ChallengeMethod::S256 };
    let code = issue_code(ports, known.account, proof, challenge, None).await.expect("a code");
    let exchanged = exchange_code(ports, &code, VERIFIER, &origin).await;
    assert!(matches!(exchanged, Err(ExchangeError::Issue(IssueError::SignInsEnded))));
}

const VERIFIER: &str = "a-secret-that-only-the-program-knows-0123456789";

/// A program of this account is on the way to link a Google account; it has come back, and Google is
/// asked.
async fn leaves_to_link(world: &World, program: &Program, stub: &GoogleStub) -> OAuthState {
    stub.knows("7", "thief@example.com", true);
    let answer = program.get("/user/identities/authorize?provider=google").await;
    let address = location_of(&answer);
    let state = address.query_pairs().find(|(name, _)| name == "state").expect("a state").1;
    consume_oauth_state(&world.ports, &state).await.expect("known")
}

async fn comes_back(
    world: &World,
    oauth_state: &OAuthState,
) -> Result<Returned, CompleteOAuthError> {
    let to = format!("{}/auth/v1/callback", world.base);
    complete_oauth(&world.ports, oauth_state, "good", &to, Admission::Known, &Origin::default())
        .await
}

async fn that_links(engine: Engine) -> (World, GoogleStub) {
    let stub = GoogleStub::open().await;
    let google = Some(stub.config());
    let world = World::with(engine, |config| {
        config.access.google = google;
        config.auth_api.manual_linking = true;
    })
    .await;
    (world, stub)
}

async fn a_link_under_way_ends_with_the_session_that_began_it(engine: Engine) {
    let (world, stub) = that_links(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let access = Program::of(&world.base).sign_in("thandi@example.com").await.ok();
    let thief = Program::of(&world.base).with(&access.text("access_token"));
    let oauth_state = leaves_to_link(&world, &thief, &stub).await;
    thandi.submit("/profile/password", &[("password", "candlelight")]).await;
    assert!(comes_back(&world, &oauth_state).await.is_err());
    assert!(linked(&world).await.is_empty());
    assert_eq!(world.number("SELECT COUNT(*) FROM sessions").await, 1, "the owner's");
}

async fn a_link_under_way_needs_the_second_factor_that_was_set_up_meanwhile(engine: Engine) {
    let (world, stub) = that_links(engine).await;
    Person::member(&world, "thandi").await;
    let access = Program::of(&world.base).sign_in("thandi@example.com").await.ok();
    let thief = Program::of(&world.base).with(&access.text("access_token"));
    let oauth_state = leaves_to_link(&world, &thief, &stub).await;
    let factor = "INSERT INTO mfa_factors (id, account_id, friendly_name, factor_type, status, secret, created_at, updated_at)
                  SELECT 'f', id, 'telephone', 'totp', 'verified', 's', 1, 1 FROM accounts";
    world.db.execute(factor, Vec::new()).await.expect("set up");
    assert!(comes_back(&world, &oauth_state).await.is_err());
    assert!(linked(&world).await.is_empty());
}

async fn an_account_that_moves_meanwhile_is_not_opened_by_the_address_it_had(engine: Engine) {
    let (world, _stub) = with_google(engine).await;
    Person::member(&world, "thandi").await;
    let ports = &world.ports;
    let had: Email = "thandi@example.com".parse().expect("an address");
    let (account, _) = ports.accounts.by_email(&had).await.expect("asked").expect("there");
    let moved = "UPDATE accounts SET email = 'moved@example.com'";
    world.db.execute(moved, Vec::new()).await.expect("moved");
    let (at, parts) = ports.id_parts();
    let google = Identity {
        id: IdentityId::new(at, &parts),
        account: account.id,
        provider: "google".to_owned(),
        provider_id: "1".to_owned(),
        data: serde_json::Map::from_iter([("email_verified".to_owned(), true.into())]),
        email: Some(had.to_string()),
        last_sign_in_at: None,
        created_at: at,
        updated_at: at,
    };
    let entry = EntryId::new(at, &parts);
    let welcome = Welcome { entry, credits: 50, mailbox: ports.mailboxes.digest(&had) };
    let linked_now = ports.identities.prove_by_provider(&google, false, &had, &welcome).await;
    assert!(linked_now.expect("asked").is_none() && linked(&world).await.is_empty());
}

async fn two_first_sign_ins_at_once_are_one_account(engine: Engine) {
    let (world, stub) = with_google(engine).await;
    stub.knows("1", "thandi@example.com", true);
    let people: Vec<_> = (0..4).map(|_| Person::visitor(&world.base)).collect();
    let come = people.iter().map(|person| comes(person, &stub, "/auth/google"));
    for answer in futures::future::join_all(come).await {
        assert_eq!(answer.status(), StatusCode::SEE_OTHER);
    }
    assert_eq!(world.number("SELECT COUNT(*) FROM accounts").await, 1);
    for person in &people {
        assert!(person.page("/dashboard").await.contains("Hello, thandi"));
    }
}

async fn a_reset_password_removes_google_accounts_of_other_addresses(engine: Engine) {
    let (world, _stub) = with_google(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    links(&world, "thandi@example.com", "1", "Thandi@example.com", true).await;
    links(&world, "thandi@example.com", "7", "thief@example.com", true).await;
    // The holder of another Google account said that it has the owner's address.
    links(&world, "thandi@example.com", "8", "thandi@example.com", false).await;
    let phone = Person::visitor(&world.base);
    phone.submit("/auth?view=forgotten_password", &[("email", "thandi@example.com")]).await;
    let letter = world.letter("thandi@example.com", "Reset").await;
    let form = [("token", letter.token()), ("password", "candlelight")];
    let answer = phone.submit("/reset-password", &form).await;
    assert_eq!(location(&answer).as_deref(), Some("/dashboard?password=updated"));
    assert_eq!(linked(&world).await, ["Thandi@example.com"]);
    assert!(phone.page("/profile/devices").await.contains("A way to sign in was removed"));
    assert_eq!(
        thandi.led_to("/dashboard").await.as_deref(),
        Some("/auth?mode=signin&next=/dashboard")
    );
}
