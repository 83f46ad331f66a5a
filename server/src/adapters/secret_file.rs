//! Secrets in files: made once, whole or not at all, for their owner's eyes only.

use std::{
    fs::{self, OpenOptions},
    io::{self, Write},
    os::unix::fs::OpenOptionsExt,
    path::Path,
};

/// The file's text; it is made where there is none.
pub fn read_or_create(
    path: &Path,
    make: impl FnOnce() -> io::Result<String>,
) -> io::Result<String> {
    match fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        read => return read,
    }
    match write_new(path, &make()?) {
        // Another process was faster: its text counts.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
        written => written?,
    }
    fs::read_to_string(path)
}

/// Written aside and linked into place: a reader never sees half a key. Refused where there
/// is one already.
pub fn write_new(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let draft = path.with_extension(format!("{}.draft", std::process::id()));
    let _ = fs::remove_file(&draft);
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&draft)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    let linked = fs::hard_link(&draft, path);
    fs::remove_file(&draft)?;
    linked
}
