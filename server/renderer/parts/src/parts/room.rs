//! A room: a papered or painted wall with a rail and a skirting, a floor of boards, pictures, and a
//! window with the hour behind it. What stands in it is furniture ([`super::furniture`]).

use evernear_rules::story::{Hour, Weather};
use serde::Deserialize;

use super::{props::leaf, sky};
use crate::paint::{
    color::{Rgb, add, hex, mix, pixel, scale, smooth, tint},
    noise::{Dice, fbm, value},
    shapes::{Canvas, ink, oval, polygon, rect},
};
use crate::plan::Plan;
use crate::stage::{Frame, Pose, Stage, sparks::Spark};

/// Where the floor begins, as a part of the frame's height.
pub const FLOOR: f32 = 0.74;

/// How a room looks.
#[derive(Clone, Deserialize)]
pub struct Room {
    /// Red, green, blue in one number: one of them is chosen by the take.
    pub wall: Vec<u32>,
    #[serde(default = "boards")]
    pub floor: u32,
    #[serde(default)]
    pub pattern: Pattern,
    /// Without a window where there is another source of light.
    #[serde(default = "yes")]
    pub window: bool,
    #[serde(default = "yes")]
    pub rug: bool,
    /// Pictures on the wall.
    #[serde(default = "yes")]
    pub pictures: bool,
}

fn boards() -> u32 {
    0x8A5F3E
}

fn yes() -> bool {
    true
}

/// What is on the wall.
#[derive(Clone, Copy, Default, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pattern {
    #[default]
    Paper,
    Plain,
    Tiles,
    Planks,
}

/// How light it is in a room, and of what colour.
#[derive(Clone, Copy)]
pub struct Indoors {
    /// What daylight leaves of a colour.
    pub dim: Rgb,
    /// How much the lamps give, 0 to 1.
    pub lamp: f32,
}

pub const LAMP: Rgb = hex(0xFFC886);

impl Indoors {
    pub fn of(plan: &Plan) -> Self {
        let (dim, lamp) = match plan.hour {
            Hour::Dawn => ([0.84, 0.8, 0.77], 0.2),
            Hour::Day => ([0.92, 0.91, 0.89], 0.06),
            Hour::Sunset => ([0.72, 0.62, 0.54], 0.4),
            Hour::Night => ([0.45, 0.42, 0.44], 0.62),
        };
        Self { dim, lamp }
    }

    /// A colour in this light.
    pub fn lit(self, color: Rgb, k: f32) -> Rgb {
        let base = tint(scale(color, k), self.dim);
        add(base, tint(color, LAMP), 0.32 * self.lamp * k)
    }
}

/// The side that the window is on; the lamp is on the other.
pub fn window_side(plan: &Plan) -> f32 {
    plan.turn()
}

pub fn draw(stage: &mut Stage, plan: &Plan, frame: Frame, room: &Room) {
    if room.window {
        outside(stage, plan, frame);
    }
    wall(stage, plan, frame, room);
    if room.window {
        window(stage, plan, frame);
        sunlight(stage, plan, frame);
    }
    if room.pictures {
        pictures(stage, plan, frame, room);
    }
    floor(stage, plan, frame, room);
    dust(stage, plan, frame);
}

/// Left, top, right and bottom of the window.
fn pane(plan: &Plan, frame: Frame) -> (f32, f32, f32, f32) {
    let (w, h) = (frame.w, frame.h);
    let middle = w * (0.5 + window_side(plan) * 0.24);
    let half = (w * 0.2).min(h * 0.13);
    (middle - half, h * 0.14, middle + half, h * 0.5)
}

