//! The real program, killed (SIGKILL) between the provider's success and our settling, and
//! while it settles: whoever tells of the payment afterwards, its credits come once.

use std::{
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, ChildStdout, Command, Stdio},
    time::Duration,
};

use evernear_app::domain::billing::{PLANS, Plan};
use evernear_rules::wire::{BalanceView, CheckoutView, PaymentView};
use evernear_server::store::Db;
use reqwest::StatusCode;
use serde_json::json;

use crate::harness::{
    Engine, Person, books_hold, eventually,
    paystack::{Paystack, SECRET, Trouble, signed},
};

crate::both_engines![
    killed_between_the_providers_success_and_ours_nothing_is_lost,
    killed_at_any_moment_of_settling_credits_come_once,
];

/// `evernear serve` with Paystack, in a process of its own.
struct Program {
    child: Child,
    folder: PathBuf,
    database: String,
    provider: String,
    base: String,
    /// Held open: it says more than where it is.
    _words: BufReader<ChildStdout>,
}

impl Program {
    fn start(folder: &Path, database: &str, provider: &str) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_evernear"))
            .arg("serve")
            .env_clear()
            .env("EVERNEAR_DATA_DIR", folder)
            .env("EVERNEAR_LISTEN", "127.0.0.1:0")
            .env("EVERNEAR_PAYSTACK_SECRET_KEY", SECRET)
            .env("EVERNEAR_PAYSTACK_URL", provider)
            .env("DATABASE_URL", database)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        let mut first = String::new();
        let mut words = BufReader::new(child.stdout.take().expect("its words"));
        words.read_line(&mut first).expect("a line");
        let base = first.trim().strip_prefix("Evernear is at ").expect("where it is").to_owned();
        let (folder, database) = (folder.to_owned(), database.to_owned());
        Self { child, folder, database, provider: provider.to_owned(), base, _words: words }
    }

    fn kill(&mut self) {
        self.child.kill().expect("killed");
        self.child.wait().expect("gone");
    }

    /// A new life on the same data, for the same person.
    fn again(&mut self, person: &mut Person) {
        *self = Self::start(&self.folder, &self.database, &self.provider);
        person.base.clone_from(&self.base);
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

async fn opens(person: &Person, plan: &Plan) -> String {
    let body = json!({ "plan": plan.name, "currency": "ZAR" });
    let view: CheckoutView = person.call("checkout/begin", body).await.expect("a window");
    view.reference
}

async fn settles(person: Person, reference: String) -> Option<PaymentView> {
    person.attempts("checkout/settle", json!({ "reference": reference })).await?.ok()
}

async fn tells(base: String, body: String) -> Option<StatusCode> {
    let client = reqwest::Client::new();
    let request = client
        .post(format!("{base}/webhooks/paystack"))
        .header("content-type", "application/json")
        .header("x-paystack-signature", signed(&body))
        .body(body);
    Some(request.send().await.ok()?.status())
}

async fn credits(person: &Person) -> u32 {
    let view: BalanceView = person.call("credits/balance", json!({})).await.expect("a balance");
    view.credits.expect("known")
}

/// Who brings it about after the crash.
#[derive(Clone, Copy)]
enum Teller {
    Sweeper,
    Page,
    Webhook,
}

async fn killed_between_the_providers_success_and_ours_nothing_is_lost(engine: Engine) {
    let paystack = Paystack::open().await;
    let folder = tempfile::tempdir().expect("a folder");
    let database = engine.fresh_database(folder.path()).await;
    let mut program = Program::start(folder.path(), &database, &paystack.url);
    let mut thandi = Person::visitor(&program.base);
    thandi.sign_up("thandi@example.com", "lamplight", "thandi").await;
    let db = Db::open(&database).await.expect("opened");
    let mut owned = 50;
    for (teller, plan) in [Teller::Sweeper, Teller::Page, Teller::Webhook].into_iter().zip(&PLANS) {
        let reference = opens(&thandi, plan).await;
        paystack.pays(&reference);
        // The provider has the money, and its answer never arrives.
        paystack.trouble(Some(Trouble::Hangs));
        let asked = paystack.asked();
        let settling = tokio::spawn(settles(thandi.clone(), reference.clone()));
        eventually("the provider is asked", || async { (paystack.asked() > asked).then_some(()) })
            .await;
        program.kill();
        assert!(settling.await.expect("ended").is_none(), "nobody was told anything");
        paystack.trouble(None);
        program.again(&mut thandi);
        assert_eq!(credits(&thandi).await, owned, "nothing is granted before it is asked again");
        match teller {
            Teller::Sweeper => {
                let passes = "UPDATE payments SET next_at = 0 WHERE status = 'pending'";
                db.execute(passes, Vec::new()).await.expect("time passes");
            }
            Teller::Page => {
                let view = settles(thandi.clone(), reference.clone()).await.expect("settled");
                assert_eq!(view.credits_added, Some(plan.credits));
            }
            Teller::Webhook => {
                let told = tells(program.base.clone(), paystack.told(&reference)).await;
                assert_eq!(told, Some(StatusCode::OK));
            }
        }
        owned += plan.credits;
        eventually("the credits are there", || async {
            (credits(&thandi).await == owned).then_some(())
        })
        .await;
        settles(thandi.clone(), reference.clone()).await;
        tells(program.base.clone(), paystack.told(&reference)).await;
        assert_eq!(credits(&thandi).await, owned, "once");
    }
    books_hold(&db).await;
    db.close().await;
}

async fn killed_at_any_moment_of_settling_credits_come_once(engine: Engine) {
    let paystack = Paystack::open().await;
    let folder = tempfile::tempdir().expect("a folder");
    let database = engine.fresh_database(folder.path()).await;
    let mut program = Program::start(folder.path(), &database, &paystack.url);
    let mut thandi = Person::visitor(&program.base);
    let mut owned = 0;
    for (round, plan) in (0..9_u64).zip(PLANS.iter().cycle()) {
        if round.is_multiple_of(3) {
            // Plans only grow: a smaller one is not sold before the month of a larger one ends.
            thandi = Person::visitor(&program.base);
            let name = format!("thandi{round}");
            thandi.sign_up(&format!("{name}@example.com"), "lamplight", &name).await;
            owned = 50;
        }
        let reference = opens(&thandi, plan).await;
        paystack.pays(&reference);
        let page = settles(thandi.clone(), reference.clone());
        let webhook = tells(program.base.clone(), paystack.told(&reference));
        // Page and webhook at once, and the end somewhere between their first and last word.
        let moment = Duration::from_millis(round * 4);
        let _ = tokio::time::timeout(moment, futures::future::join(page, webhook)).await;
        program.kill();
        program.again(&mut thandi);
        tells(program.base.clone(), paystack.told(&reference)).await;
        settles(thandi.clone(), reference).await;
        owned += plan.credits;
        assert_eq!(credits(&thandi).await, owned, "round {round}");
    }
    let db = Db::open(&database).await.expect("opened");
    let paid = "SELECT COUNT(*) FROM payments WHERE status = 'paid'";
    let row = db.row(paid, Vec::new()).await.expect("asked").expect("a row");
    assert_eq!(row.int(0).expect("a number"), 9);
    books_hold(&db).await;
    db.close().await;
}
