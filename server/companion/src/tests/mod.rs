//! What always holds of the embedded companion, and the list it was developed with.
//!
//! `places.tsv` is the development list: add a prompt there with its answer, and make
//! the words or rules general enough to hold it. The examination list is another one
//! (`server/companion/tests/`), which nobody tunes on.

use evernear_app::domain::creation::Prompt;
use evernear_rules::wire::{CreationKind, Mode, NextAction};
use unicode_segmentation::UnicodeSegmentation;

mod wording;

use super::language::LANGUAGES;
use super::*;

const DEVELOPMENT: &str = include_str!("places.tsv");

const FILM: Making = Making { kind: CreationKind::Video, mode: Mode::Couple };
const MAKINGS: [Making; 4] = [
    FILM,
    Making { kind: CreationKind::Image, mode: Mode::Couple },
    Making { kind: CreationKind::Video, mode: Mode::Friend },
    Making { kind: CreationKind::Image, mode: Mode::Friend },
];

fn development() -> impl Iterator<Item = (bool, &'static str)> {
    DEVELOPMENT.lines().skip(1).map(|line| {
        let (answer, prompt) = line.split_once('\t').expect("two columns");
        (answer == "yes", prompt)
    })
}

/// Texts that people and machines send to see what happens.
fn hostile() -> Vec<String> {
    vec![
        String::new(),
        " \n\t ".to_owned(),
        "😭😭😭 ❤️ 👨‍👩‍👧‍👦".to_owned(),
        "👨‍👩‍👧‍👦".repeat(2_000),
        "a".repeat(10_000),
        "my dad in our kitchen ".repeat(500),
        "in the ".repeat(1_500),
        "of the of the my my ".repeat(500),
        "in our old kitchen in Durban, ".repeat(340),
        "<script>alert('x')</script><b>My dad</b> at <i>the beach</i>".to_owned(),
        "<".repeat(10_000),
        format!("<a {}", "x".repeat(9_000)),
        "\u{202e}gnihtemos\u{202c} with my mom\u{0}\u{1b}[31m\r\n at the lake\u{7}".to_owned(),
        "Z\u{301}\u{302}\u{303}\u{304}\u{305}".repeat(1_000),
        format!("Z{}", "\u{301}".repeat(9_000)),
        "مرحبا أبي في البيت القديم ".repeat(300),
        "おばあちゃんと台所で".repeat(800),
        "Dancing with my mom{what}{who}{words}{} Location: {details}".to_owned(),
        " Location: ".to_owned(),
        "My dad Location: ".to_owned(),
        "My dad Location: 🏖️".to_owned(),
        "My dad Location: \u{202e}\u{0}".to_owned(),
        "Location: Location: Location: x".to_owned(),
        "' '' '' ' s's' s' ' -- - -in-".to_owned(),
        "İİİ in İstanbul with my DAD ẞẞ".to_owned(),
        "IN THE KITCHEN WITH MY MOM!!!".to_owned(),
        "“”«»\"\"'' my “dad” said \"hi\" at the \"beach\"!".to_owned(),
    ]
}

fn pictures(text: &str) -> usize {
    text.graphemes(true)
        .filter(|grapheme| {
            grapheme
                .chars()
                .any(|sign| matches!(sign, '\u{1f000}'..='\u{1faff}' | '\u{2600}'..='\u{27bf}'))
        })
        .count()
}

fn asks_for_place(reply: &str) -> bool {
    reply.contains("Where would")
        || reply.contains("Which place")
        || reply.contains("where it should")
}

#[test]
fn the_development_list_is_held() {
    let companion = EmbeddedCompanion::default();
    let misses: Vec<_> = development()
        .filter(|(given, prompt)| {
            (companion.converse(prompt).next_action == NextAction::AwaitingImages) != *given
        })
        .collect();
    assert!(misses.is_empty(), "{misses:#?}");
    assert!(development().count() > 400);
}