fn outside(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (x0, y0, x1, y1) = pane(plan, frame);
    let (u, seed) = (frame.u, plan.noise(40));
    let p = sky::palette(plan.hour);
    let (dark, pale) = plan.foliage();
    let dim = plan.daylight();
    stage.add(frame.soft(3, y0 - u * 4.0, y1 + u * 4.0, 0.03, 0.0, |x, y| {
        if x < x0 - u * 5.0 || x > x1 + u * 5.0 {
            return [0.0; 4];
        }
        let down = (y - y0) / (y1 - y0);
        let mut c = mix(p.sky[1].1, p.sky[3].1, down * 1.3);
        let crown = 0.62 - 0.34 * fbm(seed, x / (u * 9.0), 0.5, 3);
        let leaf = fbm(seed ^ 1, x / (u * 2.2), y / (u * 2.0), 3);
        let tree = smooth(-0.03, 0.04, down - crown);
        c = mix(
            c,
            add(mix(scale(dark, dim), scale(pale, dim), leaf), p.sun, 0.08 * dim),
            tree * 0.9,
        );
        if plan.weather == Weather::Snow {
            c = mix(c, scale([0.95, 0.96, 1.0], dim.max(0.4)), smooth(0.72, 0.9, down));
        }
        pixel(c, 1.0)
    }));
    if plan.weather == Weather::Rain {
        let list: Vec<[f32; 3]> = {
            let mut dice = Dice::new(plan.seed, 41);
            (0..60).map(|_| [dice.next(), dice.next(), dice.next()]).collect()
        };
        stage.sparks(0.04, move |t, out| {
            for &[x, y, slow] in &list {
                let py = y0 + ((y + t * (0.05 + 0.14 * slow)) % 1.0) * (y1 - y0);
                let px = x0 + x * (x1 - x0);
                out.push(
                    Spark::disc(px, py, u * (0.3 + 0.4 * slow), [0.85, 0.9, 0.97], 0.45)
                        .shaped(0.45, 1.57),
                );
            }
        });
    }
}

