//! What strangers might send, built by code, and small honest pictures to begin from.
//!
//! Shared with `examples/fuzz_photos.rs`.

use image::{ImageFormat, RgbImage};
use std::io::Cursor;

/// A lossy WebP of 40 by 48 pixels.
const WEBP: &str = "\
    524946467c010000574542505650382070010000f008009d012a280030003f3180b153aea82422b1dccc01d02609\
    6800c31957441512011181a87839dc0a1d35dd5365b65aab9b8f5adf4b8726f853689c99835c5291b1a54c396d77\
    eb3720af3da1862000fee2ecc5ecd628bdf66ab8a597e4103b9f7d1fc91426c6132ae8f2bd5e2928bc4ad96940de\
    8aeec6ef5b97cde7977518ee43e9a5321f4057df97e7511f5d8cfe57ae330cdb940a2c32faa033a696e282ebd2fb\
    e175e16fdf00fd1b9314840be722ef356ce0fa501561c76e66e38fa1e9b76df9eba23207da9c812f1725152afac5\
    97b40f91cabb4ba692dd82dc993b3c8f7fbb5866fbb3692d7f3265682aec821e85a7ede83a8292aa0ebc36d1544d\
    94c78901c2cef6adcb2ca0840cdae66de9dd3cee9b2fce65bd5daac88a4c8f360df2323abcf7b0faad89d25c365c\
    4c16aea8fcb309d3c3b4cf9290b69164540651b958dc35642ade10e6b5baeac8d2bdf99b9514e6453bc38d902b1d\
    d650199dee22e352d76670eafd5d4037a54f0000";

/// One item of a HEIC file; of its properties the places, counted from 1.
pub struct Item<'a>(pub u16, pub &'a [u8; 4], pub &'a [u8], pub &'a [u8]);

pub fn boxed(kind: [u8; 4], body: &[u8]) -> Vec<u8> {
    [&(body.len() as u32 + 8).to_be_bytes(), kind.as_slice(), body].concat()
}

/// A HEIC file of these items, references and properties. Items with the same bytes share them.
pub fn heic(
    primary: u16,
    items: &[Item],
    references: &[(&[u8; 4], u16, &[u16])],
    properties: &[Vec<u8>],
) -> Vec<u8> {
    let count = (items.len() as u16).to_be_bytes();
    let mut infos = [&[0; 4], count.as_slice()].concat();
    let mut owned = [&[0; 4], (items.len() as u32).to_be_bytes().as_slice()].concat();
    for Item(id, kind, _, properties) in items {
        let body = [&[2, 0, 0, 0], id.to_be_bytes().as_slice(), &[0, 0], *kind, &[0]].concat();
        infos.extend(boxed(*b"infe", &body));
        owned.extend(id.to_be_bytes());
        owned.push(properties.len() as u8);
        owned.extend_from_slice(properties);
    }
    let mut refers = vec![0; 4];
    for (kind, from, to) in references {
        let mut body = [from.to_be_bytes(), (to.len() as u16).to_be_bytes()].concat();
        body.extend(to.iter().flat_map(|id| id.to_be_bytes()));
        refers.extend(boxed(**kind, &body));
    }
    let mut data: Vec<u8> = Vec::new();
    let places: Vec<usize> = items
        .iter()
        .enumerate()
        .map(|(at, item)| {
            if let Some(same) = items[..at].iter().position(|before| before.2 == item.2) {
                return items[..same].iter().map(|item| item.2.len()).sum();
            }
            data.extend_from_slice(item.2);
            data.len() - item.2.len()
        })
        .collect();
    let file_type = boxed(*b"ftyp", b"heic\0\0\0\0mif1heic");
    let meta = |begins: usize| {
        let mut locations = [&[0, 0, 0, 0, 0x44, 0], count.as_slice()].concat();
        for (Item(id, _, data, _), place) in items.iter().zip(&places) {
            locations.extend(id.to_be_bytes());
            locations.extend([0, 0, 0, 1]);
            locations.extend(((begins + place) as u32).to_be_bytes());
            locations.extend((data.len() as u32).to_be_bytes());
        }
        let parts = [
            vec![0; 4],
            boxed(*b"hdlr", b"\0\0\0\0\0\0\0\0pict\0\0\0\0\0\0\0\0\0\0\0\0\0"),
            boxed(*b"pitm", &[&[0; 4], primary.to_be_bytes().as_slice()].concat()),
            boxed(*b"iinf", &infos),
            boxed(*b"iref", &refers),
            boxed(
                *b"iprp",
                &[boxed(*b"ipco", &properties.concat()), boxed(*b"ipma", &owned)].concat(),
            ),
            boxed(*b"iloc", &locations),
        ];
        boxed(*b"meta", &parts.concat())
    };
    let begins = file_type.len() + meta(0).len() + 8;
    [file_type, meta(begins), boxed(*b"mdat", &data)].concat()
}

