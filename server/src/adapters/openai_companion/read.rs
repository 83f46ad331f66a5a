//! What a model's answers must be to be used: of the right form and length, in the person's language, about
//! what is really made, and fit for anybody to read. Whatever is not is as if no answer had come.

use evernear_app::domain::{
    companion::moderation::{Concern, assess},
    creation::{Brief, Prompt},
};
use evernear_companion::EmbeddedCompanion;
use evernear_rules::{
    story::Story,
    wire::{ChatReply, CreationKind, Mode, NextAction, ProgressStep},
};
use serde::de::DeserializeOwned;
use serde_json::{Deserializer, Value};

use super::{
    chat::ChatError,
    instructions::{PLAN_LINES, STEPS},
};

/// Longest texts that are shown, in characters.
const REPLY: usize = 600;
const PLAN_LINE: usize = 300;
const TITLE: usize = 60;
const DESCRIPTION: usize = 240;
const REFLECTION: usize = 300;

type Read<T> = Result<T, ChatError>;

/// A step of the conversation in answer to `words`.
pub fn reply(answer: &str, words: &str) -> Read<ChatReply> {
    let ChatReply { response, next_action } = json(answer)?;
    let response = shown(&response, REPLY, words)?;
    let known = Prompt::parse(words).place().is_some();
    let asks = asks_for_a_place(&response);
    let next_action = match (known, next_action) {
        // The place was told: who is asked for it again and again gets no further.
        (true, NextAction::AwaitingLocation) => {
            return Err(ChatError::Unusable("it asks for what was told"));
        }
        (true, _) if asks => return Err(ChatError::Unusable("it asks for what was told")),
        (_, NextAction::Error) => return Err(ChatError::Unusable("it names no next action")),
        (false, NextAction::AwaitingImages) if asks => NextAction::AwaitingLocation,
        (_, next_action) => next_action,
    };
    Ok(ChatReply { response, next_action })
}

/// Whether it asks where the moment is, in English.
fn asks_for_a_place(response: &str) -> bool {
    let asks = |sentence: &str| {
        let low = sentence.to_lowercase();
        let named = |words: &[&str]| words.iter().any(|word| low.contains(word));
        named(&["where ", "which place", "what place", "what location", "which location"])
            && !named(&["photo", "picture of", "selfie"])
    };
    response.split_inclusive(['.', '!', '?']).filter(|one| one.ends_with('?')).any(asks)
}

/// Three numbered lines.
pub fn plan(answer: &str, brief: &Brief) -> Read<String> {
    let lines: Vec<&str> = answer.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let numbered = lines.iter().zip(1..).all(|(line, number)| {
        line.strip_prefix(&format!("{number}.")).is_some_and(|rest| !rest.trim().is_empty())
    });
    if lines.len() != PLAN_LINES || !numbered {
        return Err(ChatError::Unusable("the plan has not three numbered lines"));
    }
    if lines.iter().any(|line| line.chars().count() > PLAN_LINE) {
        return Err(ChatError::Unusable("the plan is too long"));
    }
    fits(&lines.join("\n"), brief)
}

/// Six steps.
pub fn steps(answer: &str, brief: &Brief) -> Read<Vec<ProgressStep>> {
    let steps: Vec<ProgressStep> = match json(answer)? {
        // Servers that only know objects put the list into one.
        Value::Object(object) => {
            object.into_iter().find_map(|(_, value)| value.is_array().then_some(value))
        }
        value => Some(value),
    }
    .and_then(|list| serde_json::from_value(list).ok())
    .ok_or(ChatError::Unusable("the steps are no list of steps"))?;
    if steps.len() != STEPS {
        return Err(ChatError::Unusable("there are not six steps"));
    }
    let mut all = String::new();
    for step in &steps {
        let short = [(&step.emoji, 16), (&step.title, TITLE), (&step.description, DESCRIPTION)]
            .iter()
            .all(|(text, most)| !text.trim().is_empty() && text.chars().count() <= *most);
        if !short {
            return Err(ChatError::Unusable("a step is empty or too long"));
        }
        all = format!("{all}{}. {}\n", step.title, step.description);
    }
    fits(&all, brief)?;
    Ok(steps)
}

/// One sentence.
pub fn reflection(answer: &str, brief: &Brief) -> Read<String> {
    let answer = answer.trim_matches(['"', '“', '”', '«', '»']).trim();
    if answer.contains('\n') || answer.chars().count() > REFLECTION {
        return Err(ChatError::Unusable("it is more than a sentence"));
    }
    fits(answer, brief)
}

