//! The creator under all its names: a skeleton in which the island takes over. It is the one
//! page that needs script, and it says so.

use evernear_rules::{
    recordings::{MAX_HEARD_MS, MAX_RECORDING_BYTES, MAX_RECORDING_SECONDS, MIN_HEARD_MS},
    wire::{CreationKind, CreatorProps, RecordingLimits},
};
use leptos::prelude::*;

use crate::{
    domain::{billing::grouped, creation::Status},
    flows::{
        creation::begin::reviews_by_default, draft::creator_state::creator_state,
        waitlist::beta_gate::admitted,
    },
    island,
    pages::{
        Answer, Layout, Page, Scripts, Visit,
        layout::{
            shell,
            text_area::{NOT_RESTORED, TextArea},
        },
        site::home::moments::by_name,
        waitlist::beta_gate,
    },
    problem::Problem,
};

const RECORDING_LIMITS: RecordingLimits = RecordingLimits {
    bytes: MAX_RECORDING_BYTES,
    seconds: MAX_RECORDING_SECONDS,
    shortest: MIN_HEARD_MS,
    longest: MAX_HEARD_MS,
};

/// The creator, for the signed-in.
pub async fn page(visit: Visit) -> Result<Answer, Problem> {
    let moment = visit.query("moment").and_then(by_name);
    let Some(member) = &visit.member else {
        return Ok(if moment.is_some() {
            visit.to_sign_in_with_query()
        } else {
            visit.to_sign_in()
        });
    };
    let layout = match visit.path.as_str() {
        "/create" | "/video-generator" | "/couple" => Layout::NoFooter,
        _ => Layout::Bare,
    };
    if !admitted(&visit.ports, &member.account).await? {
        return Ok(Answer::Page(beta_gate::page(
            &visit.site.assets,
            layout,
            member.account.email_proven_at.is_some(),
        )));
    }
    let mut state = creator_state(&visit.ports, member).await?;
    if state.unsent.is_none() && state.draft.messages.is_empty() {
        state.unsent = moment.map(|moment| moment.words.to_owned());
    }
    let (credits, held) = (state.credits, state.held);
    let memories = visit.ports.creations.list(member.account.id, 1).await?;
    let has_memories = memories.iter().any(|memory| memory.status == Status::Finished);
    let props = CreatorProps {
        state: Some(state),
        default_kind: if visit.path == "/virtual-hangout-image" {
            CreationKind::Image
        } else {
            CreationKind::Video
        },
        hinted_photos: match visit.path.as_str() {
            "/couple" => Some(2),
            "/virtual-hangout" => Some(3),
            _ => None,
        },
        provider_notice: visit.ports.imagery.notice(),
        words_notice: visit.ports.companion.receiver(),
        review_by_default: reviews_by_default(&visit.ports),
        composes_photos: visit.ports.imagery.composes_photos(),
        recording_limits: visit.ports.imagery.carries_recordings().then_some(RECORDING_LIMITS),
        terms_needed: member.account.terms_needed(),
        has_memories,
    };
    Ok(Answer::Page(Page {
        title: "Share an Experience with a Loved One".to_owned(),
        description: "Describe a memory, add two selfies, and see both of you together.".to_owned(),
        scripts: Scripts::Island,
        layout,
        main_class: "",
        body: island::slot(
            "creator",
            &props,
            skeleton(credits, held, visit.ports.companion.receiver()).into_any(),
        ),
    }))
}

fn skeleton(credits: Option<u32>, held: u32, receiver: String) -> impl IntoView {
    let credits = credits.map_or_else(|| "--".to_owned(), |credits| grouped(credits + held));
    view! {
        <div class="creator" aria-busy="true">
            <header class="creator-bar">
                <a class="button button-plain" href="/dashboard"><span class="icon icon-back"></span>"Back"</a>
                <p class="credits"><span class="icon icon-credits"></span><b>{credits}</b>" credits "{shell::held(held)}</p>
            </header>
            <div class="creator-main">
                <h1 class="creator-title">"Share an Experience with a Loved One"</h1>
                <noscript>
                    <p class="notice notice-info">
                        <span class="icon icon-info"></span>
                        <span>"The creator needs JavaScript. Please switch it on for this page and reload it; everything else here works without."</span>
                    </p>
                </noscript>
                <p class="sr-only" role="status">"Loading…"</p>
                <div class="skeleton skeleton-line"></div>
                <div class="skeleton skeleton-line"></div>
                <figure class="print print-blank place-print" aria-hidden="true"><span></span><figcaption>"The place you describe appears here."</figcaption></figure>
            </div>
            <div class="composer">
                // The same parts as the island's, so that the box has its height at any width.
                <div class="composer-box">
                    <TextArea attr:rows="1" attr:disabled=true attr:autocomplete=NOT_RESTORED attr:aria-label="Your memory, feeling or dream" attr:placeholder="Describe a memory, a feeling, or a dream..."/>
                    <button class="button button-primary" type="button" disabled>"Send"</button>
                </div>
                <p class="composer-note">"You are writing with an AI, not a person. "{receiver}</p>
            </div>
        </div>
    }
}
