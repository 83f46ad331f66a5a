//! Which setting a text means, and what is seen from there.
//!
//! How it reads: every word or phrase of a setting ([`forms`]) is a mention, weighed by the words before
//! it ([`reader`], [`cues`], [`around`]). A place that people are in counts for more than one that is only named,
//! that for more than one that is near or seen, and that for more than things and occasions
//! ([`Setting::hints`]); what is denied, left, painted or over does not count. Of equal mentions the
//! narrower place wins ([`Setting::scope`]), then the one said first.
//!
//! Always: linear in the number of words; a text without any mention has no setting. To teach it a
//! word: the file of the setting. A turn of phrase: a list of [`cues`], or a rule in [`reader`].

mod around;
mod background;
mod cues;
mod forms;
mod mention;
mod reader;

use std::cmp::Reverse;

use evernear_app::domain::creation::Prompt;
use evernear_rules::story::{Feature, Hour, Story};
use evernear_settings::{Kind, SETTINGS, Scope, Setting};

use self::{
    forms::Sort,
    mention::Mention,
    reader::{Reader, unspaced},
};
use super::{moment, season, tokens::tokens, told};

/// What a mention counts for, to which its scope is added.
const WITHIN: u32 = 20;
const NAMED: u32 = 12;
const NEAR: u32 = 8;
const HINTED: u32 = 4;
/// What each further thing of the same setting adds to a hint, and most of them that count.
const AGREED: u32 = 2;
const MOST_AGREED: usize = 2;
/// The same, without its scope.
const ON_THE_MAP: u32 = 2;
/// A landscape by its name where people are in it: 'in the Namib'.
const IN_THE_LAND: u32 = 6;
/// The kind alone: 'at home in Lagos' is indoors.
const ANYWHERE: u32 = 3;
/// Where they are only going.
const BOUND: u32 = 1;
/// What stands for being on the way.
const ON_THE_WAY: &str = "road";

/// What a text means.
#[derive(Clone, Copy, Debug, Default)]
struct Meant {
    setting: Option<&'static Setting>,
    view: Option<&'static Setting>,
    weight: u32,
}

/// Where and when a memory is. A place that was given in answer to our question outdoes the one in
/// the words before.
pub(super) fn story(prompt: &Prompt) -> Story {
    let words = prompt.words().unwrap_or_default();
    let answered = prompt.place().map(find).unwrap_or_default();
    let told = find(words);
    // A town alone says less than the kitchen they spoke of, 'at home' less than a birthday.
    let says_less = match answered.weight {
        ..ON_THE_MAP => true,
        ON_THE_MAP => told.weight >= NEAR,
        ANYWHERE => told.weight > ANYWHERE,
        _ => false,
    };
    let meant = if says_less { told } else { answered };
    let name = |setting: Option<&Setting>| setting.map(|setting| setting.name.to_owned());
    // What is answered comes later, so it outdoes what was said before.
    let place = prompt.place().unwrap_or_default();
    let both = format!("{words}\n{place}");
    let features = told::features(&both);
    // Fireworks are seen at night.
    let night = features.contains(&Feature::Fireworks).then_some(Hour::Night);
    Story {
        people: told::people(&both),
        setting: name(meant.setting),
        view: name(meant.view),
        name: told::name(&format!("{place}\n")).or_else(|| told::name(&both)),
        activity: told::activity(&both),
        hour: moment::hour(place).or_else(|| moment::hour(words)).or(night),
        weather: moment::weather(place).or_else(|| moment::weather(words)),
        season: season::season(words, place),
        era: moment::era(place).or_else(|| moment::era(words)),
        mood: moment::mood(&both),
        language: told::spoken(words).or_else(|| told::spoken(place)),
        features,
    }
}

/// The setting that these words mean.
fn find(text: &str) -> Meant {
    let words = tokens(text);
    let mut mentions = Reader::new(text, &words).mentions();
    mentions.extend(unspaced(text, words.len()));
    let best = mentions
        .iter()
        .max_by_key(|mention| (mention.weight + agreed(&mentions, mention), Reverse(mention.at)));
    let Some(&Mention { setting: first, weight, .. }) = best else { return Meant::default() };
    let on_the_way = evernear_settings::find(ON_THE_WAY).filter(|_| weight == BOUND);
    let setting = on_the_way.unwrap_or_else(|| turned(&mentions, first));
    let view = mentions.iter().find(|mention| {
        let landscape = mention.sort == Sort::Place && mention.setting.scope == Scope::Area;
        landscape && mention.setting.name != setting.name && mention.weight >= NEAR
    });
    Meant { setting: Some(setting), view: view.map(|mention| mention.setting), weight }
}