#[test]
fn every_answer_keeps_its_form_for_every_text_and_seed() {
    let prompts = development().map(|(_, prompt)| prompt.to_owned()).chain(hostile());
    for (seed, prompt) in (0..).map(|seed| seed % 7).zip(prompts) {
        let companion = EmbeddedCompanion { seed };
        let reply = companion.converse(&prompt);
        let shown = cut_for_display(&prompt);
        assert!(reply.response.chars().count() <= 600, "{shown}");
        assert!(pictures(&reply.response) <= 1, "{shown}: {}", reply.response);
        assert!(!reply.response.contains('!'), "{shown}: {}", reply.response);
        if asks_for_place(&reply.response) {
            assert_eq!(reply.next_action, NextAction::AwaitingLocation, "{shown}");
        }
        assert_ne!(reply.next_action, NextAction::Error);
        let making = MAKINGS[usize::try_from(seed % 4).expect("small")];
        assert_plan(&companion.plan(&Prompt::parse(&prompt), making), &shown);
        assert_steps(&companion.progress(&Prompt::parse(&prompt), making), &shown);
        let reflection = companion.reflection(&Prompt::parse(&prompt), making);
        assert!(
            reflection.chars().count() <= 320 && !reflection.contains(['!', '\n']),
            "{shown}: {reflection}"
        );
        assert_eq!(pictures(&reflection), 0, "{shown}: {reflection}");
        assert!(reflection.ends_with(['.', '。', '।', '”', '»', '…']), "{shown}: {reflection}");
    }
}

fn assert_plan(plan: &str, shown: &str) {
    let lines: Vec<_> = plan.lines().collect();
    assert_eq!(lines.len(), 3, "{shown}: {plan}");
    assert!(lines[0].starts_with("1. To capture the feeling of "), "{shown}: {plan}");
    assert!(lines[1].starts_with("2. ") && lines[2].starts_with("3. "), "{shown}: {plan}");
    assert!(lines.iter().all(|line| line.chars().count() <= 220), "{shown}: {plan}");
}

fn assert_steps(steps: &[ProgressStep], shown: &str) {
    assert_eq!(steps.len(), 6, "{shown}");
    for step in steps {
        let words = step.title.split_whitespace().count();
        assert!((2..=4).contains(&words), "{shown}: {}", step.title);
        assert!(pictures(&step.emoji) == 1 && !step.description.is_empty(), "{shown}");
        assert!(!step.description.contains(['{', '}']), "{shown}: {}", step.description);
        assert!(step.description.chars().count() <= 200, "{shown}: {}", step.description);
    }
}

fn cut_for_display(prompt: &str) -> String {
    prompt.chars().take(60).collect()
}

#[test]
fn the_same_text_and_seed_say_the_same_and_other_seeds_vary() {
    let prompt = "Dancing with my mom in our old kitchen in Durban";
    let say = |seed| {
        let companion = EmbeddedCompanion { seed };
        (
            companion.converse(prompt).response,
            companion.plan(&Prompt::parse(prompt), FILM),
            companion.reflection(&Prompt::parse(prompt), FILM),
        )
    };
    assert_eq!(say(0), say(0));
    let variety: std::collections::HashSet<_> = (0..20).map(say).collect();
    assert!(variety.len() > 5);
}

#[test]
fn a_place_in_answer_to_the_question_leads_to_the_photos() {
    let companion = EmbeddedCompanion::default();
    for text in [
        "I miss my dad so much Location: the lake",
        "Ek mis my pa Location: die plaas",
        "x Location: no idea",
    ] {
        assert_eq!(companion.converse(text).next_action, NextAction::AwaitingImages, "{text}");
    }
    for text in ["I miss my dad so much Location: ", "I miss my dad so much Location:  \n "] {
        assert_eq!(companion.converse(text).next_action, NextAction::AwaitingLocation, "{text}");
    }
}

