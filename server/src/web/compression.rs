//! Brotli and gzip.

use std::{cell::RefCell, io::Write};

use axum::http::{HeaderMap, header};
use flate2::{Compress, Compression, Crc, FlushCompress, Status, write::GzEncoder};

/// Brotli's windows, in bits: a small one needs tables that are quickly cleared.
const SMALL_WINDOW: i32 = 16;
const LARGEST_WINDOW: i32 = 22;

/// The level of gzip for one answer.
const QUICK: u32 = 5;
/// Before the packed bytes (RFC 1952): deflate, no name, no time, an unknown system.
const GZIP_HEAD: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];

/// A way to make a text shorter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    Brotli,
    Gzip,
}

impl Encoding {
    /// The quickest one that the browser takes. A page of 4 KB takes brotli twice as long as gzip and is 4 % shorter
    /// then; only what is kept is worth that.
    pub fn quickest(headers: &HeaderMap) -> Option<Self> {
        let accepted = headers.get(header::ACCEPT_ENCODING)?.to_str().ok()?;
        [Self::Gzip, Self::Brotli].into_iter().find(|encoding| accepts(accepted, encoding.name()))
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
            Self::Brotli => brotli(bytes, 4, SMALL_WINDOW),
            Self::Gzip => gzip_quickly(bytes),
        }
    }

    /// For what is kept: small.
    pub fn well(self, bytes: &[u8]) -> Vec<u8> {
        match self {
            Self::Brotli => brotli(bytes, 9, LARGEST_WINDOW),
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

fn brotli(bytes: &[u8], quality: i32, lgwin: i32) -> Vec<u8> {
    let size_hint = bytes.len();
    let parameters =
        brotli::enc::BrotliEncoderParams { quality, lgwin, size_hint, ..Default::default() };
    let mut packed = Vec::new();
    // Writing to memory cannot fail.
    let _ = brotli::BrotliCompress(&mut &*bytes, &mut packed, &parameters);
    packed
}

thread_local! {
    /// Its tables take 300 KB: made for each answer, they would cost as much as packing does.
    static DEFLATE: RefCell<Compress> =
        RefCell::new(Compress::new(Compression::new(QUICK), false));
}

/// Gzip with tables that are used again.
fn gzip_quickly(bytes: &[u8]) -> Vec<u8> {
    let mut packed = Vec::with_capacity(bytes.len() / 2 + 64);
    packed.extend_from_slice(&GZIP_HEAD);
    DEFLATE.with_borrow_mut(|deflate| {
        deflate.reset();
        loop {
            let read = usize::try_from(deflate.total_in()).unwrap_or(bytes.len());
            let rest = bytes.get(read..).unwrap_or_default();
            // Packing to memory cannot fail.
            let state = deflate.compress_vec(rest, &mut packed, FlushCompress::Finish);
            if !matches!(state, Ok(Status::Ok | Status::BufError)) {
                break;
            }
            packed.reserve(bytes.len() / 2 + 64);
        }
    });
    let mut crc = Crc::new();
    crc.update(bytes);
    packed.extend_from_slice(&crc.sum().to_le_bytes());
    packed.extend_from_slice(&crc.amount().to_le_bytes());
    packed
}

fn gzip(bytes: &[u8], level: Compression) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), level);
    let _ = packed.write_all(bytes);
    packed.finish().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::*;

    #[test]
    fn what_is_packed_quickly_is_the_same_again() {
        let noise = |n: u32| (0..n).map(|i| i.wrapping_mul(2_654_435_761).to_le_bytes()[2]);
        let page = "<li>Walking with my dad by the lake</li>".repeat(300);
        for bytes in [Vec::new(), b"x".to_vec(), noise(70_000).collect(), page.into_bytes()] {
            let packed = Encoding::Gzip.quickly(&bytes);
            let mut read = Vec::new();
            flate2::read::GzDecoder::new(&packed[..]).read_to_end(&mut read).expect("gzip");
            assert!(read == bytes, "{} bytes by gzip", bytes.len());
            let packed = Encoding::Brotli.quickly(&bytes);
            let mut read = Vec::new();
            brotli::Decompressor::new(&packed[..], 4096).read_to_end(&mut read).expect("brotli");
            assert!(read == bytes, "{} bytes by brotli", bytes.len());
        }
    }

    #[test]
    fn an_encoding_is_taken_when_named_and_not_refused() {
        assert!(accepts("gzip, deflate, br", "br"));
        assert!(accepts("br;q=0.5", "br"));
        assert!(!accepts("br;q=0, gzip", "br"));
        assert!(!accepts("brotli", "br"));
        assert!(accepts("", ""));
    }
}
