//! The calls that pages make, as JSON `POST` to `/api/` and the path: what is asked, and what is
//! answered (or [`ProblemView`](super::ProblemView), with the status of its kind).
//!
//! To add one: an entry here, and a server function in `app/src/api` that takes the request; the
//! TypeScript of both follows (`islands/src/generated/wire.ts`).

use serde::{Deserialize, Serialize};

use super::{
    BalanceView, CheckoutView, ContactPage, ContactThread, Conversed, CreationKind, CreationView,
    CreatorState, Crop, CutOutView, DraftPhotos, DraftView, EntryStatus, PaymentView,
    ReviewDecision, SettingList, StatusMove, StatusMoved, Trim, UnsentWords, WaitlistCounted,
    WaitlistPage, WaitlistQuery, Who, object, wire,
};
use crate::{
    presentation::{Presentation, TouchUp},
    story::Story,
};

/// A request that one path takes.
pub trait Call {
    /// After `/api/`.
    const PATH: &'static str;
    type Answer;
}

macro_rules! calls {
    ($($(#[$meta:meta])* $path:literal $name:ident { $($body:tt)* } => $answer:ty;)+) => {
        wire! {
            $($(#[$meta])* struct $name { $($body)* })+
        }

        $(
            impl Call for $name {
                const PATH: &'static str = $path;
                type Answer = $answer;
            }
        )+

        /// All of them.
        pub const PATHS: &[&str] = &[$($path),+];

        /// Path, request and answer of each call as a TypeScript declaration.
        #[cfg(feature = "typescript")]
        pub(super) fn table() -> String {
            let config = ts_rs::Config::default();
            let mut text = String::from("export interface Calls {\n");
            $(
                let request = <$name as ts_rs::TS>::name(&config);
                let answer = <$answer as ts_rs::TS>::name(&config);
                text += &format!("  {:?}: {{ request: {request}; answer: {answer} }};\n", $path);
            )+
            text + "}\n"
        }
    };
}

calls! {
    /// Everything the creator shows.
    "creator/state" CreatorStateRequest {} => CreatorState;

    /// One step of the conversation.
    "creator/converse" ConverseRequest { pub text: String } => Conversed;

    /// 'New Memory'.
    "creator/start_over" StartOverRequest {} => CreatorState;

    /// Makes a finished memory once more, for free: a draft with its words.
    "creator/retake" RetakeRequest { pub id: String } => CreatorState;

    /// Choices of the upload screen; of photos, by their ids, those parts that the person chose.
    "creator/remember" ChoicesRequest {
        pub kind: Option<CreationKind>,
        pub rights_confirmed: bool,
        pub who: Vec<(String, Option<Who>)>,
        #[serde(default)]
        pub crops: Vec<(String, Crop)>,
        /// Instead of what was understood; nothing leaves that.
        #[serde(default, deserialize_with = "object::optional")]
        pub story: Option<Story>,
        /// Nothing leaves it as it is.
        #[serde(default, deserialize_with = "object::optional")]
        pub presentation: Option<Presentation>,
        /// To look at the picture first; nothing leaves it as it is.
        #[serde(default)]
        pub review: Option<bool>,
    } => DraftView;

    /// Cuts the person out of a photo; a touch-up is kept with it, nothing leaves the one before.
    "creator/cut_out" CutOutRequest {
        pub photo: String,
        #[serde(default, deserialize_with = "object::optional")]
        pub touch_up: Option<TouchUp>,
    } => CutOutView;

    /// The places to choose from.
    "creator/settings" SettingsRequest {} => SettingList;

    /// The photos of the draft, of which those that are `shown` count as seen.
    "creator/photos" DraftPhotosRequest { pub shown: Vec<String> } => DraftPhotos;

    /// Takes a photo back.
    "creator/remove_photo" RemovePhotoRequest { pub id: String } => DraftView;

    /// Chooses which part of the recording is heard.
    "creator/trim_recording" TrimRecordingRequest { pub id: String, pub trim: Trim } => DraftView;

    /// Takes the recording back.
    "creator/remove_recording" RemoveRecordingRequest { pub id: String } => DraftView;

    /// Keeps unsent words for the caller alone; a place without words forgets those it had. The
    /// names of the places whose words cannot be kept.
    "unsent/keep" KeepUnsentRequest { pub words: Vec<UnsentWords> } => Vec<String>;

    /// Starts the creation of the draft with this key; asked again, answers the same one.
    "creation/begin" BeginCreationRequest {
        pub key: String,
        pub kind: CreationKind,
        pub rights_confirmed: bool,
        pub terms_accepted: bool,
        /// Instead of what was understood; nothing leaves that.
        #[serde(default, deserialize_with = "object::optional")]
        pub story: Option<Story>,
        /// As the page shows it; nothing is what was kept.
        #[serde(default, deserialize_with = "object::optional")]
        pub presentation: Option<Presentation>,
        /// The recording that the page shows.
        #[serde(default)]
        pub recording: Option<String>,
        /// To look at the picture before its film is made; nothing is what was kept.
        #[serde(default)]
        pub review: Option<bool>,
    } => CreationView;

    /// How it is doing.
    "creation/watch" WatchCreationRequest { pub id: String } => CreationView;

    /// Decides about the picture that waits for the person.
    "creation/decide" DecideCreationRequest {
        pub id: String,
        pub decision: ReviewDecision,
    } => CreationView;

    /// Cancels it; one that has ended is answered as it is.
    "creation/cancel" CancelCreationRequest { pub id: String } => CreationView;

    /// Its owner has seen what was made: the creator does not open with it again.
    "creation/seen" SeenCreationRequest { pub id: String } => ();

    /// Tries again what failed, with the answer to its question if it asked one.
    "creation/retry" RetryCreationRequest {
        pub id: String,
        pub answer: Option<String>,
    } => CreationView;

    /// Opens a payment for a plan in a currency.
    "checkout/begin" BeginCheckoutRequest { pub plan: String, pub currency: String } => CheckoutView;

    /// How a payment of the caller went; grants it when it was paid.
    "checkout/settle" SettlePaymentRequest { pub reference: String } => PaymentView;

    /// Cancels what renews; the text to show.
    "subscription/cancel" CancelSubscriptionRequest {} => String;

    /// The credits of the caller, for the badge.
    "credits/balance" BalanceRequest {} => BalanceView;

    /// A page of the administrator's list.
    "admin/waitlist/list" WaitlistPageRequest { pub query: WaitlistQuery } => WaitlistPage;

    /// How many applications there are.
    "admin/waitlist/counts" WaitlistCountsRequest {} => WaitlistCounted;

    /// Approves, rejects or resets applications.
    "admin/waitlist/move" MoveEntriesRequest {
        pub entries: Vec<StatusMove>,
        pub to: EntryStatus,
    } => StatusMoved;

    /// Threads of messages to us.
    "admin/messages" MessagesRequest { pub page: Option<i32> } => ContactPage;

    /// Answers a thread of messages.
    "admin/answer" AnswerThreadRequest { pub thread: String, pub message: String } => ContactThread;
}
