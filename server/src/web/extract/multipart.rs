//! A form with files (RFC 7578), read part by part as it comes: of a file never more is here than
//! came at once, and of what stands between files a few kilobytes. `multer`, which axum offers for
//! this, takes in as much as a fast sender sends while somebody else is waited for. Strict, because
//! only browsers send such forms: nothing stands before the first part, and lines end as they should.

use axum::body::{Body, Bytes};
use bytes::BytesMut;
use evernear_app::flows::draft::add_photo::AddPhotoFailed;
use http_body_util::BodyExt;

use crate::web::state::uploads::ByteSource;

/// Longest head of a part: its lines before its bytes.
const HEAD_BYTES: usize = 8 << 10;
/// Most parts of a form.
const MOST_PARTS: usize = 20;

/// Why a form cannot be read further.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MultipartError {
    #[error("it is no form with files")]
    NotAForm,
    #[error("it ended before its end")]
    Incomplete,
}

/// The form of a request.
pub struct Multipart {
    body: Body,
    /// What came and was not given out; it begins with a line end before the first part.
    buffer: BytesMut,
    /// What ends a part.
    delimiter: Vec<u8>,
    parts: usize,
    /// Inside a part, before its end.
    inside: bool,
}

/// What a part says of itself.
#[derive(Debug, PartialEq, Eq)]
pub struct Part {
    pub name: String,
    /// Empty where no file was chosen; nothing where it is no file.
    pub file_name: Option<String>,
}

impl Multipart {
    /// Of a body with this `Content-Type`. A body that says it is something else comes back.
    pub fn new(content_type: Option<&str>, body: Body) -> Result<Self, Body> {
        let Some(boundary) = content_type.and_then(boundary) else { return Err(body) };
        let delimiter = format!("\r\n--{boundary}").into_bytes();
        let buffer = BytesMut::from(&b"\r\n"[..]);
        Ok(Self { body, buffer, delimiter, parts: 0, inside: false })
    }

    /// The head of the next part, once the one before was read to its end; nothing after the last.
    pub async fn next_part(&mut self) -> Result<Option<Part>, MultipartError> {
        if self.inside || self.parts == MOST_PARTS {
            return Err(MultipartError::NotAForm);
        }
        self.parts += 1;
        self.need(self.delimiter.len() + 2).await?;
        if !self.buffer.starts_with(&self.delimiter) {
            return Err(MultipartError::NotAForm);
        }
        let after = self.buffer.split_to(self.delimiter.len() + 2);
        match &after[self.delimiter.len()..] {
            b"--" => return Ok(None),
            b"\r\n" => {}
            _ => return Err(MultipartError::NotAForm),
        }
        let head = loop {
            if let Some(end) = find(&self.buffer, b"\r\n\r\n") {
                break self.buffer.split_to(end + 4);
            }
            if self.buffer.len() > HEAD_BYTES {
                return Err(MultipartError::NotAForm);
            }
            self.more().await?;
        };
        let text = head.get(..head.len() - 4).and_then(|lines| str::from_utf8(lines).ok());
        let part = text.filter(|text| text.len() <= HEAD_BYTES).and_then(part);
        self.inside = part.is_some();
        part.map(Some).ok_or(MultipartError::NotAForm)
    }

    /// Some bytes of the part; nothing at its end. May be given up and asked again.
    pub async fn chunk(&mut self) -> Result<Option<Bytes>, MultipartError> {
        loop {
            if !self.inside {
                return Ok(None);
            }
            if let Some(end) = find(&self.buffer, &self.delimiter) {
                self.inside = end > 0;
                return Ok((end > 0).then(|| self.buffer.split_to(end).freeze()));
            }
            // Its end may have begun.
            let certain = self.buffer.len().saturating_sub(self.delimiter.len() - 1);
            if certain > 0 {
                return Ok(Some(self.buffer.split_to(certain).freeze()));
            }
            self.more().await?;
        }
    }

    /// What was not read.
    pub fn into_body(self) -> Body {
        self.body
    }

