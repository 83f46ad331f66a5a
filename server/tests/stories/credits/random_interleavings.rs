//! Thousands of random interleavings of everything that moves credits: grants, holds,
//! captures, releases, payments told once or often, altered, renewed, cancelled, taken back;
//! windows, signed and forged webhooks, pages and the sweeper; months that pass; requests that
//! break off wherever they are, and servers that end with all of it under way. Whatever
//! happened, the books hold, and nothing that was paid is lost.

use std::{
    future::Future,
    path::Path,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    task::{Context, Poll},
    time::Duration,
};

use evernear_app::{
    domain::{
        billing::{
            Charge, ChargeStatus, Currency, PLANS, Resolution, SecurePayment,
            calendar::months_later,
        },
        draft::DraftBody,
        id::{AccountId, CreationId, DraftKey, EntryId, PaymentId},
        timestamp::Timestamp,
    },
    flows::billing::{
        receive_webhook::{ReceiveError, receive_webhook},
        run_jobs::run_billing_jobs,
        settle_flagged::{SettleFlaggedError, settle_flagged},
        settle_payment::settle_payment,
    },
    ports::{
        ChargeOrder, Clock, CreationStore, CreditStore, DraftStore, Fetched, Granting, NewCreation,
        PaymentStore, PersonalDataStore, Ports, ProcessError, Release, Renewal, Retake, Sandbox,
        SandboxAct, SubscriptionStore, WebhookError,
    },
};
use evernear_server::{
    compose::compose_with,
    store::{Db, Store},
    values,
};
use futures::future::join_all;
use tokio::sync::{Mutex, Notify};

use super::interleaving_checks::{nothing_is_lost_and_nothing_given_away, was_mixed_well};
use crate::harness::{
    Engine, MovableClock, books_hold, config,
    crowd::{START, entropy, granting, hold, opened, person, ready},
    finish,
};

crate::both_engines![
    however_it_is_mixed_the_books_hold,
    whoever_goes_while_they_pay_and_create_is_gone,
];

/// Lives of the server, actors at once, and what all of them do in a life before it ends:
/// 3,600 steps an engine.
const LIVES: u64 = 6;
const ACTORS: u64 = 16;
const STEPS: u64 = 600;

/// A small generator: the steps can be repeated, their interleaving is the machine's.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }

    fn of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[usize::try_from(self.below(all.len() as u64)).expect("small")]
    }
}

/// A request that breaks off after so many polls, as a dropped connection does.
struct Broken<F> {
    inner: Pin<Box<F>>,
    left: u64,
}

impl<F: Future> Future for Broken<F> {
    type Output = Option<F::Output>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        if self.left == 0 {
            return Poll::Ready(None);
        }
        self.left -= 1;
        self.inner.as_mut().poll(context).map(Some)
    }
}

/// A payment whose window is open at the sandbox.
#[derive(Clone)]
struct Window {
    owner: AccountId,
    reference: String,
    access_code: String,
}

/// What the actors share in one life of the server.
struct Stage {
    ports: Ports,
    db: Db,
    store: Store,
    clock: Arc<MovableClock>,
    people: Vec<AccountId>,
    /// Payments that were opened, to be told again and again.
    payments: Mutex<Vec<(SecurePayment, Granting)>>,
    windows: Mutex<Vec<Window>>,
    /// Steps that were begun, and the end of this life.
    begun: AtomicU64,
    end: Notify,
}

impl Stage {
    /// A server on this data that serves nobody: its clock goes on where it was.
    async fn open(engine_url: &str, folder: &Path, clock: Arc<MovableClock>) -> Self {
        let config = config(folder.to_owned(), engine_url.to_owned());
        let port: Arc<dyn Clock> = clock.clone();
        let composed = compose_with(&config, |ports| Ports { clock: port, ..ports }).await;
        let composed = composed.expect("a server is put together");
        let (ports, db) = (composed.state.ports.clone(), composed.db.clone());
        Self {
            ports,
            store: Store::new(db.clone()),
            db,
            clock,
            people: Vec::new(),
            payments: Mutex::default(),
            windows: Mutex::default(),
            begun: AtomicU64::default(),
            end: Notify::new(),
        }
    }

