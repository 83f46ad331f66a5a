//! What Runway's contract allows in an order, written from the contract alone; and that photos carry no
//! metadata, which is our own rule.

use std::collections::BTreeSet;

use base64::{Engine as _, prelude::BASE64_STANDARD};
use serde_json::Value;
use url::{Host, Url};

const PICTURE_RATIOS: [&str; 16] = [
    "1024:1024",
    "1080:1080",
    "1168:880",
    "1360:768",
    "1440:1080",
    "1080:1440",
    "1808:768",
    "1920:1080",
    "1080:1920",
    "2112:912",
    "1280:720",
    "720:1280",
    "720:720",
    "960:720",
    "720:960",
    "1680:720",
];
const FILM_RATIOS: [&str; 6] =
    ["1280:720", "720:1280", "1104:832", "832:1104", "960:960", "1584:672"];

/// Whether something was uploaded under this name.
type Uploaded<'a> = &'a dyn Fn(&str) -> bool;

/// The field that is at fault, and what is wrong with it.
pub type Fault = (&'static str, String);

/// What a picture that is ordered so costs, in credits.
///
/// # Errors
/// Why it may not be ordered so.
pub fn picture(body: &Value, uploaded: Uploaded<'_>) -> Result<u64, Fault> {
    let turbo = match body["model"].as_str() {
        Some("gen4_image") => false,
        Some("gen4_image_turbo") => true,
        _ => return Err(("model", format!("there is no model {}", body["model"]))),
    };
    let fields = ["model", "promptText", "ratio", "referenceImages", "seed", "contentModeration"];
    only(body, &fields, "")?;
    prompt(body, true)?;
    common(body, &PICTURE_RATIOS)?;
    references(&body["referenceImages"], turbo, uploaded)?;
    let large = body["ratio"].as_str().is_some_and(|ratio| ratio.contains("1080"));
    Ok(match (turbo, large) {
        (true, _) => 2,
        (false, true) => 8,
        (false, false) => 5,
    })
}

/// What a film that is ordered so costs, in credits.
///
/// # Errors
/// Why it may not be ordered so.
pub fn film(body: &Value, uploaded: Uploaded<'_>) -> Result<u64, Fault> {
    let (needs_all, credits) = match body["model"].as_str() {
        Some("gen4_turbo") => (false, 5),
        Some("gen4.5") => (true, 12),
        _ => return Err(("model", format!("there is no model {}", body["model"]))),
    };
    let fields =
        ["model", "promptImage", "promptText", "ratio", "duration", "seed", "contentModeration"];
    only(body, &fields, "")?;
    prompt(body, needs_all)?;
    common(body, &FILM_RATIOS)?;
    let seconds =
        match body.get("duration") {
            None if !needs_all => 10,
            duration => duration
                .and_then(Value::as_u64)
                .filter(|seconds| (2..=10).contains(seconds))
                .ok_or_else(|| ("duration", format!("no film has {} seconds", body["duration"])))?,
        };
    let image = &body["promptImage"];
    match image.as_array().map(Vec::as_slice) {
        None => named(image, "promptImage", uploaded)?,
        Some([first]) if first["position"] == "first" => {
            only(first, &["uri", "position"], "promptImage")?;
            named(&first["uri"], "promptImage", uploaded)?;
        }
        Some(_) => return Err(("promptImage", "it is not the first picture alone".to_owned())),
    }
    Ok(credits * seconds)
}

fn references(all: &Value, needed: bool, uploaded: Uploaded<'_>) -> Result<(), Fault> {
    let at = "referenceImages";
    let none = Vec::new();
    let all = match all {
        Value::Null => &none,
        all => all.as_array().ok_or((at, "they are no list".to_owned()))?,
    };
    if all.len() > 3 || (needed && all.is_empty()) {
        return Err((at, format!("{} references", all.len())));
    }
    let mut tags = BTreeSet::new();
    for reference in all {
        only(reference, &["uri", "tag"], at)?;
        named(&reference["uri"], at, uploaded)?;
        let Some(tag) = reference.get("tag") else { continue };
        let sound = tag.as_str().is_some_and(|tag| {
            (3..=16).contains(&tag.len())
                && tag.starts_with(|sign: char| sign.is_ascii_alphabetic())
                && tag.chars().all(|sign| sign.is_ascii_alphanumeric() || sign == '_')
                && tags.insert(tag)
        });
        if !sound {
            return Err((at, format!("the tag {tag} is not sound, or another's")));
        }
    }
    Ok(())
}

/// Whether a picture may be named so.
fn named(uri: &Value, at: &'static str, uploaded: Uploaded<'_>) -> Result<(), Fault> {
    let uri = uri.as_str().ok_or((at, "a picture is no string".to_owned()))?;
    let found = match uri.split_once(':') {
        Some(("data", rest)) if uri.len() <= 5_000_000 => data(rest),
        Some(("data", _)) => Err("a data URI is too long"),
        Some(("runway", rest)) if rest.strip_prefix("//").is_some_and(uploaded) => Ok(()),
        Some(("runway", _)) => Err("nothing was uploaded there"),
        _ => address(uri),
    };
    found.map_err(|why| (at, why.to_owned()))
}

/// A data URI without its scheme.
fn data(uri: &str) -> Result<(), &'static str> {
    let (kind, data) = uri.split_once(";base64,").ok_or("a data URI is not in base64")?;
    let bytes = BASE64_STANDARD.decode(data).map_err(|_| "no base64")?;
    let begins: &[u8] = match kind {
        "image/jpeg" | "image/jpg" => b"\xff\xd8\xff",
        "image/png" => b"\x89PNG",
        "image/webp" => b"RIFF",
        _ => return Err("a data URI is of no picture"),
    };
    if !bytes.starts_with(begins) {
        return Err("a data URI is not of its kind");
    }
    if bytes.windows(6).any(|window| window == b"Exif\0\0") {
        return Err("a photo has metadata");
    }
    Ok(())
}

