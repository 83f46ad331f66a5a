//! Sparks: small moving things drawn each frame, such as lamps, stars, leaves, flakes, headlights.
//!
//! What always holds: a spark is an ellipse that either glows (adds light) or covers; it is drawn
//! with soft edges at sub-pixel places. To add a kind: one arm in
//! [`Spark::draw`] and the function it calls.

use super::band::Band;
use crate::color::Rgb;
use multiversion::multiversion;

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

    /// Draws the part of the spark that lies in the band and will be seen.
    pub fn draw(&self, band: &mut Band) {
        if self.alpha <= 0.003 || self.radius <= 0.0 {
            return;
        }
        let reach = self.radius + 1.0;
        let top = (self.y - reach).floor().max(band.top as f32) as usize;
        let end = (self.y + reach).ceil().min((band.top + band.rows) as f32);
        if end <= top as f32 || self.x + reach <= 0.0 || self.x - reach >= band.width as f32 {
            return;
        }
        let (sin, cos) = self.angle.sin_cos();
        let across = 1.0 / self.radius;
        let down = across / self.squash.max(0.02);
        // The squared distance from the middle, 1 at the rim: a dx² + 2 b dx dy + c dy².
        let a = (cos * across).powi(2) + (sin * down).powi(2);
        let b = cos * sin * (across * across - down * down);
        let c = (sin * across).powi(2) + (cos * down).powi(2);
        let most = match self.kind {
            Kind::Disc => 1.6,
            Kind::Glow => self.lit(),
            Kind::Blur => 1.0,
        };
        let color = self.color.map(|v| (v.clamp(0.0, 1.0) * 65280.0) as u16);
        let edge = self.radius * self.squash.clamp(0.1, 1.0);
        for y in top..end as usize {
            let dy = y as f32 + 0.5 - self.y;
            let within = (b * dy).powi(2) - a * (c * dy * dy - most);
            if within <= 0.0 {
                continue;
            }
            let (middle, half) = (self.x - b * dy / a, within.sqrt() / a);
            for (from, to) in band.seen(
                (middle - half - 0.5).floor(),
                (middle + half + 0.5).ceil().min(band.width as f32),
            ) {
                for from in (from..to).step_by(RUN) {
                    let to = to.min(from + RUN);
                    let row = Row {
                        start: from as f32 + 0.5 - self.x,
                        a,
                        b: 2.0 * b * dy,
                        c: c * dy * dy,
                        edge,
                        alpha: self.alpha.min(1.0) * 65535.0,
                    };
                    let pixels = band.row(y - band.top, (from, to));
                    match self.kind {
                        Kind::Glow => glow(pixels, &row, color),
                        Kind::Disc => disc(pixels, &row, color),
                        Kind::Blur => blur(pixels, &row, color),
                    }
                }
            }
        }
    }
}

impl Spark {
    /// The squared distance, 1 at the rim, from which on a glow adds nothing that a byte can hold.
    fn lit(&self) -> f32 {
        let brightest = self.color.into_iter().fold(0.0, f32::max).clamp(0.0, 1.0);
        let least = 0.5 / 256.0 / (self.alpha.min(1.0) * brightest).max(1e-3);
        let steps = (1..=16).map(|step| step as f32 / 16.0);
        steps.into_iter().find(|d2| falloff(*d2) < least).unwrap_or(1.0)
    }
}

/// So many pixels of a row are worked on together.
const RUN: usize = 64;

/// One row of an ellipse: squared distance by columns, in terms of `start` and on.
struct Row {
    start: f32,
    a: f32,
    b: f32,
    c: f32,
    /// Pixels from the middle to the nearer rim.
    edge: f32,
    /// 0 to 65535.
    alpha: f32,
}

impl Row {
    /// How much of each pixel is covered, 0 to 65535.
    #[inline(always)]
    fn covers(&self, n: usize, cover: impl Fn(f32) -> f32) -> [u16; RUN] {
        let mut out = [0; RUN];
        for (i, out) in out[..n].iter_mut().enumerate() {
            let dx = self.start + i as f32;
            let d2 = ((self.a * dx + self.b) * dx + self.c).max(0.0);
            *out = (cover(d2) * self.alpha) as i32 as u16;
        }
        out
    }
}

/// Light by squared distance: a bright core in a wide soft skirt, nothing at the rim. The powers
/// stand for exp(-3.5 d2) and exp(-14 d2).
#[inline(always)]
fn falloff(d2: f32) -> f32 {
    let fall = 1.0 - d2.min(1.0);
    let q = 1.0 - d2.min(1.0) * (3.5 / 16.0);
    let q4 = (q * q) * (q * q);
    let wide = (q4 * q4) * (q4 * q4);
    let narrow = (wide * wide) * (wide * wide);
    (narrow * 0.7 + wide * 0.3) * fall
}

#[multiversion(targets("x86_64+avx2"))]
fn glow(to: [&mut [u8]; 3], row: &Row, color: [u16; 3]) {
    let covers = row.covers(to[0].len(), falloff);
    for (to, color) in to.into_iter().zip(color) {
        for (to, cover) in to.iter_mut().zip(covers) {
            *to = to.saturating_add(((high(color, cover) + 128) >> 8) as u8);
        }
    }
}

#[multiversion(targets("x86_64+avx2"))]
fn disc(to: [&mut [u8]; 3], row: &Row, color: [u16; 3]) {
    let edge = row.edge;
    let covers = row.covers(to[0].len(), |d2| ((1.0 - d2.sqrt()) * edge + 0.5).clamp(0.0, 1.0));
    paint(to, &covers, color);
}

#[multiversion(targets("x86_64+avx2"))]
fn blur(to: [&mut [u8]; 3], row: &Row, color: [u16; 3]) {
    let covers = row.covers(to[0].len(), |d2| {
        let t = (1.0 - d2).max(0.0);
        t * t * (3.0 - 2.0 * t)
    });
    paint(to, &covers, color);
}

#[inline(always)]
fn paint(to: [&mut [u8]; 3], covers: &[u16; RUN], color: [u16; 3]) {
    for (to, color) in to.into_iter().zip(color) {
        for (to, &cover) in to.iter_mut().zip(covers) {
            let was = high(u16::from(*to) << 8, 65535 - cover);
            *to = ((was + high(color, cover)).saturating_add(128) >> 8) as u8;
        }
    }
}

#[inline(always)]
fn high(a: u16, b: u16) -> u16 {
    ((u32::from(a) * u32::from(b)) >> 16) as u16
}
