//! /memories/{id}: a finished memory, for its owner: watch, download, delete. Before that, its picture
//! where it waits for them ([`review`]).

use evernear_rules::wire::{CreationKind, CreationStatus};
use leptos::prelude::*;

use super::{
    review,
    shape::{pixels, print_class},
};
use crate::{
    domain::{
        auth::session::Member,
        creation::{
            Audience, Creation, LargeImage, MONTHS, MemoryDate, NOTE_CHARS, OCCASION_CHARS,
            OWN_TITLE_CHARS, digital_source_type, people,
        },
        id::CreationId,
        text::capital,
    },
    flows::{
        creation::{
            outcome_mail::note_watched,
            watch::{creation_view, download_address, picture_address},
        },
        draft::{
            creator_state::load_draft,
            story::{place_in_words, time_in_words},
        },
    },
    pages::{
        Answer, Layout, Page, Scripts, Visit, auth,
        layout::text_area::{NOT_RESTORED, TextArea},
    },
    ports::Neighbours,
    problem::{Kind, Problem},
};

/// Of one that was deleted, that never was, or that is somebody else's.
const GONE: &str = "This memory is no longer here.";

/// A form of this page that was refused, as it was sent, and why.
pub struct RefusedForm {
    pub fields: MemoryForm,
    pub problem: String,
}

/// The fields of a form of this page.
pub enum MemoryForm {
    OwnWords { title: String, note: String },
    Day(DayFields),
}

/// As they were typed.
pub struct DayFields {
    pub occasion: String,
    pub day: String,
    pub month: String,
    pub time_zone: String,
}

/// For its owner; somebody else's looks like one that is gone.
pub async fn page(visit: Visit) -> Result<Answer, Problem> {
    let Some(member) = &visit.member else { return Ok(visit.to_sign_in()) };
    let id = visit.path.rsplit('/').next().and_then(|id| id.parse().ok());
    let id = id.ok_or_else(|| Problem::new(Kind::NotFound, GONE))?;
    memory(&visit, member, id, None).await
}

/// The page, with a form that was `refused` open and filled in as it was sent.
pub async fn memory(
    visit: &Visit,
    member: &Member,
    id: CreationId,
    refused: Option<&RefusedForm>,
) -> Result<Answer, Problem> {
    let creation = visit.ports.creations.get(member.account.id, id).await?;
    let Some(creation) = creation else { return Err(Problem::new(Kind::NotFound, GONE)) };
    let memory = creation_view(&visit.ports, &creation).await?;
    let title = creation.title();
    let under_review = memory.review.filter(|_| memory.image_url.is_some());
    if let Some(review) = under_review {
        let content = review::review(title.clone(), &memory, review, creation.picture_fetched);
        return Ok(answer(title, content));
    }
    if memory.status != CreationStatus::Finished {
        return Ok(Answer::Away("/ai-creator".to_owned()));
    }
    note_watched(&visit.ports, member, &creation).await?;
    if !creation.seen {
        let ports = &visit.ports;
        ports.creations.note_seen(member.account.id, creation.id, ports.now()).await?;
    }
    let draft = load_draft(&visit.ports, member).await?;
    let described = draft.body.prompt.is_some() || draft.body.retake.is_some();
    let begun = draft.creation.is_none() && described;
    let poster = memory.image_url.clone();
    let (width, height) = pixels(memory.shape);
    let captions = memory.captions_url.clone();
    let is_film = memory.kind == CreationKind::Video;
    let shown = if is_film {
        view! { <video src=memory.video_url.clone() poster=poster width=width height=height controls playsinline disablepictureinpicture preload="metadata" aria-label="The film"><track kind="captions" srclang="en" label="In words" src=captions/></video><p class="player row"></p> }
            .into_any()
    } else {
        view! { <img src=poster width=width height=height alt="You and the people you love, together."/> }.into_any()
    };
    let download = if is_film { "Download Video" } else { "Download Picture" };
    let picture = poster_download(is_film, &creation);
    let date = visit.ports.memory_dates.date_of(member.account.id, creation.id).await?;
    let neighbours = visit.ports.creations.neighbours(member.account.id, &creation).await?;
    let body = view! {
        <div class="memory-view">
            <figure class=print_class(memory.shape) itemscope="" itemtype="https://schema.org/MediaObject">
                <meta itemprop="digitalSourceType" content=digital_source_type(&creation.state, memory.kind)/>
                {shown}<figcaption>"An imagined scene, made from your photos."{memory.made_by.clone().map(|by| format!(" {by}"))}</figcaption>
            </figure>
            <div class="memory-told stack-24">
                <h1 dir="auto">{title.clone()}</h1>
                {memory.reflection.clone().map(|text| view! { <blockquote class="reflection" dir="auto">{text}</blockquote> })}
                {creation.own_words.note().map(|note| view! { <p class="letter" dir="auto">{note.to_owned()}</p> })}
                {details(visit, &creation)}
                <p class="row">
                    <a class="button button-primary" href=memory.download_url.clone() download=""><span class="icon icon-download"></span>{download}</a>
                    {picture}
                    {large_image(&creation)}
                    <a class="button button-quiet" href=format!("/memories/{}/share", memory.id)><span class="icon icon-share"></span>"Share"</a>
                </p>
            </div>
            <div class="memory-more stack-24">
                {own_words(&creation, refused)}
                {day(&creation, date.as_ref(), refused)}
                {memory.retake_until.clone().map(|until| again(&memory.id, &until, begun))}
                {deletion(&memory.id, is_film, visit.query("delete").is_some())}
                {neighbour_links(&neighbours)}
            </div>
        </div>
    };
    Ok(answer(title, body.into_any()))
}