    async fn need(&mut self, bytes: usize) -> Result<(), MultipartError> {
        while self.buffer.len() < bytes {
            self.more().await?;
        }
        Ok(())
    }

    /// Waits for what comes next. Given up while it waits, nothing is lost.
    async fn more(&mut self) -> Result<(), MultipartError> {
        let frame = self.body.frame().await.ok_or(MultipartError::Incomplete)?;
        if let Ok(data) = frame.map_err(|_| MultipartError::Incomplete)?.into_data() {
            self.buffer.extend_from_slice(&data);
        }
        Ok(())
    }
}

/// The file of a form that comes now.
pub struct FormFile<'a>(pub &'a mut Multipart);

impl ByteSource for FormFile<'_> {
    async fn next(&mut self) -> Result<Option<Bytes>, AddPhotoFailed> {
        self.0.chunk().await.map_err(|_| AddPhotoFailed::Incomplete)
    }
}

/// The boundary that a content type names.
fn boundary(content_type: &str) -> Option<&str> {
    let (kind, parameters) = content_type.split_once(';')?;
    if !kind.trim().eq_ignore_ascii_case("multipart/form-data") {
        return None;
    }
    let boundary = parameters.split(';').find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        name.trim().eq_ignore_ascii_case("boundary").then(|| value.trim().trim_matches('"'))
    })?;
    let sound = |byte: u8| byte.is_ascii_graphic() && !matches!(byte, b'"' | b';' | b',');
    ((1..=70).contains(&boundary.len()) && boundary.bytes().all(sound)).then_some(boundary)
}

fn part(head: &str) -> Option<Part> {
    let disposition = head.split("\r\n").find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-disposition").then(|| value.trim())
    })?;
    let mut rest = disposition.strip_prefix("form-data")?;
    let (mut name, mut file_name) = (None, None);
    // Browsers write a quote in a name as %22, so the next quote ends it.
    while let Some(parameter) = rest.strip_prefix(';') {
        let (key, quoted) = parameter.split_once("=\"")?;
        let (value, after) = quoted.split_once('"')?;
        match key.trim() {
            "name" => name = Some(value.to_owned()),
            "filename" => file_name = Some(value.to_owned()),
            _ => {}
        }
        rest = after;
    }
    Some(Part { name: name?, file_name })
}

