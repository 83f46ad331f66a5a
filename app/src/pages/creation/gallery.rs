//! /memories: everything that a person has made, a page at a time; found by words, kind, year and whether
//! they are shared, and several chosen to be taken along or deleted. Works without script.

use evernear_rules::wire::CreationKind;
use leptos::prelude::*;

use super::card::{card, choosable, nothing_yet};
use crate::{
    domain::{
        billing::grouped,
        creation::{GalleryFilter, GalleryPosition, SearchWords},
    },
    flows::creation::gallery::{Gallery, gallery},
    pages::{Answer, Flash, Layout, Page, Scripts, Visit, auth},
    problem::Problem,
};

/// Most characters of a search.
const SEARCH_CHARS: usize = 100;

/// For the signed-in.
pub async fn page(visit: Visit) -> Result<Answer, Problem> {
    let Some(member) = &visit.member else { return Ok(visit.to_sign_in_with_query()) };
    let filter = filter(&visit);
    let before: Option<GalleryPosition> = visit.query("before").and_then(|text| text.parse().ok());
    let gallery = gallery(&visit.ports, member, &filter, before).await?;
    let selecting = visit.query("select").is_some() && !gallery.listed.is_empty();
    let count: u32 = gallery.years.iter().map(|year| year.memories).sum();
    let is_empty = count == 0 && GalleryFilter { year: None, ..filter.clone() }.is_empty();
    let content = if is_empty {
        let begin = view! { <a class="button button-primary" href="/ai-creator">"Create a Shared Memory"</a> };
        nothing_yet(Some(begin.into_any()))
    } else {
        let found = if gallery.listed.is_empty() {
            nothing_found()
        } else if selecting {
            to_choose(&visit, &gallery)
        } else {
            let cards = gallery.listed.iter().map(card).collect_view();
            view! { <ul class="memory-grid">{cards}</ul> }.into_any()
        };
        let search = (!selecting).then(|| search(&visit, &filter, &gallery));
        view! { {search}{found}{ways(&visit, &gallery, before.is_some())} }.into_any()
    };
    let select = (!selecting && !gallery.listed.is_empty()).then(|| {
        let address = with(&visit, &[("select", Some("some"))]);
        view! { <a class="button button-quiet" href=address><span class="icon icon-check"></span>"Choose Several"</a> }
    });
    let lead = match (is_empty, count) {
        (true, _) => None,
        (false, 1) => Some("1 memory".to_owned()),
        (false, count) => Some(format!("{} memories, newest first", grouped(count))),
    };
    let lead = lead.map(|text| view! { <p class="lead">{text}</p> });
    let body = view! {
        {auth::done(visit.flash.map(Flash::words))}
        <header class="page-head"><div><h1>"Your memories"</h1>{lead}</div>{select}</header>
        <section class="memories" aria-label="Memories">{content}</section>
    };
    Ok(Answer::Page(Page {
        title: "Your memories".to_owned(),
        description: "Everything you have made.".to_owned(),
        scripts: Scripts::Small,
        layout: Layout::Full,
        main_class: "page",
        body: body.into_any(),
    }))
}

fn filter(visit: &Visit) -> GalleryFilter {
    GalleryFilter {
        search: SearchWords::parse(&searched(visit)),
        kind: match visit.query("show") {
            Some("films") => Some(CreationKind::Video),
            Some("pictures") => Some(CreationKind::Image),
            _ => None,
        },
        shared_at: (visit.query("show") == Some("shared")).then(|| visit.ports.now()),
        year: visit.query("year").and_then(|year| year.parse().ok()),
    }
}

/// What was typed, as long as it counts.
fn searched(visit: &Visit) -> String {
    visit.query("search").unwrap_or_default().chars().take(SEARCH_CHARS).collect()
}

