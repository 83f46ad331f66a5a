//! What a film shows, in words, as a `WebVTT` track: who and where, and the words at its end. For those who
//! do not see it, and for those who do not hear it.

use evernear_rules::wire::Mode;

use super::Brief;

/// Until when the first cue is shown, and from when to when the second, in a film of ten seconds.
const SCENE_UNTIL: &str = "00:05.000";
const WORDS_FROM: &str = "00:07.000";
const WORDS_UNTIL: &str = "00:10.000";
/// Where the cues stand: above people, and the second below the words that the film shows itself.
const SCENE_AT: &str = "line:1";
const WORDS_AT: &str = "line:5";

/// Who reads what a memory shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Whoever is in it.
    Owner,
    /// Whom it was shared with.
    Viewers,
}

/// The track of a film: `place` as it was understood, the `closing` words that the film shows, whether
/// a keepsake is in it (`kept`), and whether a recording is `heard` in it. Nobody knows what either says.
pub fn captions(
    brief: &Brief,
    audience: Audience,
    place: Option<&str>,
    closing: Option<&str>,
    kept: bool,
    heard: bool,
) -> String {
    let people = people(brief, audience);
    let scene = match place {
        // What was cut ends with '…' already.
        Some(place) if place.ends_with('…') => format!("An imagined scene: {people}. {place}"),
        Some(place) => format!("An imagined scene: {people}. {place}."),
        None => format!("An imagined scene: {people}."),
    };
    let scene = if kept { format!("{scene} A keepsake is with them, as a print.") } else { scene };
    let scene = if heard { format!("{scene} A recording is heard.") } else { scene };
    let closing = closing.map_or_else(String::new, |words| {
        format!("\n{WORDS_FROM} --> {WORDS_UNTIL} {WORDS_AT}\n“{}”\n", plain(words))
    });
    format!("WEBVTT\n\n00:00.000 --> {SCENE_UNTIL} {SCENE_AT}\n{}\n{closing}", plain(&scene))
}

/// Who is in it: 'you and your father', for viewers 'somebody and their father'.
pub fn people(brief: &Brief, audience: Audience) -> String {
    let others = brief.mode.photo_count() - 1;
    let (first, whose, love) = match audience {
        Audience::Owner => ("you", "your", "you love"),
        Audience::Viewers => ("somebody", "their", "they love"),
    };
    let told: Vec<_> =
        brief.story.people.iter().map(|one| format!("{whose} {}", one.word())).collect();
    match (told.len() == others, brief.mode, told.as_slice()) {
        (true, _, [one]) => format!("{first} and {one}"),
        (true, _, [one, other]) => format!("{first}, {one} and {other}"),
        (_, Mode::Couple, _) => format!("{first} and somebody {love}"),
        _ => format!("{first} and two people {love}"),
    }
}

/// Text of a cue: one line, in which nothing is markup.
fn plain(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    line.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use evernear_rules::{
        presentation::Presentation,
        story::{Relation, Story},
        wire::CreationKind,
    };

    use super::*;
    use crate::domain::creation::Prompt;

    fn brief(mode: Mode, people: &[Relation]) -> Brief {
        Brief {
            kind: CreationKind::Video,
            mode,
            prompt: Prompt::parse("Walking by the lake"),
            story: Story { people: people.to_vec(), ..Story::default() },
            presentation: Presentation::default(),
            seed: 1,
        }
    }

    #[test]
    fn a_track_says_who_and_where_and_the_words_at_the_end() {
        let brief = brief(Mode::Couple, &[Relation::Father]);
        let track = captions(
            &brief,
            Audience::Owner,
            Some("On the veranda by the sea"),
            Some("He always sang"),
            false,
            false,
        );
        assert_eq!(
            track,
            "WEBVTT\n\n00:00.000 --> 00:05.000 line:1\nAn imagined scene: you and your father. On the veranda by the sea.\n\
             \n00:07.000 --> 00:10.000 line:5\n“He always sang”\n"
        );
    }

    #[test]
    fn a_scene_ends_once() {
        let track = captions(
            &brief(Mode::Couple, &[]),
            Audience::Owner,
            Some("On the beach, where we…"),
            None,
            false,
            false,
        );
        assert!(track.contains("where we…\n") && !track.contains("…."), "{track}");
    }

    #[test]
    fn a_track_says_that_a_recording_is_heard() {
        let brief = brief(Mode::Couple, &[Relation::Father]);
        let track = captions(&brief, Audience::Owner, None, None, false, true);
        assert!(track.contains("you and your father. A recording is heard.\n"), "{track}");
    }

    #[test]
    fn a_track_says_that_a_keepsake_is_in_the_film() {
        let brief = brief(Mode::Couple, &[Relation::Father]);
        let track = captions(&brief, Audience::Owner, Some("On the beach"), None, true, false);
        assert!(
            track.contains("father. On the beach. A keepsake is with them, as a print.\n"),
            "{track}"
        );
    }

    #[test]
    fn people_are_named_where_all_are_known() {
        let both = [Relation::Mother, Relation::Father];
        let told = |mode, known: &[Relation]| people(&brief(mode, known), Audience::Owner);
        assert_eq!(told(Mode::Friend, &both), "you, your mother and your father");
        assert_eq!(told(Mode::Friend, &both[..1]), "you and two people you love");
        assert_eq!(told(Mode::Couple, &both), "you and somebody you love");
        let seen = |mode, known: &[Relation]| people(&brief(mode, known), Audience::Viewers);
        assert_eq!(seen(Mode::Couple, &both[1..]), "somebody and their father");
        assert_eq!(seen(Mode::Friend, &[]), "somebody and two people they love");
    }

    #[test]
    fn words_cannot_end_a_cue_or_begin_another() {
        let words = "a <b>&\n\n00:01.000 --> 00:02.000\nNOTE";
        let brief = brief(Mode::Couple, &[]);
        let track = captions(&brief, Audience::Owner, None, Some(words), false, false);
        assert_eq!(track.matches("-->").count(), 2, "{track}");
        assert_eq!(track.matches("\n\n").count(), 2, "{track}");
        assert!(track.contains("“a &lt;b&gt;&amp; 00:01.000 --&gt; 00:02.000 NOTE”"), "{track}");
    }
}
