//! A starry sky: the galaxy over a dark meadow, a constellation that everyone knows, shooting
//! stars, a tent lit from inside and a campfire whose embers rise.

use super::{props::fir, sky, weather};
use crate::plan::{Plan, aside};
use crate::{
    paint::{
        color::{Rgb, hex, mix, pixel, scale, smooth},
        noise::{Dice, fbm, ridge, value},
        shapes::{Canvas, blade, curve, ink, oval, polygon},
    },
    stage::{
        Frame, Light, Pose, Stage,
        sparks::{Kind, Spark},
    },
};
use evernear_rules::story::Hour;

const LAMP: Rgb = hex(0xFFB85E);

pub fn light(plan: &Plan) -> Light {
    match plan.hour {
        Hour::Night => {
            Light { from: [0.86, 0.9, 1.0], to: [1.0, 0.98, 0.96], prints: [0.955, 0.95, 0.955] }
        }
        _ => Light { from: [0.9, 0.93, 1.0], to: [1.0, 0.98, 0.95], prints: [0.99, 0.98, 0.96] },
    }
}

pub fn draw(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h) = (frame.w, frame.h);
    let line = h * 0.86;
    // The moon is below the hills: the stars are what is looked at.
    let p = sky::add_sky(stage, plan, frame, line, (w * (0.5 - plan.side * 0.2), h * 1.1));
    if matches!(plan.hour, Hour::Night | Hour::Dawn) {
        milky_way(stage, plan, frame, line);
    }
    if matches!(plan.hour, Hour::Dawn | Hour::Sunset) {
        sky::stars(stage, plan, frame, line * 0.7, 120);
    }
    constellation(stage, plan, frame);
    shooting(stage, plan, frame, line);
    let dark = if plan.hour == Hour::Night { hex(0x0B1120) } else { scale(p.shade, 0.8) };
    for n in 0..3u32 {
        hills(stage, plan, frame, (n, line), (dark, p));
    }
    meadow(stage, plan, frame, (line, dark));
    camp(stage, frame, plan.side);
    grass(stage, plan, frame, dark);
    weather::add(stage, plan, frame);
    fireflies(stage, plan, frame);
}

/// The galaxy's band, rising steeply from the horizon.
pub fn milky_way(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32) {
    let (w, u, seed) = (frame.w, frame.u, plan.noise(3));
    let lean = if plan.seed & 1 == 0 { 1.0 } else { -1.0 };
    let band = frame.soft(2, 0.0, line, 0.01, 0.0, |x, y| {
        let (px, py) = ((x - w * 0.5) * lean, y - line * 0.5);
        let (along, off) = (px * 0.5 + py * 0.866, px * 0.866 - py * 0.5);
        let wave = (fbm(seed, along / (u * 22.0), 0.0, 3) - 0.5) * u * 10.0;
        let core = (-((off - wave) / (u * 8.0)).powi(2)).exp();
        let wide = (-((off - wave) / (u * 19.0)).powi(2)).exp();
        let cloud = fbm(seed ^ 1, x / (u * 9.0), y / (u * 9.0), 5);
        let lane =
            smooth(0.46, 0.66, ridge(seed ^ 2, along / (u * 14.0), (off - wave) / (u * 7.0), 4))
                * core;
        let light =
            (wide * 0.22 + core * (0.2 + 0.75 * smooth(0.35, 0.75, cloud)) - lane * 0.3).max(0.0);
        let c = mix(hex(0x8C9BE0), hex(0xF2D9CC), core * cloud * 1.2);
        pixel(c, light * 0.62 * smooth(line, line * 0.72, y))
    });
    stage.add(band.light());
    // The fine dust of stars inside it.
    let dust = frame.painted(0.0, line, 0.01, 0.0, |x, y| {
        let (px, py) = ((x - w * 0.5) * lean, y - line * 0.5);
        let off = px * 0.866 - py * 0.5;
        let near = (-(off / (u * 15.0)).powi(2)).exp();
        let grain = value(seed ^ 7, x * 0.71, y * 0.71);
        let a = smooth(0.93 - 0.06 * near, 0.995, grain)
            * (0.12 + 0.75 * near)
            * smooth(line, line * 0.6, y);
        [0.9, 0.92, 1.0, a]
    });
    stage.add(dust.light());
}

