//! Places that a sentence tells of and in which people are not: where somebody lived, worked or died, what a
//! story is about, what somebody only smelled of, where they never went, and what they are likened to.

use evernear_settings::Setting;

use super::mention::BEFORE;
use crate::{
    grammar::{is_determiner, is_person},
    tokens::Token,
};

/// Verbs after which a place belongs to somebody's life, unless it is said of 'I' or 'we'.
const LIVED: &[&str] = &[
    "lived",
    "lives",
    "worked",
    "works",
    "served",
    "serves",
    "stays",
    "stationed",
    "based",
    "studies",
    "travaillait",
    "vivait",
    "habitait",
    "trabajaba",
    "vivía",
    "trabalhava",
    "morava",
    "vivia",
    "lavorava",
    "viveva",
    "abitava",
    "arbeitete",
    "lebte",
    "wohnte",
    "gearbeitet",
    "gelebt",
    "werkte",
    "woonde",
    "gewerk",
    "pracował",
    "pracowała",
    "mieszkał",
    "mieszkała",
];
/// Before 'up', 'out', 'away': the same.
const GREW: &[&str] = &["grew", "grow", "growing"];
/// Verbs after which a place is where somebody died or began to live.
const DIED: &[&str] =
    &["died", "drowned", "passed", "killed", "murdered", "born", "raised", "buried", "stillborn"];
/// Who was lost: 'we lost her in the hospital', but not 'lost in the woods'.
const LOST: &[&str] = &["him", "her", "them", "my", "our", "you", "both"];
/// Who says what 'we' did.
const US: &[&str] = &[
    "i", "we", "us", "we'd", "i'd", "me", "ich", "wir", "je", "nous", "yo", "nosotros", "ek",
    "ons", "ik", "wij", "eu", "nós", "io", "noi",
];
/// Verbs whose object somebody likes or owns, and is not in.
const LIKED: &[&str] = &[
    "loved",
    "loves",
    "love",
    "adored",
    "adores",
    "liked",
    "likes",
    "enjoyed",
    "enjoys",
    "hated",
    "hates",
    "bought",
    "built",
    "owned",
    "owns",
    "preferred",
    "wanted",
    "wants",
    "missed",
    "misses",
];
/// Who says what somebody else did.
const OTHERS: &[&str] =
    &["he", "she", "they", "who", "it", "he's", "she's", "they're", "who's", "whose"];
/// Before 'of': nobody is in what follows.
const REMINDS: &[&str] = &[
    "smelled", "smelt", "smell", "smells", "smelling", "reminds", "remind", "reminded", "tasted",
    "scent", "dreamed", "dreamt", "talked", "spoke", "speaking",
];
/// After 'never': people were not in what was named before.
const NEVER: &[&str] =
    &["got", "went", "made", "been", "visited", "managed", "saw", "did", "go", "take", "took"];
/// What a picture is wanted for.
const GIFTS: &[&str] = &["picture", "photo", "gift", "present", "portrait", "image", "surprise"];
/// What opens a sentence about a later time.
const LATER: &[&str] = &[
    "afterwards",
    "afterward",
    "later",
    "danach",
    "nachher",
    "daarna",
    "daarná",
    "après",
    "ensuite",
    "después",
    "luego",
    "depois",
    "dopo",
    "poi",
    "potem",
    "потом",
];
/// While somebody else does something, elsewhere.
const MEANWHILE: &[&str] =
    &["while", "whilst", "mientras", "während", "terwyl", "terwijl", "enquanto", "mentre"];
/// How people came, before the vehicle.
const CAME: &[&str] = &["came", "come", "travelled", "traveled", "arrived"];

/// Whether the place or thing at `at` says nothing of where people are.
pub(super) fn is_background(words: &[Token], at: usize) -> bool {
    let before = clause(words, at);
    (belongs_to_a_life(before) && !is_meant_after_all(words, at) && !is_shared(words, at))
        || is_loss(before)
        || is_wish(before)
        || (is_liked(before) && !is_meant_after_all(words, at))
        || is_measure(before)
        || is_part_of_a_whole(before)
        || lasted_years(words, at)
        || only_reminds(before)
        || is_story(words, at)
        || is_never_reached(words, at)
}

/// 'Afterwards there was soup in the kitchen', 'while Grandma was in the church', 'she came on the train':
/// another place that is named counts for more.
pub(super) fn is_aside(words: &[Token], at: usize, is_vehicle: bool) -> bool {
    let start = sentence(words, at);
    let clause = clause(words, at);
    let later = at > start && words[start].is(LATER);
    let others = clause.iter().position(|word| word.is(MEANWHILE)).is_some_and(|from| {
        !clause[from..].iter().any(|word| word.is(US))
            && clause[from..].iter().any(|word| word.is(&["was", "were", "estaba", "war", "était"]))
    });
    let came = is_vehicle && clause.iter().any(|word| word.is(CAME));
    later || others || came
}