/// The words that it was made from, and what was understood of them.
fn details(visit: &Visit, creation: &Creation) -> AnyView {
    let brief = &creation.brief;
    let words = brief.prompt.words().map(|words| {
        view! { <div><dt>"Your words"</dt><dd dir="auto">{words.to_owned()}</dd></div> }
    });
    let place = place_in_words(&visit.ports, brief)
        .map(|place| view! { <div><dt>"Where it is"</dt><dd>{place}</dd></div> });
    let time = time_in_words(&visit.ports, brief)
        .map(|time| view! { <div><dt>"When it is"</dt><dd>{time}</dd></div> });
    let made = creation.ended_at.unwrap_or(creation.created_at).day();
    view! {
        <dl class="facts facts-told">
            {words}
            <div><dt>"Who is in it"</dt><dd>{capital(&people(brief, Audience::Owner))}</dd></div>
            {place}
            {time}
            <div><dt>"Made on"</dt><dd>{made}</dd></div>
        </dl>
    }
    .into_any()
}
/// Beside the film, the picture that it begins with.
fn poster_download(is_film: bool, creation: &Creation) -> Option<AnyView> {
    let address = download_address(&picture_address(creation));
    is_film.then(|| {
        view! { <a class="button button-quiet" href=address download=""><span class="icon icon-download"></span>"Picture"</a> }
            .into_any()
    })
}

/// What its owner calls it, and writes beside it.
fn own_words(creation: &Creation, refused: Option<&RefusedForm>) -> AnyView {
    let words = &creation.own_words;
    let (title, note, problem) = match refused {
        Some(RefusedForm { fields: MemoryForm::OwnWords { title, note }, problem }) => {
            (title.as_str(), note.as_str(), Some(problem.as_str()))
        }
        _ => (words.title().unwrap_or_default(), words.note().unwrap_or_default(), None),
    };
    let summary = if words.title().or(words.note()).is_some() {
        "Change title and note"
    } else {
        "Add a title or a note"
    };
    view! {
        <details class="card how" open=problem.is_some()>
            <summary><h2>{summary}</h2></summary>
            <form class="form" method="post" action=format!("/memories/{}/words", creation.id) autocomplete=NOT_RESTORED>
                {auth::problem(problem)}
                <div class="field"><label for="own-title">"Title "<span class="optional">"(instead of your words)"</span></label>
                    <input id="own-title" autofocus=problem.is_some() name="title" type="text" maxlength=OWN_TITLE_CHARS value=title.to_owned() dir="auto"/></div>
                <div class="field"><label for="own-note">"Note "<span class="optional">"(only you read it)"</span></label>
                    <TextArea value=note.to_owned() attr:id="own-note" attr:name="note" attr:rows="4" attr:maxlength=NOTE_CHARS attr:dir="auto"/></div>
                <div class="form-end"><button class="button button-quiet" type="submit" data-busy-label="Saving...">"Save"</button></div>
            </form>
        </details>
    }
    .into_any()
}

