//! Everyday sentences and the places that would be right for them (README.md says who wrote which,
//! and how often each was in sight of whoever changed the companion).
//!
//! `cargo test -p evernear-companion --test settings -- --nocapture` prints the scores and each miss.

use evernear_app::domain::creation::Prompt;
use evernear_companion::EmbeddedCompanion;
use serde::Deserialize;

/// Percent of all sentences that may be misunderstood, and may be taken for a particular wrong place.
const MOST_MISSED: usize = 5;
const MOST_SPECIFIC: usize = 3;

#[derive(Deserialize)]
struct Sentences {
    sentence: Vec<Sentence>,
}

#[derive(Deserialize)]
struct Sentence {
    words: String,
    settings: Vec<String>,
    #[serde(default)]
    not: Vec<String>,
}

/// How many sentences of a set are read otherwise than most people would.
#[derive(Default, Debug)]
struct Score {
    all: usize,
    missed: usize,
    /// Missed for one particular place rather than for the nearest kind.
    specific: usize,
    /// Missed for a place that the set names as a tempting wrong one.
    tempted: usize,
}

/// Whether this stands for a kind of place rather than for one in particular.
fn is_kind(name: &str) -> bool {
    name == "any" || name.ends_with("-any")
}

/// Reads every sentence of a set, and prints those whose place is not one of the right ones.
fn judge(set: &str, list: &str) -> Score {
    let list: Sentences = toml::from_str(list).expect("sentences");
    let mut score = Score { all: list.sentence.len(), ..Score::default() };
    for sentence in &list.sentence {
        let story = EmbeddedCompanion::default().story(&Prompt::parse(&sentence.words));
        let found = story.setting.unwrap_or_else(|| "any".to_owned());
        let right = sentence.settings.contains(&found)
            || (is_kind(&found) && sentence.settings.iter().any(|name| is_kind(name)));
        if !right {
            let wanted = sentence.settings.join(" or ");
            println!("{found} and not {wanted}: {}", sentence.words);
            score.missed += 1;
            score.specific += usize::from(!is_kind(&found));
            score.tempted += usize::from(sentence.not.contains(&found));
        }
    }
    println!("{set}: {score:?}");
    score
}

#[test]
fn the_place_that_is_meant_is_understood() {
    let sets = [
        ("settings", include_str!("settings.toml")),
        ("hard", include_str!("settings_hard.toml")),
        ("more", include_str!("settings_more.toml")),
        ("examination", include_str!("settings_examination.toml")),
        ("held out", include_str!("settings_held_out.toml")),
        ("unseen", include_str!("settings_unseen.toml")),
        ("fresh", include_str!("settings_fresh.toml")),
    ];
    let mut sum = Score::default();
    for (set, list) in sets {
        let score = judge(set, list);
        sum.all += score.all;
        sum.missed += score.missed;
        sum.specific += score.specific;
        sum.tempted += score.tempted;
    }
    println!("all: {sum:?}");
    assert!(sum.missed * 100 <= sum.all * MOST_MISSED, "{sum:?}");
    assert!(sum.specific * 100 <= sum.all * MOST_SPECIFIC, "{sum:?}");
}
