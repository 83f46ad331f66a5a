//! A flat picture as it is seen from aside, once, so that drawing it later takes no longer.
//!
//! What always holds: the picture is not cut, its edges are antialiased, and lines stay straight.

use rayon::prelude::*;

/// An opaque picture, 0xAABBGGRR.
pub struct Flat<'a> {
    pub pixels: &'a [u32],
    pub width: usize,
    pub height: usize,
}

/// What is seen of it: premultiplied, in the middle of a clear rim.
pub struct Warped {
    pub pixels: Vec<u32>,
    pub width: usize,
    pub height: usize,
    /// Columns and rows (first, one past the last) between which everything is opaque.
    pub core: [(usize, usize); 2],
}

/// The projective map of a `width` x `height` picture onto four corners, as its nine numbers.
fn projection(width: f32, height: f32, corners: [(f32, f32); 4]) -> [f32; 9] {
    let [a, b, c, d] = corners;
    let (dx1, dx2, dx3) = (b.0 - c.0, d.0 - c.0, a.0 - b.0 + c.0 - d.0);
    let (dy1, dy2, dy3) = (b.1 - c.1, d.1 - c.1, a.1 - b.1 + c.1 - d.1);
    let whole = dx1 * dy2 - dx2 * dy1;
    let (g, h) = ((dx3 * dy2 - dx2 * dy3) / whole, (dx1 * dy3 - dx3 * dy1) / whole);
    let along = (b.0 - a.0 + g * b.0, b.1 - a.1 + g * b.1, g);
    let down = (d.0 - a.0 + h * d.0, d.1 - a.1 + h * d.1, h);
    let ([p, q, r], [s, t, v]) = (
        [along.0, along.1, along.2].map(|k| k / width),
        [down.0, down.1, down.2].map(|k| k / height),
    );
    [p, s, a.0, q, t, a.1, r, v, 1.0]
}

/// The map back, up to a factor.
fn inverse([a, b, c, d, e, f, g, h, i]: [f32; 9]) -> [f32; 9] {
    [
        e * i - f * h,
        c * h - b * i,
        b * f - c * e,
        f * g - d * i,
        a * i - c * g,
        c * d - a * f,
        d * h - e * g,
        b * g - a * h,
        a * e - b * d,
    ]
}

fn apply(m: &[f32; 9], x: f32, y: f32) -> (f32, f32) {
    let z = m[6] * x + m[7] * y + m[8];
    ((m[0] * x + m[1] * y + m[2]) / z, (m[3] * x + m[4] * y + m[5]) / z)
}

/// The picture between these corners (upper left first, clockwise, from the middle), with `room`
/// clear pixels around them.
pub fn warp(flat: &Flat<'_>, corners: [(f32, f32); 4], room: usize) -> Warped {
    let reach = |f: fn(&(f32, f32)) -> f32| corners.iter().map(|c| f(c).abs()).fold(0.0, f32::max);
    let (half_w, half_h) = (reach(|c| c.0).ceil() as usize, reach(|c| c.1).ceil() as usize);
    let (width, height) = (2 * (half_w + room), 2 * (half_h + room));
    let (cx, cy) = (width as f32 / 2.0, height as f32 / 2.0);
    let (fw, fh) = (flat.width as f32, flat.height as f32);
    let back = inverse(projection(fw, fh, corners));
    let mut pixels = vec![0u32; width * height];
    pixels.par_chunks_mut(width).enumerate().for_each(|(y, row)| {
        for (x, out) in row.iter_mut().enumerate() {
            let (u, v) = apply(&back, x as f32 + 0.5 - cx, y as f32 + 0.5 - cy);
            let cover = (u.min(fw - u).min(v).min(fh - v) + 0.5).clamp(0.0, 1.0);
            if cover > 0.0 {
                *out = sample(flat, u - 0.5, v - 0.5, cover);
            }
        }
    });
    let [a, b, c, d] = corners;
    let inner = |least: f32, most: f32, middle: f32| {
        ((least + middle + 1.0).ceil() as usize, (most + middle - 1.0).floor() as usize)
    };
    let core = [inner(a.0.max(d.0), b.0.min(c.0), cx), inner(a.1.max(b.1), c.1.min(d.1), cy)];
    Warped { pixels, width, height, core }
}

/// The picture between its pixels, covered so far.
fn sample(flat: &Flat<'_>, u: f32, v: f32, cover: f32) -> u32 {
    let (u, v) = (u.clamp(0.0, flat.width as f32 - 1.0), v.clamp(0.0, flat.height as f32 - 1.0));
    let (x, y) = (u as usize, v as usize);
    let (x1, y1) = ((x + 1).min(flat.width - 1), (y + 1).min(flat.height - 1));
    let (fx, fy) = (u - x as f32, v - y as f32);
    let at = |x: usize, y: usize| flat.pixels[y * flat.width + x].to_le_bytes().map(f32::from);
    let (p, q, r, s) = (at(x, y), at(x1, y), at(x, y1), at(x1, y1));
    let one = |c: usize| {
        let top = p[c] + (q[c] - p[c]) * fx;
        let low = r[c] + (s[c] - r[c]) * fx;
        ((top + (low - top) * fy) * cover + 0.5) as u8
    };
    u32::from_le_bytes([one(0), one(1), one(2), one(3)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_become_corners_and_the_core_is_opaque() {
        let corners = [(-40.0, -60.0), (42.0, -58.0), (45.0, 61.0), (-46.0, 59.0)];
        let map = projection(100.0, 120.0, corners);
        let of = [(0.0, 0.0), (100.0, 0.0), (100.0, 120.0), (0.0, 120.0)];
        for ((x, y), corner) in of.into_iter().zip(corners) {
            let seen = apply(&map, x, y);
            assert!((seen.0 - corner.0).abs() < 0.01 && (seen.1 - corner.1).abs() < 0.01);
            let home = apply(&inverse(map), corner.0, corner.1);
            assert!((home.0 - x).abs() < 0.01 && (home.1 - y).abs() < 0.01, "{home:?}");
        }
        let pixels = vec![0xFF10_2030; 100 * 120];
        let seen = warp(&Flat { pixels: &pixels, width: 100, height: 120 }, corners, 5);
        let [across, down] = seen.core;
        assert!(across.1 - across.0 > 75 && down.1 - down.0 > 110, "{:?}", seen.core);
        for y in 0..seen.height {
            for x in 0..seen.width {
                let alpha = seen.pixels[y * seen.width + x] >> 24;
                let core = (across.0..across.1).contains(&x) && (down.0..down.1).contains(&y);
                assert!(!core || alpha == 255, "{x} {y}: {alpha}");
                let rim = x < 4 || y < 4 || x + 4 >= seen.width || y + 4 >= seen.height;
                assert!(!rim || alpha == 0);
            }
        }
    }
}
