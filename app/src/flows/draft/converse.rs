//! One step of the conversation. What was said is checked for distress and misuse before
//! anything else, answered by the companion, and kept in the draft; a step that failed leaves
//! the draft as it was.

use evernear_rules::{
    story::Story,
    text::{cleaned_text, text_sendable},
    wire::{ChatReply, Conversed, NextAction},
};
use futures::future::join;

use super::{
    creator_state::{draft_view, load_draft},
    story::understand,
    unsent_words::forget_unsent,
};
use crate::{
    domain::{
        auth::session::Member,
        companion::{
            fallback,
            moderation::{self, Concern},
        },
        draft::{Draft, DraftBody},
        rate_limit::Limit,
        unsent_words::UnsentForm,
    },
    ports::Ports,
    problem::{Kind, Problem},
};

/// How often a save is tried again when another tab was faster.
const MAX_SAVES: u32 = 5;

/// Answers a message and keeps both.
pub async fn converse(ports: &Ports, member: &Member, text: &str) -> Result<Conversed, Problem> {
    ports.rate_limiter.check(Limit::Message, &member.account.id.to_string())?;
    let text = &cleaned_text(text);
    let draft = load_draft(ports, member).await?;
    if !text_sendable(draft.body.written(text)) {
        return Err(Problem::new(Kind::BadInput, "Please write between 1 and 4000 characters."));
    }
    let step = match moderation::assess(text) {
        Concern::Distress => Step::Paused(moderation::distress_reply(&ports.settings.helplines)),
        Concern::Refused => Step::Failed(fallback::REFUSED.to_owned()),
        Concern::None => {
            // Side by side, so that nobody waits for one model after the other.
            let prompt = draft.body.prompt_with(text);
            let from = member.account.id;
            let asked =
                join(ports.companion.converse(from, text), understand(ports, from, &prompt));
            match asked.await {
                (Ok(reply), _) if reply.next_action == NextAction::Error => {
                    Step::Failed(reply.response)
                }
                (Ok(reply), story) => Step::Answered(reply, story),
                (Err(error), _) => Step::Failed(fallback::conversation_failed(&error.0)),
            }
        }
    };
    let (response, next_action, draft) = match step {
        Step::Failed(text) => (text, Some(NextAction::Error), draft),
        Step::Paused(response) => {
            let draft = keep(ports, member, draft, |body| body.pause(text, &response)).await?;
            (response, None, draft)
        }
        Step::Answered(reply, story) => {
            let change = |body: &mut DraftBody| body.converse(text, &story, &reply);
            let draft = keep(ports, member, draft, change).await?;
            (reply.response, Some(reply.next_action), draft)
        }
    };
    if next_action != Some(NextAction::Error) {
        forget_unsent(ports, member.account.id, UnsentForm::Creator).await;
    }
    let draft = draft_view(ports, member, &draft).await?;
    Ok(Conversed { response, next_action, draft })
}

enum Step {
    Answered(ChatReply, Story),
    Paused(String),
    Failed(String),
}

/// Applies a change to the draft and saves it; when another tab saved first, applies it
/// to what that one left.
pub(in crate::flows) async fn keep(
    ports: &Ports,
    member: &Member,
    mut draft: Draft,
    change: impl Fn(&mut DraftBody),
) -> Result<Draft, Problem> {
    for _ in 0..MAX_SAVES {
        change(&mut draft.body);
        let now = ports.now();
        if ports.drafts.save(member.account.id, draft.key, draft.version, &draft.body, now).await? {
            draft.version += 1;
            return Ok(draft);
        }
        draft = load_draft(ports, member).await?;
    }
    Err(Problem::new(
        Kind::Conflict,
        "This conversation is being changed in another tab. Please try again.",
    ))
}
