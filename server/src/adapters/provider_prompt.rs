//! What a provider outside is told to make: one plain text from a person's words and from what was
//! understood of them.
//!
//! What always holds: it asks for people who look exactly as on their photos; the person's words stand in
//! it as a quotation, on one line; where it may only be so long, it is their end that is left out.

use evernear_app::ports::PictureRequest;
use evernear_rules::story::{Activity, Feature, Hour, Mood, Season, Story, Weather};

/// How a picture is to look.
const STYLE: &str = "A natural photograph of one moment, with real light and real skin. Nobody else \
stands close to them. No text, no frame, no collage.";
/// Most UTF-16 units of a place that was told apart from the words.
const MOST_OF_PLACE: usize = 120;

/// What to make of a request's photos; `name` is how the provider calls the photo of this index.
pub fn picture_prompt(request: &PictureRequest, name: impl Fn(usize) -> String) -> String {
    picture_prompt_within(usize::MAX, request, name)
}

/// The same in at most `most` UTF-16 units; a thousand suffice for all but long words.
pub fn picture_prompt_within(
    most: usize,
    request: &PictureRequest,
    name: impl Fn(usize) -> String,
) -> String {
    let names: Vec<String> = (0..request.photos.len()).map(name).collect();
    let mut sentences = vec![
        format!("This picture shows {} together.", listed(&names)),
        "Each of them looks exactly as on their photo: the same face, age, hair, skin and build; nobody \
is beautified or made younger."
            .to_owned(),
    ];
    sentences.extend(scene(&request.story));
    let place = request.prompt.place().map(|place| shortened(&one_line(place), MOST_OF_PLACE));
    sentences.extend(place.map(|place| format!("The place: \"{place}\".")));
    let taken: usize = sentences.iter().map(|sentence| units(sentence) + 1).sum();
    let left = most.saturating_sub(taken + units(STYLE));
    sentences.extend(request.prompt.words().and_then(|words| told(words, left)));
    sentences.push(STYLE.to_owned());
    sentences.join(" ")
}

/// How a finished picture is to move.
pub fn film_prompt(request: &PictureRequest) -> String {
    let story = &request.story;
    let air = match story.weather {
        Some(Weather::Rain) => "The rain falls. ",
        Some(Weather::Snow) => "The snow falls slowly. ",
        Some(Weather::Mist) => "The mist drifts. ",
        Some(Weather::Clear) | None => "",
    };
    format!(
        "The camera drifts slowly towards them, in one take without a cut. The world around them moves \
gently: air, leaves, water, fabric and light. {air}The people stay as they are in the picture: they \
keep still as for a photograph, and their faces, hair, clothes and places do not change. Nobody speaks, nobody comes and \
nobody leaves. No text."
    )
}

/// The person's words in a sentence of at most `most` units; nothing where no word fits.
fn told(words: &str, most: usize) -> Option<String> {
    let sentence = |words: &str| format!("The memory as it was told: \"{words}\".");
    let words = shortened(&one_line(words), most.saturating_sub(units(&sentence("")) + 1));
    if words.is_empty() { None } else { Some(sentence(&words)) }
}

/// What was understood of where and when it is, sentence by sentence.
fn scene(story: &Story) -> Vec<String> {
    let setting = |name: &Option<String>| name.as_deref().and_then(evernear_settings::find);
    let mut sentences = Vec::new();
    if let Some(setting) = setting(&story.setting) {
        let name = story.name.as_ref().map_or_else(String::new, |name| format!(", {name}"));
        let view = setting_seen(story);
        sentences.push(format!("{}{name}{view}.", setting.title));
    } else if let Some(name) = &story.name {
        sentences.push(format!("It is in {name}."));
    }
    let hour = story.hour.map(|hour| match hour {
        Hour::Dawn => "at dawn",
        Hour::Day => "in daylight",
        Hour::Sunset => "at sunset",
        Hour::Night => "at night",
    });
    let season = story.season.map(|season| match season {
        Season::Spring => "in spring",
        Season::Summer => "in summer",
        Season::Autumn => "in autumn",
        Season::Winter => "in winter",
    });
    let weather = story.weather.map(|weather| match weather {
        Weather::Clear => "in clear weather",
        Weather::Rain => "in the rain",
        Weather::Snow => "in the snow",
        Weather::Mist => "in mist",
    });
    let when: Vec<&str> = [hour, season, weather].into_iter().flatten().collect();
    if !when.is_empty() {
        sentences.push(format!("It is {}.", when.join(", ")));
    }
    sentences.extend(story.era.map(|era| format!("The things around them are of about {era}.")));
    sentences.extend(story.activity.map(|activity| format!("They are {}.", doing(activity))));
    let seen: Vec<String> =
        story.features.iter().map(|feature| feature_name(*feature).to_owned()).collect();
    if !seen.is_empty() {
        sentences.push(format!("There to be seen: {}.", listed(&seen)));
    }
    sentences.extend(story.mood.map(|mood| {
        let mood = match mood {
            Mood::Joy => "joyful",
            Mood::Calm => "calm",
            Mood::Romance => "romantic",
            Mood::Tender => "tender",
        };
        format!("The mood is {mood}.")
    }));
    sentences
}