    /// What is left when this life ends.
    async fn next(&self, engine_url: &str, folder: &Path) -> Self {
        Self {
            people: self.people.clone(),
            payments: Mutex::new(self.payments.lock().await.clone()),
            windows: Mutex::new(self.windows.lock().await.clone()),
            ..Self::open(engine_url, folder, self.clock.clone()).await
        }
    }

    fn sandbox(&self) -> &dyn Sandbox {
        self.ports.sandbox.as_deref().expect("it is development")
    }
}

async fn however_it_is_mixed_the_books_hold(engine: Engine) {
    let folder = tempfile::tempdir().expect("a folder");
    let url = engine.fresh_database(folder.path()).await;
    let clock = Arc::new(MovableClock::default());
    clock.forward(START.since(clock.now()));
    let mut stage = Stage::open(&url, folder.path(), clock).await;
    for _ in 0..5 {
        let person = person(&stage.store, 50).await;
        stage.people.push(person);
    }
    for life in 0..LIVES {
        let shared = Arc::new(stage);
        let actors: Vec<_> = (0..ACTORS)
            .map(|actor| tokio::spawn(acts(shared.clone(), Dice(life * 1000 + actor + 1))))
            .collect();
        shared.end.notified().await;
        // The server ends with all of it under way: whoever was at work says no more.
        for actor in &actors {
            actor.abort();
        }
        for actor in join_all(actors).await {
            assert!(actor.is_err_and(|ended| ended.is_cancelled()), "nobody panics");
        }
        stage = shared.next(&url, folder.path()).await;
        // In the next life everything agrees.
        books_hold(&stage.db).await;
        histories_add_up(&stage).await;
    }
    all_is_heard(&stage).await;
    books_hold(&stage.db).await;
    all_is_settled(&stage).await;
    books_hold(&stage.db).await;
    histories_add_up(&stage).await;
    was_mixed_well(&stage.db).await;
    nothing_is_lost_and_nothing_given_away(&stage.db).await;
    stage.db.close().await;
}

/// Does one thing after the other until the server ends.
async fn acts(stage: Arc<Stage>, mut dice: Dice) {
    loop {
        if stage.begun.fetch_add(1, Ordering::SeqCst) == STEPS {
            stage.end.notify_one();
        }
        let left = if dice.below(5) == 0 { dice.below(12) } else { u64::MAX };
        let step = step(&stage, &mut dice);
        Broken { inner: Box::pin(step), left }.await;
    }
}

/// On the page of credits each hold is one line, each balance is that of the line below with what the line
/// itself comes to, and the newest is what the account is shown, on pages of any size.
async fn histories_add_up(stage: &Stage) {
    for owner in &stage.people {
        let lines = stage.store.history_lines(*owner, None, u32::MAX).await.expect("lines");
        let mut balance = 0;
        for line in lines.iter().rev() {
            balance += line.amount;
            assert_eq!(line.balance, balance, "{line:?}");
        }
        let shown = "SELECT credits + held, (SELECT COUNT(*) FROM ledger l WHERE l.account_id = a.id AND l.kind
                     NOT IN ('capture', 'release', 'retake', 'retake_back')) FROM account_rows a WHERE a.id = $1";
        let row = stage.db.row(shown, values![owner.to_string()]).await.expect("asked");
        let row = row.expect("a row");
        assert_eq!(row.int(0).expect("a number"), balance);
        assert_eq!(row.int(1).expect("a number"), i64::try_from(lines.len()).expect("few"));
        let (mut paged, mut before) = (Vec::new(), None);
        loop {
            let page = stage.store.history_lines(*owner, before, 7).await.expect("a page");
            let Some(last) = page.last() else { break };
            before = Some(last.number);
            paged.extend(page);
        }
        assert_eq!(paged, lines);
    }
}

/// Days go by in which the provider is asked about everything and tells all it has to tell.
async fn all_is_heard(stage: &Stage) {
    for _ in 0..60 {
        stage.clock.forward(Duration::from_secs(3 * 24 * 3600));
        run_billing_jobs(&stage.ports).await.expect("billing jobs ran");
    }
}

