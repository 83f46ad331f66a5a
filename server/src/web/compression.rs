//! Brotli and gzip.

use std::io::Write;

use axum::http::{HeaderMap, header};
use flate2::{Compression, write::GzEncoder};

/// A way to make a text shorter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    Brotli,
    Gzip,
}

impl Encoding {
    /// The best one that the browser takes.
    pub fn chosen(headers: &HeaderMap) -> Option<Self> {
        let accepted = headers.get(header::ACCEPT_ENCODING)?.to_str().ok()?;
        [Self::Brotli, Self::Gzip].into_iter().find(|encoding| accepts(accepted, encoding.name()))
    }

    /// As `Accept-Encoding` names it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
        }
    }

    /// For one answer: quick.
    pub fn quickly(self, bytes: &[u8]) -> Vec<u8> {
        match self {
            Self::Brotli => brotli(bytes, 4),
            Self::Gzip => gzip(bytes, Compression::new(5)),
        }
    }

    /// For what is kept: small.
    pub fn well(self, bytes: &[u8]) -> Vec<u8> {
        match self {
            Self::Brotli => brotli(bytes, 9),
            Self::Gzip => gzip(bytes, Compression::best()),
        }
    }
}

/// Whether `encoding` is named and not refused by `;q=0`; the plain form, which has no name,
/// always is.
pub fn accepts(accepted: &str, encoding: &str) -> bool {
    encoding.is_empty()
        || accepted.split(',').any(|one| {
            let (name, weight) = one.split_once(';').unwrap_or((one, ""));
            let weight = weight.trim().strip_prefix("q=").map(str::parse::<f32>);
            name.trim() == encoding && !matches!(weight, Some(Ok(weight)) if weight <= 0.0)
        })
}

pub(in crate::web) fn brotli(bytes: &[u8], quality: i32) -> Vec<u8> {
    let parameters = brotli::enc::BrotliEncoderParams { quality, ..Default::default() };
    let mut packed = Vec::new();
    // Writing to memory cannot fail.
    let _ = brotli::BrotliCompress(&mut &*bytes, &mut packed, &parameters);
    packed
}

pub(in crate::web) fn gzip(bytes: &[u8], level: Compression) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), level);
    let _ = packed.write_all(bytes);
    packed.finish().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_encoding_is_taken_when_named_and_not_refused() {
        assert!(accepts("gzip, deflate, br", "br"));
        assert!(accepts("br;q=0.5", "br"));
        assert!(!accepts("br;q=0, gzip", "br"));
        assert!(!accepts("brotli", "br"));
        assert!(accepts("", ""));
    }
}
