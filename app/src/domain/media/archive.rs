//! What an archive of a person's own data holds.

use super::ObjectKey;

/// One file of an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchiveFile {
    /// Its path in the archive, with slashes.
    pub name: String,
    pub content: ArchiveContent,
}

/// Where the bytes of a file come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArchiveContent {
    Text(Vec<u8>),
    /// A kept file, which is read while it is sent; one that is gone by then is left out.
    Object(ObjectKey),
}

impl ArchiveFile {
    pub fn text(name: impl Into<String>, text: impl Into<Vec<u8>>) -> Self {
        Self { name: name.into(), content: ArchiveContent::Text(text.into()) }
    }

    pub fn object(name: impl Into<String>, key: ObjectKey) -> Self {
        Self { name: name.into(), content: ArchiveContent::Object(key) }
    }
}
