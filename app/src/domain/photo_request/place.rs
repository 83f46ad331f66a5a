//! The places of a draft that somebody can be asked for, as the creator names and fills them
//! (`islands/src/creator/upload/places.ts`).

use evernear_rules::{story::Story, wire::Who};

use crate::domain::media::{Photo, place_of, who_from};

/// The places that others may be asked for: the first is of the person who tells.
pub const ASKED: [Who; 2] = [Who::LovedOne, Who::Friend];

/// A place as a form names it, where somebody may be asked for it.
pub fn asked_for(name: &str) -> Option<Who> {
    who_from(name).filter(|who| ASKED.contains(who))
}

/// Who stands at a place, for whoever tells: 'your father'.
pub fn place_name(story: Option<&Story>, who: Who) -> String {
    let told = story.and_then(|story| {
        let before = usize::try_from(place_of(who)).ok()?.checked_sub(1)?;
        story.people.get(before)
    });
    match (told, who) {
        (_, Who::You) => "you".to_owned(),
        // Nobody is asked for one.
        (_, Who::Keepsake) => "a keepsake".to_owned(),
        (Some(relation), _) => format!("your {}", relation.word()),
        (None, Who::LovedOne) => "your loved one".to_owned(),
        (None, Who::Friend) => "a friend".to_owned(),
    }
}

/// Whether a photo of the draft stands at this place: those that say whom they show at theirs, the
/// others in the places that are left.
pub fn is_filled(photos: &[Option<Who>], who: Who) -> bool {
    let mut filled = [false; 3];
    let at = |who: Who| usize::try_from(place_of(who)).unwrap_or_default();
    let mut others = 0;
    for told in photos {
        match told {
            // It stands at nobody's place.
            Some(Who::Keepsake) => {}
            Some(told) if !filled[at(*told)] => filled[at(*told)] = true,
            _ => others += 1,
        }
    }
    for _ in 0..others {
        if let Some(left) = filled.iter_mut().find(|filled| !**filled) {
            *left = true;
        }
    }
    filled.get(at(who)).copied().unwrap_or_default()
}

/// Whom the photos of a draft show, in their order, without the keepsake.
pub fn shown_by(photos: &[Photo]) -> Vec<Option<Who>> {
    photos.iter().filter(|photo| !photo.is_keepsake()).map(|photo| photo.who).collect()
}

#[cfg(test)]
mod tests {
    use evernear_rules::story::Relation;

    use super::*;

    #[test]
    fn others_are_asked_for_their_own_places() {
        assert_eq!(asked_for("loved_one"), Some(Who::LovedOne));
        assert_eq!(asked_for("friend"), Some(Who::Friend));
        for none in ["you", "keepsake", "", "Friend", "nobody"] {
            assert_eq!(asked_for(none), None, "{none}");
        }
    }

    #[test]
    fn a_place_is_named_as_it_was_told() {
        let told = Story { people: vec![Relation::Father], ..Story::default() };
        assert_eq!(place_name(Some(&told), Who::LovedOne), "your father");
        assert_eq!(place_name(Some(&told), Who::Friend), "a friend");
        assert_eq!(place_name(None, Who::LovedOne), "your loved one");
    }

    #[test]
    fn photos_that_say_nothing_fill_the_places_that_are_left() {
        let (you, loved) = (Some(Who::You), Some(Who::LovedOne));
        for (photos, lovedone, friend) in [
            (vec![], false, false),
            (vec![you], false, false),
            (vec![None], false, false),
            (vec![you, None], true, false),
            (vec![loved, None], true, false),
            (vec![loved, None, None], true, true),
            (vec![you, you], true, false),
            (vec![Some(Who::Friend)], false, true),
            (vec![you, Some(Who::Keepsake)], false, false),
        ] {
            assert_eq!(is_filled(&photos, Who::LovedOne), lovedone, "{photos:?}");
            assert_eq!(is_filled(&photos, Who::Friend), friend, "{photos:?}");
        }
    }
}
