//! One house of the street: its front along it, its gable towards us.

use super::{Street, WALL};
use crate::paint::{
    color::{Rgb, add, hex, mix, scale},
    noise::Dice,
    shapes::{Canvas, Position, ink, oval, polygon},
};
use crate::parts::town::{WALLS, windows_lit};
use crate::parts::{
    daylight::lit,
    forms::{ball, bar, post},
};
use crate::plan::Plan;

/// One house: its front along the street, its gable towards us.
pub struct House {
    side: f32,
    near: f32,
    far: f32,
    eaves: f32,
    ridge: f32,
    wall: Rgb,
    roof: Rgb,
    door: Rgb,
    trim: Rgb,
}

impl House {
    pub fn new(
        plan: &Plan,
        street: &Street,
        side: f32,
        (near, far): (f32, f32),
        dice: &mut Dice,
    ) -> Self {
        let middle = f32::midpoint(near, far);
        let eaves = dice.range(2.9, 3.5);
        let seen = |tone: Rgb| street.seen(plan, tone, middle);
        Self {
            side,
            near,
            far,
            eaves,
            ridge: eaves + dice.range(1.7, 2.3),
            wall: seen(dice.pick(&WALLS)),
            roof: seen(dice.pick(&[hex(0x9A4E38), hex(0xA8603E), hex(0x6E4A42), hex(0x77706A)])),
            door: seen(dice.pick(&[hex(0x2F5F72), hex(0x8A3428), hex(0x4E6A38), hex(0x6A4426)])),
            trim: seen(hex(0xF3EBDC)),
        }
    }

    /// A place on its front: along it from 0 (near) to 1, and up.
    fn along(&self, k: f32) -> f32 {
        self.near + (self.far - self.near) * k
    }

    pub fn draw(
        &self,
        c: &mut Canvas,
        plan: &Plan,
        street: &Street,
        lights: &mut Vec<(Position, f32)>,
        dice: &mut Dice,
    ) {
        let (x, long) = (self.side * WALL, (self.near, self.far));
        self.gable(c, street, dice);
        street.side(c, x, long, (0.0, self.eaves), scale(self.wall, 0.94));
        self.plaster(c, street, dice);
        street.side(c, x, long, (0.0, 0.5), scale(self.wall, 0.62));
        for n in 0..9 {
            let k = self.along((n as f32 + 0.5) / 9.0);
            bar(
                c,
                street.at(x, 0.02, k),
                street.at(x, 0.5, k),
                street.metre(k) * 0.03,
                scale(self.wall, 0.46),
            );
        }
        self.roof(c, street, dice);
        let shade = scale(self.wall, 0.6);
        street.side(c, x, long, (self.eaves - 0.3, self.eaves), shade);
        for k in [0.2, 0.8] {
            self.window(c, plan, street, k, lights);
        }
        self.entrance(c, street);
    }

    /// The wall towards us, with its gable, quoins and a small window.
    fn gable(&self, c: &mut Canvas, street: &Street, dice: &mut Dice) {
        let (x, back) = (self.side * WALL, self.side * (WALL + 5.6));
        let middle = f32::midpoint(x, back);
        let at = |across: f32, up: f32| street.at(across, up, self.near);
        let outline = [
            at(x, 0.0),
            at(x, self.eaves),
            at(middle, self.ridge),
            at(back, self.eaves),
            at(back, 0.0),
        ];
        if let Some(path) = polygon(&outline) {
            let stops =
                [(0.0, ink(scale(self.wall, 0.8), 1.0)), (1.0, ink(scale(self.wall, 0.62), 1.0))];
            c.fade(&path, at(x, self.ridge), at(x, 0.0), &stops);
        }
        let metre = street.metre(self.near);
        for n in 0..8 {
            let up = 0.2 + 0.4 * n as f32;
            if up < self.eaves {
                let wide = self.side * if n % 2 == 0 { 0.5 } else { 0.34 };
                bar(
                    c,
                    at(x + wide * 0.1, up),
                    at(x + wide, up),
                    metre * 0.24,
                    scale(self.wall, 0.96),
                );
            }
        }
        for _ in 0..20 {
            let spot = at(x + self.side * dice.range(0.6, 5.0), dice.range(0.3, self.eaves));
            if let Some(path) =
                oval(spot.0, spot.1, metre * dice.range(0.06, 0.3), metre * dice.range(0.03, 0.12))
            {
                c.fill(&path, ink(scale(self.wall, dice.range(0.56, 0.9)), 0.5));
            }
        }
        let (wx, up) = (x + self.side * 2.4, self.eaves - 1.4);
        for (half, tone) in [(0.5, self.trim), (0.4, hex(0x3A444A))] {
            let a = [
                at(wx - half, up - half * 1.2),
                at(wx + half, up - half * 1.2),
                at(wx + half, up + half * 1.2),
                at(wx - half, up + half * 1.2),
            ];
            if let Some(path) = polygon(&a) {
                c.fill(&path, ink(tone, 1.0));
            }
        }
        bar(c, at(wx, up - 0.5), at(wx, up + 0.5), metre * 0.06, self.trim);
    }