#[test]
fn who_does_not_know_where_is_not_quoted_as_a_place() {
    for (answer, wrong) in [
        ("I don't know. I just want him back", "want him back"),
        ("what do you mean?", "what do you mean"),
        ("mum", "“mum"),
        ("Anywhere", "Anywhere"),
        ("wherever he is now", "wherever"),
        ("your choice", "choice"),
        ("no idea", "no idea"),
    ] {
        for seed in 0..6 {
            let text = format!("I want to hold my son once more Location: {answer}");
            let reply = EmbeddedCompanion { seed }.converse(&text);
            assert_eq!(reply.next_action, NextAction::AwaitingImages, "{text}");
            assert!(!reply.response.contains(wrong), "{answer}: {}", reply.response);
        }
    }
    for (answer, named) in
        [("the lake", "lake"), ("Narnia", "Narnia"), ("Mum's kitchen", "kitchen")]
    {
        let text = format!("I want to hold my son once more Location: {answer}");
        let reply = EmbeddedCompanion::default().converse(&text).response;
        assert!(reply.contains(named), "{answer}: {reply}");
    }
}

#[test]
fn who_tells_of_a_death_is_told_that_we_are_sorry_without_an_emoji() {
    for seed in 0..6 {
        let companion = EmbeddedCompanion { seed };
        for told in [
            "My gran died in March and I never said goodbye",
            "My gran died in March. I want to sit with her in her garden once more",
        ] {
            let reply = companion.converse(told).response;
            assert!(reply.contains("sorry"), "{reply}");
            assert!(!reply.contains(['💛', '🌿', '📷']), "{reply}");
        }
        let answered = "My gran died in March and I never said goodbye Location: her garden";
        let reply = companion.converse(answered).response;
        assert!(!reply.contains("sorry") && !reply.contains(['💛', '📷']), "{reply}");
        let answered = "I miss my gran so much Location: her garden, where she died";
        let reply = companion.converse(answered).response;
        assert!(reply.contains("sorry") && !reply.contains(['💛', '📷']), "{reply}");
        let other = companion.converse("I miss my gran so much").response;
        assert!(!other.contains("sorry"), "{other}");
    }
}

#[test]
fn as_many_photos_are_asked_for_as_there_are_people() {
    let companion = EmbeddedCompanion::default();
    for (text, photos) in [
        ("Dancing with my mom in Durban", "two photos"),
        ("On the beach with my mom and my sister", "three photos"),
        ("At the lake with Sipho and Lerato", "three photos"),
        ("My parents at our kitchen table", "three photos"),
        ("Watching the sea from the pier", "two photos"),
    ] {
        let reply = companion.converse(text).response;
        assert!(reply.contains(photos), "{text}: {reply}");
        assert!(reply.contains("one of you"), "{text}: {reply}");
    }
}

#[test]
fn a_known_language_is_answered_in_itself_and_others_in_english() {
    for (text, name) in [
        ("Ek mis my pa so baie", Some("Afrikaans")),
        ("Ngimkhumbula kakhulu ubaba wami", Some("isiZulu")),
        ("Mon père me manque tellement", Some("French")),
        ("Extraño mucho a mi papá", Some("Spanish")),
        ("Tenho muitas saudades do meu pai", Some("Portuguese")),
        ("Ich vermisse meinen Vater so sehr", Some("German")),
        ("Mi manca tanto mio nonno", Some("Italian")),
        ("Ik mis mijn vader zo", Some("Dutch")),
        ("मुझे पापा की बहुत याद आती है", Some("Hindi")),
        ("أشتاق إلى أبي كثيرا", Some("Arabic")),
        ("父に会いたい", Some("Japanese")),
        ("我很想念爸爸", Some("Chinese")),
        ("I miss my dad so much", None),
        ("Мне очень не хватает папы", None),
        ("아빠가 너무 보고 싶어요", None),
    ] {
        for seed in 0..6 {
            let reply = EmbeddedCompanion { seed }.converse(text);
            assert_eq!(reply.next_action, NextAction::AwaitingLocation, "{text}");
            let spoken =
                LANGUAGES.iter().find(|language| language.ask.contains(&reply.response.as_str()));
            assert_eq!(spoken.map(|language| language.name), name, "{text}: {}", reply.response);
        }
    }
}

