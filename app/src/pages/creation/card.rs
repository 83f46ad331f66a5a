//! A memory in a list: its picture, what it is called, what it is, since when and where.

use evernear_rules::wire::CreationKind;
use leptos::prelude::*;

use super::shape::{pixels, print_class};
use crate::flows::creation::list::{Listed, ListedStage};

/// As a way to its page, or to the creator where it is being made.
pub fn card(listed: &Listed) -> AnyView {
    match listed.stage {
        ListedStage::Running { progress } => running(listed, progress),
        ListedStage::Review { open: true } => way(
            listed,
            inside(listed, "Your picture waits for you".to_owned(), "icon icon-picture"),
        ),
        ListedStage::Review { open: false } => {
            way(listed, inside(listed, "Being made".to_owned(), "icon icon-picture"))
        }
        ListedStage::Finished => way(listed, finished(listed)),
    }
}

/// To be chosen among others.
pub fn choosable(listed: &Listed) -> AnyView {
    view! {
        <li><label class="memory memory-choice">
            <input type="checkbox" name="memory" value=listed.id.to_string()/>
            {finished(listed)}
        </label></li>
    }
    .into_any()
}

fn finished(listed: &Listed) -> AnyView {
    let (kind, icon) = match listed.kind {
        CreationKind::Video => ("Film", "icon icon-film"),
        CreationKind::Image => ("Picture", "icon icon-picture"),
    };
    let place =
        listed.place.clone().map(|place| view! { <span class="caption" dir="auto">{place}</span> });
    view! { {inside(listed, format!("{kind} · {}", listed.day), icon)}{place} }.into_any()
}

fn way(listed: &Listed, inside: AnyView) -> AnyView {
    view! { <li><a class="memory" href=format!("/memories/{}", listed.id)>{inside}</a></li> }
        .into_any()
}

fn inside(listed: &Listed, caption: String, icon: &'static str) -> AnyView {
    let (width, height) = pixels(listed.shape);
    view! {
        <figure class=print_class(listed.shape)>
            <img src=listed.image_url.clone() width=width height=height loading="lazy" alt=""/>
        </figure>
        <span class="memory-title" dir="auto">{listed.title.clone()}</span>
        <span class="caption"><span class=icon></span>{caption}</span>
    }
    .into_any()
}

fn running(listed: &Listed, progress: u32) -> AnyView {
    let title = listed.title.clone();
    view! {
        <li><a class="memory memory-running" href="/ai-creator">
            <figure class=format!("{} print-waiting", print_class(listed.shape)) aria-hidden="true"><div class="living"><p class="living-words" dir="auto">{title.clone()}</p></div></figure>
            <span class="memory-title" dir="auto">{title}</span>
            <span class="caption">{format!("Being made · {progress} %")}</span>
        </a></li>
    }
    .into_any()
}

/// What hangs where no memory does yet, and what to do about it.
pub fn nothing_yet(action: Option<AnyView>) -> AnyView {
    view! {
        <section class="empty">
            <figure class="print print-blank"><span></span></figure>
            <p>"Your first memory will hang here."</p>
            <p class="caption"><span class="tag">"Example"</span>" “Nan and I, tea in her kitchen in Durban.”"</p>
            {action}
        </section>
    }
    .into_any()
}
