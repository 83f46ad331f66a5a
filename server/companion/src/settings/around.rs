//! Where people are when the place that is named is not the one they are in: outside a building, at the stop
//! where they wait, on the bonnet of a car, in a chair that stands on a veranda.

use evernear_settings::{Kind, Scope, Setting, find};

use super::mention::{BEFORE, Mention};
use crate::tokens::Token;

/// The kind of every place under the open sky.
const OUTDOORS: &str = "outdoors-any";
/// The place where trains stop, which is in a building too.
const STATION: &str = "railway-platform";
/// Before a building: people are not in it. 'In front of' ends in the last of them.
const OUTSIDE: &[&str] = &[
    "outside",
    "front of",
    "behind",
    "hinter",
    "derrière",
    "detrás de",
    "dietro",
    "agter",
    "achter",
    "ngaphandle",
    "devant",
    "vor",
    "voor",
    "buite",
    "buiten",
    "fuera de",
    "fuori",
    "davanti",
    "delante de",
    "frente a",
    "fora da",
    "fora do",
];
/// What people are behind in a room.
const COUNTERS: &[&str] = &["bar", "counter", "desk", "till", "stage", "altar", "tresen"];
/// Words that may stand between one of these and the building.
const FURTHEST: usize = 3;
/// Parts of a car that one is on, not in.
const OUTER_PARTS: &[&str] = &["tailgate", "bonnet", "hood", "bumper"];
/// What vehicles do that leaves nobody in them.
const FAILS: &[&str] = &["overheated", "broke", "stalled", "conked", "wouldn't"];
/// What trains and ferries do while people stand where they left.
const DEPARTS: &[&str] = &["left", "pulled", "came", "arrived", "departed"];
/// The same after 'was'.
const DEPARTING: &[&str] = &["just", "gone", "leaving", "pulling", "late", "delayed"];
/// Before a train or a bus: people are where it stops.
const AWAITED: &[&str] = &[
    "waving",
    "waved",
    "wave",
    "waiting",
    "waited",
    "wait",
    "missed",
    "esperando",
    "esperar",
    "attendre",
    "attendant",
    "warten",
    "wartend",
    "wag",
    "wagtend",
    "wachten",
    "wachtend",
    "aspettando",
    "aspettare",
];
/// Where people wait for what they travel in.
const STOPS: &[(&str, &str)] = &[
    ("train-compartment", STATION),
    ("bus", OUTDOORS),
    ("aeroplane-seat", "airport-hall"),
    ("ferry", "harbour"),
];
/// What a place is while nobody can be in it.
const OUT_OF_USE: &[&str] = &["being", "closed", "shut", "flooded", "locked", "demolished"];
/// Parts that stay in their room.
const FIXTURES: &[&str] = &["chair", "chairs", "sink", "phone"];
/// What gives way to the place it stands in.
const FURNITURE: &[&str] = &[
    "chair", "armchair", "recliner", "rocker", "bed", "mattress", "couch", "sofa", "settee",
    "sessel", "fauteuil", "sillón", "poltrona", "easel",
];
/// People who are named by the place where they work.
const WORK: &[&str] = &[
    "librarian",
    "baker",
    "barber",
    "blacksmith",
    "teacher",
    "organist",
    "bartender",
    "preacher",
    "pastor",
    "priest",
    "registrar",
    "hairdresser",
    "nurse",
    "miner",
];
/// What is outside while people need not be: 'snow outside'.
const UNDER_THE_SKY: &[&str] = &[
    "reën", "regen", "pluie", "lluvia", "chuva", "pioggia", "rain", "raining", "snow", "snowing",
    "storm", "storming", "thunder", "wind", "windy", "hail", "pouring", "howling", "cold", "dark",
    "freezing", "birds", "traffic", "sirens", "world",
];

/// Rooms that are in nobody's home.
const PUBLIC: &[&str] = &[
    "bakery",
    "barbershop",
    "cafe",
    "classroom",
    "corner-shop",
    "fabric-shop",
    "factory-floor",
    "hospital-room",
    "library",
    "office",
    "pub",
    "registry-office",
    "restaurant",
    "salon",
];

/// The place that people are in who name this one and are not in it.
pub(super) fn instead(words: &[Token], mention: &Mention) -> Option<&'static Setting> {
    let &Mention { setting, at, end, .. } = mention;
    let building = match setting.kind {
        Kind::Indoors | Kind::Hall => setting.scope != Scope::Spot,
        Kind::Way => setting.name == STATION,
        Kind::Outdoors | Kind::Water => false,
    };
    let counter = words[end - 1].is(COUNTERS);
    if (building && !counter && is_outside(words, at))
        || (setting.name == "car" && is_on_or_under(words, at))
    {
        return find(OUTDOORS);
    }
    let (_, stop) = STOPS.iter().find(|(vehicle, _)| *vehicle == setting.name)?;
    let waits = words_before(words, at).iter().rev();
    let waits = waits.take_while(|word| !is_aboard(word)).any(|word| word.is(AWAITED));
    (waits || departs(words, at, end)).then(|| find(stop)).flatten()
}

