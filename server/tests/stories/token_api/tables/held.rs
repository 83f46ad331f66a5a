//! What a world holds that the lines of a table speak of: `{word}`. Each group of words is
//! made only where a line wants one. To add a word: where it is made, in its group.

use std::{collections::BTreeMap, time::Duration};

use evernear_app::{
    domain::{
        account::event::Origin,
        auth::{
            api_session::ApiUserPatch,
            flow_state::{ChallengeMethod, CodeChallenge},
            identity::Identity,
            proof::Method,
        },
        id::{AccountId, FactorId, IdentityId},
        timestamp::Timestamp,
    },
    flows::auth::{
        issue_tokens::{Tokens, open_api_session, write_service_token},
        pkce_flow::issue_code,
        sign_up::{Joining, create_account},
        verify_factor::{challenge_factor, enroll_factor},
    },
};
use serde_json::{Map, json};

use super::Row;
use crate::harness::{GoogleStub, Mailbox, Program, World, claims, location_of, six_digits};

pub const DAY: Duration = Duration::from_secs(24 * 3600);
const VERIFIER: &str = "a-secret-that-only-the-program-knows-0123456789";

/// Words with what they stand for.
pub struct Held(BTreeMap<String, String>);

impl Held {
    /// What these lines speak of.
    pub async fn by(world: &World, google: &GoogleStub, rows: &[Row]) -> Self {
        let said =
            |row: &Row| [row.who.clone(), row.path.clone(), row.body.clone().unwrap_or_default()];
        let wanted = rows.iter().flat_map(said).collect::<Vec<_>>().join(" ");
        let wants =
            |words: &[&str]| words.iter().any(|word| wanted.contains(&format!("{{{word}}}")));
        let mut held = Self(BTreeMap::new());
        held.hold("verifier", VERIFIER);
        held.hold("other verifier", VERIFIER.to_uppercase());
        held.hold("nobody", "0197a0a0-0000-7000-8000-000000000000");
        // From the oldest to the newest.
        if wants(&["day old access", "day old refresh"]) {
            held.of_yesterday(world, wants(&["nonce"])).await;
        }
        let coder = if wants(&["code"]) { Some(held.old_code(world).await) } else { None };
        let owner = if wants(&["factor"]) { Some(held.factor(world).await) } else { None };
        if wants(&["state"]) {
            google.knows("1", "somebody@example.com", true);
            held.leave(world, google, "old state", "").await;
        }
        // What was made before is too old from here on.
        world.clock.forward(Duration::from_secs(301));
        if let Some(account) = coder {
            held.hold("code", code(world, account).await);
        }
        if let Some((account, factor)) = owner {
            held.challenges(world, account, factor).await;
        }
        if wants(&["state"]) {
            held.of_a_provider(world, google).await;
        }
        if wants(&["access"]) {
            held.sessions(world).await;
        }
        if wants(&["banned", "banned access"]) {
            held.banned(world).await;
        }
        if wants(&["link"]) {
            held.letters(world).await;
        }
        if wants(&["confirmed"]) {
            member(world, "confirmed@example.com").await;
            held.hold("confirmed", "confirmed@example.com");
        }
        if wants(&["confirmation"]) {
            let program = Program::of(&world.base);
            program.sign_up("waiting@example.com").await.ok();
            let letter = Mailbox::of(world).letter("waiting@example.com", "signup").await;
            held.hold("confirmation", letter.token);
        }
        held
    }

    pub fn word(&self, word: &str) -> &str {
        &self.0[word]
    }

    /// A cell with what its words stand for; `{totp}` is what the app shows at this moment.
    pub fn filled(&self, text: &str, world: &World) -> String {
        let text = if text.contains("{totp}") {
            text.replace("{totp}", &totp(world, self.word("totp secret")))
        } else {
            text.to_owned()
        };
        self.0.iter().fold(text, |text, (word, value)| text.replace(&format!("{{{word}}}"), value))
    }