fn wall(stage: &mut Stage, plan: &Plan, frame: Frame, room: &Room) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(10));
    let light = Indoors::of(plan);
    let paper = hex(Dice::new(plan.seed, 11).pick(&room.wall));
    let (x0, y0, x1, y1) = pane(plan, frame);
    let lamp_at = (w * (0.5 - window_side(plan) * 0.3), h * 0.5);
    let foot = h * FLOOR;
    let pattern = room.pattern;
    let (open, hole_of) = (room.window, |x: f32, y: f32| {
        smooth(0.0, 1.5, x - x0)
            * smooth(0.0, 1.5, x1 - x)
            * smooth(0.0, 1.5, y - y0)
            * smooth(0.0, 1.5, y1 - y)
    });
    stage.add(frame.painted(0.0, foot + u, 0.14, 0.0, |x, y| {
        let hole = if open { hole_of(x, y) } else { 0.0 };
        if hole >= 1.0 {
            return [0.0; 4];
        }
        let rough = fbm(seed, x / (u * 8.0), y / (u * 8.0), 4) - 0.5;
        let fine = value(seed ^ 3, x / (u * 0.7), y / (u * 0.7)) - 0.5;
        let mut c = scale(paper, 0.97 + rough * 0.13 + fine * 0.03);
        let rail = foot - u * 17.0;
        match pattern {
            Pattern::Paper if y < rail => {
                // Stripes, and a small sprig in every second one.
                let across = x / (u * 6.4);
                let (stripe, s) = (across.floor(), across - across.floor());
                if stripe as i32 % 2 == 0 {
                    c = scale(c, 0.945);
                } else {
                    let down = y / (u * 8.4) + if stripe as i32 % 4 == 1 { 0.0 } else { 0.5 };
                    let v = (down - down.floor() - 0.5) * 8.4;
                    let (dx, dy) = ((s - 0.5) * 6.4, v);
                    let petal = (dx.atan2(dy) * 2.5).cos().abs();
                    let d = dx.hypot(dy);
                    let sprig = smooth(1.25 * (0.5 + 0.5 * petal), 0.2, d);
                    c = mix(c, scale(paper, 0.72), sprig * 0.7);
                }
            }
            Pattern::Paper => {
                // Panels of wood below a rail.
                let across = (x / (u * 13.0)).fract();
                let down = (y - rail) / (foot - rail);
                let edge = smooth(0.05, 0.1, across).min(smooth(0.95, 0.9, across));
                let inner = edge.min(smooth(0.12, 0.2, down)).min(smooth(0.86, 0.78, down));
                let wood = mix(paper, hex(0xF1E7D6), 0.62);
                c = scale(wood, 0.86 + 0.1 * inner + fine * 0.03);
                c = scale(c, 1.0 - 0.35 * (-((y - rail - u * 1.1) / (u * 0.5)).powi(2)).exp());
            }
            Pattern::Tiles => {
                let row = (y / (u * 4.2)).floor();
                let across = x / (u * 4.2);
                let (tx, ty) = (across - across.floor(), (y / (u * 4.2)).fract());
                let joint = smooth(0.0, 0.05, tx)
                    * smooth(1.0, 0.95, tx)
                    * smooth(0.0, 0.05, ty)
                    * smooth(1.0, 0.95, ty);
                let own = value(seed ^ 5, across.floor() * 3.3, row * 2.7);
                c = mix(scale(c, 0.8), scale(c, 0.95 + 0.08 * own), joint);
            }
            Pattern::Planks => {
                let across = x / (u * 7.0);
                let (board, s) = (across.floor(), across - across.floor());
                let own = value(seed ^ 5, board * 3.3, 1.7);
                let veins = fbm(seed ^ 6, x / (u * 1.1) + board * 7.0, y / (u * 12.0), 3) - 0.5;
                c = scale(paper, 0.82 + 0.22 * own + veins * 0.28);
                c = scale(c, 0.6 + 0.4 * smooth(0.0, 0.06, s) * smooth(1.0, 0.94, s));
            }
            Pattern::Plain => {}
        }
        if y > foot - u * 3.4 {
            let d = (y - foot + u * 3.4) / (u * 3.4);
            c = scale(mix(paper, hex(0xF4EBDC), 0.7), 0.95 - 0.2 * d);
        }
        // The light of the window grazes the wall, the lamp warms it.
        let near = ((x0 - x).max(x - x1).max(0.0)).hypot((y0 - y).max(y - y1).max(0.0)) / u;
        let mut l = light.lit(c, 0.86);
        if open {
            l = scale(l, 1.0 - 0.12 * (-near / 1.4).exp());
            l = add(
                l,
                tint(c, sky::palette(plan.hour).sun),
                0.2 * (-near / 10.0).exp() * plan.daylight(),
            );
        }
        let d = ((x - lamp_at.0) / (u * 26.0)).hypot((y - lamp_at.1) / (u * 32.0));
        l = add(l, tint(c, LAMP), light.lamp * 0.9 * (-d * d).exp());
        // Corners are darker.
        let v = ((x / w - 0.5) * 1.7).powi(2) + ((y / h - 0.35) * 1.3).powi(2);
        l = scale(l, 1.0 - 0.26 * v.min(1.0));
        pixel(l, 1.0 - hole)
    }));
}

/// The painted wood of a window: its frame, two bars and a sill.
pub fn casement(c: &mut Canvas, (x0, y0, x1, y1): (f32, f32, f32, f32), u: f32, paint: Rgb) {
    let mut bar = |x: f32, y: f32, w: f32, h: f32| {
        if let Some(path) = rect(x, y, w, h) {
            c.fade(
                &path,
                (x, y),
                (x + w.min(u * 3.0), y + h.min(u * 3.0)),
                &[
                    (0.0, ink(scale(paint, 0.78), 1.0)),
                    (0.5, ink(paint, 1.0)),
                    (1.0, ink(scale(paint, 0.7), 1.0)),
                ],
            );
        }
    };
    let (wide, tall) = (x1 - x0, y1 - y0);
    bar(x0 - u * 1.6, y0 - u * 1.8, u * 2.0, tall + u * 2.4);
    bar(x1 - u * 0.4, y0 - u * 1.8, u * 2.0, tall + u * 2.4);
    bar(x0 - u * 1.6, y0 - u * 1.8, wide + u * 3.2, u * 2.0);
    bar(x0 + wide / 2.0 - u * 0.5, y0, u, tall);
    bar(x0, y0 + tall * 0.48, wide, u * 0.9);
    bar(x0 - u * 2.8, y1 - u * 0.4, wide + u * 5.6, u * 2.2);
}

