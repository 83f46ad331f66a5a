//! What this program writes is for its owner's eyes only.

use std::{
    fs::{self, Permissions},
    io,
    os::unix::fs::PermissionsExt,
    path::Path,
};

use rustix::{fs::Mode, process::umask};

/// Folders and files that are made from now on are nobody else's: 0700 and 0600.
pub fn from_now_on() {
    umask(Mode::RWXG | Mode::RWXO);
}

/// Makes a folder like that, and takes what others were once allowed in it away from them. What
/// lies deeper is behind folders that are closed now.
pub fn close(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let closed = fs::set_permissions(folder, Permissions::from_mode(0o700));
    if let Err(error) = closed {
        // Somebody else owns it, such as whoever mounted it: it stays as they made it.
        tracing::warn!(%error, folder = %folder.display(), "the data folder stays open to others");
        return Ok(());
    }
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        let mode = if kind.is_dir() { 0o700 } else { 0o600 };
        if kind.is_dir() || kind.is_file() {
            match fs::set_permissions(entry.path(), Permissions::from_mode(mode)) {
                // Its database file may have gone meanwhile, as those beside it do.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                done => done?,
            }
        }
    }
    Ok(())
}