/// The form about a memory's day, as it is filled in.
struct ShownDay<'a> {
    occasion: String,
    day: i8,
    month: i8,
    time_zone: String,
    /// Whether the browser fills in its own.
    asks_zone: bool,
    problem: Option<&'a str>,
}

impl<'a> ShownDay<'a> {
    /// As it was sent, as it is kept, or, where none is chosen, the day on which the memory was made.
    fn of(
        creation: &Creation,
        date: Option<&MemoryDate>,
        refused: Option<&'a RefusedForm>,
    ) -> Self {
        let made = creation.ended_at.unwrap_or(creation.created_at).date();
        let (month, day) = date.map_or_else(|| month_and_day(&made), |date| (date.month, date.day));
        if let Some(RefusedForm { fields: MemoryForm::Day(sent), problem }) = refused {
            return Self {
                occasion: sent.occasion.clone(),
                day: sent.day.parse().unwrap_or(day),
                month: sent.month.parse().unwrap_or(month),
                time_zone: sent.time_zone.clone(),
                asks_zone: false,
                problem: Some(problem),
            };
        }
        Self {
            occasion: date.map(|date| date.occasion.clone()).unwrap_or_default(),
            day,
            month,
            time_zone: date.map_or_else(|| "UTC".to_owned(), |date| date.time_zone.clone()),
            asks_zone: date.is_none(),
            problem: None,
        }
    }
}

/// The day of the year on which its owner is written to; off unless they choose one.
fn day(creation: &Creation, date: Option<&MemoryDate>, refused: Option<&RefusedForm>) -> AnyView {
    let is_chosen = date.is_some();
    let shown = ShownDay::of(creation, date, refused);
    let ShownDay { occasion, day, month, time_zone, asks_zone, problem } = shown;
    let months = (1..).zip(MONTHS).map(|(number, name): (i8, _)| {
        view! { <option value=number.to_string() selected=number == month>{name}</option> }
    });
    let days = (1..=31).map(|number: i8| {
        view! { <option value=number.to_string() selected=number == day>{number}</option> }
    });
    let summary = match date {
        Some(date) => format!(
            "On {} {}, every year",
            date.day,
            MONTHS[usize::try_from(date.month - 1).unwrap_or_default()]
        ),
        None => "Remember a day with it".to_owned(),
    };
    let removal = is_chosen.then(|| {
        view! { <button class="button button-plain" type="submit" name="action" value="remove">"Write No More"</button> }
    });
    view! {
        <details class="card how" open=problem.is_some()>
            <summary><h2>{summary}</h2></summary>
            <form class="form" method="post" action=format!("/memories/{}/date", creation.id) autocomplete=NOT_RESTORED>
                {auth::problem(problem)}
                <p>"A birthday, perhaps. We write to you once a year on that day, at nine in the morning, and on no other."</p>
                <div class="field"><label for="occasion">"What day it is "<span class="optional">"(optional)"</span></label>
                    <input id="occasion" name="occasion" type="text" maxlength=OCCASION_CHARS value=occasion dir="auto" placeholder="Her birthday"/></div>
                <div class="form-inline">
                    <div class="field"><label for="date-day">"Day"</label><select id="date-day" autofocus=problem.is_some() name="day">{days.collect_view()}</select></div>
                    <div class="field"><label for="date-month">"Month"</label><select id="date-month" name="month">{months.collect_view()}</select></div>
                </div>
                <div class="field"><label for="time-zone">"Time zone"</label>
                    <input id="time-zone" name="time_zone" type="text" maxlength="64" value=time_zone data-time-zone=asks_zone.then_some("")/>
                    <p class="field-hint">"Like Africa/Johannesburg or Europe/London."</p></div>
                <div class="row"><button class="button button-quiet" type="submit" data-busy-label="Saving...">"Save the Day"</button>{removal}</div>
            </form>
        </details>
    }
    .into_any()
}