/// Frame, bars, sill and two curtains.
fn window(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (u, seed) = (frame.u, plan.noise(20));
    let (x0, y0, x1, y1) = pane(plan, frame);
    let light = Indoors::of(plan);
    let paint = light.lit(hex(0xF3EADA), 0.96);
    stage.add(frame.drawn(y0 - u * 3.0, y1 + u * 5.0, 0.15, 0.0, |c| {
        casement(c, (x0, y0, x1, y1), u, paint);
    }));
    let cloth = light.lit(
        Dice::new(plan.seed, 22).pick(&[
            hex(0xD9C3A0),
            hex(0xA9B49B),
            hex(0xC7A79B),
            hex(0x9FAAB6),
        ]),
        0.94,
    );
    let (top, foot) = (y0 - u * 4.5, y1 + u * 8.0);
    for side in [-1.0f32, 1.0] {
        let edge = if side < 0.0 { x0 - u * 3.5 } else { x1 + u * 3.5 };
        let wide = (x1 - x0) * 0.3;
        let layer = frame.painted(top, foot, 0.17, u * 2.0, |x, y| {
            let down = (y - top) / (foot - top);
            let reach =
                wide * (1.0 - 0.34 * smooth(0.2, 0.72, down) + 0.1 * smooth(0.72, 1.0, down));
            let s = (x - edge) * -side / reach;
            if !(0.0..=1.0).contains(&s) || y > foot - u * (1.0 + 0.8 * (s * 19.0).sin()) {
                return [0.0; 4];
            }
            let fold = (s * 21.0 + value(seed, s * 4.0, down * 2.0) * 2.6).sin();
            let weave = value(seed ^ 2, x / (u * 0.4), y / (u * 0.4)) - 0.5;
            let mut c = scale(cloth, 0.82 + 0.16 * fold + weave * 0.05);
            c = add(c, sky::palette(plan.hour).sun, 0.12 * plan.daylight() * smooth(0.0, 1.0, s));
            pixel(c, 1.0)
        });
        stage.add(
            layer.alive(move |t| Pose::moved((t * 0.7 + side).sin() * u * 0.35, 0.0)).rippling(
                u * 0.5,
                u * 20.0,
                0.14,
            ),
        );
    }
    stage.add(frame.drawn(top - u * 3.0, top + u * 3.0, 0.18, 0.0, |c| {
        if let Some(path) = rect(x0 - u * 8.0, top - u * 0.6, x1 - x0 + u * 16.0, u * 0.9) {
            c.fill(&path, ink(light.lit(hex(0x7A5A3A), 0.9), 1.0));
        }
        for x in [x0 - u * 8.0, x1 + u * 8.0] {
            if let Some(path) = oval(x, top - u * 0.15, u, u) {
                c.fill(&path, ink(light.lit(hex(0x8A683F), 1.0), 1.0));
            }
        }
    }));
}

