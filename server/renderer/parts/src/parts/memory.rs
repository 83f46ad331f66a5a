//! Late light on a wall, for memories that fit no place: a window's panes of warm light, leaves
//! swaying in it, dust in the air, a table's edge with a candle. Quiet and nowhere in particular.

use crate::plan::Plan;
use crate::{
    paint::{
        color::{Rgb, add, hex, mix, pixel, scale, smooth},
        noise::{Dice, fbm, ridge, value},
        shapes::{blade, curve, ink, oval, rect},
    },
    stage::{
        Frame, Light, Pose, Stage,
        sparks::{Kind, Spark},
    },
};
use evernear_rules::story::Hour;

pub fn light(plan: &Plan) -> Light {
    match plan.hour {
        Hour::Night => {
            Light { from: [0.9, 0.93, 1.0], to: [1.0, 0.97, 0.93], prints: [0.98, 0.96, 0.93] }
        }
        _ => {
            Light { from: [0.84, 0.86, 0.92], to: [1.0, 0.985, 0.95], prints: [1.0, 0.985, 0.955] }
        }
    }
}

pub fn draw(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let mut dice = Dice::new(plan.seed, 1);
    let (wall, sun) = match plan.hour {
        Hour::Dawn => (hex(0x6D6470), hex(0xFFD9B8)),
        Hour::Day => (hex(0x84756A), hex(0xFFEBC8)),
        Hour::Sunset => (dice.pick(&[hex(0x6B4A3F), hex(0x5F4A4A), hex(0x5A5148)]), hex(0xFFBE7C)),
        Hour::Night => (hex(0x2B2A3A), hex(0xB9C8F0)),
    };
    let lean = if plan.seed & 1 == 0 { 1.0 } else { -1.0 };
    plaster(stage, plan, frame, wall, sun, lean);
    panes(stage, plan, frame, sun, lean);
    leaves(stage, plan, frame, wall, lean);
    beams(stage, plan, frame, sun, lean);
    curtain(stage, plan, frame, wall, sun, lean);
    table(stage, plan, frame, wall, sun);
    candle(stage, plan, frame, lean, frame.h * 0.91);
    dust(stage, plan, frame, sun);
}

fn plaster(stage: &mut Stage, plan: &Plan, frame: Frame, wall: Rgb, sun: Rgb, lean: f32) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(1));
    stage.add(frame.painted(0.0, h, 0.05, 0.0, |x, y| {
        let broad = fbm(seed, x / (u * 26.0), y / (u * 26.0), 4) - 0.5;
        let trowel = ridge(seed ^ 2, (x + y * 0.6) / (u * 7.0), (y - x * 0.4) / (u * 3.6), 4) - 0.5;
        let fine = value(seed ^ 3, x / (u * 0.7), y / (u * 0.7)) - 0.5;
        let d = ((x / w - 0.5 + lean * 0.3).hypot((y / h - 0.3) * 0.8)).min(1.2);
        let mut c = mix(add(wall, sun, 0.16), scale(wall, 0.42), smooth(0.05, 1.0, d));
        c = scale(c, 1.0 + broad * 0.3 + trowel * 0.1 + fine * 0.05);
        pixel(c, 1.0)
    }));
}

/// A tall window of two by four panes, thrown slanting over the wall.
fn panes(stage: &mut Stage, plan: &Plan, frame: Frame, sun: Rgb, lean: f32) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(4));
    let layer = frame.soft(2, 0.0, h, 0.1, u * 3.0, |x, y| {
        let (px, py) = (x / w - 0.5 + lean * 0.06, y / h);
        // Leaning to one side and spreading as the light falls.
        let across = (px - lean * (py - 0.5) * 0.42) / (0.34 + 0.1 * py);
        let down = (py - 0.03) / 0.76 + lean * px * 0.16;
        let blur = 0.012 + 0.03 * py;
        let bar = |v: f32, n: f32| {
            let f = (v * n).fract();
            smooth(0.035 * n, 0.035 * n + blur * n, f)
                * smooth(1.0 - 0.035 * n, 1.0 - 0.035 * n - blur * n, f)
        };
        let inside = smooth(-1.0 - blur, -1.0 + blur, across)
            * smooth(1.0 + blur, 1.0 - blur, across)
            * smooth(-blur, blur, down)
            * smooth(1.0 + blur, 1.0 - blur, down);
        let grid = bar(across * 0.5 + 0.5, 2.0) * bar(down.clamp(0.0, 0.9999), 4.0);
        let old = 0.82 + 0.36 * (fbm(seed, x / (u * 9.0), y / (u * 14.0), 3) - 0.5) * 2.0;
        let a = inside * grid * old * (0.62 - 0.22 * py);
        [sun[0], sun[1] * 0.93, sun[2] * 0.86, a.clamp(0.0, 1.0)]
    });
    let seconds = frame.seconds;
    stage.add(layer.light().alive(move |t| Pose {
        dx: lean * u * 0.16 * (t - 5.0),
        dy: u * 0.1 * (t - 5.0),
        opacity: 0.62 + 0.36 * smooth(seconds * 0.2, seconds * 0.62, t) + 0.02 * (t * 0.9).sin(),
    }));
}

