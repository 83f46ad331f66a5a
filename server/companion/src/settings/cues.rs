//! Words that say how what follows or stands before them is meant: where people are, what they only
//! see, what did not happen, where they are going.

use crate::{language::Language, tokens::Token};

/// They are in it: what follows is where people are.
const INSIDE: &[&str] = &[
    "in", "on", "at", "inside", "under", "through", "along", "aboard", "into", "onto", "beneath",
    "within", "between", "among", "upon", "round", "around", "down", "up", "across", "to", "thru",
];
/// The same in other languages, beside the words of place of their own files.
const INSIDE_ABROAD: &[&str] = &[
    "op", "onder", "by", "bij", "aan", // Afrikaans and Dutch
    "im", "am", "auf", "unter", "vor", // German
    "en", "dans", "sur", "sous", "chez", "au", "aux", // French
    "no", "na", "em", "nel", "nella", "sul", "sulla", "al", "alla",
    "intorno", // Portuguese, Italian
    "ke",      // Hindi
];
/// In languages that only [`super::forms`] knows.
const INSIDE_ANYWHERE: &[&str] = &["на", "в", "во", "у", "w", "na", "nad", "på", "i"];
/// Beside it where another place is named just before, else in it: 'by the lake'.
pub(super) const BESIDE: &[&str] = &["by", "behind", "outside", "near", "beside"];
/// They are not in it, but it is there to be seen.
pub(super) const BEYOND: &[&str] =
    &["overlooking", "facing", "above", "over", "beyond", "opposite", "against", "for"];
/// What follows is looked at.
pub(super) const LOOK: &[&str] = &[
    "watching",
    "watched",
    "watch",
    "wacth",
    "counting",
    "looking",
    "looked",
    "view",
    "hear",
    "heard",
    "hearing", // others
    "kyk",
    "kyken",
    "kijken",
    "kijkend",
    "schauen",
    "schaut",
    "regarder",
    "regardant",
    "mirando",
    "mirar",
    "olhando",
    "olhar",
    "guardando",
    "guardare",
];
/// What follows did not happen, or is over.
const DENIED: &[&str] = &[
    "not", "never", "no", "wasn't", "wasnt", "isn't", "isnt", "don't", "dont", "didn't", "didnt",
    "without", "instead", "left", "leaving", "died", "fell", "hated", "skipped", "couldn't",
    "weren't",
];
/// Before 'left': people stayed.
const NOT: &[&str] =
    &["hardly", "never", "barely", "rarely", "scarcely", "not", "without", "didn't", "wouldn't"];
/// The same in other languages.
const DENIED_ABROAD: &[&str] =
    &["nicht", "niet", "nie", "nooit", "kein", "keine", "pas", "sans", "jamais", "nunca", "sin"];
/// Before 'not to': somebody forbids it, there.
const FORBIDDING: &[&str] = &[
    "telling",
    "told",
    "yelling",
    "yelled",
    "shouting",
    "shouted",
    "warning",
    "warned",
    "begging",
    "scolding",
    "reminding",
];
/// What follows is another time.
pub(super) const ELSEWHEN: &[&str] = &["after", "before", "befor", "since", "until"];
/// Before 'from': what follows has been left.
const COMING: &[&str] = &[
    "back",
    "home",
    "way",
    "came",
    "come",
    "coming",
    "comes",
    "drove",
    "driving",
    "drive",
    "walk",
    "walking",
    "walked",
    "straight",
    "returned",
    "returning",
    "moved",
    "away",
    "fresh",
    "flew",
    "flight",
    "released",
    "discharged",
    "sent",
    "brought",
    "stolen",
    "letter",
    "letters",
    "postcard",
    "call",
    "is",
    "was",
    "are",
    "were",
    "family",
    "people",
    "far",
    "just",
    "bought",
    "got",
    "out",
    "down",
    "retired",
    "different",
    "apart",
    "fetched",
    "collected",
    "picked",
    "bread",
    "flowers",
    "ride",
    "ran",
    "run",
    "running",
    "jumped",
    "jumping",
    "climbed",
    "climbing",
    "stepped",
    "rushed",
    "carried",
];
/// What follows is a picture or a likeness.
pub(super) const PICTURED: &[&str] = &[
    "photo", "picture", "painting", "painted", "poster", "drew", "drawing", "story", "about",
    "like",
];
/// Words that end the reach of what stands before them.
pub(super) const TURNING: &[&str] = &[
    "but", "sondern", "maar", "mais", "sino", "was", "it", "rather", "just", "and", "because",
    "so", "with", "met", "mit", "avec", "con", "com", "when", "where", "while",
];
/// Words after which what was denied before is put right: 'not at the hospital but in her garden'.
pub(super) const CORRECTING: &[&str] = &["but", "sondern", "sino"];
/// Before 'to' or 'for': what follows is where they are going.
const BOUND: &[&str] = &[
    "way", "heading", "headed", "bound", "route", "setting", "trip", "roadtrip", "driving",
    "drove", "drive", "journey", "ride", "flight", "train", "bus", "road",
];
/// Parts of a building or a ship, which 'of' hands on to the whole: 'the step of my grandmother's shop'.
pub(super) const PARTS: &[&str] = &["step", "steps", "stairs", "doorstep", "staircase", "deck"];

