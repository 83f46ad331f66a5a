//! Those who watch from the rows below us: seen from behind, each in a seat, with scarves and caps in
//! their team's colours, lit along their shoulders by the floodlights.

use crate::paint::{
    color::{Rgb, add, hex, mix, scale},
    noise::Dice,
    shapes::{Canvas, Position, curve, ink, oval, rect, rounded},
};
use crate::parts::{
    daylight::lit,
    forms::{ball, bar, bent, flat},
};
use crate::plan::Plan;
use crate::stage::{Frame, Pose, Stage};

/// Where the shoulders of each row are, as parts of the frame's height, and how large a head is, in
/// units of the frame.
const ROWS: [(f32, f32); 5] = [(0.585, 1.7), (0.628, 2.2), (0.69, 2.9), (0.775, 3.8), (0.89, 5.0)];

/// One who sits there.
struct Fan {
    size: f32,
    skin: Rgb,
    hair: Rgb,
    shirt: Rgb,
    colors: [Rgb; 2],
    look: f32,
    /// Light from above along their edges.
    rim: Rgb,
}

pub fn rows(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let Frame { w, h, u, .. } = frame;
    let colors = Dice::new(plan.seed, 800).pick(&[
        [hex(0x1F6B3A), hex(0xE8B83A)],
        [hex(0xB8282E), hex(0xF3EEE4)],
        [hex(0x1F4A9A), hex(0xF3EEE4)],
        [hex(0xE87A2A), hex(0x22262E)],
    ]);
    for (n, (at, head)) in ROWS.into_iter().enumerate() {
        let (base, size) = (h * at, u * head);
        let low = ROWS.get(n + 1).map_or(h, |next| h * next.0) + size * 2.0;
        let mut dice = Dice::new(plan.seed, 830 + n as u64);
        let depth = 0.42 + 0.035 * n as f32;
        let layer = frame.drawn(base - size * 5.0, low, depth, u * 2.0, |c| {
            let mut x = -size * 2.0 - size * dice.next();
            while x < w + size * 2.0 {
                let y = base + size * dice.range(-0.16, 0.16);
                // Here and there a seat is free.
                if dice.next() > 0.07 {
                    let fan = Fan::new(plan, size, colors, &mut dice);
                    fan.draw(c, (x + size * dice.range(-0.2, 0.2), y), low, &mut dice);
                }
                x += size * 3.1;
            }
            seats(c, plan, (base + size * 2.3, low), size, w, colors[0]);
        });
        let phase = n as f32 * 1.9;
        stage.add(layer.alive(move |t| {
            Pose::moved(
                (t * 0.8 + phase).sin() * u * 0.25,
                (t * 1.9 + phase).sin().abs() * -u * 0.22,
            )
        }));
    }
}

/// The backs of a row's seats, and the step behind them.
fn seats(c: &mut Canvas, plan: &Plan, (top, low): (f32, f32), size: f32, w: f32, tone: Rgb) {
    let (shell, step) = (lit(plan, mix(tone, hex(0x2A3A5A), 0.5)), lit(plan, hex(0x6E7074)));
    if let Some(path) = rect(-size * 6.0, top + size * 1.5, w + size * 12.0, (low - top).max(1.0)) {
        let stops = [
            (0.0, ink(scale(step, 0.34), 1.0)),
            (0.5, ink(scale(step, 0.62), 1.0)),
            (1.0, ink(scale(step, 0.5), 1.0)),
        ];
        c.fade(&path, (0.0, top), (0.0, low), &stops);
    }
    let mut x = -size * 4.4;
    while x < w + size * 3.0 {
        if let Some(path) = rounded(x, top, size * 2.7, size * 2.7, size * 0.6) {
            let stops = [
                (0.0, ink(add(shell, [1.0; 3], 0.22), 1.0)),
                (0.16, ink(shell, 1.0)),
                (1.0, ink(scale(shell, 0.5), 1.0)),
            ];
            c.fade(&path, (0.0, top), (0.0, top + size * 2.7), &stops);
        }
        if let Some(path) =
            rounded(x + size * 0.9, top + size * 0.5, size * 0.9, size * 0.3, size * 0.15)
        {
            c.fill(&path, ink(scale(shell, 0.36), 1.0));
        }
        x += size * 3.1;
    }
}