/// Where `wanted` begins. A look at the first byte is enough for almost every place.
fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    let (first, last) = (*wanted.first()?, bytes.len().checked_sub(wanted.len())?);
    let mut from = 0;
    while from <= last {
        let at = from + bytes[from..=last].iter().position(|byte| *byte == first)?;
        if bytes[at..].starts_with(wanted) {
            return Some(at);
        }
        from = at + 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIND: &str = "multipart/form-data; boundary=----WebKitFormBoundaryabc";

    /// A body that comes in pieces of so many bytes.
    fn body(bytes: &[u8], piece: usize) -> Body {
        let pieces: Vec<_> =
            bytes.chunks(piece).map(|piece| Ok::<_, std::io::Error>(piece.to_vec())).collect();
        Body::from_stream(futures::stream::iter(pieces))
    }

    async fn read(bytes: &[u8], piece: usize) -> Result<Vec<(Part, Vec<u8>)>, MultipartError> {
        let Ok(mut form) = Multipart::new(Some(KIND), body(bytes, piece)) else {
            return Err(MultipartError::NotAForm);
        };
        let mut parts = Vec::new();
        while let Some(part) = form.next_part().await? {
            let mut bytes = Vec::new();
            while let Some(chunk) = form.chunk().await? {
                assert!(!chunk.is_empty());
                bytes.extend_from_slice(&chunk);
                let held = form.buffer.len();
                assert!(held <= piece + form.delimiter.len(), "{held} of a file are held");
            }
            assert_eq!(form.chunk().await?, None, "its end stays its end");
            parts.push((part, bytes));
        }
        Ok(parts)
    }

    fn form(parts: &[(&str, &[u8])]) -> Vec<u8> {
        let mut bytes = Vec::new();
        for (disposition, content) in parts {
            let head = format!(
                "------WebKitFormBoundaryabc\r\nContent-Disposition: form-data; {disposition}\r\n\
                 Content-Type: image/jpeg\r\n\r\n"
            );
            bytes.extend_from_slice(head.as_bytes());
            bytes.extend_from_slice(content);
            bytes.extend_from_slice(b"\r\n");
        }
        bytes.extend_from_slice(b"------WebKitFormBoundaryabc--\r\n");
        bytes
    }

    #[tokio::test]
    async fn parts_are_read_however_they_come() {
        // What nearly ends a part, and nothing at all.
        let tricky = b"\r\n------WebKitFormBoundaryab\r\n\r\n------WebKit\r".as_slice();
        let sent = form(&[
            ("name=\"title\"", b"Dad"),
            ("name=\"photos\"; filename=\"a;b%22.jpg\"", tricky),
            ("name=\"photos\"; filename=\"\"", b""),
            ("name=\"photos\"; filename=\"c.jpg\"", &[0xff; 5_000]),
        ]);
        for piece in [1, 2, 3, 7, 41, 100, 4_096, sent.len()] {
            let parts = read(&sent, piece).await.expect("a form");
            let contents: Vec<_> = parts.iter().map(|(_, bytes)| bytes.as_slice()).collect();
            assert_eq!(contents, [b"Dad".as_slice(), tricky, b"", &[0xff; 5_000]], "{piece}");
            let names: Vec<_> = parts.iter().map(|(part, _)| part.file_name.as_deref()).collect();
            assert_eq!(names, [None, Some("a;b%22.jpg"), Some(""), Some("c.jpg")]);
            assert_eq!(parts[1].0.name, "photos");
        }
    }

    #[tokio::test]
    async fn what_ends_too_early_is_not_whole() {
        let sent = form(&[("name=\"photos\"; filename=\"a.jpg\"", b"abc")]);
        let end = sent.len() - 2;
        for length in 0..end {
            let read = read(&sent[..length], 16).await;
            assert_eq!(read.map(|_| ()), Err(MultipartError::Incomplete), "{length} of {end}");
        }
    }

    #[tokio::test]
    async fn what_is_no_form_is_refused_and_takes_no_room() {
        let start = "------WebKitFormBoundaryabc\r\n";
        let endless =
            format!("{start}Content-Disposition: form-data; name=\"{}", "x".repeat(1 << 20));
        let many = form(&[("name=\"a\"", b"".as_slice()); 21]);
        let cases: [&[u8]; 7] = [
            b"a preamble\r\n------WebKitFormBoundaryabc\r\n\r\n",
            b"------WebKitFormBoundaryabcd\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n",
            b"------WebKitFormBoundaryabc\r\nContent-Type: image/png\r\n\r\nno name\r\n",
            b"------WebKitFormBoundaryabc\r\nContent-Disposition: attachment; name=\"a\"\r\n\r\n",
            b"------WebKitFormBoundaryabc\r\nContent-Disposition: form-data; name=\"\xff\"\r\n\r\n",
            endless.as_bytes(),
            &many,
        ];
        for sent in cases {
            for piece in [100, sent.len()] {
                let start = String::from_utf8_lossy(sent.get(..80).unwrap_or(sent)).into_owned();
                let read = read(sent, piece).await;
                assert_eq!(read.map(|_| ()), Err(MultipartError::NotAForm), "{start}");
            }
        }
    }

    #[test]
    fn a_boundary_is_short_and_plain() {
        for (kind, found) in [
            ("multipart/form-data; boundary=abc", Some("abc")),
            ("Multipart/Form-Data; charset=utf-8; Boundary=\"a b\"", None),
            ("multipart/form-data; boundary=\"a-b\"", Some("a-b")),
            ("multipart/mixed; boundary=abc", None),
            ("multipart/form-data; boundary=", None),
            ("multipart/form-data", None),
            ("image/jpeg", None),
        ] {
            assert_eq!(boundary(kind), found, "{kind}");
        }
        let long = format!("multipart/form-data; boundary={}", "x".repeat(71));
        assert_eq!(boundary(&long), None);
    }
}
