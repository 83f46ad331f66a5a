//! People made straight through the stores, many and quickly: for the story that mixes
//! everything and for the benchmark of the books.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use evernear_app::{
    domain::{
        auth::identity::Identity,
        billing::{Currency, Plan, SecurePayment},
        creation::{Brief, Prompt, State},
        id::{
            AccountId, CreationId, DraftKey, EntryId, IdEntropy, IdentityId, PaymentId, PhotoId,
            SubscriptionId,
        },
        media::{Photo, WHOLE},
        timestamp::Timestamp,
    },
    ports::{
        AccountStore, CostLimits, DraftStore, Granting, Hold, NewAccount, NewCreation, NewPayment,
        PaymentStore, PhotoSource, PhotoStore, ReservedCosts, Welcome,
    },
};
use evernear_rules::{
    presentation::{Presentation, TouchUp},
    story::Story,
    wire::{CreationKind, Crop, Mode},
};
use evernear_server::store::Store;

/// When all of it happens: days in the future, so that nothing is due by itself.
pub const START: Timestamp = Timestamp(1_800_000_000_000);

static NEXT: AtomicU64 = AtomicU64::new(1);

/// Entropy that never repeats.
pub fn entropy() -> IdEntropy {
    let mut bytes = IdEntropy::default();
    bytes[2..].copy_from_slice(&NEXT.fetch_add(1, Ordering::Relaxed).to_be_bytes());
    bytes
}

/// An account with this many welcome credits.
pub async fn person(store: &Store, welcome: u32) -> AccountId {
    let id = AccountId::new(START, &entropy());
    let email = format!("{id}@example.com");
    let account = NewAccount {
        id,
        email: email.parse().expect("an address"),
        email_confirmed_at: Some(START),
        email_proven: true,
        password_hash: None,
        identity: Identity {
            id: IdentityId::new(START, &entropy()),
            account: id,
            provider: "email".to_owned(),
            provider_id: id.to_string(),
            data: serde_json::Map::default(),
            email: Some(email),
            last_sign_in_at: None,
            created_at: START,
            updated_at: START,
        },
        username: None,
        terms: None,
        welcome: Some(Welcome {
            entry: EntryId::new(START, &entropy()),
            credits: welcome,
            mailbox: id.to_string(),
        }),
        at: START,
    };
    store.create(account).await.expect("an account");
    id
}

/// What a creation reserves whose providers are not paid.
pub const FREE: ReservedCosts = ReservedCosts {
    reserve: 0,
    limits: CostLimits { creation: 0, account_day: 0, site_day: 0, cancelled_day: 0 },
};

/// A photo that says nothing of whom it shows.
pub fn photo_of(owner: AccountId) -> Photo {
    Photo {
        id: PhotoId::new(START, &entropy()),
        owner,
        creation: None,
        width: 720,
        height: 1280,
        who: None,
        suggested: Crop { x: 0, y: 0, width: WHOLE, height: WHOLE },
        chosen: None,
        touch_up: TouchUp::default(),
        position: 0,
        batch: None,
        expires_at: Timestamp(i64::MAX),
    }
}

/// Two photos and a draft: what a creation begins with.
pub async fn ready(store: &Store, owner: AccountId) -> NewCreation {
    let key = DraftKey::new(START, &entropy());
    let draft = store.load(owner, key, START).await.expect("a draft");
    for _ in 0..2 {
        // The draft may be full already.
        let _ = store.add(&photo_of(owner), START).await;
    }
    let id = CreationId::new(START, &entropy());
    NewCreation {
        id,
        owner,
        request_key: draft.key.to_string(),
        draft: Some(draft.key),
        brief: Brief {
            kind: CreationKind::Video,
            mode: Mode::Couple,
            prompt: Prompt::parse("Walking by the lake"),
            story: Story::default(),
            presentation: Presentation::default(),
            seed: 7,
        },
        state: State::default(),
        photos: PhotoSource::Draft,
        keepsake: false,
        recording: None,
        image_of: None,
        hold: hold(),
        costs: FREE,
        retake: None,
        head_start: Duration::ZERO,
        at: START,
    }
}

pub fn hold() -> Hold {
    Hold { entry: EntryId::new(START, &entropy()), credits: 25 }
}

/// An opened payment, and what would grant it.
pub async fn opened(
    store: &Store,
    owner: AccountId,
    plan: &'static Plan,
    currency: Currency,
) -> (SecurePayment, Granting) {
    let order = plan.order(currency);
    let reference = format!("EVN-{}", hex::encode(entropy()));
    let payment = NewPayment {
        id: PaymentId::new(START, &entropy()),
        provider: "sandbox".to_owned(),
        reference: reference.clone(),
        owner,
        order,
        at: START,
        next: Timestamp(i64::MAX),
    };
    store.open(&payment).await.expect("written down");
    let secure = SecurePayment {
        provider: "sandbox".to_owned(),
        user: owner,
        credits_to_add: plan.credits,
        payment_reference: reference,
        amount: order.amount.cents,
        plan,
        currency: currency.code().to_owned(),
    };
    (secure, granting(owner, plan))
}

/// Fresh ids for a grant.
pub fn granting(owner: AccountId, plan: &Plan) -> Granting {
    Granting {
        entry: EntryId::new(START, &entropy()),
        repay: EntryId::new(START, &entropy()),
        subscription: SubscriptionId::new(START, &entropy()),
        customer: Some(owner.to_string()),
        plan_code: Some(plan.name.to_owned()),
        authorization: Some("AUTH_1".to_owned()),
        receipt: None,
        at: START,
    }
}
