//! The thin edge of light that a lamp or the sun behind somebody leaves on hair and shoulders.
//!
//! What always holds: it lies within the outline, on the side that is turned to the light, and leaves the
//! face free.

use super::matte::Matte;
use crate::paint::color::smooth;

/// How wide it is, and over how much of an outline its direction is looked for, in widths of the face.
const WIDE: f32 = 0.018;
const ROUND: f32 = 0.05;
/// Half the width and height of what is free of it, in widths of the face.
const FREE: (f32, f32) = (0.5, 0.62);

/// How much of the light is seen at each pixel, 0 to 1, of somebody whose face is `width` pixels wide and
/// who sees the light in the direction `toward` (of length 1, down the frame is positive).
pub fn rim(matte: &Matte, width: f32, toward: (f32, f32)) -> Vec<f32> {
    let thin = matte.soft((width * WIDE).round().max(2.0) as usize);
    let round = matte.soft((width * ROUND).round().max(2.0) as usize);
    let (columns, rows) = (matte.width, matte.height);
    let mut rim = vec![0.0; columns * rows];
    for row in 1..rows.saturating_sub(1) {
        for column in 1..columns.saturating_sub(1) {
            let i = row * columns + column;
            // Where alpha is low it is uneven, which a bright edge would show.
            let sure = smooth(0.5, 0.95, matte.alpha[i]) * matte.alpha[i];
            let edge = sure * (1.0 - smooth(0.5, 0.97, thin[i]));
            if edge <= 0.0 {
                continue;
            }
            let slope = (round[i - 1] - round[i + 1], round[i - columns] - round[i + columns]);
            let steep = slope.0.hypot(slope.1).max(1e-6);
            let facing = (slope.0 * toward.0 + slope.1 * toward.1) / steep;
            let (across, down) = (column as f32 - matte.x, row as f32 - matte.y);
            let face = (across / (FREE.0 * width)).hypot(down / (FREE.1 * width));
            rim[i] = edge * smooth(0.0, 0.85, facing) * smooth(0.95, 1.2, face);
        }
    }
    rim
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A head of 80 pixels above shoulders of 180.
    fn somebody() -> Matte {
        let (width, height) = (240, 240);
        let alpha = (0..width * height).map(|i| {
            let (x, y) = ((i % width) as f32 - 120.0, (i / width) as f32);
            let head = (x / 50.0).hypot((y - 90.0) / 62.0);
            let shoulders = (x / 95.0).hypot((y - 250.0) / 110.0);
            smooth(1.02, 0.98, head.min(shoulders))
        });
        let alpha = alpha.collect();
        let front = [0.3; 3].map(|v| vec![v; width * height]);
        Matte { width, height, front, alpha, x: 120.0, y: 95.0, open: [None; 2] }
    }

    #[test]
    fn only_the_side_that_is_turned_to_the_light_has_it() {
        let matte = somebody();
        for toward in [(-0.8f32, -0.6f32), (0.8, -0.6)] {
            let rim = rim(&matte, 80.0, toward);
            let side = |right: bool| {
                let there = (0..rim.len()).filter(|i| (i % 240 > 120) == right);
                there.map(|i| rim[i]).sum::<f32>()
            };
            let (lit, other) = (side(toward.0 > 0.0), side(toward.0 < 0.0));
            // The light is above as well: the top of the head has some of it to both sides of its middle.
            assert!(lit > 30.0 && other < lit * 0.2, "{lit} {other}");
        }
    }

    #[test]
    fn it_is_thin_within_the_outline_and_not_on_the_face() {
        let matte = somebody();
        let rim = rim(&matte, 80.0, (0.0, -1.0));
        for (i, lit) in rim.iter().enumerate() {
            let (across, down) = ((i % 240) as f32 - 120.0, (i / 240) as f32 - 95.0);
            let face = (across / 36.0).hypot(down / 46.0) < 1.0;
            assert!(*lit <= matte.alpha[i] && (!face || *lit == 0.0), "{across} {down}: {lit}");
        }
        // Down the middle of the head, from its top.
        let column: Vec<f32> = (0..95).map(|row| rim[row * 240 + 120]).collect();
        let wide = column.iter().filter(|lit| **lit > 0.1).count();
        assert!((2..=7).contains(&wide), "{wide} pixels");
    }
}