/// Of `2026-11-21`.
fn month_and_day(date: &str) -> (i8, i8) {
    let mut parts = date.split('-').skip(1).map(|part| part.parse().unwrap_or(1));
    (parts.next().unwrap_or(1), parts.next().unwrap_or(1))
}

/// Deleting it, after a question. Without script the question stands on the page that `asked` for it.
fn deletion(id: &str, is_film: bool, asked: bool) -> AnyView {
    let address = format!("/memories/{id}");
    let deletion = format!("{address}/delete");
    let what = if is_film {
        "The picture and the film are deleted at once and for good."
    } else {
        "The picture is deleted at once and for good."
    };
    view! {
        <form method="get" action=address.clone() data-asks="delete-memory">
            <input type="hidden" name="delete" value="ask"/>
            <button class="button button-plain" type="submit"><span class="icon icon-trash"></span>"Delete This Memory"</button>
        </form>
        <dialog class="dialog" id="delete-memory" aria-labelledby="delete-question" open=asked>
            <form class="stack" method="post" action=deletion>
                <p id="delete-question">{format!("Delete this memory? {what}")}</p>
                <div class="row row-end">
                    <a class="button button-quiet" href=address data-closes-dialog="">"Keep it"</a>
                    <button class="button button-danger" type="submit" data-busy-label="Deleting...">"Delete"</button>
                </div>
            </form>
        </dialog>
    }
    .into_any()
}

/// The way to the memories on either side.
fn neighbour_links(neighbours: &Neighbours) -> Option<AnyView> {
    let Neighbours { earlier, later } = neighbours;
    (earlier.is_some() || later.is_some()).then(|| {
        let earlier = earlier.as_ref().map(|id| {
            view! { <a class="button button-plain" rel="prev" href=format!("/memories/{id}")><span class="icon icon-back"></span>"Earlier Memory"</a> }
        });
        let later = later.as_ref().map(|id| {
            view! { <a class="button button-plain" rel="next" href=format!("/memories/{id}")>"Later Memory"<span class="icon icon-chevron"></span></a> }
        });
        view! { <nav class="row row-between" aria-label="Other memories">{earlier}{later}</nav> }
            .into_any()
    })
}

fn answer(title: String, content: AnyView) -> Answer {
    let body = view! {
        <p><a class="button button-plain" href="/memories"><span class="icon icon-back"></span>"All Memories"</a></p>
        {content}
    };
    Answer::Page(Page {
        title,
        description: "A memory of yours.".to_owned(),
        scripts: Scripts::Small,
        layout: Layout::Full,
        main_class: "page",
        body: body.into_any(),
    })
}

/// The picture in print size, or that it is being made.
fn large_image(creation: &Creation) -> Option<AnyView> {
    match creation.large_image {
        LargeImage::None => None,
        LargeImage::Pending => Some(
            view! { <span class="caption">"The picture in print size is being made. It will be here in a moment."</span> }
                .into_any(),
        ),
        LargeImage::Stored => {
            let address = format!("/media/memories/{}/image-large.jpg?download", creation.id);
            Some(
                view! { <a class="button button-quiet" href=address download=""><span class="icon icon-download"></span>"Picture in Print Size"</a> }
                    .into_any(),
            )
        }
    }
}

/// Making it once more. `begun`: another memory waits in the creator, and would go.
fn again(id: &str, until: &str, begun: bool) -> AnyView {
    let begun = begun
        .then(|| view! { <p class="caption">"This takes the place of the memory you have begun to describe."</p> });
    view! {
        <section class="card stack">
            <h2>"Not quite as you saw it?"</h2>
            <p>{format!("Make it once more from the same words, free until {until}. Its photos were deleted when it was finished, so please add them again. This one stays as it is.")}</p>
            <form method="post" action=format!("/memories/{id}/retake") class="stack">
                {begun}
                <p><button class="button button-quiet" type="submit"><span class="icon icon-retry"></span>"Make It Again, Free"</button></p>
            </form>
        </section>
    }
    .into_any()
}
