//! Skipping what is already done: a step's stamp is the hash of everything it read when it
//! last succeeded. Deleting `target/xtask` runs every step again.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::{progress, workspace};

/// Runs `work` unless `inputs` (files and folders; a missing one counts as empty) are what
/// they were after its last success and all `outputs` are there.
pub fn when_changed(
    title: &str,
    inputs: &[PathBuf],
    outputs: &[PathBuf],
    work: impl FnOnce() -> Result<()>,
) -> Result<()> {
    let stamp = workspace::notes(&format!("{}.stamp", title.replace(' ', "-")));
    let seen = fingerprint(inputs)?;
    if outputs.iter().all(|path| path.exists())
        && fs::read_to_string(&stamp).is_ok_and(|s| s == seen)
    {
        progress::unchanged(title);
        return Ok(());
    }
    progress::step(title, work)?;
    write_if_changed(&stamp, &seen)
}

/// Writes a file, with its folders, only when the text is new: a time stamp that moves
/// would rebuild what depends on it.
pub fn write_if_changed(path: &Path, text: &str) -> Result<()> {
    if fs::read_to_string(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    let named = || format!("writing {}", path.display());
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(named)?;
    }
    fs::write(path, text).with_context(named)
}

fn fingerprint(inputs: &[PathBuf]) -> Result<String> {
    let mut hasher = DefaultHasher::new();
    for input in inputs {
        add(input, &mut hasher).with_context(|| format!("reading {}", input.display()))?;
    }
    Ok(format!("{:016x}\n", hasher.finish()))
}

fn add(path: &Path, hasher: &mut DefaultHasher) -> std::io::Result<()> {
    path.hash(hasher);
    if path.is_dir() {
        let mut inside = fs::read_dir(path)?
            .map(|entry| entry.map(|entry| entry.path()))
            .collect::<std::io::Result<Vec<_>>>()?;
        inside.retain(|entry| !entry.ends_with("node_modules"));
        inside.sort();
        inside.iter().try_for_each(|entry| add(entry, hasher))
    } else if path.exists() {
        fs::read(path)?.hash(hasher);
        Ok(())
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder =
            std::env::temp_dir().join(format!("evernear-stamp-{name}-{}", std::process::id()));
        fs::create_dir_all(folder.join("node_modules")).unwrap();
        folder
    }

    #[test]
    fn a_fingerprint_follows_contents_and_names_but_not_installed_packages() {
        let folder = folder("contents");
        let seen = |_: &str| fingerprint(std::slice::from_ref(&folder)).unwrap();
        fs::write(folder.join("a"), "1").unwrap();
        let before = seen("before");
        fs::write(folder.join("node_modules/x"), "installed").unwrap();
        assert_eq!(before, seen("after an installation"));
        fs::write(folder.join("a"), "2").unwrap();
        let edited = seen("after an edit");
        assert_ne!(before, edited);
        fs::rename(folder.join("a"), folder.join("b")).unwrap();
        assert_ne!(edited, seen("after a renaming"));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_file_with_the_same_text_is_left_alone() {
        let folder = folder("same");
        let file = folder.join("deep/file");
        write_if_changed(&file, "text").unwrap();
        let written = fs::metadata(&file).unwrap().modified().unwrap();
        write_if_changed(&file, "text").unwrap();
        assert_eq!(fs::metadata(&file).unwrap().modified().unwrap(), written);
        fs::remove_dir_all(folder).unwrap();
    }
}