impl Fan {
    fn new(plan: &Plan, size: f32, colors: [Rgb; 2], dice: &mut Dice) -> Self {
        let shirts = [colors[0], colors[1], colors[0], hex(0x343A44), hex(0x6E665A), hex(0x4A5A6E)];
        Self {
            size,
            skin: lit(
                plan,
                dice.pick(&[hex(0x5A3A2A), hex(0x8A5A3E), hex(0xC69474), hex(0xE0B494)]),
            ),
            hair: lit(
                plan,
                dice.pick(&[
                    hex(0x1E1612),
                    hex(0x2A1E16),
                    hex(0x5A3A22),
                    hex(0x9A938A),
                    hex(0x8A5A2A),
                ]),
            ),
            shirt: scale(lit(plan, dice.pick(&shirts)), dice.range(0.8, 1.0)),
            colors: colors.map(|tone| lit(plan, tone)),
            look: dice.next(),
            rim: scale([0.9, 0.95, 1.0], 0.26),
        }
    }

    fn draw(&self, c: &mut Canvas, (x, y): Position, low: f32, dice: &mut Dice) {
        let size = self.size;
        let raised = dice.next();
        if raised < 0.12 {
            self.scarf_held(c, (x, y - size * 2.7));
            for way in [-1.0f32, 1.0] {
                self.arm(
                    c,
                    (x + way * size * 1.2, y + size * 0.5),
                    (x + way * size * 1.3, y - size * 2.4),
                );
            }
        } else if raised < 0.24 {
            let way = if dice.next() < 0.5 { 1.0 } else { -1.0 };
            self.arm(
                c,
                (x + way * size * 1.1, y + size * 0.5),
                (x + way * size * 1.5, y - size * 2.5),
            );
        }
        self.body(c, (x, y), low);
        // Neck, ears, head.
        if let Some(path) =
            rounded(x - size * 0.34, y - size * 0.5, size * 0.68, size * 1.1, size * 0.3)
        {
            let stops = [
                (0.0, ink(scale(self.skin, 0.6), 1.0)),
                (0.5, ink(scale(self.skin, 0.9), 1.0)),
                (1.0, ink(scale(self.skin, 0.55), 1.0)),
            ];
            c.fade(&path, (x - size * 0.34, 0.0), (x + size * 0.34, 0.0), &stops);
        }
        for way in [-1.0f32, 1.0] {
            ball(
                c,
                (x + way * size * 0.66, y - size * 0.86),
                (size * 0.14, size * 0.22),
                scale(self.skin, 0.95),
            );
        }
        self.head(c, (x, y - size));
        if self.look < 0.5 && raised > 0.12 {
            self.scarf(c, (x, y));
        }
    }

    /// Shoulders and back in a shirt, with folds and light along the shoulders.
    fn body(&self, c: &mut Canvas, (x, y): Position, low: f32) {
        let (size, tone) = (self.size, self.shirt);
        let outline = [
            ((x - size * 1.44, y + size * 0.7), (x - size * 1.22, y + size * 0.34)),
            ((x - size * 0.8, y + size * 0.08), (x - size * 0.34, y - size * 0.02)),
            ((x, y + size * 0.16), (x + size * 0.34, y - size * 0.02)),
            ((x + size * 0.8, y + size * 0.08), (x + size * 1.22, y + size * 0.34)),
            ((x + size * 1.44, y + size * 0.7), (x + size * 1.46, low)),
        ];
        if let Some(path) = curve((x - size * 1.46, low), &outline) {
            let stops = [
                (0.0, ink(scale(tone, 0.62), 1.0)),
                (0.3, ink(tone, 1.0)),
                (0.6, ink(scale(tone, 0.9), 1.0)),
                (1.0, ink(scale(tone, 0.5), 1.0)),
            ];
            c.fade(&path, (x - size * 1.4, 0.0), (x + size * 1.4, 0.0), &stops);
            let deep = [(0.0, ink([0.0; 3], 0.0)), (1.0, ink([0.02, 0.02, 0.04], 0.55))];
            c.fade(&path, (0.0, y + size * 0.6), (0.0, y + size * 3.0), &deep);
        }
        for way in [-1.0f32, 1.0] {
            let (from, to) =
                ((x + way * size * 0.4, y + size * 0.02), (x + way * size * 1.2, y + size * 0.36));
            bent(
                c,
                from,
                (x + way * size * 0.84, y + size * 0.1),
                to,
                size * 0.1,
                add(tone, self.rim, 0.9),
            );
            bent(
                c,
                (x + way * size * 0.94, y + size * 0.8),
                (x + way * size * 0.84, y + size * 1.5),
                (x + way * size * 0.96, y + size * 2.4),
                size * 0.08,
                scale(tone, 0.56),
            );
        }
        if self.look > 0.72 {
            // A number on the back.
            let pale = mix(self.colors[1], tone, 0.2);
            for dx in [-0.26f32, 0.26] {
                bar(
                    c,
                    (x + size * dx, y + size * 0.9),
                    (x + size * dx, y + size * 1.8),
                    size * 0.2,
                    pale,
                );
            }
        }
    }

