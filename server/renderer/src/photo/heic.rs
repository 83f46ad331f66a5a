//! HEIC, tile by tile: the decoder gets each coded picture in a small file that is written here,
//! so it never sees the container that came, and never holds more than one tile.

use super::{
    LONG_EDGE, PhotoProblem, Shrink, Weight,
    container::{self, Layer, Still, Tile, Transform},
    cpu_cost,
};
use image::{RgbImage, imageops};

/// Bytes that one pixel takes while a tile is decoded: three planes of two bytes, RGBA, and RGBA
/// in another colour space.
const TILE_BYTES: u64 = 11;
/// How much larger than its tile a coded picture may be, on each side: it is coded in blocks.
const PADDING: u64 = 64;

pub(super) fn weigh(bytes: &[u8]) -> Result<Weight, PhotoProblem> {
    let still = container::still(bytes)?;
    let layer = |layer: &Layer| {
        let (width, height) = (u64::from(layer.tile.0), u64::from(layer.tile.1));
        let band = u64::from(layer.width) * height * 4;
        width * height * TILE_BYTES + if layer.tiles.len() > 1 { band } else { 0 }
    };
    let memory = layer(&still.colour) + still.alpha.as_ref().map_or(0, layer);
    let pixels = still.pixels();
    let cost = cpu_cost::heic(still.has_lookup_table(), still.is_subsampled());
    Ok(Weight { pixels, memory, cpu: cost.of(pixels, still.coded_bytes()) })
}

pub(super) fn read(bytes: &[u8]) -> Result<RgbImage, PhotoProblem> {
    let still = container::still(bytes)?;
    let mut image = upright(&still)?;
    for transform in &still.transforms {
        image = match transform {
            Transform::Rotate(1) => imageops::rotate270(&image),
            Transform::Rotate(2) => imageops::rotate180(&image),
            Transform::Rotate(3) => imageops::rotate90(&image),
            Transform::Rotate(_) => image,
            Transform::Mirror { top_bottom: true } => imageops::flip_vertical(&image),
            Transform::Mirror { top_bottom: false } => imageops::flip_horizontal(&image),
        };
    }
    Ok(image)
}

/// The picture made small, before it is turned.
fn upright(still: &Still) -> Result<RgbImage, PhotoProblem> {
    let (left, top, width, height) = still.crop;
    let mut small = Shrink::new(width, height, LONG_EDGE);
    let mut colours = Rows::new(&still.colour);
    let mut alphas = still.alpha.as_ref().map(Rows::new);
    let kept = left as usize * 4..(left + width) as usize * 4;
    for y in 0..top + height {
        let row = colours.next()?;
        if let Some(alphas) = &mut alphas {
            let alpha = alphas.next()?;
            for (pixel, alpha) in row.chunks_exact_mut(4).zip(alpha.chunks_exact(4)) {
                pixel[3] = alpha[0];
            }
        }
        if y >= top {
            small.push(row.get(kept.clone()).ok_or(PhotoProblem::Damaged)?, 4);
        }
    }
    small.finish().ok_or(PhotoProblem::Damaged)
}

/// A layer's rows from its top on, of which one row of tiles is there at once.
struct Rows<'a> {
    layer: &'a Layer<'a>,
    band: Vec<u8>,
    y: u32,
    /// Whether its colours can be made sRGB; found out with the first tile.
    is_srgb: bool,
}

impl<'a> Rows<'a> {
    fn new(layer: &'a Layer<'a>) -> Self {
        Self { layer, band: Vec::new(), y: 0, is_srgb: true }
    }

    fn next(&mut self) -> Result<&mut [u8], PhotoProblem> {
        let inside = self.y % self.layer.tile.1;
        if inside == 0 {
            self.decode(self.y / self.layer.tile.1)?;
        }
        self.y += 1;
        let stride = self.layer.width as usize * 4;
        let at = inside as usize * stride;
        self.band.get_mut(at..at + stride).ok_or(PhotoProblem::Damaged)
    }

    /// A tile's pixels, RGBA. In HDR or an unknown colour space, plain values are better than no
    /// photo; that is said after decoding, so it is asked once and not for every tile.
    fn tile(&mut self, tile: &Tile) -> Result<Vec<u8>, PhotoProblem> {
        if self.is_srgb {
            match decoded(tile, self.layer.tile, heifer::decode_srgb_rgba8) {
                Err(PhotoProblem::Unsupported) => self.is_srgb = false,
                answer => return answer,
            }
        }
        decoded(tile, self.layer.tile, heifer::decode_rgba8)
    }

