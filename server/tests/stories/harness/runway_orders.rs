//! What Runway's contract allows in an order, written from the contract alone.

use base64::{Engine as _, prelude::BASE64_STANDARD};
use serde_json::Value;

/// Whether something was uploaded under this name.
type Uploaded<'a> = &'a dyn Fn(&str) -> bool;

/// Whether a picture may be ordered so.
///
/// # Errors
/// Why not.
pub fn picture(body: &Value, uploaded: Uploaded<'_>) -> Result<(), String> {
    let fields = ["model", "promptText", "ratio", "referenceImages", "seed"];
    let ratios = [
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
    common(body, &fields, &ratios)?;
    if !matches!(body["model"].as_str(), Some("gen4_image" | "gen4_image_turbo")) {
        return Err(format!("there is no model {}", body["model"]));
    }
    let references = body["referenceImages"].as_array().ok_or("no references")?;
    if !(1..=3).contains(&references.len()) {
        return Err(format!("{} references", references.len()));
    }
    for reference in references {
        let tag = reference["tag"].as_str().ok_or("a reference has no tag")?;
        let sound = (3..=16).contains(&tag.len())
            && tag.starts_with(|sign: char| sign.is_ascii_alphabetic())
            && tag.chars().all(|sign| sign.is_ascii_alphanumeric() || sign == '_');
        let cited = body["promptText"].as_str().is_some_and(|p| p.contains(&format!("@{tag}")));
        if !sound || !cited {
            return Err(format!("the tag {tag} is not sound or not cited"));
        }
        named(&reference["uri"], uploaded)?;
    }
    Ok(())
}

/// Whether a film may be ordered so.
///
/// # Errors
/// Why not.
pub fn film(body: &Value, uploaded: Uploaded<'_>) -> Result<(), String> {
    let fields = ["model", "promptImage", "promptText", "ratio", "duration", "seed"];
    let ratios = ["1280:720", "720:1280", "1104:832", "832:1104", "960:960", "1584:672"];
    common(body, &fields, &ratios)?;
    if !matches!(body["model"].as_str(), Some("gen4_turbo" | "gen4.5")) {
        return Err(format!("there is no model {}", body["model"]));
    }
    if !body["duration"].as_u64().is_some_and(|seconds| (2..=10).contains(&seconds)) {
        return Err(format!("no film has {} seconds", body["duration"]));
    }
    named(&body["promptImage"], uploaded)
}

/// Whether a picture may be named so.
fn named(uri: &Value, uploaded: Uploaded<'_>) -> Result<(), String> {
    let uri = uri.as_str().ok_or("a picture is no string")?;
    if let Some(id) = uri.strip_prefix("runway://") {
        return if uploaded(id) { Ok(()) } else { Err("nothing was uploaded there".to_owned()) };
    }
    let (kind, data) = uri
        .strip_prefix("data:")
        .and_then(|rest| rest.split_once(";base64,"))
        .ok_or("a picture is no data URI")?;
    if uri.len() > 5_000_000 {
        return Err(format!("a data URI of {} signs", uri.len()));
    }
    let bytes = BASE64_STANDARD.decode(data).map_err(|_| "no base64")?;
    let begins: &[u8] = match kind {
        "image/jpeg" => b"\xff\xd8\xff",
        "image/png" => b"\x89PNG",
        "image/webp" => b"RIFF",
        _ => return Err(format!("a data URI of {kind}")),
    };
    if !bytes.starts_with(begins) {
        return Err(format!("it is not of {kind}"));
    }
    if bytes.windows(6).any(|window| window == b"Exif\0\0") {
        return Err("a photo has metadata".to_owned());
    }
    Ok(())
}

fn common(body: &Value, fields: &[&str], ratios: &[&str]) -> Result<(), String> {
    let object = body.as_object().ok_or("an order is no object")?;
    if let Some(unknown) = object.keys().find(|key| !fields.contains(&key.as_str())) {
        return Err(format!("there is no field {unknown}"));
    }
    let prompt = body["promptText"].as_str().ok_or("there is no prompt")?;
    if !(1..=1000).contains(&prompt.encode_utf16().count()) {
        return Err("the prompt is empty or too long".to_owned());
    }
    if !body["ratio"].as_str().is_some_and(|ratio| ratios.contains(&ratio)) {
        return Err(format!("there is no ratio {}", body["ratio"]));
    }
    if body["seed"].as_u64().is_none_or(|seed| u32::try_from(seed).is_err()) {
        return Err(format!("no seed is {}", body["seed"]));
    }
    Ok(())
}