/// What other things of the same setting add to a hint.
fn agreed(mentions: &[Mention], hint: &Mention) -> u32 {
    let others = mentions.iter().filter(|other| {
        hint.sort == Sort::Hint
            && other.sort == Sort::Hint
            && other.setting.name == hint.setting.name
            && other.at != hint.at
    });
    others.take(MOST_AGREED).map(|_| AGREED).sum()
}

/// What this setting becomes beside the others: a lounge, at Christmas. A thing that only stands there,
/// such as boats on a lake, turns nothing.
fn turned(mentions: &[Mention], setting: &'static Setting) -> &'static Setting {
    let named = |name: &String| mentions.iter().any(|other| other.setting.name == name);
    let joined = SETTINGS.iter().find(|other| {
        let mut pairs = other.joins.iter();
        pairs.any(|pair| pair.iter().any(|name| name == setting.name) && pair.iter().all(named))
    });
    if let Some(joined) = joined {
        return joined;
    }
    let turns = |other: &&Mention| {
        let there = other.sort == Sort::Hint
            || other.weight >= WITHIN
            || other.setting.scope != Scope::Spot
            || other.setting.kind != Kind::Water;
        there && other.weight > BOUND && other.setting.turns.iter().any(|name| name == setting.name)
    };
    mentions.iter().find(turns).map_or(setting, |other| other.setting)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setting(words: &str, place: Option<&str>) -> Option<String> {
        story(&Prompt::new(words.to_owned(), place)).setting
    }

    #[test]
    fn what_is_answered_outdoes_what_was_told_unless_it_says_less() {
        for (words, place, expected) in [
            ("Sitting with Grandpa", Some("Lake Malawi"), Some("lake")),
            ("I miss the kitchen", Some("at the beach"), Some("beach")),
            ("Dancing in our kitchen", Some("Durban"), Some("kitchen")),
            ("Dancing in our kitchen", Some("at home"), Some("kitchen")),
            ("Dancing with her", Some("Paris"), Some("city-street")),
            ("Her 80th birthday", Some("at home"), Some("birthday-table")),
            ("Reading with her in Lagos", Some("at home"), Some("indoors-any")),
            ("I miss her", None, None),
        ] {
            assert_eq!(setting(words, place).as_deref(), expected, "{words} {place:?}");
        }
    }

    #[test]
    fn the_place_rules_over_things_and_occasions() {
        for (words, expected) in [
            ("tea in the garden", "garden"),
            ("Her 80th birthday in the garden", "garden"),
            ("Her 80th birthday", "birthday-table"),
            ("A birthday in a hot-air balloon", "balloon-basket"),
            ("the veranda by the sea", "veranda"),
            ("A desert of paperwork at the office", "office"),
            ("Christmas in the lounge", "christmas-lounge"),
            ("not at the hospital but in her garden", "garden"),
            ("sitting in the car at the drive-in", "drive-in-cinema"),
        ] {
            assert_eq!(setting(words, None).as_deref(), Some(expected), "{words}");
        }
    }

    #[test]
    fn a_likeness_a_wish_and_where_somebody_comes_from_are_no_place() {
        for (words, expected) in [
            ("He used to say life is a bus", None),
            ("Mom grew up over a bakery", None),
            ("I wish I had gone to the hospital", None),
            ("I grew up on a farm with him", Some("farm")),
            ("When she moved away, we sat on the beach", Some("beach")),
            ("Grandpa moved to the couch", Some("couch-lounge")),
        ] {
            assert_eq!(setting(words, None).as_deref(), expected, "{words}");
        }
    }

    #[test]
    fn what_belongs_to_a_life_or_a_story_is_no_place() {
        for (words, expected) in [
            ("my grandma who lived on a farm in Texas", None),
            ("My nan used to work in a factory and I miss her laugh", None),
            ("He worked in the mine for years. Put us there", Some("mine-headgear")),
            ("we lost her in the hospital last year", None),
            ("Mom always smelled of the garden and soap", None),
            ("She loved her garden more than anything", None),
            ("My wife loved the sea but we never got there", None),
            ("I never got to take my mom to the museum", None),
            ("his heart was as big as a mountain", None),
            ("She was the rose of our garden", None),
            ("He drove a bus for thirty years", None),
            ("Dad is wearing his church suit", None),
            ("for my husband's birthday, a picture of him", None),
            ("telling us about the fish he caught at the dam", None),
            ("by the braai, a story about the fish he caught at the dam", Some("backyard-braai")),
            ("Pilze sammeln im Wald mit Oma. Danach gab es Suppe in der Küche", Some("forest")),
            ("cutting cloth for somebody's wedding, a tailor", Some("sewing-room")),
        ] {
            assert_eq!(setting(words, None).as_deref(), expected, "{words}");
        }
    }

    #[test]
    fn a_thing_is_where_its_place_is() {
        for (words, expected) in [
            ("skating on the canal, holding on to a kitchen chair", Some("frozen-lake")),
            ("shelling peas on a bench in the garden", Some("garden")),
            ("on the bench of the classroom", Some("classroom")),
            ("On the sofa with Dad, the harbour behind us", Some("couch-lounge")),
            ("Roadtrip from Ohio to Myrtle Beach in the car with Mom", Some("car")),
            ("We hardly left the tent, two weeks at the lake", Some("tent")),
            ("plaiting my hair at home", Some("indoors-any")),
            ("할머니와 해변에서", Some("beach")),
        ] {
            assert_eq!(setting(words, None).as_deref(), expected, "{words}");
        }
    }

    #[test]
    fn what_is_compared_denied_or_ahead_is_no_place() {
        for (words, expected) in [
            ("Our bedroom felt like a beach that night", Some("bedroom")),
            ("Heading to the beach with Dad at the wheel", Some("road")),
            (
                "On our way to the seaside, noses against the train window",
                Some("train-compartment"),
            ),
            ("We wanted to see Paris but stayed at home", Some("indoors-any")),
            ("Grandpa's forge was his world, but this was in the kitchen", Some("kitchen")),
            ("flying kites from the roof", Some("rooftop")),
            ("coming home from the market", None),
            ("a mountain of laundry and my mother", None),
            ("My husband was taller than the door", None),
            ("Im Rosengarten mit meiner Mutter", Some("garden")),
            ("rowing across the lake with Dad", Some("boat")),
            ("our wedding, and Dad dancing with me", Some("wedding-dance")),
        ] {
            assert_eq!(setting(words, None).as_deref(), expected, "{words}");
        }
    }

    #[test]
    fn people_are_not_in_what_they_wait_for_or_stand_outside_of() {
        for (words, expected) in [
            ("sitting outside the church with my aunt", "outdoors-any"),
            ("in front of the old library", "outdoors-any"),
            ("vor der Kirche mit meiner Mutter", "outdoors-any"),
            ("baking with Gran while it was snowing outside", "kitchen"),
            ("Mama frying fish outside", "outdoors-any"),
            ("under the blanket with rain on the tin roof, in bed", "bedroom"),
            ("plasters on my knee behind the bike shop", "outdoors-any"),
            ("Dad behind the bar", "pub"),
            ("Dad with his head under the old car", "outdoors-any"),
            ("the pub was shut so we sat by the river", "river"),
            ("spinning in the salon chair", "salon"),
            ("waving at the train as she left", "railway-platform"),
            ("waiting for the train with my dad", "railway-platform"),
            ("waiting in the train with my dad", "train-compartment"),
            ("her train left and I stood there", "railway-platform"),
            ("on the bonnet of the car with Dad", "outdoors-any"),
            ("asleep in his chair on the veranda", "veranda"),
            ("dancing with Mum at home", "indoors-any"),
            ("Im Krankenhaus hat er meine Hand gehalten", "hospital-room"),
            ("Dad telling us not to run in the church", "church"),
            ("behind the till in his corner shop", "corner-shop"),
        ] {
            assert_eq!(setting(words, None).as_deref(), Some(expected), "{words}");
        }
    }

    #[test]
    fn a_slip_of_the_fingers_is_read_and_another_word_is_not() {
        for (words, expected) in [
            ("in the kithcen with Gran", Some("kitchen")),
            ("reading at the libary with her", Some("library")),
            ("on the veranda that was barely there", Some("veranda")),
            ("he barely spoke over two metres", None),
        ] {
            assert_eq!(setting(words, None).as_deref(), expected, "{words}");
        }
    }

    #[test]
    fn what_is_answered_outdoes_the_hour_that_was_told() {
        let prompt = Prompt::new("An evening with her".to_owned(), Some("on the beach at dawn"));
        assert_eq!(story(&prompt).hour, Some(Hour::Dawn));
    }

    #[test]
    fn what_is_seen_from_there_is_kept() {
        let story = story(&Prompt::new("On the veranda by the sea at dusk".to_owned(), None));
        assert_eq!(story.view.as_deref(), Some("beach"));
        assert_eq!(story.hour, Some(Hour::Sunset));
    }
}