/// A slanting patch of the window's light on wall and floor, by day.
fn sunlight(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let strong = match plan.hour {
        Hour::Night => return,
        Hour::Day => 0.2,
        Hour::Dawn | Hour::Sunset => 0.34,
    };
    if plan.weather != Weather::Clear {
        return;
    }
    let (h, u) = (frame.h, frame.u);
    let (x0, _, x1, y1) = pane(plan, frame);
    let lean = -window_side(plan);
    let sun = sky::palette(plan.hour).sun;
    let layer = frame.soft(3, y1, h, 0.2, u * 6.0, |x, y| {
        let down = y - y1 - u * 6.0;
        let (mid, half) = (f32::midpoint(x0, x1) + lean * (down * 0.75 + u * 6.0), (x1 - x0) * 0.5);
        let s = (x - mid) / half;
        let inside = smooth(1.06, 0.92, s.abs())
            * smooth(h * (FLOOR - 0.03), h * FLOOR, y)
            * smooth(h, h * 0.9, y);
        let bars = smooth(0.05, 0.11, s.abs()) * smooth(0.0, u * 1.0, (down - u * 34.0).abs());
        [sun[0], sun[1] * 0.95, sun[2] * 0.86, inside * bars * strong]
    });
    stage.add(layer.light().alive(move |t| Pose {
        dx: lean * u * 0.14 * (t - 5.0),
        dy: 0.0,
        opacity: 0.75 + 0.25 * smooth(1.0, 7.0, t),
    }));
}

/// Framed pictures where there is neither window nor lamp.
fn pictures(stage: &mut Stage, plan: &Plan, frame: Frame, room: &Room) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let light = Indoors::of(plan);
    let mut dice = Dice::new(plan.seed, 50);
    let side = if room.window { -window_side(plan) } else { plan.turn() };
    let middle = w * (0.5 + side * 0.24);
    let (dark, pale) = plan.foliage();
    stage.add(frame.drawn(h * 0.1, h * 0.5, 0.16, 0.0, |c| {
        for (dx, y, half, tall) in
            [(-7.6, 0.2, 5.2, 6.4), (5.6, 0.17, 4.0, 4.8), (5.6, 0.275, 4.4, 3.6)]
        {
            let (x, y) = (middle + u * (dx + dice.range(-0.6, 0.6)), h * y);
            let wood = light.lit(dice.pick(&[hex(0x6A4428), hex(0xB08A4C), hex(0x3A3430)]), 0.95);
            if let Some(path) =
                rect(x - u * half + u * 0.5, y + u * 0.7, u * half * 2.0, u * tall * 2.0)
            {
                c.fill(&path, ink([0.05, 0.03, 0.02], 0.22));
            }
            if let Some(path) = rect(x - u * half, y, u * half * 2.0, u * tall * 2.0) {
                c.fade(
                    &path,
                    (x - u * half, y),
                    (x + u * half, y + u * tall * 2.0),
                    &[(0.0, ink(scale(wood, 1.2), 1.0)), (1.0, ink(scale(wood, 0.6), 1.0))],
                );
            }
            let (px, py, pw, ph) =
                (x - u * (half - 0.8), y + u * 0.8, u * (half - 0.8) * 2.0, u * (tall - 0.8) * 2.0);
            if let Some(path) = rect(px, py, pw, ph) {
                let sky = light.lit(hex(0xC9D4D8), 0.9);
                c.fade(
                    &path,
                    (px, py),
                    (px, py + ph),
                    &[(0.0, ink(sky, 1.0)), (1.0, ink(light.lit(hex(0xE9D6B4), 0.9), 1.0))],
                );
            }
            let hill = py + ph * dice.range(0.5, 0.66);
            if let Some(path) = polygon(&[
                (px, hill + ph * 0.06),
                (px + pw * 0.34, hill - ph * 0.1),
                (px + pw * 0.7, hill + ph * 0.05),
                (px + pw, hill - ph * 0.03),
                (px + pw, py + ph),
                (px, py + ph),
            ]) {
                c.fill(&path, ink(light.lit(mix(dark, pale, 0.45), 0.8), 1.0));
            }
        }
    }));
}