/// Where and when it is. A setting that there is not makes the whole unusable.
pub fn story(answer: &str, prompt: &Prompt) -> Read<Story> {
    let story: Story = json(answer)?;
    let known = |name: &Option<String>| {
        name.as_deref().is_none_or(|name| evernear_settings::find(name).is_some())
    };
    if !known(&story.setting) || !known(&story.view) {
        return Err(ChatError::Unusable("there is no such setting"));
    }
    // The words' language is known here.
    Ok(Story { language: EmbeddedCompanion::default().story(prompt).language, ..story })
}

/// A text about a creation, if it is about what is made of these words and people.
fn fits(text: &str, brief: &Brief) -> Read<String> {
    let low = text.to_lowercase();
    let moves = ["animat", "film", "video"].iter().any(|word| low.contains(word));
    if brief.kind == CreationKind::Image && moves {
        return Err(ChatError::Unusable("a picture does not move"));
    }
    let two = ["two of you", "both of you", "two people"].iter().any(|words| low.contains(words));
    if brief.mode == Mode::Friend && two {
        return Err(ChatError::Unusable("there are three people"));
    }
    shown(text, text.chars().count(), &brief.prompt.joined())
}

/// Whether a sign shows others in another order, or is a tag that nobody sees.
fn reorders(sign: char) -> bool {
    matches!(sign, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{e0000}'..='\u{e007f}')
}

/// A text that may be shown to whoever wrote `words`.
fn shown(text: &str, most: usize, words: &str) -> Read<String> {
    let text = text.trim();
    if text.is_empty() {
        return Err(ChatError::Unusable("it is empty"));
    }
    if text.chars().count() > most {
        return Err(ChatError::Unusable("it is too long"));
    }
    if text.chars().any(|sign| sign.is_control() && sign != '\n' || reorders(sign)) {
        return Err(ChatError::Unusable("it holds control characters"));
    }
    if text.contains("://") || text.to_lowercase().contains("www.") {
        return Err(ChatError::Unusable("it holds an address"));
    }
    if assess(text) != Concern::None || assess(&as_if_said_by_them(text)) != Concern::None {
        return Err(ChatError::Unusable("it is not fit to be shown"));
    }
    let language = |text: &str| EmbeddedCompanion::default().story(&Prompt::parse(text)).language;
    match (language(words), language(text)) {
        (Some(theirs), Some(own)) if theirs != own => {
            Err(ChatError::Unusable("it is in another language"))
        }
        _ => Ok(text.to_owned()),
    }
}

/// What a text says to somebody, as if they had said it of themselves: so it is heard where a reply
/// tells its reader to harm themselves.
fn as_if_said_by_them(text: &str) -> String {
    let word = |word: &str| match word.to_lowercase().as_str() {
        "you" => "i".to_owned(),
        "your" => "my".to_owned(),
        "yourself" => "myself".to_owned(),
        other => other.to_owned(),
    };
    let words = text.split_inclusive(|sign: char| !sign.is_alphanumeric());
    words
        .map(|part| {
            let end = part.trim_end_matches(|sign: char| !sign.is_alphanumeric());
            word(end) + &part[end.len()..]
        })
        .collect()
}

/// The first JSON object or list in a text, whatever stands around it.
fn json<T: DeserializeOwned>(text: &str) -> Read<T> {
    text.match_indices(['{', '['])
        .take(8)
        .find_map(|(at, _)| Deserializer::from_str(&text[at..]).into_iter::<T>().next()?.ok())
        .ok_or(ChatError::Unusable("it is not the JSON that was asked for"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn brief(kind: CreationKind, mode: Mode, words: &str) -> Brief {
        Brief {
            kind,
            mode,
            prompt: Prompt::parse(words),
            story: Story::default(),
            presentation: evernear_rules::presentation::Presentation::default(),
            seed: 1,
        }
    }

    #[test]
    fn a_reply_with_an_address_or_turned_signs_is_not_shown() {
        let said = |text: &str| {
            let answer =
                serde_json::json!({ "response": text, "next_action": "AWAITING_LOCATION" });
            reply(&answer.to_string(), "Tea with Nan")
        };
        assert!(said("Where would you both be? 👩‍👧 💛").is_ok(), "joined signs are kept");
        for text in [
            "Please sign in at https://a.example first. Where would it be?",
            "See www.a.example. Where would it be?",
            "Where would \u{202e}eb ti dluow?",
            "Where would it be?\u{e0041}",
        ] {
            assert!(said(text).is_err(), "{text}");
        }
    }

    #[test]
    fn json_is_found_in_the_prose_around_it() {
        let bare = r#"{"response":"Where would it be? 💛","next_action":"AWAITING_LOCATION"}"#;
        for answer in
            [bare.to_owned(), format!("Sure!\n```json\n{bare}\n```"), format!("[note] {bare} {{")]
        {
            let read = reply(&answer, "Tea with Nan").expect("an answer");
            assert_eq!(read.next_action, NextAction::AwaitingLocation);
        }
        for answer in [
            "",
            "Where?",
            "{\"response\":\"Hm.\"}",
            "{\"response\":\"\",\"next_action\":\"AWAITING_IMAGES\"}",
        ] {
            assert!(reply(answer, "Tea with Nan").is_err(), "{answer}");
        }
    }

    #[test]
    fn who_told_the_place_is_not_asked_for_it_again() {
        let answer = |response: &str, action: &str| {
            format!(r#"{{"response":"{response}","next_action":"{action}"}}"#)
        };
        let told = "Tea with Nan Location: her garden";
        let asks = "Lovely. Where would this be?";
        assert!(reply(&answer(asks, "AWAITING_LOCATION"), told).is_err());
        assert!(reply(&answer(asks, "AWAITING_IMAGES"), told).is_err());
        let photos =
            "Lovely. Could you add a photo of yourself and one of her, where you both smile?";
        let read = reply(&answer(photos, "AWAITING_IMAGES"), told).expect("an answer");
        assert_eq!(read.next_action, NextAction::AwaitingImages);
        // A reply that asks for the place waits for it, whatever the model says.
        let read = reply(&answer(asks, "AWAITING_IMAGES"), "Tea with Nan").expect("an answer");
        assert_eq!(read.next_action, NextAction::AwaitingLocation);
    }

    #[test]
    fn plans_are_three_numbered_lines_about_what_is_made() {
        let film = brief(CreationKind::Video, Mode::Couple, "Tea with Nan in her garden");
        let picture = brief(CreationKind::Image, Mode::Friend, "Tea with Nan in her garden");
        let good = "1. To capture the feeling of tea.\n\n2. Cups and roses.\n3. A short film.";
        assert_eq!(plan(good, &film).expect("a plan").lines().count(), 3);
        assert!(plan(good, &picture).is_err(), "a picture is no film");
        for bad in
            ["1. One\n2. Two", "1. One\n2. Two\n3.", "1. a\n2. b\n3. c\n4. d", "- a\n- b\n- c"]
        {
            assert!(plan(bad, &film).is_err(), "{bad}");
        }
        let two = "1. To capture the feeling of tea.\n2. The two of you.\n3. A picture.";
        assert!(plan(two, &picture).is_err(), "there are three");
    }

    #[test]
    fn steps_are_six_complete_ones_in_a_list_or_in_an_object_with_it() {
        let film = brief(CreationKind::Video, Mode::Couple, "Tea with Nan");
        let one = r#"{"emoji":"📖","title":"Reading your story","description":"About tea."}"#;
        let list = |count: usize| format!("[{}]", vec![one; count].join(","));
        assert_eq!(steps(&list(6), &film).expect("steps").len(), 6);
        assert_eq!(steps(&format!("{{\"steps\":{}}}", list(6)), &film).expect("steps").len(), 6);
        for bad in [list(5), list(7), list(6).replace("About tea.", " "), "six steps".to_owned()] {
            assert!(steps(&bad, &film).is_err(), "{bad}");
        }
    }

    #[test]
    fn what_nobody_should_read_or_what_is_in_another_language_is_not_used() {
        let film = brief(
            CreationKind::Video,
            Mode::Couple,
            "Tee mit meiner Oma in ihrem Garten, wir haben gelacht",
        );
        assert!(reflection("Manche Nachmittage bleiben für immer bei uns.", &film).is_ok());
        assert!(
            reflection("Some afternoons stay with the two of you for ever and ever.", &film)
                .is_err()
        );
        let english = brief(CreationKind::Video, Mode::Couple, "Tea with Nan in her garden");
        assert!(reflection("“Some afternoons never end.”", &english).is_ok());
        assert!(reflection("I want to kill myself.", &english).is_err());
        assert!(reflection("You should kill yourself, nobody would miss you.", &english).is_err());
        assert!(
            reflection("You and your Nan, laughing over tea, will always be yours.", &english)
                .is_ok()
        );
        assert!(reflection("One.\nTwo.", &english).is_err());
    }

    #[test]
    fn a_story_names_settings_that_there_are() {
        let prompt = Prompt::parse("Tea with Nan in her garden");
        let read = story(r#"{"setting":"garden","people":["grandmother"],"era":null}"#, &prompt);
        assert_eq!(read.expect("a story").setting.as_deref(), Some("garden"));
        for bad in [
            r#"{"setting":"moon-base"}"#,
            r#"{"people":["mother","mother"]}"#,
            r#"{"hour":"tea time"}"#,
        ] {
            assert!(story(bad, &prompt).is_err(), "{bad}");
        }
    }
}
