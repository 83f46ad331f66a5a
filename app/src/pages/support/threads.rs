//! /support: writing to us as somebody who is signed in, and what we answered. Each
//! conversation is a thread with a form to go on with it. Works without script.

use std::collections::BTreeMap;

use leptos::prelude::*;

use crate::{
    domain::{
        auth::session::Member,
        id::MessageId,
        support::{MAX_MESSAGE_CHARS, Message, Thread},
        unsent_words::{Fields, UnsentForm},
    },
    flows::{draft::unsent_words::all_unsent, support::threads::own_threads},
    pages::{
        Answer, Flash, Layout, Page, Scripts, Visit, auth,
        layout::text_area::{NOT_RESTORED, TextArea},
    },
    problem::Problem,
};

/// What was sent and refused, with the words for it.
pub struct RefusedMessage {
    pub thread: Option<MessageId>,
    pub message: String,
    pub problem: String,
}

/// For the signed-in; everyone else writes on /contact.
pub async fn page(visit: Visit) -> Result<Answer, Problem> {
    let Some(member) = &visit.member else { return Ok(Answer::Away("/contact".to_owned())) };
    Ok(Answer::Page(shown(&visit, member, None).await?))
}

/// The page with what was refused.
pub async fn refused(
    visit: &Visit,
    member: &Member,
    refused: &RefusedMessage,
) -> Result<Page, Problem> {
    shown(visit, member, Some(refused)).await
}

/// What was written and not sent, alone: where nobody knows who wrote it, or the page cannot be made.
/// `sign_in`: that is what its writer does before sending it again.
pub fn given_back(refused: &RefusedMessage, sign_in: bool) -> Page {
    // In a tab of its own, so that what was written stays in this one.
    let way = sign_in.then(|| {
        view! { <p><a class="button button-quiet" href="/auth?mode=signin&next=/support" target="_blank">"Sign In"</a></p> }
    });
    let body = view! {
        <header class="page-head"><h1>"Support"</h1></header>
        <div class="columns">
            <section class="card stack" aria-labelledby="ask">
                <h2 id="ask">"Write to us"</h2>
                {form(refused.thread, Some(refused), None)}
                {way}
            </section>
        </div>
    };
    page_of(body.into_any())
}

async fn shown(
    visit: &Visit,
    member: &Member,
    refused: Option<&RefusedMessage>,
) -> Result<Page, Problem> {
    let threads = own_threads(&visit.ports, member).await?;
    let unsent = all_unsent(&visit.ports, member.account.id).await?;
    let first = match member.account.plan.as_deref() {
        Some("Premium") => "With Premium, your messages are read before all others.",
        Some("Pro") => "With Pro, your messages are read early.",
        _ => "Messages of Premium and Pro are read first.",
    };
    // Of an old conversation that is not shown any more.
    let elsewhere = refused
        .filter(|refused| {
            refused.thread.is_some_and(|id| threads.iter().all(|thread| thread.id != id))
        })
        .map(|elsewhere| form(elsewhere.thread, refused, Some(&unsent)));
    let conversations =
        threads.iter().map(|thread| conversation(thread, refused, &unsent)).collect_view();
    let body = view! {
        <header class="page-head"><div>
            <h1>"Support"</h1>
            <p class="lead">{format!("A person reads what you write and answers within 24 hours, here and by mail. {first}")}</p>
        </div></header>
        <div class="columns">
            <div class="stack-24">
                {auth::done(visit.flash.map(Flash::words))}
                <section class="card stack" aria-labelledby="ask">
                    <h2 id="ask">"Write to us"</h2>
                    {elsewhere}
                    {form(None, refused, Some(&unsent))}
                </section>
                {conversations}
            </div>
            {self_help()}
        </div>
    };
    Ok(page_of(body.into_any()))
}

