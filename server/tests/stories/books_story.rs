//! Thousands of random interleavings of everything that moves credits: grants, holds,
//! captures, releases, payments told once or often, altered, renewed, cancelled, and
//! requests that break off wherever they are. Whatever happened, the books hold.

use std::{
    future::Future,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use evernear_app::{
    domain::{
        billing::{Charge, ChargeStatus, Currency, PLANS, SecurePayment, calendar::months_later},
        companion::DraftBody,
        id::{AccountId, DraftKey, EntryId, PaymentId},
        moment::Moment,
    },
    ports::{
        BillingStore, CreationStore, CreditStore, DraftStore, Granting, NewCreation, OwnedStore,
        ProcessError, Release, Renewal, Retake,
    },
};
use evernear_server::{
    store::{Db, Store},
    values,
};
use futures::future::join_all;
use tokio::sync::Mutex;

use crate::support::{
    Engine, books_hold,
    crowd::{START, entropy, granting, hold, opened, person, ready},
};

crate::both_engines![
    however_it_is_mixed_the_books_hold,
    whoever_goes_while_they_pay_and_create_is_gone,
];

/// Actors at once, and what each does: 16 x 200 = 3,200 steps an engine.
const ACTORS: u64 = 16;
const STEPS: u64 = 200;

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

/// What the actors share.
struct Stage {
    store: Store,
    people: Vec<AccountId>,
    /// Payments that were opened, to be told again and again.
    payments: Mutex<Vec<(SecurePayment, Granting)>>,
}

async fn however_it_is_mixed_the_books_hold(engine: Engine) {
    let folder = tempfile::tempdir().expect("a folder");
    let db = Db::open(&engine.fresh_database(folder.path()).await).await.expect("opened");
    db.migrate().await.expect("migrated");
    let store = Store::new(db.clone());
    let mut people = Vec::new();
    for _ in 0..5 {
        people.push(person(&store, 50).await);
    }
    let stage = Arc::new(Stage { store, people, payments: Mutex::default() });
    for round in 0..4 {
        let actors = (0..ACTORS).map(|actor| {
            let stage = stage.clone();
            tokio::spawn(async move {
                let mut dice = Dice(round * 1000 + actor + 1);
                for _ in 0..STEPS / 4 {
                    let left = if dice.below(5) == 0 { dice.below(12) } else { u64::MAX };
                    let step = step(&stage, &mut dice);
                    Broken { inner: Box::pin(step), left }.await;
                }
            })
        });
        for actor in join_all(actors).await {
            actor.expect("nobody panics");
        }
        // Between rounds, and at the end, everything agrees.
        books_hold(&db).await;
    }
    let number = async |sql| db.row(sql, Vec::new()).await.expect("asked").expect("a row").int(0);
    let count = async |sql| number(sql).await.expect("a number");
    for (sql, least) in [
        ("SELECT COUNT(*) FROM ledger WHERE kind = 'purchase'", 20),
        ("SELECT COUNT(*) FROM ledger WHERE kind = 'hold'", 25),
        ("SELECT COUNT(*) FROM ledger WHERE kind = 'capture'", 10),
        ("SELECT COUNT(*) FROM ledger WHERE kind = 'release'", 10),
        ("SELECT COUNT(*) FROM ledger WHERE kind = 'grant'", 5),
        ("SELECT COUNT(*) FROM payments WHERE status = 'flagged'", 5),
    ] {
        let found = count(sql).await;
        assert!(found >= least, "it was mixed well: {sql}: {found}");
    }
    let granted = "SELECT COUNT(*) FROM ledger l JOIN payments p ON p.id = l.reference
                   WHERE l.kind = 'purchase' AND p.status <> 'paid'";
    assert_eq!(count(granted).await, 0, "what is not paid was granted");
    let months =
        "SELECT COUNT(*) FROM (SELECT subscription_id, period FROM payments WHERE status = 'paid'
                  GROUP BY subscription_id, period HAVING COUNT(*) > 1) twice";
    assert_eq!(count(months).await, 0, "a month was granted twice");
    db.close().await;
}

/// One random thing. Refusals are as good as successes; only the books count.
async fn step(stage: &Stage, dice: &mut Dice) {
    let store = &stage.store;
    let owner = *dice.of(&stage.people);
    match dice.below(13) {
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
                let _ = CreationStore::cancel(store, owner, creation.id, release(), START).await;
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
        _ => {
            let _ = BillingStore::cancel(store, owner, "2027-01-31", Moment(i64::MAX), START).await;
        }
    }
}

fn release() -> Release {
    Release { entry: hold().entry, retake_entry: hold().entry }
}

/// A worker takes whatever is due and ends it.
async fn work(store: &Store, well: bool) {
    let later = Moment(START.0 + 1);
    let Ok(Some(mut claimed)) = store.claim("worker", later, later).await else { return };
    let creation = &mut claimed.creation;
    if well {
        let capture = EntryId::new(START, &entropy());
        let _ = store.finish(creation, &claimed.fence, capture, START).await;
    } else {
        let _ = store.fail(creation, &claimed.fence, release(), START, START).await;
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
    paid: Moment,
    dice: &mut Dice,
) {
    let order = subscription.plan.order(Currency::named(&subscription.currency));
    let altered = dice.below(8) == 0;
    let renewal = Renewal {
        payment: PaymentId::new(START, &entropy()),
        entry: EntryId::new(START, &entropy()),
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
            paid_at: Some(paid),
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
    db.migrate().await.expect("migrated");
    let store = Store::new(db.clone());
    let goes = async |number: usize| {
        let owner = person(&store, 50).await;
        let email = format!("{owner}@example.com").parse().expect("an address");
        let plan = &PLANS[number % PLANS.len()];
        let (secure, granting) = opened(&store, owner, plan, Currency::Usd).await;
        let creation = ready(&store, owner).await;
        let pseudonym = AccountId::new(START, &entropy()).to_string();
        let (settled, begun, erased) = futures::join!(
            store.process_secure_payment(&secure, &granting),
            store.begin(creation),
            store.erase(owner, &email, &pseudonym),
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