/// The other setting that is seen from there.
fn setting_seen(story: &Story) -> String {
    let seen = story.view.as_deref().and_then(evernear_settings::find);
    let seen = seen.and_then(|setting| setting.seen.as_deref());
    seen.map_or_else(String::new, |seen| format!(", {seen}"))
}

fn feature_name(feature: Feature) -> &'static str {
    match feature {
        Feature::Flowers => "flowers",
        Feature::Candles => "candles",
        Feature::Lights => "strings of small lamps",
        Feature::Fireworks => "fireworks in the sky",
        Feature::Balloons => "balloons",
        Feature::RedCouch => "a red couch",
    }
}

fn doing(activity: Activity) -> &'static str {
    match activity {
        Activity::Dancing => "dancing",
        Activity::Cooking => "cooking",
        Activity::Eating => "eating",
        Activity::Walking => "walking",
        Activity::Singing => "singing",
        Activity::Playing => "playing",
        Activity::Fishing => "fishing",
        Activity::Swimming => "swimming",
        Activity::Reading => "reading",
        Activity::Driving => "driving",
        Activity::Gardening => "gardening",
        Activity::Praying => "praying",
        Activity::Celebrating => "celebrating",
        Activity::Working => "working",
    }
}

/// `a, b and c`.
fn listed(names: &[String]) -> String {
    match names {
        [] => "the people".to_owned(),
        [one] => one.clone(),
        [all @ .., last] => format!("{} and {last}", all.join(", ")),
    }
}

/// Without line breaks, signs that steer, and the marks of a quotation.
fn one_line(words: &str) -> String {
    let plain: String =
        words.chars().map(|sign| if sign.is_control() { ' ' } else { sign }).collect();
    plain.replace('"', "'").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The beginning of a text in at most `most` UTF-16 units, up to the end of a word where there is one.
fn shortened(text: &str, most: usize) -> String {
    if units(text) <= most {
        return text.to_owned();
    }
    let mut left = most;
    let end = text.char_indices().find(|(_, sign)| {
        let fits = sign.len_utf16() <= left;
        left = left.saturating_sub(sign.len_utf16());
        !fits
    });
    let cut = &text[..end.map_or(text.len(), |(at, _)| at)];
    cut.rsplit_once(' ').map_or(cut, |(whole, _)| whole).to_owned()
}

fn units(text: &str) -> usize {
    text.encode_utf16().count()
}

#[cfg(test)]
mod tests {
    use evernear_app::domain::{creation::Prompt, id::CreationId, timestamp::Timestamp};
    use evernear_rules::{presentation::Presentation, wire::Mode};

    use super::*;

    fn request(words: &str, story: Story) -> PictureRequest {
        PictureRequest {
            creation: CreationId::new(Timestamp(1), &[1; 10]),
            mode: Mode::Couple,
            prompt: Prompt::parse(words),
            story,
            presentation: Presentation::default(),
            photos: Vec::new(),
            keepsake: None,
            seed: 7,
            order: "one".to_owned(),
            fallback: false,
            since: Timestamp(1),
        }
    }

    #[test]
    fn words_and_what_was_understood_of_them_are_in_it() {
        let story = Story {
            setting: Some("beach".to_owned()),
            name: Some("Durban".to_owned()),
            hour: Some(Hour::Sunset),
            season: Some(Season::Winter),
            weather: Some(Weather::Mist),
            mood: Some(Mood::Tender),
            features: vec![Feature::Candles, Feature::Flowers],
            activity: Some(Activity::Walking),
            era: Some(1980),
            ..Story::default()
        };
        let text = "Nan said\n\"come\" Location: the long pier";
        let prompt = picture_prompt(&request(text, story), |at| format!("@person{}", at + 1));
        for part in [
            "On the beach, Durban.",
            "It is at sunset, in winter, in mist.",
            "of about 1980",
            "They are walking.",
            "candles and flowers",
            "The mood is tender.",
            "The place: \"the long pier\".",
            "as it was told: \"Nan said 'come'\".",
            "the same face, age, hair",
        ] {
            assert!(prompt.contains(part), "{part} in {prompt}");
        }
        assert!(
            !picture_prompt(&request("", Story::default()), |_| String::new()).contains("told")
        );
    }

    #[test]
    fn what_does_not_fit_is_the_end_of_the_words() {
        for words in ["Tea with Nan. ".repeat(400), "𝒯".repeat(4_000), "茶".repeat(4_000)] {
            let long = request(&format!("{words} Location: {words}"), Story::default());
            let prompt = picture_prompt_within(1_000, &long, |at| format!("@person{}", at + 1));
            assert!(units(&prompt) <= 1_000, "{}", units(&prompt));
            assert!(units(&prompt) > 950 && prompt.ends_with(STYLE), "{prompt}");
            assert!(units(&film_prompt(&long)) <= 1_000);
        }
    }

    #[test]
    fn names_are_listed() {
        let names = ["@a", "@b", "@c"].map(str::to_owned);
        assert_eq!(listed(&names), "@a, @b and @c");
        assert_eq!(listed(&names[..2]), "@a and @b");
    }

    #[test]
    fn a_film_moves_the_world_and_not_the_people() {
        let story = Story { weather: Some(Weather::Rain), ..Story::default() };
        let prompt = film_prompt(&request("Tea", story));
        assert!(prompt.contains("The rain falls.") && prompt.contains("Nobody speaks"));
    }
}