    /// The back of a head: hair, a cap, or wool with a bobble; light falls on it from above.
    fn head(&self, c: &mut Canvas, (x, y): Position) {
        let size = self.size;
        match self.look {
            look if look < 0.2 => self.cap(c, (x, y)),
            look if look < 0.36 => self.bobble(c, (x, y)),
            look if look < 0.62 => self.long_hair(c, (x, y)),
            _ => {
                ball(c, (x, y + size * 0.1), (size * 0.64, size * 0.8), scale(self.skin, 0.92));
                let dome = [
                    ((x - size * 0.74, y - size * 0.9), (x, y - size * 0.88)),
                    ((x + size * 0.74, y - size * 0.9), (x + size * 0.64, y + size * 0.2)),
                    ((x, y + size * 0.66), (x - size * 0.64, y + size * 0.2)),
                ];
                if let Some(path) = curve((x - size * 0.64, y + size * 0.2), &dome) {
                    self.dome(c, &path, (x, y), self.hair);
                }
            }
        }
        if let Some(path) = oval(x - size * 0.16, y - size * 0.6, size * 0.32, size * 0.16) {
            c.fill(&path, ink([1.0; 3], 0.13));
        }
    }

    /// Fills the outline of hair or a cap, lit from above.
    fn dome(&self, c: &mut Canvas, path: &tiny_skia::Path, (x, y): Position, tone: Rgb) {
        let size = self.size;
        let stops = [
            (0.0, ink(add(tone, self.rim, 1.0), 1.0)),
            (0.45, ink(tone, 1.0)),
            (1.0, ink(scale(tone, 0.55), 1.0)),
        ];
        let (from, to) = ((x - size * 0.5, y - size * 0.9), (x + size * 0.65, y + size * 0.3));
        c.fade(path, from, to, &stops);
    }

    fn cap(&self, c: &mut Canvas, (x, y): Position) {
        let size = self.size;
        ball(c, (x, y + size * 0.06), (size * 0.66, size * 0.82), self.hair);
        let dome = [
            ((x - size * 0.74, y - size * 0.86), (x, y - size * 0.88)),
            ((x + size * 0.74, y - size * 0.86), (x + size * 0.7, y + size * 0.06)),
        ];
        if let Some(path) = curve((x - size * 0.7, y + size * 0.06), &dome) {
            self.dome(c, &path, (x, y), self.colors[0]);
        }
        let (from, to) = ((x - size * 0.3, y + size * 0.1), (x + size * 0.3, y + size * 0.1));
        bent(c, from, (x, y - size * 0.26), to, size * 0.12, self.hair);
    }

    fn bobble(&self, c: &mut Canvas, (x, y): Position) {
        let (size, team) = (self.size, self.colors);
        ball(c, (x, y), (size * 0.7, size * 0.86), team[0]);
        for k in 0..3 {
            let dy = y + size * (0.3 - 0.34 * k as f32);
            let (from, to) = ((x - size * 0.6, dy), (x + size * 0.6, dy));
            bent(c, from, (x, dy + size * 0.2), to, size * 0.14, team[1]);
        }
        ball(c, (x, y - size * 0.98), (size * 0.3, size * 0.28), team[1]);
    }

