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
        Concern::None => match ports.companion.welcome(draft.body.written(text)) {
            Some(welcome) => welcomed(ports, member, &draft.body, welcome).await,
            None => answered(ports, member, &draft.body, text).await,
        },
    };
    let (response, next_action, draft) = match step {
        Step::Failed(text) => (text, Some(NextAction::Error), draft),
        Step::Paused(response) => {
            let draft = keep(ports, member, draft, |body| body.pause(text, &response)).await?;
            (response, None, draft)
        }
        Step::Asked(response, next_action) => {
            let change = |body: &mut DraftBody| body.ask_again(text, &response, next_action);
            let draft = keep(ports, member, draft, change).await?;
            (response, next_action, draft)
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
    /// It told nothing, so what was asked is asked again.
    Asked(String, Option<NextAction>),
    Paused(String),
    Failed(String),
}

/// The answer to words that tell something.
async fn answered(ports: &Ports, member: &Member, body: &DraftBody, text: &str) -> Step {
    // Side by side, so that nobody waits for one model after the other.
    let prompt = body.prompt_with(text);
    let from = member.account.id;
    let asked = join(ports.companion.converse(from, text), understand(ports, from, &prompt));
    match asked.await {
        (Ok(reply), _) if reply.next_action == NextAction::Error => Step::Failed(reply.response),
        (Ok(reply), story) => Step::Answered(reply, story),
        (Err(error), _) => Step::Failed(fallback::conversation_failed(&error.0)),
    }
}

/// The answer to words that tell nothing: what is still to be told of the memory is asked again, and
/// where nothing is told, what they would like to see.
async fn welcomed(ports: &Ports, member: &Member, body: &DraftBody, welcome: String) -> Step {
    let Some(prompt) = &body.prompt else { return Step::Asked(welcome, None) };
    match ports.companion.converse(member.account.id, &prompt.joined()).await {
        Ok(reply) if reply.next_action == NextAction::Error => Step::Failed(reply.response),
        Ok(reply) => Step::Asked(reply.response, Some(reply.next_action)),
        Err(error) => Step::Failed(fallback::conversation_failed(&error.0)),
    }
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
