//! What holds of every tracked text: it can be understood with this repository alone.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::workspace;

/// Where comments point for reasons that are too long for them.
const DECISIONS: &str = "docs/decisions.md";

/// The most bytes of one file.
const LARGEST_FILE: u64 = 2_000_000;

/// Every tracked path.
fn paths() -> Vec<String> {
    let mut git = Command::new("git");
    let listed = git.args(["ls-files", "-z"]).current_dir(workspace::root()).output();
    let listed = listed.expect("git starts");
    assert!(listed.status.success(), "{}", String::from_utf8_lossy(&listed.stderr));
    let paths = String::from_utf8(listed.stdout).expect("paths are UTF-8");
    paths.split_terminator('\0').map(str::to_owned).collect()
}

/// Every tracked text with its path, its lines joined and without signs of comments, so that a
/// line break hides nothing. What is not UTF-8 is no text.
fn texts() -> Vec<(String, String)> {
    let text_of = |path: &str| fs::read_to_string(workspace::at(path)).ok();
    let with_text = |path: String| text_of(&path).map(|text| (path, joined(&text)));
    paths().into_iter().filter_map(with_text).collect()
}

fn joined(text: &str) -> String {
    let signs = ['/', '!', '*', '-', '#'];
    let lines: Vec<&str> =
        text.lines().map(|line| line.trim().trim_start_matches(signs).trim()).collect();
    lines.join(" ")
}

/// Words that name a chapter, a number or a title of a document that is not here.
fn citations(text: &str) -> Vec<String> {
    let text = text.to_lowercase();
    let is_chapter = |sign: char| sign == '§';
    let is_number = |sign: char| sign.is_ascii_digit();
    let is_title = |sign: char| sign == '\'';
    let find = |word: &str, is_next: &dyn Fn(char) -> bool| {
        let after = |at: usize| text[at + word.len()..].chars().next();
        let cited = text.match_indices(word).filter(|(at, _)| after(*at).is_some_and(is_next));
        cited.map(|(at, _)| text[at..].chars().take(40).collect()).collect::<Vec<String>>()
    };
    [
        find("spec ", &is_chapter),
        find("contracts ", &is_chapter),
        find("decision ", &is_number),
        find("decisions ", &is_number),
        find("issue ", &is_title),
    ]
    .concat()
}

#[test]
fn no_text_cites_what_is_not_in_this_repository() {
    let texts = texts();
    assert!(texts.len() > 500, "the texts are listed: {}", texts.len());
    let cited: Vec<String> = texts
        .iter()
        .flat_map(|(path, text)| citations(text).into_iter().map(move |it| format!("{path}: {it}")))
        .collect();
    assert!(cited.is_empty(), "say the reason itself:\n{}", cited.join("\n"));
}

#[test]
fn no_tracked_file_is_large_or_a_package() {
    let is_package = |path: &str| {
        let ending = Path::new(path).extension().and_then(|ending| ending.to_str());
        ending.is_some_and(|ending| matches!(ending, "whl" | "deb" | "gz" | "zip" | "tgz" | "so"))
    };
    // One that is tracked and was removed here is of no size.
    let size = |path: &str| fs::metadata(workspace::at(path)).map_or(0, |it| it.len());
    let paths = paths();
    let is_wrong = |path: &&String| is_package(path) || size(path) > LARGEST_FILE;
    let wrong: Vec<&String> = paths.iter().filter(is_wrong).collect();
    assert!(wrong.is_empty(), "belongs to no repository: {wrong:?}");
}

#[test]
fn citations_are_found_across_lines_and_in_any_case() {
    for words in ["as the Spec\n/// §4 says", "(decision\n// 12)", "DECISIONS\n2 and 3"] {
        assert_eq!(citations(&joined(words)).len(), 1, "{words}");
    }
    for words in ["a specific § sign", "the decision of 12 people", "tissue, 'soft'"] {
        assert!(citations(&joined(words)).is_empty(), "{words}");
    }
}

