//! One range of something of known length (RFC 9110 §14), so that a film can be sought. The crate
//! `axum-range` is not used: it wants bodies that seek, and objects of a store are read by ranges.

use axum::http::{HeaderMap, HeaderValue, header};

/// Most bytes of one partial answer.
const CHUNK: u64 = 4 * 1024 * 1024;

/// What part of it is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Range {
    /// Both ends belong to it.
    Within {
        from: u64,
        to: u64,
    },
    Outside,
}

impl Range {
    /// What the request asks for; nothing when it wants the whole. Several ranges at once,
    /// or what is no range, are answered with the whole; so is what is wanted only of another
    /// version than the one with this `etag` (If-Range).
    pub fn asked(headers: &HeaderMap, length: u64, etag: &HeaderValue) -> Option<Self> {
        if headers.get(header::IF_RANGE).is_some_and(|version| version != etag) {
            return None;
        }
        Self::parse(headers.get(header::RANGE)?.to_str().ok()?, length)
    }

    fn parse(text: &str, length: u64) -> Option<Self> {
        let (from, to) = text.strip_prefix("bytes=")?.split_once('-')?;
        let (from, to) = match (from.trim(), to.trim()) {
            ("", suffix) => {
                let suffix = number(suffix)?;
                if suffix == 0 {
                    return Some(Self::Outside);
                }
                (length.saturating_sub(suffix), length.saturating_sub(1))
            }
            (from, "") => (number(from)?, length.saturating_sub(1)),
            (from, to) => (number(from)?, number(to)?.min(length.saturating_sub(1))),
        };
        if from >= length || to < from {
            return Some(Self::Outside);
        }
        Some(Self::Within { from, to: to.min(from + CHUNK - 1) })
    }
}

/// Digits only: [`str::parse`] takes a sign as well.
fn number(text: &str) -> Option<u64> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_of_another_version_is_answered_with_the_whole() {
        let etag = HeaderValue::from_static("\"now\"");
        let asked = |name: header::HeaderName, version| {
            let range = (header::RANGE, HeaderValue::from_static("bytes=2-4"));
            let headers = HeaderMap::from_iter([range, (name, HeaderValue::from_static(version))]);
            Range::asked(&headers, 10, &etag)
        };
        let part = Some(Range::Within { from: 2, to: 4 });
        assert_eq!(asked(header::IF_RANGE, "\"now\""), part);
        // A date says nothing, and a weak tag is no version of bytes.
        for other in ["\"before\"", "W/\"now\"", "Sun, 01 Nov 2026 10:00:00 GMT"] {
            assert_eq!(asked(header::IF_RANGE, other), None, "{other}");
        }
        assert_eq!(asked(header::IF_NONE_MATCH, "\"before\""), part);
    }

    #[test]
    fn ranges_are_read_as_browsers_send_them() {
        let within = |from, to| Some(Range::Within { from, to });
        assert_eq!(Range::parse("bytes=0-", 10), within(0, 9));
        assert_eq!(Range::parse("bytes=2-4", 10), within(2, 4));
        assert_eq!(Range::parse("bytes=2-400", 10), within(2, 9));
        assert_eq!(Range::parse("bytes=-3", 10), within(7, 9));
        assert_eq!(Range::parse("bytes=-30", 10), within(0, 9));
        assert_eq!(Range::parse("bytes=10-", 10), Some(Range::Outside));
        assert_eq!(Range::parse("bytes=5-4", 10), Some(Range::Outside));
        assert_eq!(Range::parse("bytes=-0", 10), Some(Range::Outside));
        assert_eq!(Range::parse("bytes=0-1,3-4", 10), None);
        for no_range in ["pages=1-2", "bytes=+1-3", "bytes=1-+3", "bytes=-+3", "bytes=1"] {
            assert_eq!(Range::parse(no_range, 10), None, "{no_range}");
        }
        assert_eq!(Range::parse("bytes=0-", CHUNK * 2), within(0, CHUNK - 1));
    }
}
