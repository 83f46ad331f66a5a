//! Who a text names beside its writer, as phrases turned towards the writer: 'your late
//! husband', 'Uncle Joe', 'Sipho'.
//!
//! Always: nobody is invented, one person is counted once however often named, and an
//! owner ('in my granny's kitchen') counts only when nobody else is named.

use super::grammar::{is_activity, is_determiner, is_locative, is_never_place, is_person, is_stop};
use super::lexicon::{LEXICON, holds};
use super::persons::named;
use super::second_person::turn;
use super::tokens::{Token, capitals_mean_names, tokens};

/// Everyone a text names beside its writer.
#[derive(Debug, Default)]
pub(super) struct People {
    /// How each is spoken of, at most four.
    pub phrases: Vec<String>,
    /// How many they are at least; a plural counts two.
    pub count: usize,
}

/// Words for several people at once, or for a family.
pub(super) const GROUPS: &[&str] = &[
    "parents",
    "grandparents",
    "family",
    "siblings",
    "twins",
    "kids",
    "children",
    "grandchildren",
    "grandkids",
    "folks",
    "in-laws",
    "babies",
];

impl People {
    /// The people as one phrase: 'your dad', 'your mom and your sister'; nothing for none.
    pub fn together(&self) -> Option<String> {
        match self.phrases.as_slice() {
            [] => None,
            [one] => Some(one.clone()),
            [all @ .., last] => Some(format!("{} and {last}", all.join(", "))),
        }
    }
}

/// Everyone the text names beside its writer.
pub(super) fn find(text: &str) -> People {
    let words = tokens(text);
    let names = capitals_mean_names(&words);
    let mut people = People::default();
    let mut owners = People::default();
    let mut vague = People::default();
    let mut known: Vec<String> = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let loved = named(&words, at, "en").filter(|named| named.vague);
        let phrase = loved.filter(|named| named.to > at + 1);
        let one = phrase.map(|named| (at, named.to, named.who.to_owned(), false));
        let Some((from, to, key, several)) = one.or_else(|| someone(&words, at, names)) else {
            at += 1;
            continue;
        };
        let owner = words[to - 1].owner().is_some();
        let spoken = spoken(text, &words, from, to);
        at = to;
        let Some(spoken) = spoken else { continue };
        if known.contains(&key) {
            continue;
        }
        let list = match (owner, loved) {
            (true, _) => &mut owners,
            (_, Some(_)) => &mut vague,
            _ => &mut people,
        };
        if !owner {
            known.push(key);
        }
        list.count += if several { 2 } else { 1 };
        if list.phrases.len() < 4 && !list.phrases.contains(&spoken) {
            list.phrases.push(spoken);
        }
    }
    if people.count == 0 && vague.count > 0 {
        return vague;
    }
    if people.count == 0 {
        owners.phrases.truncate(1);
        owners.count = owners.count.min(1);
        return owners;
    }
    people
}

/// A person at or around `at`: the phrase's range, the person, and whether several.
fn someone(words: &[Token], at: usize, names: bool) -> Option<(usize, usize, String, bool)> {
    let word = &words[at];
    let base = word.base();
    let group = GROUPS.contains(&base);
    let known = named(words, at, "en");
    if known.is_none() && !group {
        let other = names && !is_person(word);
        return other.then(|| name(words, at)).flatten();
    }
    let singular = LEXICON.people.get(base).copied();
    let person = known.map_or(base, |named| named.who);
    let from = phrase_start(words, at);
    let determiner = words[from].low.as_str();
    let mine = matches!(determiner, "my" | "our");
    let alone = from == at;
    let by_name = alone && (is_family(person) || word.capital && names && !word.opens);
    let shared = alone && from > 1 && words[from - 1].low == "and" && is_person(&words[from - 2]);
    if !(mine || by_name || shared || group && alone) {
        return None;
    }
    if alone && is_child(person) && !shared {
        return None;
    }
    // 'my best friend Sipho', 'Uncle Joe'.
    let mut to = at + 1;
    let kept_apart = |next: &Token| {
        next.after_break
            || is_stop(next)
            || is_locative(next)
            || !next.capital
            || is_never_place(&next.low)
            || is_person(next)
    };
    if names && word.owner().is_none() {
        while to < words.len() && to - at < 3 && !kept_apart(&words[to]) {
            to += 1;
        }
    }
    // 'with uncle joe', typed in haste.
    let title = to == at + 1
        && matches!(person, "aunt" | "uncle")
        && alone
        && word.owner().is_none()
        && singular.is_some();
    if title
        && let Some(next) = words.get(to)
        && !(next.after_break
            || is_stop(next)
            || is_locative(next)
            || is_never_place(&next.low)
            || is_activity(next)
            || is_determiner(next)
            || is_person(next)
            || next.low.ends_with("ed")
            || next.low.ends_with('s') && next.owner().is_none())
    {
        to += 1;
    }
    let several = group || singular.is_none();
    let key = if to > at + 1 {
        words[at + 1..to].iter().map(Token::base).collect::<Vec<_>>().join(" ")
    } else {
        person.to_owned()
    };
    Some((from, to, key, several))
}