    /// Stains, and where the plaster fell off the bricks.
    fn plaster(&self, c: &mut Canvas, street: &Street, dice: &mut Dice) {
        let x = self.side * WALL;
        for _ in 0..26 {
            let away = self.along(dice.next());
            let (at, metre) = (street.at(x, dice.range(0.3, self.eaves), away), street.metre(away));
            let tone = scale(self.wall, dice.range(0.74, 1.12));
            if let Some(path) =
                oval(at.0, at.1, metre * dice.range(0.05, 0.22), metre * dice.range(0.05, 0.3))
            {
                c.fill(&path, ink(tone, 0.36));
            }
        }
        let (k, up) = (dice.range(0.36, 0.64), dice.range(0.6, 1.4));
        let brick = mix(self.wall, self.roof, 0.7);
        for row in 0..4 {
            for n in 0..3 {
                let from = self.along(k + 0.035 * (n as f32 + 0.5 * (row % 2) as f32));
                let low = up + 0.16 * row as f32;
                if (row + n) % 4 != 3 {
                    street.side(
                        c,
                        x,
                        (from, from + (self.far - self.near) * 0.03),
                        (low, low + 0.13),
                        scale(brick, 0.8 + 0.1 * n as f32),
                    );
                }
            }
        }
    }

    /// Rows of tiles from the eaves to the ridge, a gutter, a chimney.
    fn roof(&self, c: &mut Canvas, street: &Street, dice: &mut Dice) {
        let place = |s: f32, k: f32| {
            let across = self.side * (WALL - 0.45 + 3.25 * s);
            street.at(
                across,
                self.eaves - 0.12 + (self.ridge - self.eaves + 0.12) * s,
                self.along(k),
            )
        };
        let rows = 9;
        for n in 0..rows {
            let (a, b) = (n as f32 / rows as f32, (n as f32 + 1.0) / rows as f32);
            let quad = [place(a, -0.05), place(b, -0.05), place(b, 1.05), place(a, 1.05)];
            if let Some(path) = polygon(&quad) {
                let tone = scale(self.roof, 0.84 + 0.034 * n as f32 + 0.1 * dice.next());
                c.fade(
                    &path,
                    quad[0],
                    quad[3],
                    &[
                        (0.0, ink(add(tone, street.p.sun, 0.07), 1.0)),
                        (1.0, ink(scale(tone, 0.86), 1.0)),
                    ],
                );
            }
            for k in 0..18 {
                let s = -0.05 + 1.1 * (k as f32 + 0.5 * (n % 2) as f32) / 18.0;
                let from = place(a, s);
                bar(
                    c,
                    from,
                    place(b, s),
                    (street.metre(self.along(s)) * 0.035).max(0.5),
                    scale(self.roof, 0.6),
                );
            }
            bar(
                c,
                quad[0],
                quad[3],
                (street.metre(self.near) * 0.03).max(0.6),
                scale(self.roof, 0.52),
            );
        }
        bar(
            c,
            place(1.0, -0.05),
            place(1.0, 1.05),
            street.metre(self.near) * 0.12,
            scale(self.roof, 1.12),
        );
        bar(
            c,
            place(0.0, -0.05),
            place(0.0, 1.05),
            street.metre(self.near) * 0.07,
            scale(self.trim, 0.55),
        );
        // The edge towards us.
        bar(
            c,
            place(0.0, -0.05),
            place(1.0, -0.05),
            street.metre(self.near) * 0.13,
            scale(self.trim, 0.7),
        );
        let (away, across) = (self.along(0.66), self.side * (WALL + 2.5));
        let (low, high) = (self.ridge - 0.5, self.ridge + 0.9);
        let brick = mix(self.roof, self.wall, 0.25);
        let metre = street.metre(away);
        let foot = street.at(across, low, away);
        post(c, foot.0, (street.at(across, high, away).1, foot.1), metre * 0.34, brick);
        for n in 0..4 {
            let y = street.at(across, low + 0.3 * n as f32, away).1;
            bar(
                c,
                (foot.0 - metre * 0.32, y),
                (foot.0 + metre * 0.32, y),
                metre * 0.03,
                scale(brick, 0.6),
            );
        }
        post(
            c,
            foot.0,
            (street.at(across, high + 0.16, away).1, street.at(across, high, away).1),
            metre * 0.42,
            scale(brick, 0.8),
        );
    }

