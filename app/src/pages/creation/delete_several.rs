//! /memories/delete: the question before several memories are deleted.

use leptos::prelude::*;

use crate::{
    domain::id::CreationId,
    flows::creation::archive::finished_of,
    pages::{Answer, Layout, Page, Scripts, Visit},
    problem::Problem,
};

/// Most memories of one question: more than a page of the gallery holds.
const MOST: usize = 100;

/// Where it is asked about these.
pub fn question_address(ids: &[CreationId]) -> String {
    let ids: Vec<String> = ids.iter().take(MOST).map(ToString::to_string).collect();
    format!("/memories/delete?memories={}", ids.join("."))
}

/// For the signed-in; where none of them is theirs, back to the gallery.
pub async fn page(visit: Visit) -> Result<Answer, Problem> {
    let Some(member) = &visit.member else { return Ok(visit.to_sign_in_with_query()) };
    let ids = visit.query("memories").unwrap_or_default().split('.').take(MOST);
    let ids: Vec<CreationId> = ids.filter_map(|id| id.parse().ok()).collect();
    let memories = finished_of(&visit.ports, member, &ids).await?;
    if memories.is_empty() {
        return Ok(Answer::Away("/memories".to_owned()));
    }
    let question = match memories.len() {
        1 => "Delete this memory?".to_owned(),
        count => format!("Delete these {count} memories?"),
    };
    let titles = memories.iter().map(|memory| {
        let day = memory.ended_at.unwrap_or(memory.created_at).day();
        view! { <li><span><b dir="auto">{memory.title()}</b><span class="caption">{day}</span></span></li> }
    });
    let body = view! {
        <header class="page-head"><h1>{question.clone()}</h1></header>
        <section class="card stack">
            <ul class="lines">{titles.collect_view()}</ul>
            <p>"Their pictures and films are deleted at once and for good."</p>
            <form class="row" method="post" action="/memories/delete">
                {memories.iter().map(|memory| chosen_field(memory.id)).collect_view()}
                <button class="button button-danger" type="submit" data-busy-label="Deleting...">"Delete for Good"</button>
                <a class="button button-quiet" href="/memories">"Keep Them"</a>
            </form>
        </section>
    };
    Ok(Answer::Page(Page {
        title: question,
        description: "Before memories are deleted.".to_owned(),
        scripts: Scripts::Small,
        layout: Layout::Full,
        main_class: "page page-reading",
        body: body.into_any(),
    }))
}

fn chosen_field(id: CreationId) -> impl IntoView + use<> {
    view! { <input type="hidden" name="memory" value=id.to_string()/> }
}