    fn hold(&mut self, word: &str, text: impl Into<String>) {
        self.0.insert(word.to_owned(), text.into());
    }

    async fn of_yesterday(&mut self, world: &World, with_code: bool) {
        let old = member(world, "old@example.com").await;
        world.clock.forward(DAY + Duration::from_secs(3600));
        self.hold("day old refresh", old.refresh_token.clone());
        let program = Program::of(&world.base);
        if !with_code {
            return;
        }
        let access = program.refresh(&old.refresh_token).await.ok().text("access_token");
        program.with(&access).get("/reauthenticate").await.ok();
        let mail = Mailbox::of(world).next("old@example.com", "protects your account").await;
        self.hold("nonce", six_digits(&mail));
        self.hold("day old access", access);
    }

    async fn old_code(&mut self, world: &World) -> AccountId {
        let account = member(world, "code@example.com").await.known.account.id;
        self.hold("old code", code(world, account).await);
        account
    }

    /// Somebody leaves for the provider; the state is the word.
    async fn leave(&mut self, world: &World, google: &GoogleStub, word: &str, more: &str) {
        let start = "/authorize?provider=google&redirect_to=http%3A%2F%2F127.0.0.1%3A9";
        let away = Program::of(&world.base).get(&format!("{start}{more}")).await;
        let told = google.visited(location_of(&away).as_str());
        self.hold(word, told["state"].clone());
    }

    async fn of_a_provider(&mut self, world: &World, google: &GoogleStub) {
        let program = Program::of(&world.base);
        let challenge = world.ports.keys.code_challenge(VERIFIER);
        let by_code = format!("&code_challenge={challenge}&code_challenge_method=s256");
        for word in ["state", "refused state", "other refused state"] {
            self.leave(world, google, word, "").await;
        }
        for word in ["pkce state", "used state"] {
            self.leave(world, google, word, &by_code).await;
        }
        let path = format!("/callback?code=good&state={}", self.word("used state"));
        let back = location_of(&program.get(&path).await);
        let code = back.query_pairs().find(|(name, _)| name == "code").expect("a code");
        self.hold("provider code", code.1);
        let now = world.ports.now();
        self.hold("id token", google.id_token(now, &json!({})));
        let nonce = world.ports.passwords.digest("only once").0;
        self.hold("id token with nonce", google.id_token(now, &json!({ "nonce": nonce })));
        self.hold("id token for others", google.id_token(now, &json!({ "aud": "them" })));
        self.hold("id token of nobody", google.id_token(now, &json!({ "sub": "" })));
        let another = json!({ "sub": "2", "email": "banned@example.com" });
        self.hold("another id token", google.id_token(now, &another));
        self.hold("forged id token", google.forged(now, "theirs"));
        let lone = member(world, "lone@example.com").await;
        self.hold("lone identity", lone.known.identities[0].id.to_string());
        self.hold("lone access", lone.access_token);
        self.hold("other access", member(world, "other@example.com").await.access_token);
        // Somebody with two ways in, the second under an address that is another's.
        member(world, "taken@example.com").await;
        let both = member(world, "both@example.com").await;
        self.hold("identity", both.known.identities[0].id.to_string());
        self.hold("google identity", linked(world, both.known.account.id).await.to_string());
        self.hold("access", both.access_token);
    }

    /// Somebody with a second factor, whose session has not shown it.
    async fn factor(&mut self, world: &World) -> (AccountId, FactorId) {
        let weak = member(world, "weak@example.com").await;
        let account = weak.known.account.id;
        let (owner, session) = (&weak.known.account, weak.session.id);
        let enrolled = enroll_factor(&world.ports, owner, session, "phone", "Evernear").await;
        let enrolled = enrolled.expect("enrolled");
        let (id, at) = (enrolled.factor.id, world.ports.now());
        world
            .ports
            .factors
            .verified(&enrolled.factor, Some(session), 1, at)
            .await
            .expect("verified");
        self.hold("factor", id.to_string());
        self.hold("totp secret", enrolled.setup.secret);
        self.hold("weak access", weak.access_token);
        self.hold("old challenge", asked(world, account, id, "127.0.0.1").await);
        (account, id)
    }

