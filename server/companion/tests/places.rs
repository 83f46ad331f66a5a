//! The examination of the embedded companion: does it see whether a place is given?
//!
//! `places.tsv` holds 200 prompts with the right answer beside each, written by
//! someone who has not seen the code. Nobody tunes on it: to make the companion better,
//! add to its own development list (`src/tests/places.tsv`).
//!
//! `cargo test -p evernear-companion --test places -- --nocapture` prints the
//! score and each miss.

use evernear_companion::EmbeddedCompanion;
use evernear_rules::wire::NextAction;

/// Share of right decisions that is asked for, in percent.
const ENOUGH: usize = 90;

#[test]
fn at_least_nine_of_ten_place_decisions_are_right() {
    let list = include_str!("places.tsv");
    let companion = EmbeddedCompanion::default();
    let (mut asked, mut right) = (0, 0);
    for line in list.lines().skip(1).filter(|line| !line.trim().is_empty()) {
        let (answer, prompt) = line.split_once('\t').expect("an answer, a tab and a prompt");
        let given = companion.converse(prompt).next_action == NextAction::AwaitingImages;
        asked += 1;
        if given == (answer == "yes") {
            right += 1;
        } else {
            println!("missed: the right answer is {answer}: {prompt}");
        }
    }
    println!("{right} of {asked} place decisions are right");
    assert!(asked >= 200, "only {asked} prompts");
    assert!(right * 100 >= asked * ENOUGH, "{right} of {asked} is under {ENOUGH} %");
}