    fn decode(&mut self, line: u32) -> Result<(), PhotoProblem> {
        let Layer { width, columns, tile: (w, h), tiles, .. } = self.layer;
        let first = (line * columns) as usize;
        let line = tiles.get(first..first + *columns as usize).ok_or(PhotoProblem::Damaged)?;
        if let [tile] = line
            && w == width
        {
            self.band = Vec::new();
            self.band = self.tile(tile)?;
            return Ok(());
        }
        let stride = *width as usize * 4;
        self.band.resize(stride * *h as usize, 0);
        for (place, tile) in line.iter().enumerate() {
            let pixels = self.tile(tile)?;
            let at = place * *w as usize * 4;
            let length = (*w as usize * 4).min(stride - at);
            let rows = self.band.chunks_exact_mut(stride);
            for (to, from) in rows.zip(pixels.chunks_exact(*w as usize * 4)) {
                to[at..at + length].copy_from_slice(&from[..length]);
            }
        }
        Ok(())
    }
}

type Decoder = fn(&[u8], &heifer::Options) -> Result<heifer::Image<u8>, heifer::Error>;

/// A tile's pixels, RGBA.
fn decoded(
    tile: &Tile,
    (width, height): (u32, u32),
    how: Decoder,
) -> Result<Vec<u8>, PhotoProblem> {
    let max_pixels = (u64::from(width) + PADDING) * (u64::from(height) + PADDING);
    let options = heifer::Options { max_threads: 1, max_pixels };
    let image = how(&alone(tile, width, height)?, &options).map_err(|error| match error {
        heifer::Error::Unsupported(_) => PhotoProblem::Unsupported,
        error if error.to_string().contains("limit") => PhotoProblem::TooLarge,
        _ => PhotoProblem::Damaged,
    })?;
    if (image.width, image.height) != (width, height) {
        return Err(PhotoProblem::Damaged);
    }
    Ok(image.data)
}

/// A file with this one picture in it and nothing else.
fn alone(tile: &Tile, width: u32, height: u32) -> Result<Vec<u8>, PhotoProblem> {
    let size = [&[0; 4], width.to_be_bytes().as_slice(), &height.to_be_bytes()].concat();
    let colours = [tile.nclx, tile.profile].into_iter().flatten();
    let mut properties = vec![boxed(*b"hvcC", tile.config), boxed(*b"ispe", &size)];
    properties.extend(colours.map(|colour| boxed(*b"colr", colour)));
    let length: usize = tile.parts.iter().map(|part| part.len()).sum();
    let length = u32::try_from(length).map_err(|_| PhotoProblem::TooLarge)?;
    let file_type = boxed(*b"ftyp", b"heic\0\0\0\0mif1heic");
    let meta = |at: u32| {
        let indices: Vec<u8> = (1..).take(properties.len()).collect();
        let head = [0, 0, 0, 0, 0, 0, 0, 1, 0, 1, indices.len() as u8];
        let owned = boxed(*b"ipma", &[head.as_slice(), &indices].concat());
        let all = [boxed(*b"ipco", &properties.concat()), owned].concat();
        let place = [0, 0, 0, 0, 0x44, 0, 0, 1, 0, 1, 0, 0, 0, 1];
        let place = [place.as_slice(), &at.to_be_bytes(), &length.to_be_bytes()].concat();
        let item = boxed(*b"infe", b"\x02\0\0\0\0\x01\0\0hvc1\0");
        let parts = [
            vec![0; 4],
            boxed(*b"hdlr", b"\0\0\0\0\0\0\0\0pict\0\0\0\0\0\0\0\0\0\0\0\0\0"),
            boxed(*b"pitm", &[0, 0, 0, 0, 0, 1]),
            boxed(*b"iinf", &[b"\0\0\0\0\0\x01".as_slice(), &item].concat()),
            boxed(*b"iprp", &all),
            boxed(*b"iloc", &place),
        ];
        boxed(*b"meta", &parts.concat())
    };
    let before = file_type.len() + meta(0).len() + 8;
    let at = u32::try_from(before).map_err(|_| PhotoProblem::TooLarge)?;
    Ok([file_type, meta(at), boxed(*b"mdat", &tile.parts.concat())].concat())
}

fn boxed(kind: [u8; 4], body: &[u8]) -> Vec<u8> {
    let size = u32::try_from(body.len() + 8).unwrap_or(u32::MAX);
    [&size.to_be_bytes(), kind.as_slice(), body].concat()
}