    async fn challenges(&mut self, world: &World, account: AccountId, factor: FactorId) {
        self.hold("challenge", asked(world, account, factor, "127.0.0.1").await);
        self.hold("challenge from elsewhere", asked(world, account, factor, "203.0.113.9").await);
        let ten = member(world, "ten@example.com").await;
        for number in 0..10 {
            let (account, name) = (&ten.known.account, number.to_string());
            let made =
                enroll_factor(&world.ports, account, ten.session.id, &name, "Evernear").await;
            made.expect("enrolled");
        }
        self.hold("access of ten", ten.access_token);
    }

    async fn sessions(&mut self, world: &World) {
        if self.0.contains_key("access") {
            return;
        }
        let (program, email) = (Program::of(&world.base), "thandi@example.com");
        let session = member(world, email).await;
        let id = session.known.account.id;
        let again = async || opened(world, id).await;
        self.hold("email", email);
        self.hold("id", id.to_string());
        self.hold("identity", session.known.identities[0].id.to_string());
        self.hold("refresh", session.refresh_token);
        let mut claims = claims(&session.access_token);
        claims["sub"] = json!(self.word("nobody"));
        claims["session_id"] = claims["sub"].clone();
        let nobody = world.ports.keys.access_token(&claims).expect("signed");
        self.hold("nobody access", nobody);
        self.hold("access", session.access_token);
        let service = write_service_token(&world.ports, DAY).expect("signed");
        let mut admin = crate::harness::claims(&service);
        admin["role"] = json!("supabase_admin");
        let admin = world.ports.keys.access_token(&admin).expect("signed");
        self.hold("supabase admin", admin);
        self.hold("service", service);
        let old = again().await.refresh_token;
        let next = program.refresh(&old).await.ok().text("refresh_token");
        program.refresh(&next).await.ok();
        self.hold("old refresh", old);
        let ended = again().await;
        program.with(&ended.access_token).send("POST", "/logout?scope=local", None).await.ok();
        self.hold("ended access", ended.access_token);
        self.hold("ended refresh", ended.refresh_token);
        let unconfirmed = member(world, "unconfirmed@example.com").await;
        let sql = "UPDATE accounts SET email_confirmed_at = NULL WHERE id = $1";
        let id = unconfirmed.known.account.id.to_string();
        world.db.execute(sql, vec![id.as_str().into()]).await.expect("set back");
        self.hold("unconfirmed", id);
        self.hold("unconfirmed access", unconfirmed.access_token);
    }

    async fn banned(&mut self, world: &World) {
        let (program, mut mails) = (Program::of(&world.base), Mailbox::of(world));
        let ban = ApiUserPatch {
            banned_until: Some(Some(Timestamp(i64::MAX / 2))),
            ..ApiUserPatch::default()
        };
        for (email, word) in [
            ("banned@example.com", "banned link"),
            ("banned2@example.com", "banned link 2"),
            ("banned3@example.com", "banned pkce link"),
        ] {
            let banned = member(world, email).await;
            let mut body = json!({ "email": email });
            if word.contains("pkce") {
                body["code_challenge"] = json!(world.ports.keys.code_challenge(VERIFIER));
                body["code_challenge_method"] = json!("s256");
            }
            program.post("/magiclink", body).await.ok();
            self.hold(word, mails.letter(email, "magiclink").await.token);
            let (account, now) = (banned.known.account.id, world.ports.now());
            world.ports.tokens.patch_api_user(account, ban, now).await.expect("banned");
            self.hold("banned access", banned.access_token);
            self.hold("banned refresh", banned.refresh_token);
        }
        self.hold("banned", "banned@example.com");
    }

