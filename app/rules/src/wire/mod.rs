//! The shapes that travel between pages and server, as JSON. Field names are the ones on
//! the wire; credits and counts are whole numbers
//! that fit 32 bits, so that they are plain numbers in TypeScript.
//!
//! ts-rs does not read serde's attributes here: a renaming is said twice, side by side.

mod calls;
mod object;
mod waitlist;

use serde::{Deserialize, Serialize};

use crate::{
    presentation::{Presentation, Shape, TouchUp},
    story::{Hour, Story, Weather},
};

pub use calls::*;
pub use waitlist::*;

macro_rules! wire {
    ($($(#[$meta:meta])* $kind:ident $name:ident { $($body:tt)* })+) => {
        $(
            #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
            #[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
            $(#[$meta])*
            pub $kind $name { $($body)* }
        )+

        /// The shapes of this module as TypeScript declarations.
        #[cfg(feature = "typescript")]
        pub(super) fn shapes() -> String {
            let config = ts_rs::Config::default();
            let mut text = String::new();
            $(
                text.push_str("export ");
                text.push_str(&<$name as ts_rs::TS>::decl(&config));
                text.push_str("\n\n");
            )+
            text
        }
    };
}

use wire;

/// Every shape as a TypeScript declaration, one module's worth of text.
#[cfg(feature = "typescript")]
pub fn declarations() -> String {
    [
        crate::story::shapes(),
        crate::presentation::shapes(),
        shapes(),
        waitlist::shapes(),
        calls::shapes(),
        table(),
    ]
    .concat()
}

wire! {
    /// What the assistant waits for next.
    #[derive(Copy)]
    #[serde(rename_all = "SCREAMING_SNAKE_CASE")]
    #[cfg_attr(feature = "typescript", ts(rename_all = "SCREAMING_SNAKE_CASE"))]
    enum NextAction {
        AwaitingLocation,
        AwaitingImages,
        /// Added by the product itself when the conversation step fails.
        Error,
    }

    /// Who said it.
    #[derive(Copy)]
    #[serde(rename_all = "lowercase")]
    #[cfg_attr(feature = "typescript", ts(rename_all = "lowercase"))]
    enum ChatRole { User, Ai }

    /// One line of the conversation.
    struct ChatMessage {
        pub role: ChatRole,
        pub content: String,
    }

    /// The companion's answer.
    struct ChatReply {
        pub response: String,
        pub next_action: NextAction,
    }

    /// One of the six steps shown while a memory is made.
    struct ProgressStep {
        pub emoji: String,
        /// Two to four words.
        pub title: String,
        pub description: String,
    }

    /// What is made: a picture, or a film that begins as one.
    #[derive(Copy, Default)]
    #[serde(rename_all = "lowercase")]
    #[cfg_attr(feature = "typescript", ts(rename_all = "lowercase"))]
    enum CreationKind {
        Image,
        #[default]
        Video,
    }

    /// How many people are in it: two or three.
    #[derive(Copy)]
    #[serde(rename_all = "lowercase")]
    #[cfg_attr(feature = "typescript", ts(rename_all = "lowercase"))]
    enum Mode { Couple, Friend }

    /// Who a photo shows, as the person says. A keepsake is of nobody: a letter, a drawing, an object.
    #[derive(Copy)]
    #[serde(rename_all = "snake_case")]
    #[cfg_attr(feature = "typescript", ts(rename_all = "snake_case"))]
    enum Who { You, LovedOne, Friend, Keepsake }

    /// The part of an upright photo that its print shows, in ten-thousandths of its sides.
    #[derive(Copy)]
    struct Crop { pub x: u32, pub y: u32, pub width: u32, pub height: u32 }

    /// A photo that has been received, checked and kept for the next creation.
    struct PhotoView {
        pub id: String,
        /// Same-origin address of a small JPEG for its owner.
        pub preview_url: String,
        /// Pixels of the upright photo.
        pub width: u32,
        pub height: u32,
        pub who: Option<Who>,
        /// What its print shows by its faces, and what the person chose instead. A keepsake's print has the ratio
        /// of what is suggested for it.
        pub suggested: Crop,
        pub chosen: Option<Crop>,
    }

    /// The part of a recording that is heard in the film, in milliseconds.
    #[derive(Copy)]
    struct Trim { pub start: u32, pub length: u32 }

    /// A recording that has been received, checked and kept for the next film.
    struct RecordingView {
        pub id: String,
        /// Same-origin address of its sound for its owner.
        pub url: String,
        /// How long all of it is, in milliseconds.
        pub length: u32,
        pub trim: Trim,
        /// How loud it is along its length, 0 to 100 each.
        pub peaks: Vec<u8>,
    }

    /// What may be uploaded as a recording, and how much of it a film carries.
    #[derive(Copy)]
    struct RecordingLimits {
        pub bytes: u32,
        pub seconds: u32,
        /// Shortest and longest part that is heard, in milliseconds.
        pub shortest: u32,
        pub longest: u32,
    }

    /// How certain it is that a person is cut out of their photo as they should be.
    #[derive(Copy)]
    #[serde(rename_all = "lowercase")]
    #[cfg_attr(feature = "typescript", ts(rename_all = "lowercase"))]
    enum CutOutCertainty {
        Certain,
        /// Probably good; the person looks at it before it is used.
        Plausible,
        /// Not good enough as it is.
        Hopeless,
    }

    /// A person without the rest of their photo.
    struct CutOutView {
        pub certainty: CutOutCertainty,
        /// What is in doubt, or why it cannot be used, in the person's words.
        pub message: Option<String>,
        /// Same-origin address of the person, a PNG with transparency; nothing where there is none.
        pub picture_url: Option<String>,
        /// Of the part of the photo that can be cut out, a JPEG. It begins at the same corner and has the
        /// same scale. Nothing where nobody knows who is meant.
        pub surroundings_url: Option<String>,
        /// That part.
        pub part: Option<Crop>,
        /// All faces that were found.
        pub faces: Vec<Crop>,
        /// The photo has no colours: where its person stands in the scene, all of it takes its tone.
        pub is_grey: bool,
        /// As it is kept.
        pub touch_up: TouchUp,
    }

    /// Which kind of place a setting is.
    #[derive(Copy)]
    #[serde(rename_all = "lowercase")]
    #[cfg_attr(feature = "typescript", ts(rename_all = "lowercase"))]
    enum SettingKind { Indoors, Outdoors, Water, Way, Hall }

    /// A place that a memory can be in.
    struct SettingView {
        pub name: String,
        /// With its word of place: 'On the veranda'.
        pub title: String,
        /// As it is seen from another place: 'by the sea'; nothing where it is not.
        pub seen: Option<String>,
        pub kind: SettingKind,
        /// What it is when nobody says.
        pub hour: Hour,
        pub weather: Weather,
    }

    /// What was understood of the words, or chosen instead.
    struct UnderstoodView {
        pub story: Story,
        pub setting: Option<SettingView>,
        /// What is seen from there.
        pub view: Option<SettingView>,
    }

    /// Every setting, by its title.
    struct SettingList {
        pub settings: Vec<SettingView>,
    }

    /// The conversation so far and what has been chosen, kept on the server.
    struct DraftView {
        /// Makes 'Create My Memory' idempotent: one creation a key.
        pub key: String,
        pub messages: Vec<ChatMessage>,
        /// Nothing before the first answer. Never `ERROR`: failures are not kept.
        pub next_action: Option<NextAction>,
        /// What the person described, without the place.
        pub prompt: Option<String>,
        pub location: Option<String>,
        pub photos: Vec<PhotoView>,
        /// What the film is to carry.
        #[serde(default)]
        pub recording: Option<RecordingView>,
        /// Nothing until the person chose; the page's own default counts then.
        pub kind: Option<CreationKind>,
        /// The person confirmed the right to use the photos.
        pub rights_confirmed: bool,
        /// Makes a finished memory once more, for free.
        pub retake: bool,
        /// Where and when it is; nothing before there are words.
        pub understood: Option<UnderstoodView>,
        pub presentation: Presentation,
        /// To look at the picture before its film is made; nothing until the person chose.
        #[serde(default)]
        pub review: Option<bool>,
    }

    /// Where a creation stands for the person who watches it.
    #[derive(Copy)]
    #[serde(rename_all = "lowercase")]
    #[cfg_attr(feature = "typescript", ts(rename_all = "lowercase"))]
    enum CreationStatus { Running, Finished, Failed, Cancelled }

    /// What a person does with a picture that waits for them.
    #[derive(Copy)]
    #[serde(rename_all = "lowercase")]
    #[cfg_attr(feature = "typescript", ts(rename_all = "lowercase"))]
    enum ReviewDecision {
        /// Its film is made.
        Film,
        /// Another picture is made instead.
        Another,
    }

    /// The picture of a creation that the person looks at before its film is made.
    #[derive(Copy)]
    struct ReviewView {
        /// It waits for the person's decision; otherwise it, another or the film is being made.
        pub open: bool,
        /// Minutes left to decide, while it is open.
        pub minutes_left: u32,
        /// How many other pictures may still be asked for.
        pub others_left: u32,
        /// Another picture is being made.
        pub replacing: bool,
        /// Another picture could not be made; this is the one before.
        pub replacing_failed: bool,
    }

    /// Why a creation ended without a memory, in the person's words.
    struct FailureView {
        /// What happened.
        pub message: String,
        /// What it means for the credits, as the ledger says it.
        pub credits_message: String,
        /// A follow-up question to answer before trying again.
        pub question: Option<String>,
        /// The photos are still here: trying again needs no second upload.
        pub can_retry: bool,
    }

    /// What the print of a running creation shows until its picture is there.
    struct MakingView {
        /// The person's words, without the place.
        pub words: String,
        /// Same-origin addresses of small JPEGs of its photos of people, in their order.
        pub photo_urls: Vec<String>,
        pub story: Story,
    }

    /// A creation as its owner's page sees it.
    struct CreationView {
        pub id: String,
        pub status: CreationStatus,
        pub kind: CreationKind,
        pub mode: Mode,
        /// Of its picture and film.
        #[serde(default)]
        pub shape: Shape,
        /// 5, 30 to 45, 60 to 90 in steps of 5, and 100; never backwards.
        pub progress: u32,
        /// Three numbered lines, or one line that says why there is no plan; empty until
        /// it is known.
        pub plan: Vec<String>,
        /// Six, once known; empty before.
        pub steps: Vec<ProgressStep>,
        /// Films ahead of this one when it waits for its turn.
        pub films_ahead: Option<u32>,
        /// It waits for its turn at a provider that does not say how many are ahead.
        #[serde(default)]
        pub waiting: bool,
        /// Who made it, in words for people, where that was not our own renderer alone; also that
        /// something else had to make it.
        #[serde(default)]
        pub made_by: Option<String>,
        /// Seconds that creations of this kind took lately, or usually take: lower and upper quartile.
        pub usual_seconds: Option<(u32, u32)>,
        /// Seconds since it was started.
        pub elapsed_seconds: u32,
        /// Nothing where nobody asked to look at the picture first.
        #[serde(default)]
        pub review: Option<ReviewView>,
        /// Nothing once it has ended.
        #[serde(default)]
        pub making: Option<MakingView>,
        /// Same-origin, for the owner only; of a running creation once it is there.
        pub image_url: Option<String>,
        pub video_url: Option<String>,
        /// A track of what the film shows, in words.
        #[serde(default)]
        pub captions_url: Option<String>,
        pub download_url: Option<String>,
        /// Its picture in print size is on its page, or will be.
        #[serde(default)]
        pub print_size: bool,
        pub reflection: Option<String>,
        pub failure: Option<FailureView>,
        /// The owner's credits now, free to spend.
        pub credits: u32,
        /// And what is set aside for memories that are being made.
        #[serde(default)]
        pub held: u32,
        /// The last day on which it may be made once more for free.
        pub retake_until: Option<String>,
        /// Makes a finished memory once more: what it was begun with is the free retake.
        #[serde(default)]
        pub retake: bool,
    }

    /// Everything the creator island needs to begin or to carry on.
    struct CreatorState {
        /// Nothing when unknown ('--').
        pub credits: Option<u32>,
        /// Set aside for memories that are being made; not among the credits.
        #[serde(default)]
        pub held: u32,
        pub draft: DraftView,
        /// Words that were not sent yet when leaving the tab signed the person out.
        pub unsent: Option<String>,
        /// The creation that was started from this draft, if any.
        pub creation: Option<CreationView>,
    }

    /// What may change under an open creator: others add photos by link and take them back, and credits are
    /// bought in another tab.
    struct DraftPhotos {
        /// Of the draft that they belong to.
        pub key: String,
        pub photos: Vec<PhotoView>,
        /// A memory was begun from it: the photos are the memory's now.
        pub begun: bool,
        pub credits: u32,
        pub held: u32,
    }

    /// What the creator island is mounted with.
    struct CreatorProps {
        /// Nothing for someone who is not signed in.
        pub state: Option<CreatorState>,
        /// Film everywhere except /virtual-hangout-image.
        pub default_kind: CreationKind,
        /// 2 or 3 where the address says how many photos to hint at.
        pub hinted_photos: Option<u32>,
        /// Who receives the photos, in one plain sentence.
        pub provider_notice: String,
        /// Who receives the words, in one plain sentence.
        pub words_notice: String,
        /// Whether the picture is looked at first where the person does not choose.
        #[serde(default)]
        pub review_by_default: bool,
        /// Whether the picture is composed of the photos, so that it is chosen how people are shown.
        pub composes_photos: bool,
        /// What may be uploaded as a recording; nothing where films carry none.
        #[serde(default)]
        pub recording_limits: Option<RecordingLimits>,
        /// The account still has to confirm age and terms before its first creation.
        pub terms_needed: bool,
        /// There are memories on the dashboard.
        pub has_memories: bool,
    }

    /// What somebody has written on one page and not sent yet.
    struct UnsentWords {
        /// `creator`, `support` or `contact`.
        pub place: String,
        /// By the name of the field; blank ones say nothing.
        pub fields: std::collections::BTreeMap<String, String>,
    }

    /// The answer to a chat message, and the draft as it is kept now.
    struct Conversed {
        pub response: String,
        /// Nothing: the free-text box stays, nothing was kept as a prompt (a pause).
        pub next_action: Option<NextAction>,
        pub draft: DraftView,
    }

    /// What a refused or failed call answers with; the HTTP status says its kind.
    struct ProblemView {
        /// Stable, for programs: `insufficient_credits`, `signed_out`, ...
        pub code: String,
        /// For the person, as shown.
        pub message: String,
        /// The true number of credits, with `insufficient_credits`.
        pub credits: Option<u32>,
        /// Seconds until it may be asked again, with `too_many`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        pub retry_after: Option<u32>,
    }

    /// An opened payment.
    struct CheckoutView {
        pub reference: String,
        /// What the provider's popup opens by.
        pub access_code: String,
        /// The window as a page of ours, with the sandbox.
        pub address: Option<String>,
    }

    /// How a payment went; the numbers once it is paid.
    struct PaymentView {
        pub success: bool,
        /// For the person, as shown.
        pub message: String,
        pub credits_added: Option<u32>,
        pub new_total: Option<u32>,
        pub previous_credits: Option<u32>,
        pub plan: Option<String>,
        pub payment_reference: String,
    }

    /// The number in the credits badge; nothing when unknown ('--').
    struct BalanceView {
        pub credits: Option<u32>,
        /// Set aside for memories that are being made; not among the credits.
        #[serde(default)]
        pub held: u32,
    }
}

#[cfg(all(test, feature = "typescript"))]
mod tests {
    use super::declarations;

    #[test]
    fn typescript_names_are_the_ones_on_the_wire() {
        let text = declarations();
        assert!(
            text.contains(
                "\"unsent/keep\": { request: KeepUnsentRequest; answer: Array<string> };"
            )
        );
        for value in
            ["AWAITING_LOCATION", "ai", "video", "couple", "loved_one", "keepsake", "running"]
        {
            assert!(text.contains(&format!("\"{value}\"")), "{value} is missing");
        }
    }
}