/// Stars that fall, three in a film.
pub fn shooting(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32) {
    let (w, u) = (frame.w, frame.u);
    let mut dice = Dice::new(plan.seed, 15);
    let list: Vec<(f32, f32, f32)> = [0.18, 0.52, 0.86]
        .map(|at| {
            (
                frame.seconds * (at + dice.range(-0.05, 0.05)),
                dice.range(0.1, 0.75) * w,
                dice.range(0.04, 0.24) * line,
            )
        })
        .to_vec();
    stage.sparks(0.02, move |t, out| {
        for &(start, x, y) in &list {
            let s = (t - start) / 0.75;
            if (0.0..1.0).contains(&s) {
                let fade = (s * std::f32::consts::PI).sin();
                for i in 0..26 {
                    let back = s - i as f32 * 0.011;
                    let tail = 1.0 - i as f32 / 26.0;
                    out.push(Spark::glow(
                        x + back * u * 26.0,
                        y + back * u * 11.0,
                        u * (0.3 + 0.35 * tail),
                        [0.9, 0.94, 1.0],
                        fade * tail * 0.6,
                    ));
                }
            }
        }
    });
}

/// The Plough, in the upper corner that prints leave free, with a breath of a line between its
/// stars.
fn constellation(stage: &mut Stage, plan: &Plan, frame: Frame) {
    const PLOUGH: [(f32, f32); 7] =
        [(0.0, 0.0), (5.4, 1.7), (9.4, 4.9), (13.8, 8.0), (14.6, 13.6), (21.6, 14.6), (22.6, 8.2)];
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let left = w * (0.5 - plan.side * 0.3) - u * 10.0;
    let at = move |(x, y): (f32, f32)| (left + x * u * 0.92, h * 0.1 + y * u * 1.05);
    let mut order: Vec<_> = PLOUGH.map(at).to_vec();
    order.push(at(PLOUGH[3]));
    stage.add(frame.drawn(h * 0.05, h * 0.34, 0.02, 0.0, |c| {
        for pair in order.windows(2) {
            if let Some(path) = polygon(&[pair[0], pair[1], pair[0]]) {
                c.line(&path, u * 0.14, ink(hex(0xB8C8F4), 0.3));
            }
        }
    }));
    stage.sparks(0.02, move |t, out| {
        for (i, star) in PLOUGH.into_iter().enumerate() {
            let (x, y) = at(star);
            let twinkle = 0.85 + 0.15 * (t * 1.7 + i as f32 * 2.1).sin();
            out.push(Spark::glow(x, y, u * 2.6, [0.62, 0.74, 1.0], 0.6 * twinkle));
            out.push(Spark::disc(x, y, u * 0.34, [1.0, 1.0, 1.0], twinkle));
        }
    });
}

/// Hills behind one another, the nearest lined with firs.
fn hills(
    stage: &mut Stage,
    plan: &Plan,
    frame: Frame,
    (n, line): (u32, f32),
    (dark, p): (Rgb, sky::Palette),
) {
    let (w, u, seed) = (frame.w, frame.u, plan.noise(40 + n));
    let (tall, depth) = ([15.0, 9.0, 4.0][n as usize], 0.05 + 0.07 * n as f32);
    let tone = mix(dark, p.haze, [0.5, 0.3, 0.1][n as usize]);
    let top = move |x: f32| {
        line - u * tall * (0.25 + 0.75 * fbm(seed, x / (u * (46.0 - 8.0 * n as f32)), 0.4, 3))
    };
    stage.add(frame.painted(line - u * (tall + 2.0), line + u * 4.0, depth, 0.0, |x, y| {
        let wood = fbm(seed ^ 4, x / (u * 2.4), y / (u * 1.8), 3);
        let c = mix(scale(tone, 0.8 + 0.4 * wood), p.haze, 0.16 * smooth(line - u * 8.0, line, y));
        pixel(c, (y - top(x) + 0.5).clamp(0.0, 1.0))
    }));
    if n == 2 {
        let mut dice = Dice::new(plan.seed, 44);
        stage.add(frame.drawn(line - u * 26.0, line + u * 4.0, depth, 0.0, |c| {
            for i in 0..26 {
                let x = w * (i as f32 + dice.range(-0.4, 0.4)) / 25.0;
                let tall = u * dice.range(3.0, 9.5) * (0.5 + fbm(seed ^ 6, x / (u * 18.0), 0.0, 2));
                fir(c, x, top(x) + u * 1.4, tall, scale(tone, 0.7), &mut dice);
            }
        }));
    }
}

