//! How a person's words come back: whole, turned towards them, and never a greeting.

use super::*;

/// Everything that is said of a prompt, with each of the wordings.
fn all_written(prompt: &str) -> Vec<String> {
    let mut all = Vec::new();
    for (seed, making) in (0..12).flat_map(|seed| MAKINGS.map(|making| (seed, making))) {
        let companion = EmbeddedCompanion { seed };
        let parsed = Prompt::parse(prompt);
        all.push(companion.converse(prompt).response);
        all.extend(companion.plan(&parsed, making).lines().map(str::to_owned));
        all.extend(companion.progress(&parsed, making).into_iter().map(|step| step.description));
        all.push(companion.reflection(&parsed, making));
    }
    all
}

#[test]
fn quotations_are_closed_and_sentences_end_once() {
    let long =
        "My daughter who died last year and whom I think of every single day that I wake up, long";
    for prompt in [
        &format!("{long}.. "),
        &format!(
            "{long}. Location: the small yellow house of my grandmother's sister beyond the old pier"
        ),
        "It lasted so long.. and then she was gone",
        "She said \"come home. I made tea\" and I never did",
        "My mother, my father, my sister and my brother were all of them there on the very last day of it, and I",
        "Meine Oma hat immer gesagt, dass wir uns wiedersehen, und ich denke jeden einzelnen Tag daran, dass sie",
        "Dancing with my late husband at our wedding while his band played that long, long song of theirs...",
        "I miss Dr. Dlamini, who taught me everything",
    ] {
        for text in all_written(prompt) {
            for (opens, closes) in [('“', '”'), ('«', '»')] {
                let open = text.matches('„').count();
                let opened = text.matches(opens).count() + if opens == '“' { open } else { 0 };
                let closed = text.matches(closes).count();
                let german = open > 0 && text.matches('“').count() == open;
                assert!(german || opened == closed, "{text}");
            }
            for twice in ["..", "….", ".…", "……", ". .", ",.", ",”"] {
                assert!(!text.contains(twice), "{twice} in {text}");
            }
            let single = text.split(|sign: char| !sign.is_alphanumeric() && sign != '\'');
            let opening = single.clone().filter(|word| word.starts_with('\'')).count();
            let closing = single.filter(|word| word.ends_with('\'')).count();
            assert_eq!(opening, closing, "{text}");
        }
    }
}

#[test]
fn an_abbreviation_does_not_end_the_persons_words() {
    let plan = EmbeddedCompanion::default().plan(&Prompt::parse("I miss Dr. Dlamini"), FILM);
    assert!(plan.contains("“I miss Dr. Dlamini”"), "{plan}");
}

#[test]
fn a_greeting_is_welcomed_and_never_quoted() {
    let companion = EmbeddedCompanion::default();
    for said in ["Hi", "hola", "asdf", "?", "good morning", "Hi! 👋"] {
        let reply = companion.welcome(said).expect("small talk");
        assert!(!asks_for_place(&reply) && !reply.contains('!'), "{reply}");
        assert!(pictures(&reply) <= 1 && reply.contains(['?', '？', '。']), "{reply}");
        for text in all_written(&format!("{said} Location: the lake")) {
            assert!(!text.contains('“'), "{said}: {text}");
        }
    }
    for (_, told) in development() {
        assert_eq!(companion.welcome(told), None, "{told}");
    }
    for text in all_written("Hello! I miss my dad so much") {
        assert!(!text.contains("Hello"), "{text}");
    }
}

#[test]
fn a_story_in_answer_to_the_place_is_read_as_one() {
    let companion = EmbeddedCompanion::default();
    for (text, doing, place) in [
        (
            "I miss her Location: Drinking tea with my late grandmother on her porch while it rained",
            "drinking tea with your late grandmother on her porch",
            None,
        ),
        (
            "I miss my husband Location: in our kitchen, dancing to Elvis",
            "dancing to Elvis",
            Some("in your kitchen"),
        ),
        (
            "Dancing with my late husband Location: in our kitchen, to dance",
            "dancing with your late husband",
            Some("in your kitchen"),
        ),
        ("I miss my dog Location: Walking my dog", "walking your dog", None),
    ] {
        let prompt = Prompt::parse(text);
        let reply = companion.converse(text);
        assert_eq!(reply.next_action, NextAction::AwaitingImages, "{text}");
        assert!(reply.response.contains(doing), "{text}: {}", reply.response);
        assert!(!reply.response.contains("to dance"), "{}", reply.response);
        if let Some(place) = place {
            assert!(reply.response.contains(&format!("{doing}, {place}.")), "{}", reply.response);
        }
        let plan = companion.plan(&prompt, FILM);
        assert!(plan.contains(doing) && !plan.contains("setting “"), "{text}: {plan}");
    }
    let text = "I miss her Location: Drinking tea with my late grandmother on her porch";
    let reply = companion.converse(text).response;
    assert!(reply.contains("one of your late grandmother"), "{reply}");
    let story = companion.story(&Prompt::parse(text));
    assert_eq!(story.people, [evernear_rules::story::Relation::Grandmother]);
    // A place alone stays as it was said.
    let plan = companion
        .plan(&Prompt::parse("I miss her Location: the pier in Durban, South Africa"), FILM);
    assert!(plan.contains("on the pier in Durban, South Africa"), "{plan}");
}

#[test]
fn what_they_do_is_said_once() {
    let companion = EmbeddedCompanion::default();
    for (text, said, next) in [
        (
            "I would love to dance with my late husband in our kitchen",
            "dancing with your late husband in your kitchen.",
            NextAction::AwaitingImages,
        ),
        (
            "I'd love to dance with my late husband",
            "dancing with your late husband.",
            NextAction::AwaitingLocation,
        ),
        (
            "We loved to party at the beach with my dad",
            "partying at the beach with your dad.",
            NextAction::AwaitingImages,
        ),
        ("I would love to take my gran to a dance", "to a dance.", NextAction::AwaitingImages),
        ("We went to camp with my dad", "camp", NextAction::AwaitingImages),
    ] {
        let reply = companion.converse(text);
        assert_eq!(reply.next_action, next, "{text}: {}", reply.response);
        let twice = ["to dance", "to party"].iter().any(|words| reply.response.contains(words));
        assert!(!twice, "{text}: {}", reply.response);
        assert!(
            next == NextAction::AwaitingLocation || reply.response.contains(said) || said == "camp",
            "{text}: {}",
            reply.response
        );
    }
}