/// 'For my husband's birthday, a picture of him': the day it is given.
pub(super) fn is_for_an_occasion(words: &[Token], at: usize) -> bool {
    let start = sentence(words, at);
    let occasion = words[start..at].iter().rev().take(4).any(|word| word.low == "for");
    let end = (at + 1..words.len()).find(|end| words[*end].opens).unwrap_or(words.len());
    occasion && words[start..end].iter().any(|word| word.is(GIFTS))
}

/// 'Cutting cloth for somebody's wedding': what a thing is made for. Things that are found in a place say more.
pub(super) fn is_purpose(words: &[Token], at: usize, setting: &Setting) -> bool {
    const OCCASIONS: &[&str] =
        &["wedding-altar", "wedding-dance", "birthday-table", "graduation-hall"];
    let for_it = words[at.saturating_sub(3)..at].iter().any(|word| word.low == "for");
    OCCASIONS.contains(&setting.name) && for_it
}

/// 'The lighthouse behind us', 'the mountains in the background': what is seen from where people are.
pub(super) fn is_seen_from_there(words: &[Token], end: usize) -> bool {
    let next: Vec<&Token> =
        words.iter().skip(end).take_while(|word| !word.after_break).take(3).collect();
    match next.as_slice() {
        [place, whom, ..] if place.is(&["behind", "below", "beneath"]) => whom.is(&["us", "me"]),
        [of, the, sight] => {
            of.low == "in" && the.low == "the" && sight.is(&["background", "distance"])
        }
        _ => false,
    }
}

/// 'I am in London': where somebody lives now.
pub(super) fn is_away(words: &[Token], at: usize) -> bool {
    words[..at].last_chunk::<2>().is_some_and(|[is, place]| {
        is.is(&["is", "am", "i'm", "he's", "she's", "they're"]) && place.low == "in"
    })
}

/// 'Grief is an ocean', 'life is a bus'; not 'it was a farm'.
pub(super) fn likens(words: &[Token], at: usize) -> bool {
    let Some([subject, copula, article]) = words[..at].last_chunk::<3>() else {
        return false;
    };
    let person = is_person(subject) || subject.is(&["he", "she", "i"]);
    article.is(&["a", "an"])
        && copula.is(&["is", "was", "am"])
        && (person || subject.is(&["life", "love", "grief"]))
}

/// 'You were my rock and my harbour.'
pub(super) fn is_somebody(words: &[Token], at: usize) -> bool {
    let mut sentence = words[..at].iter().rev().take(BEFORE);
    let owned = at > 0 && (words[at - 1].is(&["my", "our"]) || words[at].low == "my");
    let whom = |word: &Token| word.is(&["you", "he", "she", "they", "she's", "he's"]);
    let somebody = words[..at].iter().rev().take(BEFORE).any(whom);
    let is = &["was", "were", "are", "is", "she's", "he's"];
    owned && somebody && sentence.any(|word| word.is(is))
}

/// 'Mom grew up over a bakery', 'my uncle who lived on a farm', 'my wife is in the army': where 'I' or 'we'
/// lived is told.
fn belongs_to_a_life(before: &[Token]) -> bool {
    let used_to = |verb: usize| {
        before[verb].is(&["work", "live", "stay"])
            && before[..verb].last_chunk::<2>().is_some_and(|[used, _]| used.low == "used")
    };
    let lived = |verb: &usize| before[*verb].is(LIVED) || used_to(*verb);
    let moved = |verb: &usize| before[*verb].is(GREW) || before[*verb].low == "moved";
    let verb = (0..before.len()).rev().find(|verb| lived(verb) || moved(verb));
    let life = verb.is_some_and(|verb| {
        let after = &before[verb + 1..];
        let parted = after.first().is_some_and(|word| word.is(&["up", "out", "away", "from"]));
        let turns = after.iter().any(|word| word.is(&["and", "but", "with", "when", "where"]));
        let told = lived(&verb) && after.len() < 5 && !turns;
        (told || parted) && !is_ours(&before[..verb])
    });
    let described = before.windows(2).rposition(|pair| {
        pair[0].is(&["who", "that", "which"]) && pair[1].is(&["is", "was", "are", "were"])
            || pair[0].low == "who's"
    });
    life || described.is_some_and(|from| before.len() - from <= 5)
}

/// Whether what stands before a verb is 'I' or 'we' rather than somebody else.
fn is_ours(subject: &[Token]) -> bool {
    let who = subject.iter().rev().find(|word| word.is(US) || word.is(OTHERS) || is_person(word));
    who.is_some_and(|who| who.is(US))
}

/// 'We lost her in the hospital', 'he drowned in the river'.
fn is_loss(before: &[Token]) -> bool {
    (0..before.len()).any(|at| {
        let next = before.get(at + 1);
        let away = next.is_some_and(|word| word.is(&["away", "on", "in", "at", "before"]));
        let lost = before[at].low == "lost" && next.is_some_and(|word| word.is(LOST));
        lost || (before[at].is(DIED) && (before[at].low != "passed" || away))
    })
}