/// What a person can do at once, without waiting for an answer.
fn self_help() -> impl IntoView {
    view! {
        <aside class="stack" aria-label="What you can do yourself">
            <section class="card card-short"><h2><span class="icon icon-credits"></span>"A memory could not be made?"</h2><p>"Its credits come back by themselves: see "<a href="/credits">"your credits"</a>"."</p></section>
            <section class="card card-short"><h2><span class="icon icon-share"></span>"Somebody should not see it any more?"</h2><p>"Stop its link under "<a href="/shared">"shared links"</a>": the link ends at once. What was downloaded before stays with whoever has it."</p></section>
            <section class="card card-short"><h2><span class="icon icon-lock"></span>"Somebody else signed in as you?"</h2><p>"Sign them out under "<a href="/profile/devices">"devices and history"</a>"."</p></section>
            <section class="card card-short"><h2><span class="icon icon-download"></span>"A copy of your data, or the end of your account?"</h2><p>"Take all you have here with you, or delete your account, under "<a href="/profile/data">"your data"</a>"."</p></section>
        </aside>
    }
}

fn page_of(body: AnyView) -> Page {
    Page {
        title: "Support".to_owned(),
        description: "Write to Evernear, and read our answers.".to_owned(),
        scripts: Scripts::Small,
        layout: Layout::Full,
        main_class: "page",
        body,
    }
}

fn conversation(thread: &Thread, refused: Option<&RefusedMessage>, unsent: &Unsent) -> AnyView {
    let heading = format!("thread-{}", thread.id);
    let began = thread.first().map(|first| first.at.day()).unwrap_or_default();
    let state = if thread.waiting { "Waiting for our answer" } else { "Answered" };
    let mut messages: Vec<_> = thread.messages.iter().map(said).collect();
    if thread.left_out > 0 {
        messages.insert(1, left_out(thread.left_out));
    }
    view! {
        <section class="card stack" aria-labelledby=heading.clone()>
            <header class="row thread-head">
                <h2 id=heading.clone()>{format!("Your message of {began}")}</h2>
                <span class="tag">{state}</span>
            </header>
            <ol class="thread">{messages}</ol>
            {form(Some(thread.id), refused, Some(unsent))}
        </section>
    }
    .into_any()
}

fn left_out(count: u32) -> AnyView {
    let words = match count {
        1 => "One message between is not shown here.".to_owned(),
        _ => format!("{count} messages between are not shown here."),
    };
    view! {
        <li class="said"><p class="caption">{words}" The copy of "<a href="/profile">"your data"</a>" has all of them."</p></li>
    }
    .into_any()
}

fn said(message: &Message) -> AnyView {
    let (class, who) = if message.ours { ("said said-ours", "Evernear") } else { ("said", "You") };
    view! {
        <li class=class>
            <p class="caption"><b>{who}</b>" · "{message.at.minute()}</p>
            <p class="letter">{message.message.clone()}</p>
        </li>
    }
    .into_any()
}

/// What was being written, by its place.
type Unsent = BTreeMap<UnsentForm, Fields>;

/// A box for a message: a new one, or one that goes on with a thread. Without `unsent` its words are
/// kept for nobody: whoever signs in next may be somebody else.
fn form(
    thread: Option<MessageId>,
    refused: Option<&RefusedMessage>,
    unsent: Option<&Unsent>,
) -> AnyView {
    let refused = refused.filter(|refused| refused.thread == thread);
    let problem = refused.map(|refused| {
        view! { <p class="notice notice-danger" role="alert"><span class="icon icon-alert"></span><span>{refused.problem.clone()}</span></p> }
    });
    let (id, label, rows, look) = match thread {
        None => ("message".to_owned(), "Your message", "5", "button button-primary"),
        Some(thread) => (format!("message-{thread}"), "Go on", "2", "button button-quiet"),
    };
    let place = thread.map_or(UnsentForm::Support, UnsentForm::Thread);
    let kept = unsent.and_then(|unsent| unsent.get(&place)).and_then(|fields| fields.get(&id));
    let filled = refused.map(|refused| &refused.message).or(kept);
    let filled = filled.cloned().unwrap_or_default();
    let of = thread.map(|thread| {
        view! { <input type="hidden" name="thread" value=thread.to_string()/> }
    });
    view! {
        <form class="form" method="post" action="/support" autocomplete=NOT_RESTORED data-unsent=unsent.map(|_| place.to_string())>
            {problem}
            {of}
            <div class="field"><label for=id.clone()>{label}</label>
                <TextArea value=filled attr:id=id.clone() attr:name="message" attr:rows=rows attr:required=true attr:maxlength=MAX_MESSAGE_CHARS.to_string()/></div>
            <div class="form-end"><button class=look type="submit" data-busy-label="Sending...">"Send Message"</button></div>
        </form>
    }
    .into_any()
}
