//! Bodies: JSON whatever the content type says. A member that a call does not know is refused, so that nothing
//! is asked for in vain.

use std::{collections::BTreeMap, fmt};

use axum::http::HeaderMap;
use evernear_app::{
    domain::creation::RequestKey,
    flows::functions::{generate_picture::LAST_SEED, request_key},
};
use evernear_rules::presentation::Shape;
use ring::digest::{Context, SHA256};
use serde::{
    Deserializer,
    de::{DeserializeSeed, Error as _, MapAccess, Visitor},
};
use serde_json::value::RawValue;

use super::result::FunctionError;
use crate::web::state::AppState;

/// The header by which a program makes a request happen once.
const IDEMPOTENCY_KEY: &str = "idempotency-key";
/// Most characters of such a key.
const KEY_CHARS: usize = 255;

/// The members of a body, read where they are asked for.
pub struct Members<'a>(BTreeMap<&'static str, &'a RawValue>);

/// Reads an object of known members, and no further than the first other one: a body may have millions.
struct Known<'k, 'u> {
    names: &'k [&'static str],
    unknown: &'u mut Option<String>,
}

/// Most characters of a name that an answer says.
const NAME_CHARS: usize = 60;

impl<'a> Members<'a> {
    /// Of a body that is an object with no other members than these.
    pub fn parse(body: &'a [u8], names: &[&'static str]) -> Result<Self, FunctionError> {
        let mut json = serde_json::Deserializer::from_slice(body);
        let mut unknown = None;
        let members = Known { names, unknown: &mut unknown }
            .deserialize(&mut json)
            .and_then(|members| json.end().map(|()| members));
        match (members, unknown) {
            (Ok(members), _) => Ok(Self(members)),
            (Err(_), Some(name)) => {
                Err(FunctionError::bad(format!("This function does not take '{name}'.")))
            }
            (Err(_), None) => Err(FunctionError::bad("The body has to be a JSON object.")),
        }
    }

    /// A text that is there; nothing where it is not, or is none.
    pub fn text(&self, name: &str) -> Option<String> {
        serde_json::from_str(self.0.get(name)?.get()).ok()
    }

    /// A text that is not blank.
    pub fn words(&self, name: &str) -> Option<String> {
        self.text(name).filter(|text| !text.trim().is_empty())
    }

    /// A member as it was sent; `null` counts as absent.
    fn given(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(|value| value.get()).filter(|value| *value != "null")
    }

    pub fn is_true(&self, name: &str) -> bool {
        self.given(name) == Some("true")
    }

    /// The ratio; nothing where none is given.
    pub fn shape(&self) -> Result<Option<Shape>, FunctionError> {
        if self.given("ratio").is_none() {
            return Ok(None);
        }
        let shape = self.text("ratio").and_then(|ratio| shape_of(&ratio));
        let refused = || FunctionError::bad("ratio has to be 9:16 (or 1080:1920), 1:1 or 16:9.");
        shape.map(Some).ok_or_else(refused)
    }

    /// The seed; nothing where none is given.
    pub fn seed(&self) -> Result<Option<u64>, FunctionError> {
        let Some(seed) = self.given("seed") else { return Ok(None) };
        let seed = seed.parse().ok().filter(|seed| *seed <= LAST_SEED);
        let refused = || FunctionError::bad("seed has to be a whole number from 0 to 4294967295.");
        seed.map(Some).ok_or_else(refused)
    }

    /// Films have one length.
    pub fn check_duration(&self) -> Result<(), FunctionError> {
        match self.given("duration") {
            None | Some("10") => Ok(()),
            Some(_) => Err(FunctionError::bad("duration has to be 10.")),
        }
    }
}

