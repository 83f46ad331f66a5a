//! How files of a memory are called when they are kept.

/// For example `evernear-tea-with-nan-imagined-scene.mp4`: whoever gets the file alone reads in
/// its name what it is.
pub fn file_name(name: Option<&str>, ending: &str) -> String {
    format!("evernear-{}-imagined-scene.{ending}", file_stem(name))
}

/// The beginning of a memory's name in letters that every computer can have in a file's name.
pub fn file_stem(name: Option<&str>) -> String {
    let words: Vec<String> = name
        .unwrap_or_default()
        .split(|character: char| !character.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .take(6)
        .map(str::to_ascii_lowercase)
        .collect();
    if words.is_empty() { "memory".to_owned() } else { words.join("-") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_named_after_the_memory() {
        assert_eq!(
            file_name(Some("Tea with Nan, in Durban!"), "mp4"),
            "evernear-tea-with-nan-in-durban-imagined-scene.mp4"
        );
        for name in [Some("ありがとう"), None] {
            assert_eq!(file_name(name, "jpg"), "evernear-memory-imagined-scene.jpg");
        }
    }
}
