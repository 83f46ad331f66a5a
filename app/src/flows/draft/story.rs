//! Where and when a memory is: as the companion understands it, or as the person has chosen.

use evernear_rules::{
    story::Story,
    wire::{SettingList, UnderstoodView},
};

use crate::{
    domain::{
        companion::{
            fallback,
            moderation::{self, Concern},
        },
        creation::{Brief, Prompt, When, place_line, time_line},
        id::AccountId,
    },
    ports::Ports,
    problem::{Kind, Problem},
};

/// How the companion understands these words. Nothing of it where it cannot be asked: the person
/// chooses then.
pub(in crate::flows) async fn understand(ports: &Ports, from: AccountId, prompt: &Prompt) -> Story {
    let story = ports.companion.story(from, prompt).await.unwrap_or_default();
    let name = story.name.filter(|name| moderation::assess(name) == Concern::None);
    Story { name, ..story }.until(ports.now().year())
}

/// A story that a page sent, without a year that is still to come.
pub(in crate::flows) fn checked(ports: &Ports, story: &Story) -> Result<Story, Problem> {
    let known = |name: &Option<String>| {
        name.as_deref().is_none_or(|name| ports.catalog.find(name).is_some())
    };
    // The name is free text, and goes where the words go.
    match story.name.as_deref().map_or(Concern::None, moderation::assess) {
        Concern::None => {}
        Concern::Refused => return Err(Problem::new(Kind::Refused, fallback::REFUSED)),
        Concern::Distress => {
            let reply = moderation::distress_reply(&ports.settings.helplines);
            return Err(Problem::new(Kind::Refused, reply));
        }
    }
    if known(&story.setting) && known(&story.view) {
        return Ok(story.clone().until(ports.now().year()));
    }
    Err(Problem::new(Kind::BadInput, "We do not know that place. Please choose another one."))
}

/// With what the page shows of it.
pub(super) fn understood_view(ports: &Ports, story: &Story) -> UnderstoodView {
    let view =
        |name: &Option<String>| name.as_deref().and_then(|name| ports.catalog.find(name)).cloned();
    UnderstoodView { setting: view(&story.setting), view: view(&story.view), story: story.clone() }
}

/// Where a memory is, for people: 'On the veranda by the sea, Durban'. Nothing where no place is known.
pub fn place_in_words(ports: &Ports, brief: &Brief) -> Option<String> {
    let setting = drawn_place(ports, brief);
    place_line(setting.as_deref(), brief.prompt.place(), brief.story.name.as_deref())
}

/// The place that is drawn, without what its person wrote of it: 'On the veranda by the sea'.
pub fn drawn_place(ports: &Ports, brief: &Brief) -> Option<String> {
    let UnderstoodView { setting, view, .. } = understood_view(ports, &brief.story);
    setting.map(|setting| match view.and_then(|view| view.seen) {
        Some(seen) => format!("{} {seen}", setting.title),
        None => setting.title,
    })
}

/// When a memory is, for people: 'Dusk, summer'. The hour and the weather are those of its place where
/// nobody said others.
pub fn time_in_words(ports: &Ports, brief: &Brief) -> Option<String> {
    let UnderstoodView { story, setting, .. } = understood_view(ports, &brief.story);
    time_line(When {
        hour: story.hour.or(setting.as_ref().map(|setting| setting.hour)),
        weather: story.weather.or(setting.as_ref().map(|setting| setting.weather)),
        season: story.season,
        era: story.era,
    })
}

/// The places to choose from.
pub fn settings(ports: &Ports) -> SettingList {
    SettingList { settings: ports.catalog.all().to_vec() }
}
