//! The note that says how a picture or film came to be: XMP with the IPTC digital source type, where
//! each format keeps it. What software composed from the person's photos is a "composite"; a film of a
//! picture that a model made is a "compositeWithTrainedAlgorithmicMedia". The crate `img-parts`
//! is not used: it has functions for ICC and EXIF, none for XMP.
//!
//! C2PA credentials are left out. The crate `c2pa` 0.91 (MIT or Apache-2.0, well kept) brings more
//! than three hundred packages with it even without OpenSSL and network, one of which wants a newer
//! compiler than ours; and a signature says something only with a certificate by an authority on
//! C2PA's trust list, which whoever runs this would have to buy, keep secret and renew. Signed by
//! ourselves, viewers would call it untrusted, which is worse than the plain note.

/// What a picture or film was made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The person's photos.
    Photos,
    /// A picture that a model made of them.
    Model,
}

const HEAD: &str = r#"<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" Iptc4xmpExt:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/"#;
const TAIL: &str = r#"" xmp:CreatorTool="Evernear"/></rdf:RDF></x:xmpmeta><?xpacket end="r"?>"#;

fn note(origin: Origin) -> String {
    let kind = match origin {
        Origin::Photos => "composite",
        Origin::Model => "compositeWithTrainedAlgorithmicMedia",
    };
    format!("{HEAD}{kind}{TAIL}")
}

/// The identifier under which MP4 files keep XMP (XMP specification part 3).
const XMP_BOX: [u8; 16] = [
    0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
];

/// Appends the note as a last box; nothing before it moves.
pub fn append_mp4(file: &mut Vec<u8>, origin: Origin) {
    let note = note(origin);
    let size = 8 + 16 + note.len() as u32;
    file.extend_from_slice(&size.to_be_bytes());
    file.extend_from_slice(b"uuid");
    file.extend_from_slice(&XMP_BOX);
    file.extend_from_slice(note.as_bytes());
}

/// Puts the note into a PNG, right after its header chunk.
pub fn into_png(png: &mut Vec<u8>) {
    const HEADER: usize = 8 + 25;
    if png.len() < HEADER {
        return;
    }
    let mut body = b"iTXtXML:com.adobe.xmp\0\0\0\0\0".to_vec();
    body.extend_from_slice(note(Origin::Photos).as_bytes());
    let mut chunk = (body.len() as u32 - 4).to_be_bytes().to_vec();
    chunk.extend_from_slice(&body);
    chunk.extend_from_slice(&crc32fast::hash(&body).to_be_bytes());
    png.splice(HEADER..HEADER, chunk);
}

/// Puts the note into a JPEG, right after its first marker.
pub fn into_jpeg(jpeg: &mut Vec<u8>) {
    if jpeg.len() < 2 {
        return;
    }
    let mut body = b"http://ns.adobe.com/xap/1.0/\0".to_vec();
    body.extend_from_slice(note(Origin::Photos).as_bytes());
    let mut segment = vec![0xFF, 0xE1];
    segment.extend_from_slice(&(body.len() as u16 + 2).to_be_bytes());
    segment.extend_from_slice(&body);
    jpeg.splice(2..2, segment);
}

/// Puts the note into a simple WebP of this size: its header becomes the extended one, which
/// announces the note, and the note follows the picture.
pub fn into_webp(webp: &mut Vec<u8>, width: u32, height: u32) {
    const HEADER: usize = 12;
    const HAS_XMP: u8 = 4;
    let simple = matches!(webp.get(HEADER..HEADER + 4), Some(b"VP8L" | b"VP8 "));
    if !simple || width == 0 || height == 0 {
        return;
    }
    let mut extended = b"VP8X\x0A\0\0\0".to_vec();
    extended.extend_from_slice(&[HAS_XMP, 0, 0, 0]);
    extended.extend_from_slice(&(width - 1).to_le_bytes()[..3]);
    extended.extend_from_slice(&(height - 1).to_le_bytes()[..3]);
    webp.splice(HEADER..HEADER, extended);
    let note = note(Origin::Photos);
    webp.extend_from_slice(b"XMP ");
    webp.extend_from_slice(&(note.len() as u32).to_le_bytes());
    webp.extend_from_slice(note.as_bytes());
    if !webp.len().is_multiple_of(2) {
        webp.push(0);
    }
    let rest = webp.len() as u32 - 8;
    webp[4..8].copy_from_slice(&rest.to_le_bytes());
}
