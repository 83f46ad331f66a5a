//! What a message must be checked for before anything else happens with it: distress, which
//! is answered with care, and content that no memory is made of (`docs/decisions.md`, 'Distress
//! and misuse come first').
//!
//! How it decides: the text is brought to one spelling ([`spelling`]), harmless phrases are
//! covered, the phrases of the lists beside this file are looked for ([`patterns`]), and two
//! small grammars look for a wish for one's own end ([`despair`]) and for harm asked to be
//! shown ([`harm`]).
//!
//! What is chosen where words can mean two things: recall comes first for distress. The
//! writer's own death or harm is meant literally unless a list says otherwise ('want to
//! die laughing'); grief in strong words stays grief ('it kills me', 'I would die to see
//! her', 'I can't live without him', 'I want to be with my late wife again'); another
//! person's suicide is part of remembering them. Abuse that the writer suffered is
//! answered with care rather than refused, and distress is always heard before a refusal.
//!
//! Always: pure, total, linear in the text for lists of this size. To add a phrase: a
//! line in the list whose first line describes it, and a row in the tests.

mod despair;
mod harm;
mod patterns;
mod spelling;

use std::sync::LazyLock;

use self::patterns::{Patterns, Text};

/// What a message asks us to be careful about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Concern {
    /// Nothing.
    None,
    /// It suggests that the writer may harm themselves, or has been harmed: care and
    /// helplines, no creation, nothing sold.
    Distress,
    /// It is sexual or abusive: refused before anything is held.
    Refused,
}

/// What a message asks us to be careful about.
pub fn assess(text: &str) -> Concern {
    let text = Text::new(text);
    let covered = DISTRESS_NOT.cover(&text);
    if DISTRESS.stand_outside(&DISTRESS_NOT, &text)
        || despair::stands_in(&text.words, &covered, &harm::PEOPLE)
    {
        Concern::Distress
    } else if is_sexual(&text) || harm::stands_in(&text) {
        Concern::Refused
    } else {
        Concern::None
    }
}

/// The answer to distress: care, and the configured helplines as they are given. It sells
/// nothing and asks for nothing.
pub fn distress_reply(helplines: &str) -> String {
    let helplines = helplines.trim();
    let people = if helplines.is_empty() {
        "a person you trust, a doctor, or your local emergency number".to_owned()
    } else {
        format!(
            "someone who will listen:\n{helplines}\n\nIf you are in danger right now, please call your local emergency number"
        )
    };
    format!(
        "I'm really glad you told me, and I'm sorry it hurts this much. What you feel matters, and you don't have to carry it alone. Please reach out to {people}.\n\nThe memory can wait. You come first. 💛"
    )
}

macro_rules! lists {
    ($($name:ident = $file:literal;)+) => {
        $(static $name: LazyLock<Patterns> = LazyLock::new(|| Patterns::read(include_str!($file)));)+
    };
}

lists! {
    DISTRESS = "distress.txt";
    DISTRESS_NOT = "distress_not.txt";
    SEXUAL = "sexual.txt";
    SEXUAL_NOT = "sexual_not.txt";
    SUGGESTIVE = "suggestive.txt";
    MINORS = "minors.txt";
}

fn is_sexual(text: &Text) -> bool {
    SEXUAL.stand_outside(&SEXUAL_NOT, text)
        || (SUGGESTIVE.stand_in(text) && (MINORS.stand_in(text) || names_an_age_under_18(text)))
}

/// '12 year old', '12yo', 'aged 12'.
fn names_an_age_under_18(text: &Text) -> bool {
    let words = &text.words;
    words.iter().enumerate().any(|(at, word)| {
        let glued = word.strip_suffix("yo").or_else(|| word.strip_suffix("yrs"));
        let after = words
            .get(at + 1)
            .is_some_and(|next| matches!(next.as_str(), "year" | "years" | "yr" | "yrs" | "yo"));
        let before = at > 0 && matches!(words[at - 1].as_str(), "age" | "aged" | "grade");
        let number = glued.unwrap_or(word).parse::<u32>();
        (glued.is_some() || after || before) && number.is_ok_and(|age| age < 18)
    })
}

#[cfg(test)]
mod tests;