#[test]
fn comments_point_at_decisions_that_are_there() {
    let texts = texts();
    let (_, decisions) = texts.iter().find(|(path, _)| path == DECISIONS).expect("decisions");
    let headings: Vec<&str> =
        decisions.split("**").skip(1).step_by(2).map(|it| it.trim_end_matches('.')).collect();
    let is_heading = |words: &str| {
        let mut rests = headings.iter().filter_map(|heading| words.strip_prefix(*heading));
        rests.any(|rest| rest.starts_with('\''))
    };
    let pointer = format!("`{DECISIONS}`, '");
    let mut pointed = 0;
    for (path, text) in &texts {
        for (at, _) in text.match_indices(&pointer) {
            let words = &text[at + pointer.len()..];
            let shown: String = words.chars().take(60).collect();
            assert!(is_heading(words), "{path} points at no heading: {shown}");
            pointed += 1;
        }
    }
    assert!(pointed > 5, "comments point at them: {pointed}");
}

/// Sources of the server's store, without spaces that only lay them out.
fn store_sources() -> Vec<(String, String)> {
    let is_source = |path: &str| {
        let ending = Path::new(path).extension();
        let is_ours = ending.is_some_and(|ending| ending == "rs" || ending == "sql");
        is_ours && path.starts_with("server/src/store/")
    };
    let sources: Vec<_> = texts().into_iter().filter(|(path, _)| is_source(path)).collect();
    assert!(sources.len() > 30, "the store's sources are listed: {}", sources.len());
    sources
}

#[test]
fn credits_and_ledger_are_written_where_the_architecture_says() {
    let places = [
        "server/src/store/credits/ledger.rs",
        "server/src/store/creation/begin.sqlite.sql",
        "server/src/store/creation/begin.postgres.sql",
        "server/src/store/billing/settle.sqlite.sql",
        "server/src/store/billing/settle.postgres.sql",
    ];
    let writes = ["SET credits = credits +", "SET credits = credits -", "INSERT INTO ledger"];
    let sources = store_sources();
    let found = |path: &str| {
        let mut texts = sources.iter().filter(|(known, _)| known == path);
        texts.any(|(_, text)| writes.iter().any(|write| text.contains(write)))
    };
    for place in places {
        assert!(found(place), "{place} writes no credits any more");
    }
    for (path, _) in &sources {
        assert!(places.contains(&path.as_str()) || !found(path), "{path} moves credits by itself");
    }
}

#[test]
fn only_the_database_layer_names_the_engine() {
    let layers = ["server/src/store/db/", "server/src/store/batch/"];
    let names = ["::Sqlite", "::Postgres", "is_sqlite"];
    // Puts its statements together from pieces, as `docs/architecture.md` says.
    let search = "server/src/store/waitlist/query.rs";
    let mut inside = 0;
    for (path, text) in store_sources() {
        let named = names.iter().any(|name| text.contains(name));
        let is_layer = layers.iter().any(|layer| path.starts_with(layer));
        assert!(is_layer || !named || path == search, "{path} names the engine");
        inside += usize::from(is_layer && named);
    }
    assert!(inside > 1, "the layer itself does: {inside}");
}

/// Files of this repository that a document names: from its top on, in code quotes.
fn named_files(text: &str) -> Vec<&str> {
    let tops =
        ["app/", "server/", "islands/", "style/", "migrations/", "end2end/", "xtask/", "docs/"];
    let quoted = text.split('`').skip(1).step_by(2);
    let is_path = |word: &&str| {
        let plain = |sign: char| sign.is_ascii_alphanumeric() || "/._-".contains(sign);
        tops.iter().any(|top| word.starts_with(top)) && word.chars().all(plain)
    };
    quoted.filter(is_path).collect()
}

#[test]
fn documents_name_files_that_are_there() {
    let mut named = 0;
    let is_document = |path: &str| Path::new(path).extension().is_some_and(|end| end == "md");
    for (path, _) in texts().iter().filter(|(path, _)| is_document(path)) {
        let text = fs::read_to_string(workspace::at(path)).expect("read before");
        for file in named_files(&text) {
            assert!(workspace::at(file).exists(), "{path} names {file}, which is not there");
            named += 1;
        }
    }
    assert!(named > 80, "files are named: {named}");
}