fn search(visit: &Visit, filter: &GalleryFilter, gallery: &Gallery) -> AnyView {
    let option = |value: &'static str, words: &'static str| {
        let chosen = visit.query("show").unwrap_or_default() == value;
        view! { <option value=value selected=chosen>{words}</option> }
    };
    // A year that was chosen stays in the list, though nothing of it is found.
    let mut years: Vec<(u16, u32)> =
        gallery.years.iter().map(|year| (year.year, year.memories)).collect();
    if let Some(year) = filter.year.filter(|year| years.iter().all(|(one, _)| one != year)) {
        years.push((year, 0));
    }
    let years = years.into_iter().map(|(year, memories)| {
        let chosen = filter.year == Some(year);
        view! { <option value=year.to_string() selected=chosen>{format!("{year} ({memories})")}</option> }
    });
    view! {
        <form class="toolbar gallery-search" method="get" action="/memories" role="search" autocomplete="off">
            <div class="field"><label for="gallery-search">"Search"</label>
                <input id="gallery-search" name="search" type="search" maxlength=SEARCH_CHARS value=searched(visit) placeholder="Words or a place"/></div>
            <div class="field"><label for="gallery-show">"Show"</label>
                <select id="gallery-show" name="show">{option("", "All")}{option("films", "Films")}{option("pictures", "Pictures")}{option("shared", "Shared")}</select></div>
            <div class="field"><label for="gallery-year">"Year"</label>
                <select id="gallery-year" name="year"><option value="">"All"</option>{years.collect_view()}</select></div>
            <button class="button button-quiet" type="submit">"Find"</button>
        </form>
    }
    .into_any()
}

fn nothing_found() -> AnyView {
    view! {
        <section class="empty">
            <p>"Nothing of yours matches. Fewer words find more."</p>
            <p><a class="button button-quiet" href="/memories">"Show All Memories"</a></p>
        </section>
    }
    .into_any()
}

/// The same memories with a box each, and what can be done with those that are chosen.
fn to_choose(visit: &Visit, gallery: &Gallery) -> AnyView {
    let cards = gallery.listed.iter().map(choosable).collect_view();
    let nothing = (visit.query("select") == Some("none")).then(|| {
        view! { <p class="notice notice-caution" role="alert"><span class="icon icon-info"></span><span>"Please choose at least one memory first."</span></p> }
    });
    view! {
        <form class="stack-24" method="post" action="/memories/selected" autocomplete="off">
            {nothing}
            <ul class="memory-grid">{cards}</ul>
            <fieldset class="choice-bar" aria-label="With those that are chosen">
                <button class="button button-primary" type="submit" name="action" value="download" data-away=""><span class="icon icon-download"></span>"Download"</button>
                <button class="button button-quiet" type="submit" name="action" value="delete"><span class="icon icon-trash"></span>"Delete"</button>
                <a class="button button-plain" href=with(visit, &[("select", None)])>"Done"</a>
            </fieldset>
        </form>
    }
    .into_any()
}

/// To older ones, and back to the newest.
fn ways(visit: &Visit, gallery: &Gallery, further: bool) -> Option<AnyView> {
    let older = gallery.older.map(|position| {
        let address = with(visit, &[("before", Some(&position.to_string()))]);
        view! { <a class="button button-quiet button-small" rel="next" href=address>"Older"</a> }
    });
    let newest = further.then(|| {
        view! { <a class="button button-quiet button-small" href=with(visit, &[("before", None)])>"Newest"</a> }
    });
    (older.is_some() || newest.is_some()).then(|| {
        view! { <nav class="pages" aria-label="Pages"><p class="row">{newest}{older}</p></nav> }
            .into_any()
    })
}

/// This address with some of its values set, or left out.
fn with(visit: &Visit, changes: &[(&str, Option<&str>)]) -> String {
    let mut query = visit.query.clone();
    for (name, value) in changes {
        match value {
            Some(value) => query.insert((*name).to_owned(), (*value).to_owned()),
            None => query.remove(*name),
        };
    }
    query.retain(|_, value| !value.is_empty());
    Visit { query, ..visit.clone() }.address()
}
