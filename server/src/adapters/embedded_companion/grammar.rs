//! The small words of English that carry structure, and the questions the other modules
//! ask about a word.
//!
//! Always: closed classes only, so these lists are finished; words with meaning belong in
//! `words/`.

use super::lexicon::{LEXICON, holds};
use super::tokens::Token;

/// Words of place: what follows them may be where it happens.
pub(super) const LOCATIVES: &[&str] = &[
    "in", "at", "on", "by", "near", "beside", "beneath", "below", "under", "underneath", "inside",
    "outside", "within", "around", "round", "along", "across", "through", "above", "over", "behind",
    "between", "among", "amongst", "amid", "opposite", "past", "down", "up", "onto", "into", "off",
    "to", "towards", "toward", "upon", "aboard", "against", "alongside", "throughout", "beyond",
    "atop", "overlooking", "during", "from",
];

/// Words that end a noun phrase.
const STOPS: &[&str] = &[
    "and", "or", "but", "because", "so", "while", "when", "where", "whenever", "that", "who", "whom",
    "whose", "which", "as", "if", "than", "then", "with", "without", "for", "about", "like", "before",
    "after", "since", "until", "till", "though", "although", "i", "me", "you", "he", "him", "she",
    "we", "us", "they", "them", "it", "myself", "yourself", "himself", "herself", "ourselves",
    "themselves", "what", "there", "here", "is", "are", "was", "were", "be", "been", "being", "am",
    "do", "does", "did", "have", "has", "had", "will", "would", "can", "could", "should", "must",
    "might", "i'm", "i've", "i'd", "i'll", "we're", "we'd", "we've", "we'll", "he's", "she's", "it's",
    "that's", "they're", "he'd", "she'd", "yesterday", "today", "tonight", "tomorrow", "last",
    "again", "now", "just", "together", "forever", "always", "never", "once", "ago", "only", "not",
    "how", "why", "also", "too", "instead", "maybe", "please", "u", "n", "plus", "both", "where's",
    "didn't", "don't", "wasn't", "can't", "couldn't", "wouldn't", "next", "everyone", "everybody",
    "via",
];

/// Words that open a noun phrase.
pub(super) const DETERMINERS: &[&str] = &[
    "the", "a", "an", "my", "our", "his", "her", "their", "your", "its", "this", "that", "these",
    "those", "some", "every", "one", "some", "any", "another",
];

/// Verbs of where somebody lives, comes from or ended: not where the memory is.
pub(super) const BIOGRAPHY: &[&str] = &[
    "live", "lives", "lived", "living", "move", "moves", "moved", "moving", "emigrated", "emigrate",
    "immigrated", "relocated", "relocate", "work", "works", "worked", "born", "raised", "died", "dies",
    "passed", "buried", "cremated", "studied", "studies", "studying", "served", "serves", "serving",
    "deployed", "stationed", "stays", "stayed", "based", "resides", "residing", "resting", "rests",
    "grew", "retired", "employed", "taught", "teaches", "settled", "fled", "migrated", "stuck",
    "originally", "hails", "admitted", "posted", "exiled", "adopted",
];

/// What may stand between such a verb and its place.
const FILLERS: &[&str] = &[
    "now", "away", "back", "all", "the", "way", "far", "permanently", "up", "over", "out", "here",
    "currently", "still", "abroad", "overseas", "and", "both", "alone", "peacefully", "happily",
    "together", "recently", "down", "so", "right", "already", "always", "once",
];

/// Whether a word ends a noun phrase.
pub(super) fn is_stop(token: &Token) -> bool {
    token.is(STOPS)
}

/// Whether a word is a word of place.
pub(super) fn is_locative(token: &Token) -> bool {
    token.is(LOCATIVES)
}

/// Whether a word opens a noun phrase.
pub(super) fn is_determiner(token: &Token) -> bool {
    token.is(DETERMINERS)
}

/// Whether a word may stand between a verb and its place.
pub(super) fn is_filler(token: &Token) -> bool {
    token.is(FILLERS)
}