/// 'I wish I had gone to the hospital': where they were not.
fn is_wish(before: &[Token]) -> bool {
    let wish = before.iter().position(|word| word.low == "wish");
    let gone = wish.is_some_and(|wish| before[wish..].iter().any(|word| word.low == "gone"));
    let dreamed = before.windows(3).any(|run| {
        let seeing = run[2].is(&["seeing", "visiting", "going", "living", "owning", "having"]);
        run[0].is(&["dreamed", "dreamt", "dreams"]) && run[1].low == "of" && seeing
    });
    // 'I never got to take my mother to Paris.'
    gone || dreamed
        || before.windows(3).any(|run| {
            run[0].low == "never"
                && run[1].is(&["got", "managed", "had"])
                && run[2].is(&["to", "the"])
        })
}

/// 'She loved her garden', 'he sold his car': what somebody else likes or owns.
fn is_liked(before: &[Token]) -> bool {
    let verb = before.iter().rposition(|word| word.is(LIKED));
    verb.is_some_and(|verb| {
        let object = &before[verb + 1..];
        let subject = &before[..verb];
        let other = subject.iter().any(|word| word.is(OTHERS) || is_person(word));
        object.len() <= 2 && object.iter().all(is_determiner) && other && !is_ours(subject)
    })
}

/// 'As big as a mountain', 'taller than the church': what somebody is measured by.
fn is_measure(before: &[Token]) -> bool {
    let bare = before.iter().rev().take_while(|word| is_determiner(word)).count();
    let before = &before[..before.len() - bare];
    let as_much =
        before.last_chunk::<3>().is_some_and(|run| run[0].low == "as" && run[2].low == "as");
    as_much || before.last().is_some_and(|word| word.low == "than")
}

/// 'She was the rose of our garden', 'the owner of the shop'.
fn is_part_of_a_whole(before: &[Token]) -> bool {
    let bare = before.iter().rev().take_while(|word| is_determiner(word)).count();
    before[..before.len() - bare].last_chunk::<5>().is_some_and(|[who, is, the, _, of]| {
        (who.is(OTHERS) || is_person(who))
            && is.is(&["was", "is"])
            && the.low == "the"
            && of.low == "of"
    })
}

/// 'He drove a bus for thirty years': his life, and not the moment.
fn lasted_years(words: &[Token], at: usize) -> bool {
    let next = words[at + 1..].iter().take_while(|word| !word.after_break).take(6);
    let next: Vec<&Token> = next.collect();
    let years = next.iter().position(|word| word.low == "years");
    let long = years.is_some_and(|years| next[..years].iter().any(|word| word.low == "for"));
    long && !is_ours(clause(words, at)) && !is_meant_after_all(words, at)
}

/// 'She smelled of the garden', 'it reminds me of the sea'.
fn only_reminds(before: &[Token]) -> bool {
    let of = before.iter().rposition(|word| word.low == "of");
    of.is_some_and(|of| {
        let near = before.len() - of <= 3 && before[of + 1..].iter().all(is_determiner);
        near && before[of.saturating_sub(3)..of].iter().any(|word| word.is(REMINDS))
    })
}

/// 'The story about the fish that he caught at the dam': what the story tells.
fn is_story(words: &[Token], at: usize) -> bool {
    let start = (0..=at).rev().find(|from| words[*from].after_break).unwrap_or(0);
    let about = words[start..at].iter().position(|word| word.low == "about");
    about.is_some_and(|about| {
        let told = &words[start + about..at];
        !told.iter().any(|word| word.is(MEANWHILE))
            && told.iter().any(|word| word.is(OTHERS) || word.low == "when")
    })
}

/// 'She loved the sea but we never got there'; not where 'there' is said again.
fn is_never_reached(words: &[Token], at: usize) -> bool {
    let end = (at + 1..words.len()).find(|end| words[*end].opens).unwrap_or(words.len());
    let never = |from: &usize| {
        let verb = words.get(from + 1).is_some_and(|verb| verb.is(NEVER));
        // 'We never went there'; 'she never went to school' says nothing of the sea.
        let whole =
            words.get(from + 2).is_none_or(|next| next.after_break || next.is(&["there", "it"]));
        words[*from].low == "never" && verb && whole
    };
    (at..end).any(|from| never(&from)) && !words[end..].iter().any(|word| word.low == "there")
}

/// 'He worked in the mine. Put us there': then it is the place.
fn is_meant_after_all(words: &[Token], at: usize) -> bool {
    words[at..].iter().any(|word| word.is(&["there", "here"]))
}

/// 'He worked in the forge and let me help': what is told of a life is the moment too.
fn is_shared(words: &[Token], at: usize) -> bool {
    let sentence = words[at + 1..].iter().take_while(|word| !word.after_break);
    sentence.into_iter().any(|word| word.is(&["me", "us"]))
}

/// The words of the same clause before the one at `at`.
fn clause(words: &[Token], at: usize) -> &[Token] {
    let furthest = at.saturating_sub(BEFORE + 2);
    let start = (furthest..=at).rev().find(|from| words[*from].after_break);
    &words[start.unwrap_or(furthest)..at]
}

/// Where the sentence of the word at `at` begins.
fn sentence(words: &[Token], at: usize) -> usize {
    (0..=at).rev().find(|before| words[*before].opens).unwrap_or(0)
}
