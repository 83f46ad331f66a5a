//! The living style page: in development it shows everything that the stylesheet knows, and
//! everywhere else it does not exist.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use evernear_server::config::Mode;
use reqwest::StatusCode;

use crate::harness::{
    Engine, Person, World,
    html::{attribute, header},
};

crate::both_engines![
    every_component_and_token_of_the_stylesheet_is_shown,
    the_style_page_is_for_developers,
];

/// Classes of whole pages: what they arrange is a page, not a piece of one.
const FRAMES: [&str; 6] =
    ["shell-bare", "page-admin", "page-center", "page-reading", "creator-center", "gate-print"];

/// The stylesheet without what names no class: comments, addresses, quoted words.
fn code(css: &str) -> String {
    [("/*", "*/"), ("url(", ")"), ("\"", "\"")].into_iter().fold(
        css.to_owned(),
        |css, (start, end)| {
            let mut left = String::new();
            let mut rest = css.as_str();
            while let Some((before, inside)) = rest.split_once(start) {
                left += before;
                rest = inside.split_once(end).expect("it ends").1;
            }
            left + rest
        },
    )
}

/// The words that follow `sign`, up to the first letter that no name holds.
fn names(css: &str, sign: &str) -> BTreeSet<String> {
    let is_in_name =
        |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    css.split(sign)
        .skip(1)
        .map(|rest| rest.chars().take_while(|letter| is_in_name(*letter)).collect::<String>())
        .filter(|name| name.starts_with(|letter: char| letter.is_ascii_lowercase()))
        .collect()
}

fn style() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../style")
}

fn stylesheets() -> Vec<String> {
    let of = |folder: &Path| {
        let files =
            fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file").path());
        files
            .filter(|file| file.extension().is_some_and(|ending| ending == "css"))
            .collect::<Vec<_>>()
    };
    let files = [of(&style()), of(&style().join("components"))].concat();
    files.iter().map(|file| code(&fs::read_to_string(file).expect("text"))).collect()
}

async fn every_component_and_token_of_the_stylesheet_is_shown(engine: Engine) {
    let world = World::open(engine).await;
    // The header differs for visitors and members.
    let people = [Person::visitor(&world.base), Person::member(&world, "thandi").await];
    let mut page = String::new();
    for person in &people {
        page += &person.page("/style").await;
    }
    let classes = attribute(&page, "class").collect::<Vec<_>>().join(" ");
    let shown: BTreeSet<&str> = classes.split_whitespace().chain(FRAMES).collect();
    let css = stylesheets().join("\n");
    let known = names(&css, ".");
    assert!(known.len() > 250, "the stylesheet is read: {}", known.len());
    let missing: Vec<_> = known.iter().filter(|name| !shown.contains(name.as_str())).collect();
    assert!(missing.is_empty(), "classes that the style page does not show: {missing:?}");
    let framed: Vec<_> = FRAMES.iter().filter(|name| !known.contains(**name)).collect();
    assert!(framed.is_empty(), "exceptions that are gone: {framed:?}");

    let tokens = fs::read_to_string(style().join("tokens.css")).expect("text");
    let tokens = names(&code(&tokens), "\n  --");
    assert!(tokens.len() > 50, "the tokens are read: {}", tokens.len());
    let unseen: Vec<_> =
        tokens.iter().filter(|name| !page.contains(&format!("--{name}"))).collect();
    assert!(unseen.is_empty(), "tokens that the style page does not name: {unseen:?}");
    // Each state of what can be pressed has its rule in the second sheet.
    let states = attribute(&page, "href").find(|link| link.contains("/states-")).expect("a sheet");
    let states = people[0].page(&states).await;
    for state in ["state-hover", "state-active", "state-focus"] {
        assert!(classes.contains(state) && states.contains(&format!(".{state}")), "{state}");
    }
}

async fn the_style_page_is_for_developers(engine: Engine) {
    let development = World::open(engine).await;
    let visitor = Person::visitor(&development.base);
    assert!(visitor.page("/style").await.contains("<h1>Lamplight</h1>"));
    let production = World::with(engine, |config| {
        config.mode = Mode::Production;
        config.web.public_url = String::from("https://evernear.example");
    })
    .await;
    let there = Person::visitor(&production.base);
    let answer = there.get("/style").await;
    assert_eq!(answer.status(), StatusCode::SEE_OTHER);
    assert_eq!(header(&answer, "location"), "/");
    assert_eq!(answer.text().await.expect("text"), "");
    let map = there.page("/sitemap.xml").await;
    assert!(map.contains("https://evernear.example/about") && !map.contains("/style"));
}