/// Words for much of what 'of' names: 'a mountain of laundry'.
pub(super) const HEAPS: &[&str] = &[
    "mountain",
    "mountains",
    "sea",
    "ocean",
    "oceans",
    "river",
    "rivers",
    "desert",
    "island",
    "bar",
    "field",
    "tower",
];

/// Whether what follows is where people are.
pub(super) fn is_inside(word: &Token, language: Option<&Language>, code: &str) -> bool {
    match language {
        Some(language) => {
            word.is(INSIDE)
                || word.is(INSIDE_ABROAD)
                || language.prepositions.contains(word.low.as_str())
        }
        None if code != "en" => word.is(INSIDE_ANYWHERE) || word.is(INSIDE),
        None => word.is(INSIDE),
    }
}

/// Whether the word denies what follows. 'No' is a word of place in Portuguese.
pub(super) fn is_denied(words: &[Token], at: usize, abroad: bool) -> bool {
    let word = &words[at];
    let asleep = word.low == "fell" && words.get(at + 1).is_some_and(|next| next.low == "asleep");
    if abroad && word.is(DENIED_ABROAD) {
        return true;
    }
    // 'Telling us not to run in the church': they are there.
    let forbidden = word.low == "not"
        && words.get(at + 1).is_some_and(|next| next.low == "to")
        && words[at.saturating_sub(2)..at].iter().any(|before| before.is(FORBIDDING));
    let stayed = has_stayed(words, at)
        || words.get(at + 1).is_some_and(|next| word.is(NOT) && next.is(&["left", "leaving"]));
    let excused = stayed || forbidden || asleep || (word.low == "no" && abroad);
    word.is(DENIED) && !excused
}

/// Whether the word at `at` is the 'left' of 'we hardly left the tent'.
pub(super) fn has_stayed(words: &[Token], at: usize) -> bool {
    words[at].is(&["left", "leaving"]) && at > 0 && words[at - 1].is(NOT)
}

/// Whether the word at `at` is a 'from' that somebody comes from: 'home from the market', but not
/// 'flying kites from the roof'.
pub(super) fn is_left(words: &[Token], at: usize) -> bool {
    let out = words[at].low == "of" && at > 0 && words[at - 1].low == "out";
    (words[at].low == "from" || out)
        && words[at.saturating_sub(2)..at].iter().any(|before| before.is(COMING))
}

/// Whether the word at `at` leads to where they are only going: 'on our way to the seaside'.
pub(super) fn is_bound(words: &[Token], at: usize) -> bool {
    let start = (at.saturating_sub(4)..=at).rev().find(|from| words[*from].after_break);
    let before = &words[start.unwrap_or(at.saturating_sub(4))..at];
    let direct = before.iter().rev().take(2).any(|word| word.is(BOUND));
    // 'From Ohio to Myrtle Beach'.
    let along = words[at].low == "to" && before.iter().any(|word| word.low == "from");
    (words[at].is(&["to", "for"]) && (direct || along)) || words[at].low == "nach"
}

/// Whether the word at `at` compares with what follows: 'like a beach', 'like being at the sea'; not
/// 'I like the beach' or 'like that day at the lake'.
pub(super) fn is_likeness(words: &[Token], at: usize) -> bool {
    const LIKED: &[&str] = &[
        "i", "we", "you", "they", "would", "i'd", "we'd", "she'd", "he'd", "to", "really", "don't",
        "always",
    ];
    const REAL: &[&str] =
        &["to", "old", "that", "this", "we", "he", "she", "it", "when", "every", "then", "before"];
    words[at].low == "like"
        && !at.checked_sub(1).is_some_and(|before| words[before].is(LIKED))
        && !words.get(at + 1).is_some_and(|next| next.is(REAL) || next.low == "at")
}