    /// A window with its frame, shutters, and flowers below it.
    fn window(
        &self,
        c: &mut Canvas,
        plan: &Plan,
        street: &Street,
        k: f32,
        lights: &mut Vec<(Position, f32)>,
    ) {
        let (x, half) = (self.side * WALL, 0.085);
        let span = |from: f32, to: f32| (self.along(k + from), self.along(k + to));
        let glow = windows_lit(plan);
        let glass = mix(hex(0x5A707C), hex(0x232B32), 1.0 - plan.daylight());
        let glass = mix(glass, hex(0xFFC878), glow);
        street.side(c, x, span(-half - 0.012, half + 0.012), (0.95, 2.4), self.trim);
        street.side(c, x, span(-half, half), (1.05, 2.32), glass);
        street.side(c, x, span(-half, -half * 0.2), (1.7, 2.32), add(glass, [1.0; 3], 0.14));
        let metre = street.metre(self.along(k));
        let thin = (metre * 0.06).max(0.7);
        bar(
            c,
            street.at(x, 1.05, self.along(k)),
            street.at(x, 2.32, self.along(k)),
            thin,
            self.trim,
        );
        bar(
            c,
            street.at(x, 1.75, self.along(k - half)),
            street.at(x, 1.75, self.along(k + half)),
            thin,
            self.trim,
        );
        for way in [-1.0f32, 1.0] {
            let (a, b) = (way * (half + 0.016), way * (half + 0.07));
            street.side(c, x, span(a.min(b), a.max(b)), (1.0, 2.36), self.door);
            for n in 0..7 {
                let up = 1.1 + 0.18 * n as f32;
                bar(
                    c,
                    street.at(x, up, self.along(k + a)),
                    street.at(x, up, self.along(k + b)),
                    thin * 0.5,
                    scale(self.door, 0.62),
                );
            }
        }
        let out = self.side * (WALL - 0.16);
        street.side(c, out, span(-half, half), (0.74, 0.96), scale(self.roof, 0.8));
        for n in 0..8 {
            let at = street.at(out, 1.0, self.along(k - half + 2.0 * half * n as f32 / 7.0));
            ball(c, at, (metre * 0.13, metre * 0.11), lit(plan, hex(0x4E7A3A)));
            let tone = if n % 2 == 0 { hex(0xD8484A) } else { hex(0xF0A0B0) };
            ball(c, (at.0, at.1 - metre * 0.06), (metre * 0.08, metre * 0.07), lit(plan, tone));
        }
        lights.push((street.at(x, 1.7, self.along(k)), metre * 1.6));
    }

    /// The door with its panels, a lintel, steps and a lamp.
    fn entrance(&self, c: &mut Canvas, street: &Street) {
        let x = self.side * WALL;
        let span = |from: f32, to: f32| (self.along(0.5 + from), self.along(0.5 + to));
        street.side(c, x, span(-0.085, 0.085), (0.1, 2.5), self.trim);
        street.side(c, x, span(-0.065, 0.065), (0.2, 2.36), self.door);
        for (low, high) in [(0.36, 1.0), (1.16, 2.2)] {
            for (a, b) in [(-0.05, -0.008), (0.008, 0.05)] {
                street.side(c, x, span(a, b), (low, high), scale(self.door, 0.72));
            }
        }
        let knob = street.at(x, 1.1, self.along(0.45));
        let metre = street.metre(self.along(0.5));
        ball(c, knob, (metre * 0.05, metre * 0.05), hex(0xD9B25A));
        for (out, up) in [(0.7, 0.1), (0.4, 0.2)] {
            let across = self.side * (WALL - out);
            let (near, far) = span(-0.1, 0.1);
            let top = [
                street.at(across, up, near),
                street.at(x, up, near),
                street.at(x, up, far),
                street.at(across, up, far),
            ];
            if let Some(path) = polygon(&top) {
                c.fill(&path, ink(scale(self.trim, 0.78), 1.0));
            }
            street.side(c, across, (near, far), (up - 0.1, up), scale(self.trim, 0.5));
        }
    }
}
