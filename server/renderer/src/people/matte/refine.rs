//! From a coarse mask to a fine matte: the mask is drawn to the picture's own edges by a guided
//! filter (He, Sun and Tang 2010, computed at half size as in He and Sun 2015), and the colours at
//! the edge are freed of what stood behind (blurred fusion: Forte 2021).
//!
//! What always holds: planes are `width * height`, values from 0 to 1, sums in one order.

use crate::paint::color::Rgb;
use image::RgbImage;

/// A picture or mask with decimals, in planes.
pub struct Raster<const N: usize> {
    pub width: usize,
    pub height: usize,
    pub planes: [Vec<f32>; N],
}

impl<const N: usize> Raster<N> {
    /// Between its pixels, at another size.
    pub fn resized(&self, width: usize, height: usize) -> Self {
        let near = |at: usize, to: usize, from: usize| {
            let place = ((at as f32 + 0.5) * from as f32 / to as f32 - 0.5).max(0.0);
            let first = (place as usize).min(from - 1);
            (first, (first + 1).min(from - 1), place - first as f32)
        };
        let columns: Vec<_> = (0..width).map(|x| near(x, width, self.width)).collect();
        let planes = self.planes.each_ref().map(|plane| {
            let mut out = Vec::with_capacity(width * height);
            for y in 0..height {
                let (top, low, down) = near(y, height, self.height);
                let (top, low) = (&plane[top * self.width..], &plane[low * self.width..]);
                out.extend(columns.iter().map(|&(left, right, across)| {
                    let upper = top[left] + (top[right] - top[left]) * across;
                    let lower = low[left] + (low[right] - low[left]) * across;
                    upper + (lower - upper) * down
                }));
            }
            out
        });
        Self { width, height, planes }
    }
}

impl Raster<1> {
    /// The value at a place, as parts of width and height.
    pub fn between(&self, u: f32, v: f32) -> f32 {
        let near = |share: f32, side: usize| {
            let place = (share * side as f32 - 0.5).clamp(0.0, side as f32 - 1.0);
            let first = place as usize;
            (first, (first + 1).min(side - 1), place - first as f32)
        };
        let (left, right, across) = near(u, self.width);
        let (top, low, down) = near(v, self.height);
        let at = |x: usize, y: usize| self.planes[0][y * self.width + x];
        let upper = at(left, top) + (at(right, top) - at(left, top)) * across;
        let lower = at(left, low) + (at(right, low) - at(left, low)) * across;
        upper + (lower - upper) * down
    }
}

impl Raster<3> {
    pub fn at(&self, i: usize) -> Rgb {
        at(&self.planes, i)
    }

    pub fn of(picture: &RgbImage) -> Self {
        let plane =
            |c: usize| picture.pixels().map(|p| f32::from(p[c]) / 255.0).collect::<Vec<_>>();
        let (width, height) = (picture.width() as usize, picture.height() as usize);
        Self { width, height, planes: [plane(0), plane(1), plane(2)] }
    }
}

/// The mean over a square that reaches `radius` pixels to each side; fewer at the edges.
pub fn mean(plane: &[f32], width: usize, height: usize, radius: usize) -> Vec<f32> {
    let mut across = Vec::with_capacity(plane.len());
    for row in plane.chunks_exact(width) {
        let mut sum: f32 = row[..radius.min(width)].iter().sum();
        for x in 0..width {
            if x + radius < width {
                sum += row[x + radius];
            }
            if x > radius {
                sum -= row[x - radius - 1];
            }
            across.push(sum / ((x + radius + 1).min(width) - x.saturating_sub(radius)) as f32);
        }
    }
    let mut sums = vec![0f32; width];
    let add = |sums: &mut [f32], row: usize, sign: f32| {
        let row = &across[row * width..(row + 1) * width];
        sums.iter_mut().zip(row).for_each(|(sum, v)| *sum += sign * v);
    };
    (0..radius.min(height)).for_each(|row| add(&mut sums, row, 1.0));
    let mut out = Vec::with_capacity(plane.len());
    for y in 0..height {
        if y + radius < height {
            add(&mut sums, y + radius, 1.0);
        }
        if y > radius {
            add(&mut sums, y - radius - 1, -1.0);
        }
        let count = ((y + radius + 1).min(height) - y.saturating_sub(radius)) as f32;
        out.extend(sums.iter().map(|sum| sum / count));
    }
    out
}

fn times(a: &[f32], b: &[f32]) -> Vec<f32> {
    a.iter().zip(b).map(|(a, b)| a * b).collect()
}

