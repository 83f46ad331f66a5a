//! What kept files are.

/// A type of content, and how names of such files end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileType {
    pub mime: &'static str,
    pub ending: &'static str,
}

impl FileType {
    pub const JPEG: Self = Self { mime: "image/jpeg", ending: "jpg" };
    pub const PNG: Self = Self { mime: "image/png", ending: "png" };
    pub const WEBP: Self = Self { mime: "image/webp", ending: "webp" };
    pub const MP4: Self = Self { mime: "video/mp4", ending: "mp4" };

    /// How many bytes of a picture tell what it is.
    pub const TELLING_BYTES: u64 = 12;

    /// What a picture is by its first bytes; JPEG where they say nothing else.
    pub fn of_picture(first: &[u8]) -> Self {
        match first {
            [0x89, b'P', b'N', b'G', ..] => Self::PNG,
            [b'R', b'I', b'F', b'F', ..] => Self::WEBP,
            _ => Self::JPEG,
        }
    }
}