/// An operator takes back what can be taken back, and everybody buys once more.
async fn all_is_settled(stage: &Stage) {
    for payment in PaymentStore::list(&stage.store, true, 5000).await.expect("listed") {
        let reference = payment.reference.as_str();
        let revoked = settle_flagged(&stage.ports, None, reference, Resolution::Revoked).await;
        if let Err(SettleFlaggedError::NotGranted) = revoked {
            let how = Resolution::Resolved;
            settle_flagged(&stage.ports, None, reference, how).await.expect("settled");
        } else {
            revoked.expect("taken back");
        }
    }
    assert!(PaymentStore::list(&stage.store, true, 1).await.expect("listed").is_empty());
    for owner in &stage.people {
        let (secure, granting) = opened(&stage.store, *owner, &PLANS[0], Currency::Usd).await;
        stage.store.process_secure_payment(&secure, &granting).await.expect("paid");
    }
}

/// One random thing. Refusals are as good as successes; only the books count.
async fn cancel(store: &Store, owner: AccountId, id: CreationId) {
    let _ = CreationStore::cancel(store, owner, id, Fetched::IsKept, release(), START).await;
}

async fn step(stage: &Stage, dice: &mut Dice) {
    let store = &stage.store;
    let owner = *dice.of(&stage.people);
    match dice.below(26) {
        0 => {
            // The same reference comes up again.
            let reference = format!("gift {} {owner}", dice.below(6));
            let entry = EntryId::new(START, &entropy());
            let _ = store.grant(owner, entry, 25, &reference, START).await;
        }
        1..=3 => {
            let creation = ready(store, owner).await;
            let _ = store.begin(creation).await;
            let _ = store
                .replace(owner, DraftKey::new(START, &entropy()), &DraftBody::default(), START)
                .await;
        }
        4 => work(store, true).await,
        5 => work(store, false).await,
        6 => {
            let running = CreationStore::list(store, owner, 20).await.unwrap_or_default();
            if !running.is_empty() {
                let creation = dice.of(&running);
                cancel(store, owner, creation.id).await;
            }
        }
        7 => {
            let plan = dice.of(&PLANS);
            let currency = *dice.of(&[Currency::Usd, Currency::Zar]);
            let plan = PLANS.iter().find(|one| *one == plan).expect("one of them");
            let opened = opened(store, owner, plan, currency).await;
            stage.payments.lock().await.push(opened);
        }
        8 | 9 => tell(stage, dice).await,
        10 => {
            if let Ok(Some(subscription)) = store.subscription(owner).await {
                let month = u32::try_from(dice.below(8)).expect("small");
                let paid = months_later(subscription.anchor, month);
                renew(store, &subscription, paid, dice).await;
            }
        }
        11 => {
            // Some memory, finished or not, retaken or not.
            let memories = CreationStore::list(store, owner, 20).await.unwrap_or_default();
            if !memories.is_empty() {
                let of = dice.of(&memories).id;
                let retake = Retake { of, since: START, entry: hold().entry };
                let creation = NewCreation { retake: Some(retake), ..ready(store, owner).await };
                let _ = store.begin(creation).await;
                let draft = DraftKey::new(START, &entropy());
                let _ = store.replace(owner, draft, &DraftBody::default(), START).await;
            }
        }
        12..=14 => opens(stage, dice, owner).await,
        15 | 16 => plays(stage, dice).await,
        17 | 18 => hears(stage, dice).await,
        19 => {
            // A page asks how its payment went, and now and then how somebody else's did.
            if let Some(window) = window(stage, dice).await {
                let owner = if dice.below(4) == 0 { owner } else { window.owner };
                let _ = settle_payment(&stage.ports, owner, &window.reference).await;
            }
        }
        20 | 21 => {
            // Days pass, and what is due is done: payments, renewals, ends, reviews.
            if dice.below(3) == 0 {
                stage.clock.forward(Duration::from_secs(dice.below(4 * 24 * 3600)));
            }
            let ports = stage.ports.clone();
            theirs(async move { run_billing_jobs(&ports).await.expect("billing jobs ran") }).await;
        }
        22 => {
            // The bank takes it back, long after it was paid or at once; what is half a year old
            // is looked at no more.
            if let Some(window) = window(stage, dice).await {
                if dice.below(2) == 0 {
                    presses(stage, &window, SandboxAct::Success).await;
                }
                let sql = "UPDATE sandbox_charges SET status = 'reversed' WHERE reference = $1 AND status = 'success'
                           AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.reference = $1 AND p.paid_at < $2)";
                let oldest = stage.clock.now().before(Duration::from_secs(170 * 24 * 3600));
                let _ = stage.db.execute(sql, values![window.reference, oldest]).await;
            }
        }
        23 | 24 => {
            // An operator settles something that is flagged.
            let flagged = PaymentStore::list(store, true, 50).await.unwrap_or_default();
            if !flagged.is_empty() {
                let payment = dice.of(&flagged);
                let how =
                    if dice.below(4) == 0 { Resolution::Resolved } else { Resolution::Revoked };
                let settled = settle_flagged(&stage.ports, None, &payment.reference, how).await;
                if let Err(SettleFlaggedError::Store(error)) = settled {
                    panic!("{error}");
                }
            }
        }
        _ => {
            if let Ok(Some(seen)) = store.subscription(owner).await {
                let at = (Timestamp(i64::MAX), START);
                let _ = SubscriptionStore::cancel(store, &seen, "2027-01-31", at.0, at.1).await;
            }
        }
    }
}