/// Boards across, or what the colour says, with a woven rug.
fn floor(stage: &mut Stage, plan: &Plan, frame: Frame, room: &Room) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(60));
    let light = Indoors::of(plan);
    let top = h * FLOOR;
    let (wood, has_rug) = (hex(room.floor), room.rug);
    let rug = Dice::new(plan.seed, 61).pick(&[
        hex(0x8C3B34),
        hex(0x3F5A6A),
        hex(0x6C6A3E),
        hex(0x7A4A5C),
    ]);
    stage.add(frame.painted(top, h, 0.34, 0.0, |x, y| {
        let down = ((y - top) / (h - top)).clamp(0.0, 1.0);
        let near = 0.5 + 0.6 * down;
        let fan = (x - w / 2.0) / near / (u * 6.4);
        let row = (down * down * 3.0 + down * 4.0 + fan.floor() * 0.37).floor();
        let own = value(seed, fan.floor() * 3.7, row * 2.1);
        let across = fan - fan.floor();
        let veins = fbm(seed ^ 2, fan * 6.0 + row * 5.0, y / (u * 14.0), 3) - 0.5;
        let mut c = scale(wood, 0.84 + 0.26 * own + veins * 0.26);
        c = scale(c, 0.55 + 0.45 * smooth(0.0, 0.05, across) * smooth(1.0, 0.95, across));
        // An oval rug with borders.
        let r = ((x - w / 2.0) / (w * 0.62)).hypot((down - 0.72) / 0.62);
        let weave = value(seed ^ 5, x / (u * 0.5), y / (u * 0.35)) - 0.5;
        let band = if r > 0.9 {
            0.72
        } else if r > 0.82 {
            1.5
        } else if r > 0.7 {
            0.86
        } else {
            1.0
        };
        let flower = (0.5 + 0.5 * (x / (u * 3.2)).sin() * (down * 34.0).sin()).powi(3);
        let cloth = scale(
            mix(rug, hex(0xD9C6A0), 0.16 * flower * f32::from(u8::from(r < 0.7))),
            band * (0.95 + weave * 0.2),
        );
        c = mix(c, cloth, if has_rug { smooth(1.0, 0.985, r) } else { 0.0 });
        let mut l = light.lit(c, 0.84);
        l = scale(l, 1.0 - 0.3 * (-(down / 0.05)).exp() - 0.22 * smooth(0.5, 1.0, down));
        pixel(l, 1.0)
    }));
}

/// Slow specks in the light.
fn dust(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let mut dice = Dice::new(plan.seed, 70);
    let list: Vec<[f32; 4]> =
        (0..26).map(|_| [dice.next(), dice.next(), dice.next() * 6.3, dice.next()]).collect();
    stage.sparks(0.3, move |t, out| {
        for &[x, y, phase, slow] in &list {
            let px = x * w + (t * 0.3 + phase).sin() * u * 3.0;
            let py = h * (0.12 + 0.6 * y) - t * u * (0.15 + 0.3 * slow);
            let light = 0.16 + 0.14 * (t * 0.9 + phase * 3.0).sin();
            out.push(Spark::glow(px, py, u * (0.3 + 0.4 * slow), [1.0, 0.9, 0.72], light));
        }
    });
}

/// A plant with broad leaves in a pot that stands on the floor.
pub fn plant(stage: &mut Stage, plan: &Plan, frame: Frame, x: f32) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let light = Indoors::of(plan);
    let (px, foot) = (w * (0.5 + x * plan.turn() * 0.5), h * (FLOOR + 0.035));
    let mut dice = Dice::new(plan.seed, 72);
    let (dark, pale) = plan.foliage();
    stage.add(frame.drawn(foot - u * 40.0, foot + u * 3.0, 0.4, u, |c| {
        super::props::shadow(c, (px, foot), u * 5.0, u);
        super::props::vessel(c, (px, foot), u, (3.8, 7.0, 2.8), light.lit(hex(0xC9B79A), 0.9));
        for n in 0..16 {
            let turn = -std::f32::consts::FRAC_PI_2 + dice.range(-0.95, 0.95);
            let root = (px + u * dice.range(-1.6, 1.6), foot - u * dice.range(7.0, 17.0));
            let tone = mix(dark, pale, (n % 5) as f32 / 4.0);
            leaf(c, root, u * dice.range(9.0, 15.0), turn, light.lit(tone, 0.9));
        }
    }));
}