/// The property that says how large an item is.
pub fn size(width: u32, height: u32) -> Vec<u8> {
    boxed(*b"ispe", &[[0; 4], width.to_be_bytes(), height.to_be_bytes()].concat())
}

/// What a grid is: rows, columns, width, height.
pub fn grid(rows: u8, columns: u8, width: u16, height: u16) -> Vec<u8> {
    let sides = [width.to_be_bytes(), height.to_be_bytes()].concat();
    [[0, 0, rows - 1, columns - 1].as_slice(), &sides].concat()
}

/// A small picture with some life in it.
pub fn picture(side: u32, seed: u32) -> RgbImage {
    RgbImage::from_fn(side, side, |x, y| {
        image::Rgb([(x * 3 + seed) as u8, (y * 5) as u8, ((x / 8 + y / 8) * 40 + seed) as u8])
    })
}

/// A coded square of so many pixels: its configuration as a property, and its bytes.
pub fn coded(side: u32, seed: u32) -> (Vec<u8>, Vec<u8>) {
    let options = heifer::EncodeOptions { quality: 50, max_threads: 1 };
    let file = heifer::encode_rgb8(side, side, picture(side, seed).as_raw(), &options).unwrap();
    let find = |kind: &[u8]| file.windows(4).position(|four| four == kind).unwrap();
    let config = find(b"hvcC");
    let length = u32::from_be_bytes(file[config - 4..config].try_into().unwrap()) as usize;
    (file[config - 4..config - 4 + length].to_vec(), file[find(b"mdat") + 4..].to_vec())
}

/// An honest grid of four tiles, with what phones add: a thumbnail, a depth map, metadata and a
/// gain map; turned by `turns`.
pub fn phone(turns: &[Vec<u8>]) -> Vec<u8> {
    let tiles: Vec<_> = (0..6).map(|seed| coded(64, seed)).collect();
    let mut properties = vec![tiles[0].0.clone(), size(64, 64), size(120, 100)];
    properties.push(boxed(*b"auxC", b"\0\0\0\0urn:mpeg:hevc:2015:auxid:2\0"));
    let shown: Vec<u8> = [3].into_iter().chain((5..).take(turns.len())).collect();
    properties.extend_from_slice(turns);
    let whole = grid(2, 2, 120, 100);
    let items = [
        Item(1, b"hvc1", &tiles[0].1, &[1, 2]),
        Item(2, b"hvc1", &tiles[1].1, &[1, 2]),
        Item(3, b"hvc1", &tiles[2].1, &[1, 2]),
        Item(4, b"hvc1", &tiles[3].1, &[1, 2]),
        Item(5, b"grid", &whole, &shown),
        Item(6, b"hvc1", &tiles[4].1, &[1, 2]),
        Item(7, b"hvc1", &tiles[5].1, &[1, 2, 4]),
        Item(8, b"Exif", b"\0\0\0\0MM\0*\0\0\0\x08\0\0", &[]),
        Item(9, b"tmap", b"\0\0\0\0\0\0", &[3]),
    ];
    let references: [(&[u8; 4], u16, &[u16]); 5] = [
        (b"dimg", 5, &[1, 2, 3, 4]),
        (b"thmb", 6, &[5]),
        (b"auxl", 7, &[5]),
        (b"cdsc", 8, &[5]),
        (b"dimg", 9, &[5, 7]),
    ];
    heic(5, &items, &references, &properties)
}