/// 'The car broke down': nobody is in it any more.
pub(super) fn fails(words: &[Token], end: usize, setting: &Setting) -> bool {
    let mut next = words.iter().skip(end).take_while(|word| !word.after_break).take(2);
    setting.kind == Kind::Way && next.any(|word| word.is(FAILS))
}

/// 'The kitchen was being painted': nobody could be in it.
pub(super) fn is_out_of_use(words: &[Token], end: usize) -> bool {
    let next = words.iter().skip(end).take_while(|word| !word.after_break).take(2);
    let mut next = next.map(|word| word.low.as_str());
    let is = next.next().is_some_and(|verb| ["was", "is", "were"].contains(&verb));
    is && next.next().is_some_and(|state| OUT_OF_USE.contains(&state))
}

/// 'The salon chair': a part that belongs to the room it is in. 'A kitchen chair' may stand anywhere.
pub(super) fn is_fixture(words: &[Token], at: usize, end: usize, setting: &Setting) -> bool {
    let any = at > 0 && words[at - 1].is(&["a", "an"]);
    let fixture = words.get(end).is_some_and(|next| next.is(FIXTURES));
    matches!(setting.kind, Kind::Indoors | Kind::Hall) && fixture && !any
}

/// 'Her chair' in 'her chair on the veranda': whether the mention before the word of place at `at` only
/// stands in what follows it.
pub(super) fn stands_in(words: &[Token], mention: &Mention, at: usize) -> bool {
    mention.end == at && words[mention.end - 1].is(FURNITURE)
}

/// 'Snow outside', 'rain on the roof': says nothing of where people are.
pub(super) fn is_weather(words: &[Token], at: usize, setting: &Setting) -> bool {
    let reach = match setting.name {
        "rooftop" => FURTHEST + 1,
        _ if words[at].low == "outside" => 1,
        _ => 0,
    };
    words_before(words, at).iter().rev().take(reach).any(|word| word.is(UNDER_THE_SKY))
}

/// Whether a hint cannot be where people said they were: 'cooking' and 'outside', 'dancing' and 'at home',
/// 'plaiting my hair' and 'at home'.
pub(super) fn contradicts(hint: &Setting, told: &Setting) -> bool {
    match told.kind {
        Kind::Outdoors => matches!(hint.kind, Kind::Indoors | Kind::Hall),
        Kind::Indoors => hint.kind == Kind::Hall || PUBLIC.contains(&hint.name),
        Kind::Water | Kind::Way | Kind::Hall => false,
    }
}

/// 'The librarian in our village': the village only says where the library stands.
pub(super) fn is_where_they_work(words: &[Token], at: usize, setting: &Setting) -> bool {
    let before = words_before(words, at);
    setting.name == "village-street" && before.iter().rev().take(FURTHEST).any(|word| word.is(WORK))
}

fn is_outside(words: &[Token], at: usize) -> bool {
    let before = words_before(words, at);
    let direct = before.iter().rev().take(FURTHEST).take_while(|word| !is_aboard(word)).count();
    (0..=direct).any(|skipped| {
        let before = &before[..before.len() - skipped];
        let ends_in = |cue: &&&str| {
            let mut cue = cue.rsplit(' ');
            let mut before = before.iter().rev();
            cue.all(|part| before.next().is_some_and(|word| word.low == part))
        };
        OUTSIDE.iter().any(|cue| ends_in(&cue))
    })
}

/// 'On the bonnet of the car', 'under the car'.
fn is_on_or_under(words: &[Token], at: usize) -> bool {
    let before = words_before(words, at);
    let under =
        before.iter().rev().take(2).any(|word| word.is(&["under", "underneath", "beneath"]));
    let of = before.iter().rev().take(FURTHEST + 1).position(|word| word.low == "of");
    let part = of.and_then(|of| before.len().checked_sub(of + 2));
    under || part.is_some_and(|part| before[part].is(OUTER_PARTS))
}

/// 'Her train was just a dot', not 'in the train was'.
fn departs(words: &[Token], at: usize, end: usize) -> bool {
    let mut next = words.iter().skip(end).take_while(|word| !word.after_break);
    let leaves = next.next().is_some_and(|verb| {
        verb.is(DEPARTS)
            || (verb.low == "was" && next.next().is_some_and(|word| word.is(DEPARTING)))
    });
    leaves && !words[..at].iter().rev().take(3).any(is_aboard)
}

fn is_aboard(word: &Token) -> bool {
    word.is(&["in", "on", "aboard", "from"])
}

/// The few words before the one at `at`, back to the last punctuation.
fn words_before(words: &[Token], at: usize) -> &[Token] {
    let furthest = at.saturating_sub(BEFORE);
    let start = (furthest + 1..=at).rev().find(|start| words[*start].after_break);
    &words[start.unwrap_or(furthest)..at]
}