/// A name by itself after a word that a person follows: 'with Yuki', 'Sipho and Lerato'.
fn name(words: &[Token], at: usize) -> Option<(usize, usize, String, bool)> {
    const LEADS: &[&str] = &[
        "with", "and", "miss", "hug", "hugging", "hold", "holding", "see", "seeing", "kiss",
        "kissing", "meet", "meeting", "beside", "love", "marry", "marrying", "remember", "missing",
    ];
    let word = &words[at];
    let led = at > 0 && words[at - 1].is(LEADS) && !word.after_break;
    let plain = word.capital
        && !is_stop(word)
        && !is_determiner(word)
        && !is_activity(word)
        && !is_never_place(&word.low)
        && !holds(&LEXICON.gazetteer, &word.low)
        && !holds(&LEXICON.places, word.base())
        && !holds(&LEXICON.details, word.base())
        && word.low.chars().all(|sign| sign.is_alphabetic() || sign == '\'' || sign == '-')
        && word.low.chars().count() > 1;
    if !(led && plain) {
        return None;
    }
    // 'Mom and Sunday roast' is not a person; a name is followed by a small word or the end.
    let mut to = at + 1;
    while to < words.len()
        && to - at < 3
        && words[to].capital
        && !words[to].after_break
        && !is_stop(&words[to])
    {
        to += 1;
    }
    Some((at, to, word.base().to_owned(), false))
}

/// Where the phrase of a person begins: at 'my' when it stands close before.
fn phrase_start(words: &[Token], at: usize) -> usize {
    for back in 1..=4.min(at) {
        if words[at - back + 1].after_break {
            break;
        }
        let before = &words[at - back];
        if is_determiner(before) {
            return at - back;
        }
        let apart = is_person(before) && (back > 1 || before.owner().is_some());
        if is_stop(before) || is_locative(before) || is_activity(before) || apart {
            break;
        }
    }
    at
}

/// The phrase as we say it to the writer; nothing when it cannot be turned.
fn spoken(text: &str, words: &[Token], from: usize, to: usize) -> Option<String> {
    let last = &words[to - 1];
    let end =
        last.end - if last.owner().is_some() { last.low.len() - last.base().len() } else { 0 };
    let said = text.get(words[from].start..end)?;
    let turned = turn(said)?;
    let first = &words[from];
    let titled = to > from + 1 && is_person(first);
    let formal = [
        "dad",
        "mom",
        "mum",
        "father",
        "mother",
        "daddy",
        "mommy",
        "mummy",
        "brother",
        "sister",
        "husband",
        "wife",
        "grandfather",
        "grandmother",
        "grandson",
        "granddaughter",
    ];
    let spoken = if is_determiner(first) {
        turned.strip_prefix("Your").map_or(turned.clone(), |rest| format!("your{rest}"))
    } else if !titled
        && (first.is(&formal) || formal.contains(&first.base()) || GROUPS.contains(&first.base()))
    {
        format!("your {}", turned.to_lowercase())
    } else if is_person(first) {
        turned.split(' ').map(super::text::capitalised).collect::<Vec<_>>().join(" ")
    } else {
        turned
    };
    let short = super::text::quotable(&spoken, 48);
    (!short.is_empty()).then_some(short)
}

fn is_family(person: &str) -> bool {
    matches!(person, "mother" | "father" | "grandmother" | "grandfather" | "aunt" | "uncle")
}

fn is_child(person: &str) -> bool {
    matches!(
        person,
        "child"
            | "baby"
            | "boy"
            | "girl"
            | "friend"
            | "lover"
            | "dog"
            | "cat"
            | "twin"
            | "teacher"
            | "spouse"
    )
}

#[cfg(test)]
mod tests {
    use super::find;

    #[test]
    fn people_are_named_as_the_writer_names_them_and_counted_once() {
        for (said, together, count) in [
            ("I miss my late husband", Some("your late husband"), 1),
            ("Dad and I on the beach, my father laughing", Some("your dad"), 1),
            ("With my mom and my sister in Durban", Some("your mom and your sister"), 2),
            ("me, my best friend Sipho and Lerato", Some("your best friend Sipho and Lerato"), 2),
            ("fishing with uncle Joe", Some("Uncle Joe"), 1),
            ("my parents dancing", Some("your parents"), 2),
            ("in my granny's kitchen with my cousin", Some("your cousin"), 1),
            ("in my granny's kitchen", Some("your granny"), 1),
            ("with my baby brother", Some("your baby brother"), 1),
            ("watching the sunset", None, 0),
            ("singing with Gogo", Some("Gogo"), 1),
            ("I miss you so much", None, 0),
            ("I'd love to dance with my late husband", Some("your late husband"), 1),
            ("my love of gardening and my mother tongue", None, 0),
            ("the love of my life", Some("the love of your life"), 1),
            ("dancing with my better half", Some("your better half"), 1),
            ("my love, my husband Themba", Some("your husband Themba"), 1),
            ("my love and I", Some("your love"), 1),
            ("my mate Sipho", Some("your mate Sipho"), 1),
        ] {
            let people = find(said);
            assert_eq!((people.together().as_deref(), people.count), (together, count), "{said}");
        }
    }
}