/// The mask where it fits the picture best: in every small square it is a plane over the colours.
/// `epsilon` is how far colours may differ without an edge, squared.
pub fn guided(picture: &Raster<3>, mask: &Raster<1>, radius: usize, epsilon: f32) -> Vec<f32> {
    let (width, height) = (picture.width.div_ceil(2), picture.height.div_ceil(2));
    let small = picture.resized(width, height);
    let p = &mask.resized(width, height).planes[0];
    let radius = (radius / 2).max(1);
    let mean = |plane: &[f32]| mean(plane, width, height, radius);
    let [r, g, b] = &small.planes;
    let (mp, mr, mg, mb) = (mean(p), mean(r), mean(g), mean(b));
    let with_mask = [r, g, b].map(|c| mean(&times(c, p)));
    let both = [(r, r), (r, g), (r, b), (g, g), (g, b), (b, b)].map(|(a, b)| mean(&times(a, b)));
    let mut slopes = [(); 4].map(|()| Vec::with_capacity(p.len()));
    for i in 0..p.len() {
        let m = [mr[i], mg[i], mb[i]];
        let [rr, rg, rb, gg, gb, bb] =
            [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)].map(|(x, y)| m[x] * m[y]);
        let [rr, rg, rb, gg, gb, bb] = [
            both[0][i] - rr + epsilon,
            both[1][i] - rg,
            both[2][i] - rb,
            both[3][i] - gg + epsilon,
            both[4][i] - gb,
            both[5][i] - bb + epsilon,
        ];
        // The inverse of the symmetric matrix of how the colours vary together.
        let inverse = [
            [gg * bb - gb * gb, gb * rb - rg * bb, rg * gb - gg * rb],
            [gb * rb - rg * bb, rr * bb - rb * rb, rb * rg - rr * gb],
            [rg * gb - gg * rb, rb * rg - rr * gb, rr * gg - rg * rg],
        ];
        let whole = rr * inverse[0][0] + rg * inverse[1][0] + rb * inverse[2][0];
        let along = [0, 1, 2].map(|c| with_mask[c][i] - m[c] * mp[i]);
        let slope =
            inverse.map(|row| (row[0] * along[0] + row[1] * along[1] + row[2] * along[2]) / whole);
        let rest = mp[i] - slope[0] * m[0] - slope[1] * m[1] - slope[2] * m[2];
        for (out, value) in slopes.iter_mut().zip([slope[0], slope[1], slope[2], rest]) {
            out.push(value);
        }
    }
    let slopes = Raster { width, height, planes: slopes.map(|plane| mean(&plane)) };
    let [sr, sg, sb, rest] = slopes.resized(picture.width, picture.height).planes;
    let [r, g, b] = &picture.planes;
    (0..rest.len())
        .map(|i| (sr[i] * r[i] + sg[i] * g[i] + sb[i] * b[i] + rest[i]).clamp(0.0, 1.0))
        .collect()
}

/// What stands in front and what behind, near the edge of a matte.
pub struct Sides {
    pub front: [Vec<f32>; 3],
    pub behind: [Vec<f32>; 3],
}

/// Parts the colours of the picture by its matte.
pub fn parted(picture: &Raster<3>, alpha: &[f32], radius: usize) -> Sides {
    let (width, height) = (picture.width, picture.height);
    let mut sides = Sides { front: picture.planes.clone(), behind: picture.planes.clone() };
    for radius in [radius, (radius / 8).max(2)] {
        let mean = |plane: &[f32]| mean(plane, width, height, radius);
        let whole = mean(alpha);
        let against: Vec<f32> = alpha.iter().map(|a| 1.0 - a).collect();
        let open = mean(&against);
        for c in 0..3 {
            let front = mean(&times(&sides.front[c], alpha));
            let behind = mean(&times(&sides.behind[c], &against));
            for i in 0..alpha.len() {
                let f = front[i] / (whole[i] + 1e-5);
                let b = behind[i] / (open[i] + 1e-5);
                let off = picture.planes[c][i] - alpha[i] * f - (1.0 - alpha[i]) * b;
                sides.front[c][i] = (f + alpha[i] * off).clamp(0.0, 1.0);
                sides.behind[c][i] = b;
            }
        }
    }
    sides
}

/// One pixel of three planes.
pub fn at(planes: &[Vec<f32>; 3], i: usize) -> Rgb {
    [planes[0][i], planes[1][i], planes[2][i]]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_means() {
        let (width, height) = (7, 5);
        let plane: Vec<f32> = (0..35u8).map(|i| f32::from(i * 37 % 11)).collect();
        for radius in [1, 2, 9] {
            for (i, made) in mean(&plane, width, height, radius).into_iter().enumerate() {
                let (x, y) = (i % width, i / width);
                let near = |a: usize, b: usize| a.abs_diff(b) <= radius;
                let inside: Vec<f32> = (0..35)
                    .filter(|j| near(j % width, x) && near(j / width, y))
                    .map(|j| plane[j])
                    .collect();
                let wanted = inside.iter().sum::<f32>() / inside.len() as f32;
                assert!((made - wanted).abs() < 1e-3, "{made} for {wanted} at {x} {y}");
            }
        }
    }

    #[test]
    fn a_blurred_mask_finds_the_edge_of_the_picture_and_colours_part_there() {
        let (width, height, edge) = (64, 32, 30);
        let soft = |x: usize| ((x as f32 - 22.0) / 16.0).clamp(0.0, 1.0);
        let columns = |value: &dyn Fn(usize) -> f32| {
            (0..width * height).map(|i| value(i % width)).collect::<Vec<_>>()
        };
        // A red person before a blue wall; one column is half of each.
        let share = |x: usize| if x == edge { 0.5 } else { f32::from(u8::from(x > edge)) };
        let planes =
            [columns(&|x| share(x) * 0.8), columns(&|_| 0.2), columns(&|x| 0.9 - share(x) * 0.8)];
        let picture = Raster { width, height, planes };
        let mask = Raster { width, height, planes: [columns(&soft)] };
        let alpha = guided(&picture, &mask, 8, 1e-4);
        let row = &alpha[16 * width..17 * width];
        let step = |row: &[f32]| row[edge + 1] - row[edge - 1];
        assert!(step(row) > 4.0 * step(&mask.planes[0]), "{:?}", &row[20..40]);
        let sides = parted(&picture, &columns(&share), 8);
        let [red, _, blue] = at(&sides.front, 16 * width + edge);
        assert!(red > 0.75 && blue < 0.15, "the wall shines through: {red} {blue}");
    }
}
