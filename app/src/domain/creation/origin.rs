//! Who made a picture and a film, in words for people: an imagined scene says that a model made it.

use evernear_rules::wire::CreationKind;

use super::State;

/// One sentence, or two; nothing where our own renderer made everything as it was meant to.
pub fn made_by(state: &State, kind: CreationKind) -> Option<String> {
    let film = kind == CreationKind::Video;
    let model = match (&state.image_by, &state.film_by) {
        (Some(image), Some(filmed)) if film && image == filmed => {
            Some(format!("Models of {image} imagined this picture and this film."))
        }
        (Some(image), Some(filmed)) if film => Some(format!(
            "A model of {image} imagined this picture, and a model of {filmed} the film."
        )),
        (Some(image), None) if film && state.film_stored => {
            Some(format!("A model of {image} imagined this picture; our own camera filmed it."))
        }
        (Some(image), _) => Some(format!("A model of {image} imagined this picture.")),
        (None, Some(filmed)) if film => {
            Some(format!("A model of {filmed} imagined this film from our picture."))
        }
        (None, _) => None,
    };
    let instead = state.fallback.then(|| {
        "The service that we usually ask did not answer, so our own studio made it instead."
            .to_owned()
    });
    let sentences: Vec<String> = model.into_iter().chain(instead).collect();
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

/// The IPTC's vocabulary of how a picture or film came to be.
const DIGITAL_SOURCE_TYPES: &str = "http://cv.iptc.org/newscodes/digitalsourcetype/";

/// How a creation's film or picture came to be, by the address that the IPTC has for it.
pub fn digital_source_type(state: &State, part: CreationKind) -> String {
    let name = match (part, &state.image_by, &state.film_by) {
        (CreationKind::Image, Some(_), _) | (CreationKind::Video, _, Some(_)) => {
            "trainedAlgorithmicMedia"
        }
        (CreationKind::Video, Some(_), None) => "compositeWithTrainedAlgorithmicMedia",
        (_, None, _) => "composite",
    };
    format!("{DIGITAL_SOURCE_TYPES}{name}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(image: Option<&str>, film: Option<&str>, fallback: bool) -> Option<String> {
        let state = State {
            image_by: image.map(str::to_owned),
            film_by: film.map(str::to_owned),
            film_stored: true,
            fallback,
            ..State::default()
        };
        made_by(&state, CreationKind::Video)
    }

    #[test]
    fn the_digital_source_type_is_of_the_film_or_of_the_picture() {
        let named = |image: Option<&str>, film: Option<&str>, part| {
            let state = State {
                image_by: image.map(str::to_owned),
                film_by: film.map(str::to_owned),
                ..State::default()
            };
            let address = digital_source_type(&state, part);
            address.rsplit('/').next().map(str::to_owned).expect("a name")
        };
        let (film, picture) = (CreationKind::Video, CreationKind::Image);
        assert_eq!(named(None, None, film), "composite");
        assert_eq!(named(Some("OpenAI"), None, picture), "trainedAlgorithmicMedia");
        assert_eq!(named(Some("OpenAI"), None, film), "compositeWithTrainedAlgorithmicMedia");
        assert_eq!(named(None, Some("Runway"), film), "trainedAlgorithmicMedia");
        assert_eq!(named(None, Some("Runway"), picture), "composite");
    }

    #[test]
    fn models_are_named_and_so_is_what_stood_in_for_them() {
        assert_eq!(told(None, None, false), None);
        let both = told(Some("Runway"), Some("Runway"), false).expect("told");
        assert_eq!(both, "Models of Runway imagined this picture and this film.");
        let own_camera = told(Some("OpenAI"), None, false).expect("told");
        assert!(own_camera.ends_with("our own camera filmed it."));
        let instead = told(None, None, true).expect("told");
        assert!(instead.contains("our own studio made it instead"));
    }
}