/// Some window that was opened.
async fn window(stage: &Stage, dice: &mut Dice) -> Option<Window> {
    let windows = stage.windows.lock().await;
    if windows.is_empty() { None } else { Some(dice.of(&windows).clone()) }
}

/// Someone chooses a plan: the payment is written down, the sandbox's window opens.
async fn opens(stage: &Stage, dice: &mut Dice, owner: AccountId) {
    let plan = &PLANS[usize::try_from(dice.below(3)).expect("small")];
    let currency = *dice.of(&[Currency::Usd, Currency::Zar]);
    let (secure, _) = opened(&stage.store, owner, plan, currency).await;
    let order = ChargeOrder {
        reference: secure.payment_reference.clone(),
        email: format!("{owner}@example.com"),
        user: owner,
        order: plan.order(currency),
        return_url: String::new(),
    };
    let provider = stage.ports.payment_provider.as_ref().expect("the sandbox");
    let window = provider.initialise(&order).await.expect("a window");
    let sql = "UPDATE payments SET created_at = $2, next_at = $3 WHERE reference = $1";
    let now = stage.ports.now();
    let values = values![order.reference.as_str(), now, now.after(Duration::from_secs(120))];
    stage.db.execute(sql, values).await.expect("looked after");
    let (reference, access_code) = (order.reference, window.access_code);
    stage.windows.lock().await.push(Window { owner, reference, access_code });
}

/// What the provider does is another company's: it is not broken off with our requests.
async fn theirs<T: Send + 'static>(does: impl Future<Output = T> + Send + 'static) {
    tokio::spawn(does).await.expect("they do not panic");
}

/// A button is pressed in some window, perhaps not for the first time.
async fn plays(stage: &Stage, dice: &mut Dice) {
    if let Some(window) = window(stage, dice).await {
        presses(stage, &window, *dice.of(&SandboxAct::ALL)).await;
    }
}

async fn presses(stage: &Stage, window: &Window, act: SandboxAct) {
    let (ports, code) = (stage.ports.clone(), window.access_code.clone());
    let plays = async move {
        let sandbox = ports.sandbox.as_ref().expect("it is development");
        sandbox.play(&code, act).await.expect("played");
    };
    theirs(plays).await;
}

/// Some of the webhooks that are on their way, in any order, and perhaps again later.
async fn hears(stage: &Stage, dice: &mut Dice) {
    let waiting = stage.sandbox().deliveries().await.expect("asked");
    if waiting.is_empty() {
        return;
    }
    for _ in 0..2 {
        let message = dice.of(&waiting);
        let body = message.body.as_bytes();
        if dice.below(3) == 0 {
            let forged = "00".repeat(64);
            let refused = receive_webhook(&stage.ports, Some(&forged), body).await;
            assert!(matches!(refused, Err(ReceiveError::Webhook(WebhookError::Forged))));
        }
        let heard = receive_webhook(&stage.ports, Some(&message.signature), body).await;
        heard.expect("taken in");
        if dice.below(2) == 0 {
            stage.sandbox().delivered(&message.id).await.expect("done");
        }
    }
}

fn release() -> Release {
    Release { entry: hold().entry, retake_entry: hold().entry, repay: hold().entry }
}