/// 48 megapixels as phones store them, on their side: 16 by 12 tiles of 512 pixels.
pub fn large_phone(config: Vec<u8>, tiles: &[Vec<u8>]) -> Vec<u8> {
    let whole = grid(12, 16, 8_064, 6_048);
    let mut items: Vec<Item> =
        (1..).zip(tiles).map(|(id, data)| Item(id, b"hvc1", data, &[1, 2])).collect();
    let ids: Vec<u16> = items.iter().map(|item| item.0).collect();
    items.push(Item(1_000, b"grid", &whole, &[3, 4]));
    let properties = [config, size(512, 512), size(8_064, 6_048), boxed(*b"irot", &[3])];
    heic(1_000, &items, &[(b"dimg", 1_000, &ids)], &properties)
}

/// Grids that are made of each other.
pub fn circle() -> Vec<u8> {
    let (whole, properties) = (grid(1, 1, 64, 64), [size(64, 64)]);
    let items = [Item(1, b"grid", &whole, &[1]), Item(2, b"grid", &whole, &[1])];
    heic(1, &items, &[(b"dimg", 1, &[2]), (b"dimg", 2, &[1])], &properties)
}

/// A picture derived by this kind of item from itself, many times.
pub fn derived(kind: [u8; 4]) -> Vec<u8> {
    let (config, data) = coded(64, 1);
    let items = [Item(1, &kind, &[0; 400], &[2]), Item(2, b"hvc1", &data, &[1, 2])];
    heic(1, &items, &[(b"dimg", 1, &[2; 200])], &[config, size(64, 64)])
}

/// A grid that shows a corner of tiles as large as pictures may be.
pub fn giant_tiles() -> Vec<u8> {
    let (config, data) = coded(64, 1);
    let whole = grid(2, 2, 64, 64);
    let items = [
        Item(1, b"grid", &whole, &[3]),
        Item(2, b"hvc1", &data, &[1, 2]),
        Item(3, b"hvc1", &data, &[1, 2]),
        Item(4, b"hvc1", &data, &[1, 2]),
        Item(5, b"hvc1", &data, &[1, 2]),
    ];
    let properties = [config, size(7_680, 7_680), size(64, 64)];
    heic(1, &items, &[(b"dimg", 1, &[2, 3, 4, 5])], &properties)
}

/// A grid whose tiles all have the same bytes; named once each, or one of them for all.
pub fn repeated(is_one: bool) -> Vec<u8> {
    let (config, data) = coded(64, 1);
    let whole = grid(8, 8, 512, 512);
    let mut items = vec![Item(1, b"grid", whole.as_slice(), [3].as_slice())];
    items.extend((2..66).map(|id| Item(id, b"hvc1", &data, &[1, 2])));
    let tiles: Vec<u16> = (2..66).map(|id| if is_one { 2 } else { id }).collect();
    heic(1, &items, &[(b"dimg", 1, &tiles)], &[config, size(64, 64), size(512, 512)])
}

/// A grayscale progressive JPEG: all blocks flat, then scans that each pass over all of them.
pub fn progressive(width: u16, height: u16, scans: usize) -> Vec<u8> {
    let segment = |marker: u8, body: &[u8]| {
        let length = (body.len() as u16 + 2).to_be_bytes();
        [&[0xFF, marker], length.as_slice(), body].concat()
    };
    let blocks = usize::from(width).div_ceil(8) * usize::from(height).div_ceil(8);
    let (h, w) = (height.to_be_bytes(), width.to_be_bytes());
    // One symbol each, coded as one bit: a difference of nothing; a run of 16,384 empty blocks.
    let table = |class: u8, symbol: u8| {
        let mut body = vec![class, 1];
        body.resize(17, 0);
        body.push(symbol);
        segment(0xC4, &body)
    };
    let mut file = vec![0xFF, 0xD8];
    file.extend(segment(0xDB, &[vec![0], vec![1; 64]].concat()));
    file.extend(segment(0xC2, &[8, h[0], h[1], w[0], w[1], 1, 1, 0x11, 0]));
    file.extend(table(0, 0));
    file.extend(table(0x10, 0xE0));
    file.extend(segment(0xDA, &[1, 1, 0, 0, 0, 0]));
    file.resize(file.len() + blocks.div_ceil(8), 0);
    for scan in 0..scans {
        let place = 1 + (scan % 63) as u8;
        file.extend(segment(0xDA, &[1, 1, 0, place, place, 0]));
        // A bit for the symbol, fourteen for how much longer the run is.
        file.resize(file.len() + (blocks.div_ceil(16_384) * 15).div_ceil(8), 0);
    }
    file.extend([0xFF, 0xD9]);
    file
}

