//! The last step of a frame: light, vignette and dither, then BT.709 video levels or plain RGB.
//!
//! What always holds: integer arithmetic with 8 more bits than are kept, and an ordered dither
//! before rounding, so that dark skies do not band.

use crate::paint::{color::Rgb, noise};
use crate::people::tone::Tone;
use crate::stage::band::Band;
use multiversion::multiversion;

/// An 8 x 8 ordered dither, 0 to 63.
const DITHER: [[u8; 8]; 8] = [
    [0, 32, 8, 40, 2, 34, 10, 42],
    [48, 16, 56, 24, 50, 18, 58, 26],
    [12, 44, 4, 36, 14, 46, 6, 38],
    [60, 28, 52, 20, 62, 30, 54, 22],
    [3, 35, 11, 43, 1, 33, 9, 41],
    [51, 19, 59, 27, 49, 17, 57, 25],
    [15, 47, 7, 39, 13, 45, 5, 37],
    [63, 31, 55, 23, 61, 29, 53, 21],
];

/// Chroma columns weighed at once; a multiple of the dither's width.
const PART: usize = 64;

/// Rows and columns after which grain begins anew.
const TILE: usize = 128;
/// Frames for which the grain lies still.
const STILL: usize = 4;

/// What makes one picture of the frame: the grain over all of it and, without colours, what each grey
/// becomes.
pub struct Toning {
    /// For each channel the factors of 1, y, y squared and y to the third, in 16384ths.
    curves: Option<[[i32; 4]; 3]>,
    /// Rows of the grain, each wide enough to begin anywhere within a tile.
    grain: Vec<Vec<i16>>,
}

impl Toning {
    /// Takes every frame of this width to the tone, if there is one, with a grain of this standard
    /// deviation, as a part of white.
    pub fn new(tone: Option<&Tone>, grain: f32, width: usize) -> Self {
        let curves = tone.map(curves);
        let strength = grain * 65280.0 * 3.4;
        let one = |x: usize, y: usize| {
            let at = |x: usize, y: usize| noise::grain((x % TILE) as u32, (y % TILE) as u32);
            // Silver lies in clumps a little larger than a pixel.
            let near = at(x + 1, y) + at(x, y + 1) + at(x + TILE - 1, y) + at(x, y + TILE - 1);
            ((at(x, y) * 0.7 + near * 0.3) * strength) as i16
        };
        let grain = (0..TILE).map(|y| (0..width + TILE).map(|x| one(x, y)).collect()).collect();
        Self { curves, grain }
    }

    /// The grain of a row of a frame.
    fn grain(&self, frame: usize, row: usize, width: usize) -> &[i16] {
        let turn = frame / STILL;
        let (across, down) = (turn * 53 % TILE, turn * 89 % TILE);
        &self.grain[(row + down) % TILE][across..across + width]
    }
}

/// The factors for each channel (see [`Toning`]).
fn curves(tone: &Tone) -> [[i32; 4]; 3] {
    let [black, middle, white] = tone.stops;
    [0, 1, 2].map(|c| {
        // A parabola through the three stops, over greys that contrast has spread by
        // y + k (y - 1/2) y (1 - y) 2, whose middle stays where it is.
        let (b, m, w) = (black[c], middle[c], white[c]);
        let bend = 2.0 * (b + w - 2.0 * m);
        let slope = w - b - bend;
        let k = 2.0 * tone.contrast * (w - b);
        [b, slope - 0.5 * k, bend + 1.5 * k, -k].map(|v| (v * 16384.0).round() as i32)
    })
}

/// The tones of one frame.
pub struct Tones<'a> {
    width: usize,
    /// Its grain and tone, and which frame it is.
    toning: Option<(&'a Toning, usize)>,
    /// Vignette over columns and rows, in 256ths that are taken away.
    columns: Vec<u16>,
    rows: Vec<u16>,
    /// The dither of eight rows, as wide as the frame.
    dither: [Vec<u16>; 8],
    gain: [u32; 3],
}