    fn long_hair(&self, c: &mut Canvas, (x, y): Position) {
        let size = self.size;
        ball(c, (x, y - size * 0.02), (size * 0.74, size * 0.86), self.hair);
        let fall = [
            ((x - size * 0.98, y + size * 0.7), (x - size * 0.62, y + size * 1.5)),
            ((x, y + size * 1.76), (x + size * 0.62, y + size * 1.5)),
            ((x + size * 0.98, y + size * 0.7), (x + size * 0.7, y - size * 0.2)),
        ];
        if let Some(path) = curve((x - size * 0.7, y - size * 0.2), &fall) {
            let stops = [
                (0.0, ink(scale(self.hair, 0.8), 1.0)),
                (0.36, ink(add(self.hair, [1.0, 0.9, 0.8], 0.14), 1.0)),
                (1.0, ink(scale(self.hair, 0.6), 1.0)),
            ];
            c.fade(&path, (x - size * 0.8, 0.0), (x + size * 0.8, 0.0), &stops);
        }
        for k in 0..5 {
            let dx = size * (0.24 * k as f32 - 0.48);
            let (by, to) = ((x + dx * 1.2, y + size * 0.7), (x + dx, y + size * 1.4));
            bent(c, (x + dx * 0.7, y), by, to, size * 0.05, scale(self.hair, 0.6));
        }
    }

    /// A scarf round the neck, its end over the shoulder.
    fn scarf(&self, c: &mut Canvas, (x, y): Position) {
        let size = self.size;
        for (k, tone) in
            [self.colors[0], self.colors[1], self.colors[0], self.colors[1], self.colors[0]]
                .into_iter()
                .enumerate()
        {
            let at = |n: usize| {
                let s = n as f32 / 5.0 * 2.0 - 1.0;
                (x + size * 0.56 * s, y - size * (0.02 + 0.2 * (s * s)))
            };
            bar(c, at(k), at(k + 1), size * 0.38, tone);
        }
        for k in 0..4 {
            let top = y + size * (0.1 + 0.3 * k as f32);
            let tone = scale(self.colors[k % 2], 0.9);
            flat(
                c,
                &[
                    (x + size * 0.3, top),
                    (x + size * 0.72, top + size * 0.04),
                    (x + size * 0.76, top + size * 0.34),
                    (x + size * 0.34, top + size * 0.3),
                ],
                tone,
            );
        }
    }

    /// A scarf held up with both hands.
    fn scarf_held(&self, c: &mut Canvas, (x, y): Position) {
        let size = self.size;
        for k in 0..7 {
            let at = |n: usize| {
                let s = n as f32 / 7.0 * 2.0 - 1.0;
                (x + size * 1.9 * s, y + size * 0.26 * (1.0 - s * s))
            };
            let (a, b) = (at(k), at(k + 1));
            let tone = self.colors[k % 2];
            flat(c, &[a, b, (b.0, b.1 + size * 0.5), (a.0, a.1 + size * 0.5)], tone);
            bar(c, a, b, size * 0.06, add(tone, self.rim, 0.8));
        }
    }

    /// An arm that is held up: sleeve, forearm, fist.
    fn arm(&self, c: &mut Canvas, from: Position, to: Position) {
        let size = self.size;
        let elbow = (
            f32::midpoint(from.0, to.0) + (from.0 - to.0) * 0.2 + size * 0.2,
            f32::midpoint(from.1, to.1),
        );
        bar(c, from, elbow, size * 0.56, scale(self.shirt, 0.84));
        bar(c, elbow, to, size * 0.34, self.skin);
        bar(
            c,
            (elbow.0 - size * 0.08, elbow.1),
            (to.0 - size * 0.08, to.1),
            size * 0.1,
            add(self.skin, self.rim, 0.6),
        );
        ball(c, to, (size * 0.27, size * 0.3), self.skin);
    }
}