/// A PNG of sixteen bits a channel, all black.
pub fn deep_png(width: u32, height: u32) -> Vec<u8> {
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, width, height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Sixteen);
    encoder.set_compression(png::Compression::Fast);
    let mut writer = encoder.write_header().unwrap();
    let mut rows = writer.stream_writer().unwrap();
    let row = vec![0; width as usize * 8];
    for _ in 0..height {
        std::io::Write::write_all(&mut rows, &row).unwrap();
    }
    rows.finish().unwrap();
    drop(writer);
    out
}

/// A lossless WebP with a second frame.
pub fn moving_webp() -> Vec<u8> {
    let still = encoded(&picture(16, 0), ImageFormat::WebP);
    let chunk = |kind: &[u8; 4], body: &[u8]| {
        [kind.as_slice(), &(body.len() as u32).to_le_bytes(), body].concat()
    };
    let side = [15, 0, 0];
    let frame = [[0; 6].as_slice(), &side, &side, &[100, 0, 0, 0], &still[12..]].concat();
    let canvas = [[2, 0, 0, 0].as_slice(), &side, &side].concat();
    let body = [
        b"WEBP".to_vec(),
        chunk(b"VP8X", &canvas),
        chunk(b"ANIM", &[0; 6]),
        chunk(b"ANMF", &frame),
        chunk(b"ANMF", &frame),
    ];
    chunk(b"RIFF", &body.concat())
}

pub fn encoded(image: &RgbImage, format: ImageFormat) -> Vec<u8> {
    let mut out = Cursor::new(Vec::new());
    image.write_to(&mut out, format).unwrap();
    out.into_inner()
}

/// Small pictures of every kind, honest and hostile.
pub fn seeds() -> Vec<Vec<u8>> {
    let small = picture(48, 9);
    let lossy = WEBP
        .as_bytes()
        .chunks_exact(2)
        .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap());
    vec![
        encoded(&small, ImageFormat::Jpeg),
        progressive(64, 48, 20),
        encoded(&small, ImageFormat::Png),
        deep_png(24, 24),
        encoded(&small, ImageFormat::WebP),
        lossy.collect(),
        moving_webp(),
        heifer::encode_rgb8(64, 64, picture(64, 3).as_raw(), &heifer::EncodeOptions::default())
            .unwrap(),
        phone(&[boxed(*b"irot", &[1])]),
        circle(),
        derived(*b"iovl"),
        derived(*b"iden"),
        giant_tiles(),
        repeated(false),
        repeated(true),
    ]
}

/// Numbers without end from a seed.
pub struct Dice(pub u64);

impl Dice {
    fn roll(&mut self, below: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % below.max(1)
    }
}

/// The same picture with some bits, numbers or pieces changed.
pub fn mutated(seed: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..=dice.roll(4) {
        let at = dice.roll(bytes.len());
        match dice.roll(8) {
            // Anywhere, most often one bit.
            0..=2 => bytes[at] ^= 1 << dice.roll(8),
            3 => bytes[at] = [0, 1, 0x7F, 0x80, 0xFE, 0xFF][dice.roll(6)],
            // Near the beginning, where sizes stand.
            4 => {
                let near = dice.roll(bytes.len().min(400));
                bytes[near] = dice.roll(256) as u8;
            }
            5 => {
                let piece: Vec<u8> = bytes[at..].iter().take(1 + dice.roll(40)).copied().collect();
                let to = dice.roll(bytes.len());
                bytes.splice(to..to, piece);
            }
            6 => {
                let end = (at + 1 + dice.roll(20)).min(bytes.len());
                bytes.drain(at..end);
            }
            _ => bytes.truncate(at.max(12)),
        }
        if bytes.is_empty() {
            break;
        }
    }
    bytes
}