fn meadow(stage: &mut Stage, plan: &Plan, frame: Frame, (line, dark): (f32, Rgb)) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(50));
    let camp = w * (0.5 + plan.side * aside(frame));
    let green = mix(dark, hex(0x24402E), 0.55);
    stage.add(frame.painted(line - u * 3.0, h, 0.4, 0.0, |x, y| {
        let edge = line + (fbm(seed, x / (u * 26.0), 0.0, 2) - 0.5) * u * 4.0;
        let tuft = fbm(seed ^ 1, x / (u * 1.6), y / (u * 1.1), 2);
        let mut c = scale(green, 0.62 + 0.6 * tuft);
        // Fire and tent light the grass around them.
        let (dx, dy) = ((x - camp) / (u * 24.0), (y - line - u * 2.0) / (u * 9.0));
        let lit = (-(dx * dx + dy * dy)).exp();
        c = mix(c, scale(hex(0xC88A44), 0.5 + 0.6 * tuft), 0.62 * lit);
        pixel(c, smooth(0.0, u * 0.6, y - edge))
    }));
}

/// A tent that glows from inside, a fire before it, its embers.
fn camp(stage: &mut Stage, frame: Frame, side: f32) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let depth = 0.42;
    let (x, y) = (w * (0.5 + side * aside(frame)), h * 0.885);
    stage.add(
        frame.drawn(y - u * 18.0, y + u * 5.0, depth, 0.0, |c| tent(c, (x, y), u * 0.86, side)),
    );
    let (fx, fy) = (x - side * u * 15.5, y + u * 3.4);
    stage.add(frame.drawn(fy - u * 4.0, fy + u * 3.0, depth, 0.0, |c| hearth(c, (fx, fy), u)));
    let mut dice = Dice::new(7, 60);
    let embers: Vec<[f32; 3]> = (0..18).map(|_| [dice.next(), dice.next(), dice.next()]).collect();
    stage.sparks(depth, move |t, out| {
        let flick = 1.0 + 0.07 * (t * 9.3).sin() + 0.05 * (t * 14.9).sin();
        out.push(Spark::glow(x, y - u * 5.0, u * 22.0, LAMP, 0.3 + 0.02 * (t * 1.3).sin()));
        out.push(Spark::glow(fx, fy - u * 2.0, u * 14.0, hex(0xFF8A3A), 0.6 * flick));
        for i in 0..9 {
            let lean = (i as f32 - 4.0) * 0.5;
            let lick = 0.5 + 0.5 * (t * (7.0 + i as f32) + i as f32 * 1.9).sin();
            let tall = u * (3.6 - 0.62 * lean.abs()) * (0.7 + 0.45 * lick);
            let color = mix(hex(0xFF7A28), hex(0xFFE08A), 0.75 - 0.3 * lean.abs());
            let flame = Spark::disc(fx + u * lean * 0.8, fy - tall * 0.8, tall, color, 0.72)
                .shaped(0.3, std::f32::consts::FRAC_PI_2 + lean * 0.06);
            out.push(Spark { kind: Kind::Blur, ..flame });
        }
        for &[start, sway, rate] in &embers {
            let s = (t * (0.22 + 0.2 * rate) + start).fract();
            let px = fx + ((s * 7.0 + sway * 6.3).sin() * (0.6 + 2.2 * s) + (sway - 0.5) * 2.0) * u;
            out.push(Spark::glow(
                px,
                fy - u * (2.0 + 24.0 * s),
                u * 0.5,
                hex(0xFFB060),
                (1.0 - s) * 0.9,
            ));
        }
    });
}

fn tent(c: &mut Canvas, (x, y): (f32, f32), s: f32, side: f32) {
    let (peak, back) = ((x, y - s * 14.0), (x + side * s * 8.0, y - s * 12.4));
    let (near, far) = ((x + side * s * 9.6, y), (x + side * s * 16.0, y - s * 1.2));
    let glow = |path: Option<tiny_skia::Path>, c: &mut Canvas, top: Rgb, low: Rgb| {
        if let Some(path) = path {
            c.fade(
                &path,
                (0.0, y - s * 14.0),
                (0.0, y),
                &[(0.0, ink(top, 1.0)), (1.0, ink(low, 1.0))],
            );
        }
    };
    glow(polygon(&[peak, back, far, near]), c, hex(0x8A4A22), hex(0xD98A3C));
    glow(polygon(&[peak, near, (x - side * s * 9.6, y)]), c, hex(0xC87830), hex(0xFFC468));
    // The way in: a lantern hangs inside.
    let flap = curve(
        peak,
        &[
            ((x - s * 1.2, y - s * 6.0), (x - s * 3.4, y)),
            ((x, y), (x + s * 3.4, y)),
            ((x + s * 1.2, y - s * 6.0), peak),
        ],
    );
    glow(flap, c, hex(0xF0A850), hex(0xFFEDB4));
    if let Some(path) = oval(x, y - s * 5.6, s * 0.8, s * 1.1) {
        c.fill(&path, ink(hex(0xFFFBE8), 1.0));
    }
    for (a, b, wide) in [
        (peak, near, 0.22),
        (peak, (x - side * s * 9.6, y), 0.22),
        (peak, back, 0.2),
        (back, far, 0.16),
        (peak, (x, y - s * 6.6), 0.12),
        (near, (x + side * s * 12.0, y + s * 1.8), 0.1),
        ((x - side * s * 9.6, y), (x - side * s * 12.0, y + s * 1.4), 0.1),
    ] {
        if let Some(path) = polygon(&[a, b, a]) {
            c.line(&path, s * wide, ink(hex(0x5A3016), 0.9));
        }
    }
}