    async fn letters(&mut self, world: &World) {
        let (program, mut mails) = (Program::of(&world.base), Mailbox::of(world));
        let challenge = world.ports.keys.code_challenge(VERIFIER);
        let by_code = json!({ "code_challenge": challenge, "code_challenge_method": "s256" });
        let service = program.with(&write_service_token(&world.ports, DAY).expect("signed"));
        for (word, caller, path, kind, more) in [
            ("link", &program, "/magiclink", "magiclink", json!({})),
            ("link 2", &program, "/magiclink", "magiclink", json!({})),
            ("pkce link", &program, "/magiclink", "magiclink", by_code),
            ("recovery", &program, "/recover", "recovery", json!({})),
            ("invitation", &service, "/invite", "invite", json!({})),
        ] {
            let email = format!("{}@example.com", word.replace(' ', ""));
            if kind == "recovery" {
                member(world, &email).await;
            }
            let mut body = more;
            body["email"] = json!(email);
            caller.post(path, body).await.ok();
            self.hold(word, mails.letter(&email, kind).await.token);
        }
        for (word, other) in [("half", "other half"), ("half 2", "other half 2")] {
            let email = format!("{}@example.com", word.replace(' ', ""));
            let new = format!("new.{email}");
            let signed = program.with(&member(world, &email).await.access_token);
            signed.put("/user", json!({ "email": new })).await.ok();
            self.hold(word, mails.letter(&email, "email_change").await.token);
            self.hold(other, mails.letter(&new, "email_change").await.token);
        }
    }
}

/// Somebody with a proven address and the password `lamplight`, in a session.
async fn member(world: &World, email: &str) -> Tokens {
    let password = "lamplight".parse().expect("long enough");
    let new = Joining {
        email: email.parse().expect("an address"),
        confirmed_at: Some(world.ports.now()),
        proven: true,
        password_hash: Some(world.ports.passwords.hash(&password).await.expect("a hash")),
        username: None,
        terms: false,
        provider: None,
    };
    let account = create_account(&world.ports, new).await.expect("an account");
    opened(world, account).await
}

async fn opened(world: &World, account: AccountId) -> Tokens {
    let origin = Origin::default();
    let proof = world.proof(account, Method::Password).await;
    let session = open_api_session(&world.ports, account, proof, &origin).await;
    session.expect("a session")
}

/// What a program that asked by code has in its hands.
async fn code(world: &World, account: AccountId) -> String {
    let ports = &world.ports;
    let text = ports.keys.code_challenge(VERIFIER);
    let challenge = CodeChallenge { text, method: ChallengeMethod::S256 };
    let proof = world.proof(account, Method::Magiclink).await;
    issue_code(ports, account, proof, challenge, None).await.expect("a code")
}

/// Another way to sign in, as a provider would have left it.
async fn linked(world: &World, account: AccountId) -> IdentityId {
    let (at, parts) = world.ports.id_parts();
    let identity = Identity {
        id: IdentityId::new(at, &parts),
        account,
        provider: "google".to_owned(),
        provider_id: "9".to_owned(),
        data: Map::new(),
        email: Some("taken@example.com".to_owned()),
        last_sign_in_at: None,
        created_at: at,
        updated_at: at,
    };
    world.ports.identities.link(&identity).await.expect("linked");
    identity.id
}

/// A challenge that was asked for from this address.
async fn asked(world: &World, account: AccountId, factor: FactorId, ip: &str) -> String {
    let asked = challenge_factor(&world.ports, account, factor, &Origin::new(ip, "story")).await;
    asked.expect("asked").id.to_string()
}

/// What the app on the telephone shows now.
fn totp(world: &World, secret: &str) -> String {
    let totp = totp_rs::Builder::new()
        .with_secret(totp_rs::Secret::try_from_base32(secret).expect("base32"))
        .build()
        .expect("a factor");
    let now = u64::try_from(world.ports.now().0 / 1000).expect("after 1970");
    totp.generate(now).to_string()
}
