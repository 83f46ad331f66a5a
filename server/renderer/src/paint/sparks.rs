//! Sparks: small moving things drawn each frame, such as lamps, stars, leaves, flakes, headlights.
//!
//! What always holds: a spark is an ellipse that either glows (adds light) or covers; it is drawn
//! with soft edges at sub-pixel places. To add a kind: one arm in [`Spark::draw`].

use super::color::Rgb;
use crate::stage::band::Band;
use std::sync::OnceLock;

/// How a spark meets what is behind it.
#[derive(Clone, Copy, PartialEq)]
pub enum Kind {
    /// Adds light that falls off from the middle.
    Glow,
    /// Covers with a clean edge.
    Disc,
    /// Covers with a soft edge: out of focus.
    Blur,
}

/// One small ellipse at a place in the frame, in pixels.
#[derive(Clone, Copy)]
pub struct Spark {
    pub x: f32,
    pub y: f32,
    /// Half the long axis.
    pub radius: f32,
    /// Short axis / long axis.
    pub squash: f32,
    /// Turn of the long axis in radians.
    pub angle: f32,
    pub color: Rgb,
    /// 0 to 1.
    pub alpha: f32,
    pub kind: Kind,
}

impl Spark {
    /// A round glow.
    pub fn glow(x: f32, y: f32, radius: f32, color: Rgb, alpha: f32) -> Self {
        Self { x, y, radius, squash: 1.0, angle: 0.0, color, alpha, kind: Kind::Glow }
    }

    /// A round clean dot.
    pub fn disc(x: f32, y: f32, radius: f32, color: Rgb, alpha: f32) -> Self {
        Self { kind: Kind::Disc, ..Self::glow(x, y, radius, color, alpha) }
    }

    /// The same spark as an ellipse.
    pub fn shaped(self, squash: f32, angle: f32) -> Self {
        Self { squash, angle, ..self }
    }

    /// Draws the part of the spark that lies in the band.
    pub fn draw(&self, band: &mut Band) {
        if self.alpha <= 0.003 || self.radius <= 0.0 {
            return;
        }
        let reach = self.radius + 1.0;
        let top = (self.y - reach).floor().max(band.top as f32) as usize;
        let end = (self.y + reach).ceil().min((band.top + band.rows) as f32);
        let left = (self.x - reach).floor().max(0.0) as usize;
        let right = (self.x + reach).ceil().min(band.width as f32);
        if end <= top as f32 || right <= left as f32 {
            return;
        }
        let (sin, cos) = self.angle.sin_cos();
        let across = 1.0 / self.radius;
        let down = across / self.squash.max(0.02);
        let edge = self.radius * self.squash.clamp(0.1, 1.0);
        let fall = falloff();
        for y in top..end as usize {
            let dy = y as f32 + 0.5 - self.y;
            let base = (y - band.top) * band.width;
            for x in left..right as usize {
                let dx = x as f32 + 0.5 - self.x;
                let (u, v) = ((dx * cos + dy * sin) * across, (dy * cos - dx * sin) * down);
                let d2 = u * u + v * v;
                if d2 >= 1.6 {
                    continue;
                }
                let cover = match self.kind {
                    Kind::Glow => fall[((d2 * 256.0) as usize).min(256)],
                    Kind::Disc => ((1.0 - d2.sqrt()) * edge + 0.5).clamp(0.0, 1.0),
                    Kind::Blur => {
                        let t = (1.0 - d2).clamp(0.0, 1.0);
                        t * t * (3.0 - 2.0 * t)
                    }
                } * self.alpha;
                let i = base + x;
                for c in 0..3 {
                    let was = f32::from(band.planes[c][i]);
                    let now = if self.kind == Kind::Glow {
                        was + self.color[c] * cover * 255.0
                    } else {
                        was + (self.color[c] * 255.0 - was) * cover
                    };
                    band.planes[c][i] = (now + 0.5).clamp(0.0, 255.0) as u8;
                }
            }
        }
    }
}

/// Light by squared distance: a bright core in a wide soft skirt, nothing at the rim.
fn falloff() -> &'static [f32; 257] {
    static TABLE: OnceLock<[f32; 257]> = OnceLock::new();
    TABLE.get_or_init(|| {
        std::array::from_fn(|i| {
            let d2 = i as f32 / 256.0;
            ((-d2 * 14.0).exp() * 0.7 + (-d2 * 3.5).exp() * 0.3) * (1.0 - d2)
        })
    })
}