/// A worker takes whatever is due and ends it.
async fn work(store: &Store, well: bool) {
    let later = Timestamp(START.0 + 1);
    let Ok(Some(mut claimed)) = store.claim("worker", later, later).await else { return };
    let creation = &mut claimed.creation;
    if well {
        let _ = store.finish(creation, &claimed.lease, &finish(START)).await;
    } else {
        let _ = store.fail(creation, &claimed.lease, release(), None, START, START).await;
    }
}

/// Some payment is told: as it is, or altered on the way.
async fn tell(stage: &Stage, dice: &mut Dice) {
    let told = {
        let payments = stage.payments.lock().await;
        if payments.is_empty() {
            return;
        }
        dice.of(&payments).clone()
    };
    let (mut secure, _) = told;
    match dice.below(12) {
        0 => secure.amount -= 1,
        1 => "NGN".clone_into(&mut secure.currency),
        2 => secure.user = *dice.of(&stage.people),
        3 => secure.credits_to_add += 1000,
        4 => secure.payment_reference.push('0'),
        _ => {}
    }
    let granting = granting(secure.user, secure.plan);
    match stage.store.process_secure_payment(&secure, &granting).await {
        Ok(result) => assert_eq!(result.credits_added, secure.plan.credits),
        Err(ProcessError::Store(error)) => panic!("{error}"),
        Err(_) => {}
    }
}

async fn renew(
    store: &Store,
    subscription: &evernear_app::domain::billing::Subscription,
    paid: Timestamp,
    dice: &mut Dice,
) {
    let order = subscription.plan.order(Currency::named(&subscription.currency));
    let altered = dice.below(8) == 0;
    let renewal = Renewal {
        payment: PaymentId::new(START, &entropy()),
        entry: EntryId::new(START, &entropy()),
        repay: EntryId::new(START, &entropy()),
        subscription: subscription.id,
        provider: "sandbox".to_owned(),
        charge: Charge {
            reference: format!("R-{}-{}", subscription.id, dice.below(10)),
            status: ChargeStatus::Success,
            amount: order.amount.cents + i64::from(altered),
            currency: subscription.currency.clone(),
            user: None,
            plan: None,
            customer: None,
            plan_code: None,
            order: None,
            paid_at: Some(paid),
            authorization: None,
        },
        receipt: None,
        at: START,
    };
    match store.renew(&renewal).await {
        Ok(_) => assert!(!altered, "an altered renewal was granted"),
        Err(ProcessError::Store(error)) => panic!("{error}"),
        Err(_) => {}
    }
}

/// An account is deleted while its payment settles and its creation begins, in any order.
async fn whoever_goes_while_they_pay_and_create_is_gone(engine: Engine) {
    let folder = tempfile::tempdir().expect("a folder");
    let db = Db::open(&engine.fresh_database(folder.path()).await).await.expect("opened");
    let store = Store::new(db.clone());
    let goes = async |number: usize| {
        let owner = person(&store, 50).await;
        let plan = &PLANS[number % PLANS.len()];
        let (secure, granting) = opened(&store, owner, plan, Currency::Usd).await;
        let creation = ready(&store, owner).await;
        let pseudonym = AccountId::new(START, &entropy()).to_string();
        let (settled, begun, erased) = futures::join!(
            store.process_secure_payment(&secure, &granting),
            store.begin(creation),
            store.erase(owner, None, &pseudonym, START),
        );
        erased.expect("they are gone, whatever else went on");
        assert!(!matches!(settled, Err(ProcessError::Store(_))), "{settled:?}");
        // Who is gone has no profile to hold credits of.
        drop(begun);
        let left = "SELECT (SELECT COUNT(*) FROM profiles WHERE id = $1)
            + (SELECT COUNT(*) FROM ledger WHERE account_id = $1)
            + (SELECT COUNT(*) FROM creations WHERE account_id = $1)
            + (SELECT COUNT(*) FROM payments WHERE account_id = $1)
            + (SELECT COUNT(*) FROM subscriptions WHERE account_id = $1)";
        let row = db.row(left, values![owner.to_string()]).await.expect("asked").expect("a row");
        assert_eq!(row.int(0).expect("a number"), 0, "something of theirs stayed");
    };
    for round in 0..10 {
        join_all((0..12).map(|number| goes(round * 12 + number))).await;
    }
    books_hold(&db).await;
    db.close().await;
}
