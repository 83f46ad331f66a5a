//! Everyday sentences and the places that would be right for them (`settings.toml`, written by
//! somebody who knew neither the code nor its words).
//!
//! `cargo test -p evernear-companion --test settings -- --nocapture` prints the score and each miss.

use evernear_app::domain::creation::Prompt;
use evernear_companion::EmbeddedCompanion;
use serde::Deserialize;

/// Percent of sentences never seen before that may be misunderstood, and may fall for what tempts.
const MOST_MISSED: usize = 18;
const MOST_TEMPTED: usize = 7;
/// Percent of the sentences of `settings_more.toml` that may be misunderstood.
const MOST_MISSED_OF_MORE: usize = 9;

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

/// Every sentence whose place is not one of those that would be right, and how many there are.
fn judge(list: &str) -> (Vec<String>, usize, usize) {
    let list: Sentences = toml::from_str(list).expect("sentences");
    let (mut missed, mut tempted) = (Vec::new(), 0);
    for sentence in &list.sentence {
        let story = EmbeddedCompanion::default().story(&Prompt::parse(&sentence.words));
        let found = story.setting.unwrap_or_else(|| "any".to_owned());
        let open = |name: &str| name == "any" || name.ends_with("-any");
        let right = sentence.settings.contains(&found)
            || (open(&found) && sentence.settings.iter().any(|name| open(name)));
        if !right {
            let wanted = sentence.settings.join(" or ");
            missed.push(format!("{found} and not {wanted}: {}", sentence.words));
            tempted += usize::from(sentence.not.contains(&found));
        }
    }
    let all = list.sentence.len();
    for line in &missed {
        println!("{line}");
    }
    println!("{} of {all} places are right, {tempted} are tempting wrong ones", all - missed.len());
    (missed, tempted, all)
}

#[test]
fn the_place_that_is_meant_is_understood() {
    let (missed, tempted, all) = judge(include_str!("settings.toml"));
    assert!(missed.len() * 100 <= all * 5, "{} of {all} are wrong", missed.len());
    assert!(tempted <= 2, "{tempted}");
}

/// Sentences that imply more than they name, or tempt.
#[test]
fn much_is_understood_where_little_is_named() {
    let (missed, _, all) = judge(include_str!("settings_hard.toml"));
    assert!(missed.len() * 100 <= all * 15, "{} of {all} are wrong", missed.len());
}

/// Everyday lives of five countries, most of them naming their place in ordinary words.
#[test]
fn it_is_understood_in_more_everyday_lives() {
    let (missed, _, all) = judge(include_str!("settings_more.toml"));
    assert!(missed.len() * 100 <= all * MOST_MISSED_OF_MORE, "{} of {all} are wrong", missed.len());
}

/// Sentences that nothing was tuned on.
#[test]
fn it_is_understood_in_sentences_never_seen_before() {
    let (missed, tempted, all) = judge(include_str!("settings_examination.toml"));
    assert!(missed.len() * 100 <= all * MOST_MISSED, "{} of {all} are wrong", missed.len());
    assert!(tempted * 100 <= all * MOST_TEMPTED, "{tempted} of {all}");
}
