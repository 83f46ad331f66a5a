//! Light or dark pages: visitors follow their device, a member's pages what they chose.

use evernear_app::pages::PAGES;
use reqwest::StatusCode;

use crate::harness::{Engine, Person, World, html::parts};

crate::both_engines![
    every_page_of_a_member_has_the_theme_they_chose,
    an_unknown_theme_changes_nothing,
];

/// The theme that the document is marked with; nothing where the device decides.
fn marked(page: &str) -> Option<&str> {
    let tag = parts(page, "<html", ">").into_iter().next().expect("a document");
    tag.split_once("data-theme=\"").and_then(|(_, rest)| rest.split('"').next())
}

/// The name of the button that is pressed in the profile's form.
fn pressed(page: &str) -> Vec<String> {
    parts(page, "<button", "</button>")
        .into_iter()
        .filter(|button| {
            button.contains("name=\"theme\"") && button.contains("aria-pressed=\"true\"")
        })
        .filter_map(|button| button.rsplit('>').next().map(str::to_owned))
        .collect()
}

async fn every_page_of_a_member_has_the_theme_they_chose(engine: Engine) {
    let world = World::open(engine).await;
    let other = Person::member(&world, "other").await;
    let thandi = Person::member(&world, "thandi").await;
    let profile = thandi.page("/profile").await;
    assert_eq!((marked(&profile), pressed(&profile)), (None, vec!["As on this device".to_owned()]));
    assert!(profile.contains("<meta name=\"color-scheme\" content=\"light dark\""), "{profile}");
    for (theme, name, bar) in [("light", "Light", "#FBF7F1"), ("dark", "Dark", "#14110F")] {
        let answer = thandi.submit("/profile/theme", &[("theme", theme)]).await;
        assert_eq!(answer.status(), StatusCode::SEE_OTHER);
        assert_eq!(answer.headers()["location"], "/profile#appearance");
        assert_eq!(pressed(&thandi.page("/profile").await), [name]);
        let mut seen = 0;
        for (path, _) in PAGES.iter().filter(|(path, _)| !path.contains(['{', ':', '?'])) {
            let answer = thandi.get(path).await;
            if answer.status() != StatusCode::OK {
                continue;
            }
            let page = answer.text().await.expect("text");
            assert_eq!(marked(&page), Some(theme), "{path}");
            let bars = parts(&page, "<meta name=\"theme-color\"", ">");
            assert!(bars.len() == 1 && bars[0].contains(bar), "{path}: {bars:?}");
            seen += 1;
        }
        assert!(seen > 12, "{seen} pages");
    }
    assert_eq!(marked(&other.page("/profile").await), None, "it is theirs alone");
    assert_eq!(marked(&Person::visitor(&world.base).page("/").await), None);
    thandi.submit("/profile/theme", &[("theme", "system")]).await;
    assert_eq!(marked(&thandi.page("/profile").await), None);
}

async fn an_unknown_theme_changes_nothing(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    thandi.submit("/profile/theme", &[("theme", "light")]).await;
    for theme in ["", "Light", "sepia", "light\"><script>"] {
        let answer = thandi.submit("/profile/theme", &[("theme", theme)]).await;
        assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY, "{theme:?}");
    }
    assert_eq!(marked(&thandi.page("/profile").await), Some("light"));
    let visitor = Person::visitor(&world.base);
    let answer = visitor.submit("/profile/theme", &[("theme", "dark")]).await;
    assert_eq!(answer.headers()["location"], "/auth?mode=signin&next=/profile");
}
