//! /shared/{id}: changing what a link allows. The form carries the version that it shows.

use leptos::prelude::*;

use super::fields::fields;
use crate::{
    domain::{auth::session::Member, id::ShareId, sharing::Share},
    flows::sharing::share::{GONE, LinkForm},
    pages::{Answer, Layout, Page, Scripts, Visit, auth, layout::text_area::NOT_RESTORED},
    problem::{Kind, Problem},
};

/// For its owner.
pub async fn page(visit: Visit) -> Result<Answer, Problem> {
    let Some(member) = &visit.member else { return Ok(visit.to_sign_in()) };
    let id = visit.path.rsplit('/').next().and_then(|id| id.parse().ok());
    let id = id.ok_or_else(Problem::not_found)?;
    form(&visit, member, id, None, None).await.map(Answer::Page)
}

/// The page; `sent` is a form that was refused, and `wrong` why. Without one it shows the link.
pub async fn form(
    visit: &Visit,
    member: &Member,
    id: ShareId,
    sent: Option<&LinkForm>,
    wrong: Option<&str>,
) -> Result<Page, Problem> {
    let share = visit.ports.shares.own_share(member.account.id, id).await?;
    let share = share.filter(|share| share.is_living(visit.ports.now()));
    let share = share.ok_or_else(|| Problem::new(Kind::NotFound, GONE))?;
    let stands = as_form(&share);
    let filled = sent.unwrap_or(&stands);
    let body = view! {
        <a class="button button-plain back" href="/shared"><span class="icon icon-back"></span>"Your links"</a>
        <header class="page-head"><div>
            <h1>"Change a Link"</h1>
            <p class="lead">"Its address stays as it is."</p>
        </div></header>
        <div class="stack-24">
            {auth::problem(wrong)}
            <section class="card">
                <form class="form" method="post" action=format!("/shared/{id}") autocomplete=NOT_RESTORED>
                    <input type="hidden" name="version" value=filled.version.clone()/>
                    {fields(filled, Some(&share))}
                    <div class="form-end"><button class="button button-primary" type="submit" data-busy-label="Saving...">"Save"</button></div>
                </form>
            </section>
        </div>
    };
    Ok(Page {
        title: "Change a link".to_owned(),
        description: "A link to a memory of yours.".to_owned(),
        scripts: Scripts::Small,
        layout: Layout::Full,
        main_class: "page page-reading",
        body: body.into_any(),
    })
}

/// The link as the form that would leave it as it is.
fn as_form(share: &Share) -> LinkForm {
    let yes = |is: bool| if is { "yes".to_owned() } else { String::new() };
    let terms = &share.terms;
    LinkForm {
        note: terms.note.as_str().to_owned(),
        lasts: String::new(),
        downloads: yes(terms.downloads),
        words: yes(terms.shows_words),
        viewings: terms.max_viewings.map_or_else(String::new, |most| most.to_string()),
        version: share.version.to_string(),
        ..LinkForm::default()
    }
}