/// Logs across one another in a ring of stones.
fn hearth(c: &mut Canvas, (x, y): (f32, f32), u: f32) {
    for (dx, dy, turn) in [(-1.0, 0.2, 0.36f32), (1.0, 0.2, -0.36), (0.0, -0.1, 0.05)] {
        let (cx, cy) = (x + u * dx * 0.4, y + u * dy);
        let (ax, ay) = (u * 3.6 * turn.cos(), u * 3.6 * turn.sin());
        if let Some(path) = polygon(&[(cx - ax, cy - ay), (cx + ax, cy + ay), (cx - ax, cy - ay)]) {
            c.line(&path, u * 1.0, ink(hex(0x38221A), 1.0));
        }
    }
    for i in 0..9 {
        let a = i as f32 / 8.0 * std::f32::consts::PI;
        if let Some(path) =
            oval(x - u * 4.6 * a.cos(), y + u * (0.5 + 1.1 * a.sin()), u * 0.9, u * 0.62)
        {
            c.fill(&path, ink(mix(hex(0x2C2A30), hex(0xB0703C), 0.45 * a.sin()), 1.0));
        }
    }
}

/// Tall grass close to us, swaying.
fn grass(stage: &mut Stage, plan: &Plan, frame: Frame, dark: Rgb) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    for n in 0..2u32 {
        let mut dice = Dice::new(plan.seed, 70 + u64::from(n));
        let layer = frame.drawn(h * 0.9, h, 0.6 + 0.25 * n as f32, u * 2.0, |c| {
            for _ in 0..90 {
                let out = dice.next().powf(1.4) * 0.5;
                let x = if dice.next() < 0.5 { w * (out - 0.04) } else { w * (1.04 - out) };
                let tip = (
                    x + u * dice.range(-2.4, 2.4),
                    h - u * dice.range(2.0, 10.0) * (1.0 - out * 1.4),
                );
                if let Some(path) = blade((x, h * 1.02), tip, u * 0.26, u * dice.range(-0.8, 0.8)) {
                    c.fill(
                        &path,
                        ink(scale(mix(dark, hex(0x1C3226), 0.5), dice.range(0.5, 1.1)), 1.0),
                    );
                }
            }
        });
        let phase = n as f32 * 1.7;
        stage.add(layer.alive(move |t| Pose::moved((t * 0.8 + phase).sin() * u * 0.35, 0.0)));
    }
}

/// Fireflies over dark grass; by day none.
pub fn fireflies(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let color: Rgb = match plan.hour {
        Hour::Night => hex(0xE6E27A),
        Hour::Sunset | Hour::Dawn => hex(0xFFE3AE),
        Hour::Day => return,
    };
    let mut dice = Dice::new(plan.seed, 90);
    let list: Vec<[f32; 5]> = (0..26)
        .map(|_| {
            [
                dice.next(),
                dice.range(0.62, 0.99),
                dice.next() * 6.3,
                dice.range(0.5, 1.3),
                dice.next(),
            ]
        })
        .collect();
    stage.sparks(0.6, move |t, out| {
        for &[x, y, phase, rate, size] in &list {
            let px =
                x * w + ((t * 0.5 * rate + phase).sin() + 0.4 * (t * 1.3 * rate).cos()) * u * 3.5;
            let py = y * h + (t * 0.7 * rate + phase * 2.0).sin() * u * 2.2;
            let light = smooth(-0.1, 0.8, (t * rate * 1.6 + phase * 3.0).sin()) * 0.9;
            out.push(Spark::glow(px, py, u * (0.8 + 0.7 * size), color, light));
        }
    });
}
