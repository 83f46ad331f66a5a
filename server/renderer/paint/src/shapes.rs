//! Silhouettes and shapes with clean edges, drawn by tiny-skia onto a [`Canvas`].
//!
//! Coordinates are frame pixels: a canvas knows where its own corner lies in the frame.

use super::color::Rgb;
use super::sheet::Sheet;
use crate::stop::stopped;
use tiny_skia::{
    Color, FillRule, GradientStop, LineCap, LinearGradient, Paint, Path, PathBuilder, Pixmap,
    Point, Rect, Shader, SpreadMode, Stroke, Transform,
};

/// A transparent picture to draw paths on.
pub struct Canvas {
    map: Pixmap,
    shift: Transform,
}

/// A colour with alpha for paths.
pub fn ink(color: Rgb, alpha: f32) -> Color {
    let [r, g, b] = color.map(|v| v.clamp(0.0, 1.0));
    Color::from_rgba(r, g, b, alpha.clamp(0.0, 1.0)).unwrap_or(Color::BLACK)
}

impl Canvas {
    /// A canvas of at least 1 x 1 pixels whose corner lies at (x, y) of the frame; none for a
    /// rendering that was ended.
    pub fn new(x: f32, y: f32, width: usize, height: usize) -> Option<Self> {
        if stopped() {
            return None;
        }
        let map =
            Pixmap::new(u32::try_from(width.max(1)).ok()?, u32::try_from(height.max(1)).ok()?)?;
        Some(Self { map, shift: Transform::from_translate(-x, -y) })
    }

    /// Fills a path with one colour.
    pub fn fill(&mut self, path: &Path, color: Color) {
        let mut paint = Paint { anti_alias: true, ..Paint::default() };
        paint.set_color(color);
        self.map.fill_path(path, &paint, FillRule::Winding, self.shift, None);
    }

    /// Fills a path with colours running from `from` to `to` (frame pixels).
    pub fn fade(&mut self, path: &Path, from: (f32, f32), to: (f32, f32), stops: &[(f32, Color)]) {
        let stops = stops.iter().map(|&(at, color)| GradientStop::new(at, color)).collect();
        let points = (Point::from_xy(from.0, from.1), Point::from_xy(to.0, to.1));
        let shader =
            LinearGradient::new(points.0, points.1, stops, SpreadMode::Pad, Transform::identity())
                .unwrap_or(Shader::SolidColor(Color::BLACK));
        let paint = Paint { anti_alias: true, shader, ..Paint::default() };
        self.map.fill_path(path, &paint, FillRule::Winding, self.shift, None);
    }

    /// Draws along a path with a round pen.
    pub fn line(&mut self, path: &Path, width: f32, color: Color) {
        let mut paint = Paint { anti_alias: true, ..Paint::default() };
        paint.set_color(color);
        let stroke = Stroke { width, line_cap: LineCap::Round, ..Stroke::default() };
        self.map.stroke_path(path, &paint, &stroke, self.shift, None);
    }

    /// Lays what was drawn over premultiplied pixels (0xAABBGGRR) of the same size.
    pub fn lay_over(&self, pixels: &mut [u32]) {
        for (under, over) in pixels.iter_mut().zip(self.map.data().chunks_exact(4)) {
            let left = u32::from(255 - over[3]);
            let was = under.to_le_bytes();
            let one = |c: usize| {
                (u32::from(over[c]) + (u32::from(was[c]) * left + 127) / 255).min(255) as u8
            };
            *under = u32::from_le_bytes([one(0), one(1), one(2), one(3)]);
        }
    }

    /// The finished sheet.
    pub fn into_sheet(self) -> Sheet {
        Sheet::from_pixmap(&self.map)
    }
}

/// A closed polygon.
pub fn polygon(points: &[(f32, f32)]) -> Option<Path> {
    let mut path = PathBuilder::new();
    let (first, rest) = points.split_first()?;
    path.move_to(first.0, first.1);
    for p in rest {
        path.line_to(p.0, p.1);
    }
    path.close();
    path.finish()
}

/// A place in the frame, in pixels.
pub type Position = (f32, f32);

/// An open curve through quadratic steps: start, then (control, end) pairs.
pub fn curve(start: Position, steps: &[(Position, Position)]) -> Option<Path> {
    let mut path = PathBuilder::new();
    path.move_to(start.0, start.1);
    for (c, e) in steps {
        path.quad_to(c.0, c.1, e.0, e.1);
    }
    path.finish()
}

/// An upright rectangle.
pub fn rect(x: f32, y: f32, w: f32, h: f32) -> Option<Path> {
    Rect::from_xywh(x, y, w, h).map(PathBuilder::from_rect)
}

/// A rectangle with round corners.
pub fn rounded(x: f32, y: f32, w: f32, h: f32, r: f32) -> Option<Path> {
    let mut path = PathBuilder::new();
    path.move_to(x + r, y);
    path.line_to(x + w - r, y);
    path.quad_to(x + w, y, x + w, y + r);
    path.line_to(x + w, y + h - r);
    path.quad_to(x + w, y + h, x + w - r, y + h);
    path.line_to(x + r, y + h);
    path.quad_to(x, y + h, x, y + h - r);
    path.line_to(x, y + r);
    path.quad_to(x, y, x + r, y);
    path.close();
    path.finish()
}

/// An ellipse around (x, y).
pub fn oval(x: f32, y: f32, rx: f32, ry: f32) -> Option<Path> {
    PathBuilder::from_oval(Rect::from_xywh(x - rx, y - ry, rx * 2.0, ry * 2.0)?)
}

/// A leaf or blade: two curves from root to tip, `belly` wide in the middle, bending by `bend`.
pub fn blade(root: (f32, f32), tip: (f32, f32), belly: f32, bend: f32) -> Option<Path> {
    let (dx, dy) = (tip.0 - root.0, tip.1 - root.1);
    let length = dx.hypot(dy).max(1e-3);
    let (nx, ny) = (-dy / length, dx / length);
    let middle = (root.0 + dx * 0.45 + nx * bend, root.1 + dy * 0.45 + ny * bend);
    let mut path = PathBuilder::new();
    path.move_to(root.0, root.1);
    path.quad_to(middle.0 + nx * belly, middle.1 + ny * belly, tip.0, tip.1);
    path.quad_to(middle.0 - nx * belly, middle.1 - ny * belly, root.0, root.1);
    path.close();
    path.finish()
}