#[test]
fn every_language_has_all_its_sentences() {
    for language in LANGUAGES.iter() {
        for (section, lines) in [
            ("welcome", &language.welcome),
            ("ask", &language.ask),
            ("photos", &language.photos),
            ("photos3", &language.photos3),
            ("reflection", &language.reflection),
        ] {
            assert!(!lines.is_empty(), "{} has no {section}", language.name);
            for line in lines {
                assert!(pictures(line) <= 1 && !line.contains('!'), "{}: {line}", language.name);
                assert_eq!(
                    section == "reflection",
                    line.contains("{words}"),
                    "{}: {line}",
                    language.name
                );
            }
        }
        assert!(!language.places.is_empty(), "{} knows no places", language.name);
    }
}

#[test]
fn words_are_repeated_as_they_were_meant() {
    let companion = EmbeddedCompanion::default();
    let plan =
        companion.plan(&Prompt::parse("Dancing with my mom in our old kitchen in Durban"), FILM);
    assert!(plan.contains("dancing with your mom in your old kitchen in Durban"), "{plan}");
    let plan = companion.plan(&Prompt::parse("I miss you so much"), FILM);
    assert!(plan.contains("“I miss you so much”"), "{plan}");
    let reflection = companion.reflection(&Prompt::parse("I miss my dad so much"), FILM);
    assert!(reflection.contains("I miss my dad so much"), "{reflection}");
    let plan = companion.plan(&Prompt::parse("I miss my dad so much Location: the old pier"), FILM);
    assert!(plan.contains("on the old pier"), "{plan}");
}

/// Everything that is written while a memory is made, with each of the wordings.
fn written(prompt: &str, making: Making) -> String {
    let each = (0..24).map(|seed| {
        let companion = EmbeddedCompanion { seed };
        let steps = companion.progress(&Prompt::parse(prompt), making).into_iter();
        let steps: Vec<_> =
            steps.map(|step| format!("{} {}", step.title, step.description)).collect();
        let plan = companion.plan(&Prompt::parse(prompt), making);
        format!(
            "{plan}\n{}\n{}\n",
            steps.join("\n"),
            companion.reflection(&Prompt::parse(prompt), making)
        )
    });
    each.collect()
}

#[test]
fn a_picture_is_not_said_to_move() {
    for making in MAKINGS {
        let text = written("On the beach with my mom", making).to_lowercase();
        let moves = ["animating", "movement", "video", "film", "move softly"];
        for word in moves {
            let film = making.kind == CreationKind::Video && word != "film";
            assert_eq!(text.contains(word), film, "{word} in {making:?}: {text}");
        }
    }
}

#[test]
fn as_many_people_are_spoken_of_as_the_photos_show() {
    let couple = |kind| Making { kind, mode: Mode::Couple };
    let friends = |kind| Making { kind, mode: Mode::Friend };
    for kind in [CreationKind::Image, CreationKind::Video] {
        for prompt in ["I miss you", "", "On the beach with my mom"] {
            let text = written(prompt, friends(kind));
            assert!(text.contains("three of you") && !text.contains("two of you"), "{text}");
        }
        for prompt in ["I miss you", "", "On the beach with my mom and my sister"] {
            let text = written(prompt, couple(kind));
            assert!(text.contains("two of you") && !text.contains("three of you"), "{text}");
        }
        let text = written("On the beach with my mom", couple(kind));
        assert!(text.contains("you and your mom") && !text.contains("of you side"), "{text}");
        let text = written("On the beach with my mom and my sister", friends(kind));
        assert!(text.contains("you, your mom and your sister"), "{text}");
        let text = written("At the lake with my parents", friends(kind));
        assert!(text.contains("you and your parents"), "{text}");
    }
}

#[test]
fn what_nobody_wrote_is_nobodys_to_quote() {
    for making in MAKINGS {
        let text = written(evernear_rules::text::DEFAULT_PROMPT, making);
        assert!(!text.contains('“'), "{text}");
        assert!(text.contains("1. To capture the feeling of a beautiful memory"), "{text}");
    }
}