/// Shadows of a tree outside, at two distances from the glass.
fn leaves(stage: &mut Stage, plan: &Plan, frame: Frame, wall: Rgb, lean: f32) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    for n in 0..3u32 {
        let seed = plan.noise(20 + n);
        let (size, soft, most) = [(3.2, 0.2, 0.42), (4.6, 0.3, 0.36), (7.5, 0.42, 0.3)][n as usize];
        let shade = scale(wall, 0.4);
        let layer = frame.soft(2, -u * 2.0, h * 0.84, 0.1 + 0.03 * n as f32, u * 5.0, |x, y| {
            let bough = fbm(seed ^ 5, x / (u * 24.0), y / (u * 24.0), 2);
            let (a, b) =
                ((x + lean * y * 0.5) / (u * size), (y - lean * x * 0.5) / (u * size * 1.7));
            let leaf =
                value(seed, a + bough * 1.5, b) * 0.62 + value(seed ^ 1, a * 1.9, b * 1.7) * 0.38;
            let crown = smooth(0.42, 0.62, bough + 0.14 * (x / w * lean) - 0.06);
            pixel(shade, smooth(0.47, 0.47 + soft, leaf) * crown * most)
        });
        let phase = n as f32 * 1.6;
        stage.add(
            layer
                .alive(move |t| Pose {
                    dx: ((t * 0.75 + phase).sin() + 0.4 * (t * 1.9 + phase).sin())
                        * u
                        * (1.0 + 0.5 * n as f32),
                    dy: (t * 0.55 + phase * 2.0).sin() * u * 0.9,
                    opacity: 1.0,
                })
                .rippling(u * 0.5, u * 16.0, 0.16),
        );
    }
}

fn beams(stage: &mut Stage, plan: &Plan, frame: Frame, sun: Rgb, lean: f32) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(30));
    let layer = frame.soft(4, 0.0, h, 0.3, u * 6.0, |x, y| {
        let along = (x - lean * y * 0.36) / (u * 11.0);
        let ray = smooth(
            0.45,
            0.95,
            fbm(seed, along, 0.3, 3) + 0.06 * fbm(seed ^ 1, along, y / (u * 20.0), 2),
        );
        let fall = smooth(h * 0.95, 0.0, y)
            * (0.6 + 0.4 * (-((x / w - 0.5 + lean * 0.3).powi(2)) * 5.0).exp());
        pixel(sun, ray * fall * 0.3)
    });
    stage.add(layer.light().alive(move |t| Pose {
        dx: (t * 0.35).sin() * u * 2.5,
        dy: 0.0,
        opacity: 0.72 + 0.26 * (t * 0.6 + 1.0).sin(),
    }));
}

/// A thin curtain at the side the light comes from, breathing.
fn curtain(stage: &mut Stage, plan: &Plan, frame: Frame, wall: Rgb, sun: Rgb, lean: f32) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(40));
    let layer = frame.soft(2, 0.0, h, 0.5, u * 4.0, |x, y| {
        let from = if lean > 0.0 { x } else { w - x };
        let hem = w * (0.1 + 0.05 * (y / h) + 0.03 * (value(seed, y / (u * 30.0), 0.0) - 0.5));
        let a = smooth(hem + u * 0.8, hem - u * 0.2, from);
        let fold = ((from / u * (1.25 - 0.25 * y / h)
            + value(seed ^ 1, from / (u * 5.0), y / (u * 40.0)) * 4.0)
            .sin()
            * 0.5
            + 0.5)
            .powf(1.4);
        let weave = value(seed ^ 2, x / (u * 0.5), y / (u * 0.5)) * 0.05;
        let c = mix(scale(wall, 0.75), mix(sun, wall, 0.15), 0.15 + 0.6 * fold + weave);
        pixel(c, a * (0.78 + 0.14 * (1.0 - fold)))
    });
    stage.add(
        layer
            .alive(move |t| Pose::moved(lean * ((t * 0.7).sin() * u * 0.9 - u * 0.5), 0.0))
            .rippling(u * 1.1, u * 60.0, 0.11),
    );
}

fn table(stage: &mut Stage, plan: &Plan, frame: Frame, wall: Rgb, sun: Rgb) {
    let (h, u, seed) = (frame.h, frame.u, plan.noise(50));
    let wood = mix(hex(0x4A2E20), wall, 0.25);
    let top = h * 0.875;
    stage.add(frame.painted(top, h, 0.62, 0.0, |x, y| {
        let down = (y - top) / (h - top);
        let z = 0.35 + 0.65 * down;
        let bend = fbm(seed, x / (u * 30.0), y / (u * 5.0), 3);
        let grain = fbm(seed ^ 1, x / (u * 22.0 * z), (y / (u * 0.75 * z)) + bend * 5.0, 4);
        let pore = value(seed ^ 2, x / (u * 1.8), y / (u * 0.4));
        let sheen = (-((x / frame.w - 0.5).powi(2)) * 3.0).exp() * smooth(0.9, 0.0, down);
        let mut c = scale(wood, 0.55 + 0.8 * grain + 0.12 * pore - 0.3 * down);
        c = add(c, sun, sheen * 0.16 * (0.6 + 0.8 * grain));
        c = add(c, sun, 0.3 * smooth(0.06, 0.0, down));
        pixel(c, smooth(0.0, u * 0.15, y - top))
    }));
}