impl<'a> Tones<'a> {
    pub fn new(
        width: usize,
        height: usize,
        gain: Rgb,
        toning: Option<(&'a Toning, usize)>,
    ) -> Self {
        let fall = |n: usize| {
            (0..n)
                .map(|i| {
                    let d = (i as f32 + 0.5) / n as f32 * 2.0 - 1.0;
                    (d * d * d * d * 18.0 + d * d * 6.0) as u16
                })
                .collect()
        };
        Self {
            width,
            toning,
            columns: fall(width),
            rows: fall(height),
            dither: DITHER
                .map(|row| row.iter().copied().map(u16::from).cycle().take(width).collect()),
            gain: gain.map(|g| (g.clamp(0.0, 1.0) * 256.0 + 0.5) as u32),
        }
    }

    /// One row of the band, 16 bits a channel (255 * 256 is white).
    fn row(&self, band: &Band, row: usize, out: &mut [Vec<u16>; 3]) {
        let down = self.rows[band.top + row];
        for ((out, plane), gain) in out.iter_mut().zip(&band.planes).zip(self.gain) {
            let from = &plane[row * self.width..][..self.width];
            lit(&mut out[..self.width], from, &self.columns, 255 - down, gain as u16);
        }
        if let Some((toning, frame)) = self.toning {
            let grain = toning.grain(frame, band.top + row, self.width);
            match &toning.curves {
                Some(curves) => toned(out, grain, curves),
                None => {
                    for channel in out.iter_mut() {
                        grained(&mut channel[..self.width], grain);
                    }
                }
            }
        }
    }

    /// Writes the band into I420 planes.
    pub fn yuv(&self, band: &Band, luma: &mut [u8], cb: &mut [u8], cr: &mut [u8]) {
        let w = self.width;
        let mut pair = [0, 1].map(|_| [0, 1, 2].map(|_| vec![0u16; w]));
        for row in (0..band.rows).step_by(2) {
            for (k, rgb) in pair.iter_mut().enumerate() {
                self.row(band, row + k, rgb);
                let y = band.top + row + k;
                brightness(&mut luma[y * w..][..w], rgb, &self.dither[y & 7]);
            }
            let line = ((band.top + row) >> 1) * (w / 2);
            let dither = &self.dither[(line / (w / 2)) & 7];
            let [upper, lower] = &pair;
            colors(&mut cb[line..][..w / 2], &mut cr[line..][..w / 2], upper, lower, dither);
        }
    }

    /// Writes the band into packed RGB.
    pub fn rgb(&self, band: &Band, out: &mut [u8]) {
        let mut rows = [0, 1, 2].map(|_| vec![0u16; self.width]);
        for row in 0..band.rows {
            self.row(band, row, &mut rows);
            let y = band.top + row;
            let dither = &DITHER[y & 7];
            for (x, to) in
                out[y * self.width * 3..][..self.width * 3].chunks_exact_mut(3).enumerate()
            {
                for c in 0..3 {
                    to[c] = (rows[c][x].saturating_add(u16::from(dither[x & 7]) << 2) >> 8) as u8;
                }
            }
        }
    }
}

/// One channel of a row by its light and vignette.
#[multiversion(targets("x86_64+avx2"))]
fn lit(to: &mut [u16], from: &[u8], columns: &[u16], keep: u16, gain: u16) {
    for ((to, &v), &across) in to.iter_mut().zip(from).zip(columns) {
        *to = u16::from(v) * (((keep - across) * gain) >> 8);
    }
}

/// A row's greys in the tone of a photo without colours.
#[multiversion(targets("x86_64+avx2"))]
fn toned(rgb: &mut [Vec<u16>; 3], grain: &[i16], curves: &[[i32; 4]; 3]) {
    let n = grain.len();
    let [r, g, b] = rgb.each_mut().map(|channel| &mut channel[..n]);
    for x in 0..n {
        let y = high(r[x], 13933) + high(g[x], 46871) + high(b[x], 4732);
        // Grain is seen least where there is no light.
        let speck = (i32::from(grain[x]) * (i32::from(y >> 8) + 64)) >> 8;
        let y = (i32::from(y) + speck).clamp(0, 65280);
        let square = (y * (y >> 1)) >> 15;
        let third = (square * (y >> 1)) >> 15;
        let tone = |[one, first, second, cube]: [i32; 4]| {
            let sum = one * 255 + first * (y >> 8) + second * (square >> 8) + cube * (third >> 8);
            let fine = first * (y & 255) + second * (square & 255) + cube * (third & 255);
            ((sum + (fine >> 8)) >> 6).clamp(0, 65280) as u16
        };
        (r[x], g[x], b[x]) = (tone(curves[0]), tone(curves[1]), tone(curves[2]));
    }
}

/// One channel of a row with grain: less of it where there is no light.
#[multiversion(targets("x86_64+avx2"))]
fn grained(channel: &mut [u16], grain: &[i16]) {
    for (v, grain) in channel.iter_mut().zip(grain) {
        let speck = (i32::from(*grain) * (i32::from(*v >> 8) + 64)) >> 8;
        *v = (i32::from(*v) + speck).clamp(0, 65280) as u16;
    }
}

/// One row's luma: 219/255 * 64 of each channel's weight, as the high half of a product.
#[multiversion(targets("x86_64+avx2"))]
fn brightness(to: &mut [u8], rgb: &[Vec<u16>; 3], dither: &[u16]) {
    let n = to.len();
    let (r, g, b, dither) = (&rgb[0][..n], &rgb[1][..n], &rgb[2][..n], &dither[..n]);
    for x in 0..n {
        let sum = high(r[x], 2992) + high(g[x], 10064) + high(b[x], 1016);
        to[x] = ((sum + 16 * 64 + dither[x]) >> 6) as u8;
    }
}

/// Two rows' chroma: means of four pixels, weighed in 64ths of a level.
#[multiversion(targets("x86_64+avx2"))]
fn colors(
    us: &mut [u8],
    vs: &mut [u8],
    upper: &[Vec<u16>; 3],
    lower: &[Vec<u16>; 3],
    dither: &[u16],
) {
    let n = us.len();
    let mut mean = [[0i16; PART]; 3];
    for at in (0..n).step_by(PART) {
        let end = (n - at).min(PART);
        for (c, mean) in mean.iter_mut().enumerate() {
            let (a, b) = (&upper[c][at * 2..][..end * 2], &lower[c][at * 2..][..end * 2]);
            let pairs = a.as_chunks::<2>().0.iter().zip(b.as_chunks::<2>().0);
            for (m, (a, b)) in mean.iter_mut().zip(pairs) {
                *m = (((a[0] >> 2) + (a[1] >> 2) + (b[0] >> 2) + (b[1] >> 2)) >> 1) as i16;
            }
        }
        let [r, g, b] = mean.each_ref().map(|mean| &mean[..end]);
        let (us, vs, dither) = (&mut us[at..][..end], &mut vs[at..][..end], &dither[..end]);
        for x in 0..end {
            let weigh = |weights: [i16; 3]| {
                let sum = part(r[x], weights[0]) + part(g[x], weights[1]) + part(b[x], weights[2]);
                ((sum + 128 * 64 + dither[x] as i16) >> 6) as u8
            };
            us[x] = weigh([-3298, -11094, 14392]);
            vs[x] = weigh([14392, -13072, -1320]);
        }
    }
}

#[inline(always)]
fn high(a: u16, b: u16) -> u16 {
    ((u32::from(a) * u32::from(b)) >> 16) as u16
}

#[inline(always)]
fn part(a: i16, b: i16) -> i16 {
    ((i32::from(a) * i32::from(b)) >> 16) as i16
}