/// Whether a word is an activity by its form: 'dancing', but not 'wedding' or 'king'.
pub(super) fn is_activity(token: &Token) -> bool {
    const NOUNS: &[&str] = &[
        "morning", "evening", "wedding", "thing", "something", "anything", "everything", "nothing",
        "king", "ring", "spring", "string", "wing", "during", "darling", "ceiling", "sibling",
        "building", "amazing", "missing", "wishing", "dying", "passing", "ending", "feeling",
        "according", "outing", "clothing", "swing", "sing", "bring", "cling", "being", "willing",
        "loving", "caring", "interesting", "exciting", "charming", "duckling", "stepsibling",
        "offspring", "painting", "gathering", "christening", "pudding", "railing", "lightning",
        "beijing", "going", "trying", "thanksgiving", "housewarming", "upbringing", "wanting",
        "earring", "sterling", "fling", "bling", "ping", "ming", "boeing", "hoping", "longing",
        "including", "everlasting", "breathtaking", "having", "needing", "regarding",
    ];
    let low = &token.low;
    low.len() > 4
        && (low.ends_with("ing") || low.ends_with("in'"))
        && !token.is(NOUNS)
        && low.chars().all(|sign| sign.is_alphabetic() || sign == '\'' || sign == '-')
}

/// Whether a word names a person: kin, friend, pet.
pub(super) fn is_person(token: &Token) -> bool {
    let base = token.base();
    LEXICON.people.contains_key(base)
        || super::lexicon::singulars(base).any(|one| LEXICON.people.contains_key(one.as_str()))
}

/// Whether a word is a number or a year.
pub(super) fn is_number(token: &Token) -> bool {
    token.low.starts_with(|sign: char| sign.is_numeric())
}

/// Whether a word is never a place.
pub(super) fn is_never_place(word: &str) -> bool {
    holds(&LEXICON.not_places, word)
}

/// Nouns that are places by their form: 'sunroom', 'Bloemfontein', 'butterfly house'.
pub(super) fn looks_like_place(word: &str) -> bool {
    const ENDINGS: &[&str] = &[
        "room", "house", "yard", "shop", "field", "park", "ground", "market", "side", "berg", "burg",
        "dorp", "fontein", "stad", "ville", "torium", "arium", "eria", "hall", "bridge", "town",
        "land", "wood", "woods", "shore", "beach", "port", "haven", "hill", "valley", "lake", "falls",
        "lodge", "mall", "store", "ery", "spruit", "rand", "kloof", "baai", "rivier", "abad", "pur",
        "grad", "stan", "polis", "shire", "chester", "mouth", "minster",
    ];
    const FALSE_FRIENDS: &[&str] = &[
        "husband", "broom", "groom", "bridegroom", "beside", "inside", "outside", "side", "mushroom",
        "spouse", "mouse", "blouse", "background", "underground", "playdate", "every", "very",
        "misery", "mystery", "surgery", "slavery", "bravery", "jewellery", "embroidery", "recovery",
        "discovery", "delivery", "pottery", "cutlery", "archery", "scenery", "battery", "memory",
        "machinery", "celery", "nursery rhyme", "childhood", "wood", "good", "mood", "stand", "hand",
        "band", "land", "grand", "brand", "errand", "support", "passport", "sport", "transport",
        "report", "airport run", "worldwide", "alongside", "upside", "downside", "fatherland",
        "motherland", "homeland", "flattery", "fiery", "query", "forgery", "lottery", "robbery",
        "livery", "shall", "small", "all", "fall", "call", "tall", "recall", "football", "snowball",
        "basketball", "netball", "smooth", "mouth", "vermouth", "chill", "thrill", "spill", "grandstan",
        "clothesline", "greenery", "drapery", "imagery", "artery", "sorcery", "trickery", "mockery",
        "cookery", "treachery", "adultery", "butchery job", "fishery", "savagery", "wildfire",
    ];
    word.chars().count() > 5
        && !FALSE_FRIENDS.contains(&word)
        && ENDINGS.iter().any(|ending| word.len() > ending.len() && word.ends_with(ending))
}