impl<'de> DeserializeSeed<'de> for Known<'_, '_> {
    type Value = BTreeMap<&'static str, &'de RawValue>;

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<Self::Value, D::Error> {
        json.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Known<'_, '_> {
    type Value = BTreeMap<&'static str, &'de RawValue>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut members = BTreeMap::new();
        while let Some(key) = map.next_key::<String>()? {
            let Some(name) = self.names.iter().find(|name| **name == key) else {
                *self.unknown = Some(key.chars().take(NAME_CHARS).collect());
                return Err(A::Error::custom("an unknown member"));
            };
            members.insert(*name, map.next_value()?);
        }
        Ok(members)
    }
}

/// The shape of a ratio such as `1080:1920`.
fn shape_of(ratio: &str) -> Option<Shape> {
    let (width, height) = ratio.split_once(':')?;
    let (width, height): (u32, u32) = (width.parse().ok()?, height.parse().ok()?);
    let is = |w: u32, h: u32| u64::from(width) * u64::from(h) == u64::from(height) * u64::from(w);
    match (width > 0 && height > 0, is(9, 16), is(1, 1), is(16, 9)) {
        (false, ..) => None,
        (_, true, ..) => Some(Shape::Portrait),
        (_, _, true, _) => Some(Shape::Square),
        (.., true) => Some(Shape::Landscape),
        _ => None,
    }
}

/// What makes the request happen once.
pub fn request_key(
    state: &AppState,
    headers: &HeaderMap,
    call: &str,
    body: &[u8],
) -> Result<RequestKey, FunctionError> {
    let key = match headers.get(IDEMPOTENCY_KEY) {
        None => None,
        Some(key) => {
            let key = key.to_str().ok().map(str::trim);
            let fits = |key: &&str| !key.is_empty() && key.len() <= KEY_CHARS;
            let refused = "Idempotency-Key has to be 1 to 255 ASCII characters.";
            Some(key.filter(fits).ok_or_else(|| FunctionError::bad(refused))?)
        }
    };
    let mut digest = Context::new(&SHA256);
    digest.update(call.as_bytes());
    digest.update(b"\n");
    digest.update(body);
    Ok(request_key::request_key(&state.ports, key, hex::encode(digest.finish())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ratio_is_one_of_three_shapes() {
        for (ratio, shape) in [
            ("1080:1920", Some(Shape::Portrait)),
            ("9:16", Some(Shape::Portrait)),
            ("720:1280", Some(Shape::Portrait)),
            ("1:1", Some(Shape::Square)),
            ("1920:1080", Some(Shape::Landscape)),
            ("4:3", None),
            ("0:0", None),
            ("9", None),
            ("9:16:1", None),
            ("-9:-16", None),
            ("99999999999:1", None),
        ] {
            assert_eq!(shape_of(ratio), shape, "{ratio}");
        }
    }

    #[test]
    fn members_are_read_as_what_they_are() {
        let body = br#"{"promptText": "Tea", "seed": 7, "ratio": null, "duration": 10}"#;
        let known = ["promptText", "seed", "ratio", "duration"];
        let members = Members::parse(body, &known).expect("an object");
        assert_eq!(members.words("promptText").as_deref(), Some("Tea"));
        assert_eq!(members.text("seed"), None, "a number is no text");
        assert_eq!(
            (members.seed().expect("a seed"), members.shape().expect("none")),
            (Some(7), None)
        );
        members.check_duration().expect("ten");
        for body in ["[]", "7", "", "{", "\"text\"", r#"{"side": 1}"#, "{} {}"] {
            assert!(Members::parse(body.as_bytes(), &known).is_err(), "{body}");
        }
        let refused = Members::parse(br#"{"side": 1, and no more JSON"#, &known);
        let said = format!("{:?}", refused.err().expect("refused"));
        assert!(said.contains("'side'"), "nothing is read after it: {said}");
        for seed in ["-1", "1.5", "\"7\"", "4294967296", "1e3", "true"] {
            let body = format!(r#"{{"seed": {seed}}}"#);
            let members = Members::parse(body.as_bytes(), &known).expect("an object");
            assert!(members.seed().is_err(), "{seed}");
        }
    }
}