/// A candle in a glass and a sprig with its foot at the row `y`, at the side that `lean` points to.
pub(super) fn candle(stage: &mut Stage, plan: &Plan, frame: Frame, lean: f32, y: f32) {
    let (w, u) = (frame.w, frame.u);
    let mut dice = Dice::new(plan.seed, 60);
    let x = if lean > 0.0 { w * 0.87 } else { w * 0.13 };
    let layer = frame.drawn(y - u * 16.0, y + u * 2.0, 0.68, 0.0, |c| {
        if let Some(path) = oval(x, y, u * 3.4, u * 0.8) {
            c.fill(&path, ink([0.06, 0.04, 0.03], 0.45));
        }
        if let Some(path) = rect(x - u * 1.7, y - u * 4.4, u * 3.4, u * 4.4) {
            c.fade(
                &path,
                (x - u * 1.7, 0.0),
                (x + u * 1.7, 0.0),
                &[
                    (0.0, ink(hex(0xC98F55), 0.95)),
                    (0.4, ink(hex(0xFFE2B0), 0.97)),
                    (1.0, ink(hex(0xA86A3C), 0.95)),
                ],
            );
        }
        for (dy, alpha) in [(0.0, 0.95), (-4.4, 0.9)] {
            if let Some(path) = oval(x, y + u * dy, u * 1.7, u * 0.42) {
                c.fill(&path, ink(if dy < 0.0 { hex(0xFFE9C0) } else { hex(0x9C6238) }, alpha));
            }
        }
        if let Some(path) = rect(x - u * 0.07, y - u * 5.1, u * 0.14, u * 0.8) {
            c.fill(&path, ink(hex(0x3A2418), 1.0));
        }
        // A sprig laid beside it.
        let side = if lean > 0.0 { -1.0 } else { 1.0 };
        let end = (x + side * u * 11.0, y + u * 0.3);
        if let Some(path) =
            curve((x + side * u * 2.6, y + u * 0.7), &[((x + side * u * 6.0, y - u * 0.6), end)])
        {
            c.line(&path, u * 0.16, ink(hex(0x3C4630), 1.0));
        }
        for i in 0..12 {
            let s = i as f32 / 12.0;
            let root =
                (x + side * u * (3.0 + 7.8 * s), y + u * (0.5 - 0.9 * (s * 3.1).sin() * 0.6));
            let up = if i % 2 == 0 { -1.0 } else { 0.75 };
            let tip =
                (root.0 + side * u * dice.range(0.9, 1.6), root.1 + up * u * dice.range(0.8, 1.5));
            if let Some(path) = blade(root, tip, u * 0.42, 0.0) {
                c.fill(&path, ink(mix(hex(0x56663F), hex(0x7E8655), dice.next()), 1.0));
            }
        }
    });
    stage.add(layer);
    stage.sparks(0.68, move |t, out| {
        let flicker = 1.0 + 0.07 * (t * 9.0).sin() * (t * 3.7).sin() + 0.04 * (t * 15.1).sin();
        let bend = (t * 2.3).sin() * u * 0.1;
        out.push(Spark::glow(x, y - u * 5.4, u * 15.0 * flicker, hex(0xFFA04A), 0.42 * flicker));
        out.push(
            Spark::glow(x, y + u * 0.6, u * 9.0, hex(0xFFA04A), 0.28 * flicker).shaped(0.16, 0.0),
        );
        let mut flame = Spark::disc(x + bend, y - u * 5.9, u * 0.95 * flicker, hex(0xFFD88A), 0.95)
            .shaped(0.36, std::f32::consts::FRAC_PI_2 + bend * 0.02);
        flame.kind = Kind::Blur;
        out.push(flame);
        out.push(Spark::glow(x + bend, y - u * 5.6, u * 1.5, hex(0xFFF2D0), 0.9 * flicker));
    });
}

fn dust(stage: &mut Stage, plan: &Plan, frame: Frame, sun: Rgb) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let mut dice = Dice::new(plan.seed, 70);
    let list: Vec<[f32; 5]> = (0..70)
        .map(|_| [dice.next(), dice.next(), dice.next(), dice.next() * 6.3, dice.next()])
        .collect();
    stage.sparks(0.5, move |t, out| {
        for &[x, y, near, phase, size] in &list {
            let px = x * w + (t * 0.3 + phase).sin() * u * 2.4 + t * u * (near - 0.4);
            let py = y * h * 0.95 + (t * 0.42 + phase * 1.7).cos() * u * 1.8 - t * u * 0.35;
            let light = (0.34 + 0.3 * (t * 0.9 + phase * 2.0).sin()).max(0.0) * (0.4 + 0.6 * near);
            out.push(Spark::glow(px, py, u * (0.3 + 0.6 * near * size), sun, light));
        }
    });
}