/// An address that the provider would fetch.
fn address(uri: &str) -> Result<(), &'static str> {
    let url = Url::parse(uri).map_err(|_| "a picture has no address")?;
    match url.host() {
        Some(Host::Domain(_)) if url.scheme() == "https" && uri.len() <= 2_048 => Ok(()),
        _ => Err("an address is not https, names no domain or is too long"),
    }
}

fn only(value: &Value, fields: &[&str], at: &'static str) -> Result<(), Fault> {
    let object = value.as_object().ok_or((at, "it is no object".to_owned()))?;
    match object.keys().find(|key| !fields.contains(&key.as_str())) {
        Some(unknown) => Err((at, format!("there is no field {unknown}"))),
        None => Ok(()),
    }
}

fn prompt(body: &Value, needed: bool) -> Result<(), Fault> {
    match body.get("promptText") {
        None if !needed => Ok(()),
        Some(Value::String(text)) if (1..=1000).contains(&text.encode_utf16().count()) => Ok(()),
        _ => Err(("promptText", "it is missing, empty or too long".to_owned())),
    }
}

fn common(body: &Value, ratios: &[&str]) -> Result<(), Fault> {
    if !body["ratio"].as_str().is_some_and(|ratio| ratios.contains(&ratio)) {
        return Err(("ratio", format!("there is no ratio {}", body["ratio"])));
    }
    let fits = |seed: &Value| seed.as_u64().is_some_and(|seed| u32::try_from(seed).is_ok());
    if body.get("seed").is_some_and(|seed| !fits(seed)) {
        return Err(("seed", format!("no seed is {}", body["seed"])));
    }
    let Some(moderation) = body.get("contentModeration") else { return Ok(()) };
    only(moderation, &["publicFigureThreshold"], "contentModeration")?;
    match moderation.get("publicFigureThreshold").map(Value::as_str) {
        None | Some(Some("auto" | "low")) => Ok(()),
        Some(_) => Err(("contentModeration", "it is neither auto nor low".to_owned())),
    }
}
