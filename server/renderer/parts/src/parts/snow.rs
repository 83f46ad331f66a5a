//! Snow: a cottage with lit windows between white firs, smoke over the roof, a snowman, a fence
//! and a trodden path, and always flakes in the air.

use super::{props::fir, sky, weather};
use crate::plan::{Plan, aside};
use crate::{
    paint::{
        color::{Rgb, add, hex, mix, pixel, scale, smooth},
        noise::{Dice, fbm, ridge},
        shapes::{Canvas, curve, ink, oval, polygon, rect},
    },
    stage::{Frame, Light, Pose, Stage, sparks::Spark},
};
use evernear_rules::story::Hour;

const LAMP: Rgb = hex(0xFFC470);

pub fn light(plan: &Plan) -> Light {
    match plan.hour {
        Hour::Night => {
            Light { from: [0.88, 0.92, 1.0], to: [1.0, 0.98, 0.97], prints: [0.96, 0.955, 0.96] }
        }
        _ => Light { from: [0.88, 0.92, 1.0], to: [1.0, 0.985, 0.96], prints: [1.0, 0.99, 0.975] },
    }
}

/// The snow's lit and shaded colour at this hour.
fn white(plan: &Plan) -> (Rgb, Rgb) {
    match plan.hour {
        Hour::Dawn => (hex(0xFBE8DC), hex(0x9DAFCB)),
        Hour::Day => (hex(0xFAFBFC), hex(0xA9C0DC)),
        Hour::Sunset => (hex(0xF4CDBB), hex(0x7C80AC)),
        Hour::Night => (hex(0x8698C4), hex(0x26345E)),
    }
}

pub fn draw(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let side = plan.side;
    let high = if matches!(plan.hour, Hour::Day | Hour::Night) { 0.12 } else { 0.4 };
    let p = sky::add_sky(stage, plan, frame, h * 0.56, (w * (0.5 - side * 0.3), h * high));
    let (lit, shade) = white(plan);
    for (n, depth, base, tall) in [(0u32, 0.06, 0.55, 16.0), (1, 0.12, 0.6, 9.0)] {
        hill(stage, plan, frame, (n, depth, h * base, u * tall), p);
    }
    for (n, depth, base, size) in
        [(0u64, 0.16, 0.62, 8.0), (1, 0.24, 0.66, 14.0), (2, 0.34, 0.71, 20.0)]
    {
        firs(stage, plan, frame, (n, depth, h * base, u * size), side, p);
        ground(stage, plan, frame, (n as u32, depth + 0.02, h * base), (lit, shade));
        if n == 1 {
            cottage(stage, plan, frame, side, (lit, shade));
        }
    }
    ground(stage, plan, frame, (4, 0.5, h * 0.8), (lit, shade));
    snowman(stage, plan, frame, side, (lit, shade));
    weather::snow(stage, plan, frame, 150);
}

fn hill(
    stage: &mut Stage,
    plan: &Plan,
    frame: Frame,
    (n, depth, base, tall): (u32, f32, f32, f32),
    p: sky::Palette,
) {
    let (u, seed) = (frame.u, plan.noise(20 + n));
    let (lit, shade) = white(plan);
    stage.add(frame.painted(base - tall * 1.2, base + u * 8.0, depth, 0.0, |x, y| {
        let top = base - tall * ridge(seed, x / (u * (40.0 - 12.0 * n as f32)), 0.5, 3);
        let a = (y - top + 0.5).clamp(0.0, 1.0);
        let wood = smooth(0.5, 0.6, fbm(seed ^ 2, x / (u * 3.4), y / (u * 2.2), 4));
        let slope = fbm(seed ^ 3, x / (u * 5.0), y / (u * 3.0), 3);
        let mut c = mix(shade, lit, slope);
        c = mix(c, scale(p.shade, 1.2), wood * 0.6);
        c = mix(c, p.haze, 0.55 - 0.2 * n as f32);
        pixel(c, a)
    }));
}

/// A row of firs with snow on their boughs; the nearest stand aside.
fn firs(
    stage: &mut Stage,
    plan: &Plan,
    frame: Frame,
    (n, depth, base, size): (u64, f32, f32, f32),
    side: f32,
    p: sky::Palette,
) {
    let (w, u) = (frame.w, frame.u);
    let mut dice = Dice::new(plan.seed, 30 + n);
    let (lit, _) = white(plan);
    let dark = mix(mix(p.shade, hex(0x1E3A34), 0.6), p.haze, 0.34 - 0.14 * n as f32);
    let layer = frame.drawn(base - size * 1.5, base + u * 2.0, depth, u, |c| {
        for i in 0..(16 - 4 * n as i32) {
            let place = if n == 2 {
                // Left and right of the cottage.
                let edge = dice.range(-0.06, 0.17);
                if i % 2 == 0 { edge } else { 1.0 - edge }
            } else {
                dice.range(-0.06, 1.06)
            };
            let tall = size * dice.range(0.75, 1.3);
            let x = w * place;
            let own = scale(dark, dice.range(0.8, 1.15));
            fir(c, x, base + u, tall, own, &mut dice);
            load(c, (x, base + u, tall), mix(own, lit, 0.82), side, &mut dice);
        }
    });
    let phase = n as f32;
    stage.add(layer.alive(move |t| Pose::moved((t * 0.7 + phase).sin() * u * 0.1, 0.0)));
}

/// Snow lies on each tier, more on the side the wind came from.
fn load(c: &mut Canvas, (x, y, tall): (f32, f32, f32), color: Rgb, side: f32, dice: &mut Dice) {
    for i in 1..9 {
        let s = i as f32 / 9.0;
        let (half, level) = (tall * 0.19 * s.powf(0.85), y - tall * (1.0 - s));
        let lean = half * side * dice.range(0.05, 0.3);
        if let Some(path) = curve(
            (x + lean - half * 0.85, level - tall * 0.004),
            &[
                ((x + lean - half * 0.4, level - tall * 0.07), (x + lean, level - tall * 0.085)),
                (
                    (x + lean + half * 0.4, level - tall * 0.06),
                    (x + lean + half * 0.7, level - tall * 0.006),
                ),
                ((x + lean, level - tall * 0.045), (x + lean - half * 0.85, level - tall * 0.004)),
            ],
        ) {
            c.fill(&path, ink(color, 0.95));
        }
    }
}

/// Drifts with blue hollows; the nearest bears a trodden path that winds to the door.
fn ground(
    stage: &mut Stage,
    plan: &Plan,
    frame: Frame,
    (n, depth, base): (u32, f32, f32),
    (lit, shade): (Rgb, Rgb),
) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(50 + n));
    let (side, door) = (plan.side, aside(frame));
    let night = plan.hour == Hour::Night;
    let end = if n == 4 { h } else { base + u * 20.0 };
    stage.add(frame.painted(base - u * 4.0, end, depth, 0.0, |x, y| {
        let edge = base + (fbm(seed, x / (u * 24.0), 0.0, 2) - 0.5) * u * 7.0;
        let down = ((y - edge) / (h - base)).max(0.0);
        let drift = fbm(seed ^ 1, x / (u * 30.0) + down, y / (u * (9.0 + 14.0 * down)), 2);
        let fine = fbm(seed ^ 2, x / (u * 1.0), y / (u * 0.7), 2) - 0.5;
        let mut c =
            mix(shade, lit, (0.1 + 1.1 * smooth(0.2, 0.8, drift) - 0.2 * down).clamp(0.0, 1.0));
        if n >= 2 {
            // From the door to us.
            let way = ((y / h - 0.69) / 0.31).clamp(0.0, 1.0);
            let bend = w * (0.5 + side * (door * (1.0 - way) + 0.12 * (way * 4.2).sin() * way));
            let wide = u * (1.8 + 12.0 * way);
            let off = (x - bend) / wide;
            let track = smooth(1.0, 0.5, off.abs());
            let step = ridge(seed ^ 4, x / (u * 1.6), y / (u * (0.6 + 1.6 * way)), 2);
            c = mix(c, mix(shade, lit, 0.3 * step), track * 0.7);
        }
        // Warm light from the windows lies on the snow.
        let glow = (-((x - w * (0.5 + side * door)) / (u * 22.0)).powi(2)
            - ((y - h * 0.72) / (u * 9.0)).powi(2))
        .exp();
        c = add(c, LAMP, glow * if night { 0.42 } else { 0.12 });
        c = scale(c, 1.0 + fine * 0.09);
        pixel(c, smooth(0.0, u * 0.6, y - edge))
    }));
}

fn cottage(stage: &mut Stage, plan: &Plan, frame: Frame, side: f32, (lit, shade): (Rgb, Rgb)) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let (x, y) = (w * (0.5 + side * aside(frame)), h * 0.685);
    let u = u * 0.82;
    let day = matches!(plan.hour, Hour::Day | Hour::Dawn);
    let wood = if day { hex(0x7A5238) } else { hex(0x3A2A2A) };
    let roof = mix(shade, lit, 0.75);
    stage.add(frame.drawn(y - u * 34.0, y + u * 2.0, 0.25, 0.0, |c| {
        if let Some(path) = rect(x + side * u * 7.0 - u * 1.6, y - u * 27.0, u * 3.2, u * 12.0) {
            c.fill(&path, ink(scale(wood, 0.8), 1.0));
        }
        if let Some(path) = rect(x + side * u * 7.0 - u * 2.0, y - u * 28.2, u * 4.0, u * 1.6) {
            c.fill(&path, ink(roof, 1.0));
        }
        if let Some(path) = polygon(&[
            (x - u * 14.0, y + u),
            (x - u * 14.0, y - u * 12.0),
            (x, y - u * 25.0),
            (x + u * 14.0, y - u * 12.0),
            (x + u * 14.0, y + u),
        ]) {
            c.fill(&path, ink(wood, 1.0));
        }
        for i in 1..10 {
            let level = y - u * 1.5 * i as f32;
            if let Some(path) = rect(x - u * 14.0, level, u * 28.0, u * 0.22) {
                c.fill(&path, ink(scale(wood, 0.6), 0.8));
            }
        }
        // Snow on the roof, thick and soft at the eaves.
        if let Some(path) = curve(
            (x - u * 18.0, y - u * 9.6),
            &[
                ((x - u * 8.0, y - u * 18.0), (x, y - u * 28.0)),
                ((x + u * 8.0, y - u * 18.0), (x + u * 18.0, y - u * 9.6)),
                ((x + u * 17.0, y - u * 7.2), (x + u * 14.0, y - u * 9.2)),
                ((x + u * 6.0, y - u * 16.0), (x, y - u * 23.4)),
                ((x - u * 6.0, y - u * 16.0), (x - u * 14.0, y - u * 9.2)),
                ((x - u * 17.0, y - u * 7.2), (x - u * 18.0, y - u * 9.6)),
            ],
        ) {
            c.fade(
                &path,
                (x - u * 16.0 * side, 0.0),
                (x + u * 16.0 * side, 0.0),
                &[(0.0, ink(mix(shade, lit, 0.35), 1.0)), (1.0, ink(lit, 1.0))],
            );
        }
        for (dx, dy, wide, tall) in
            [(-8.2, 8.4, 5.6, 5.6), (8.2, 8.4, 5.6, 5.6), (0.0, 16.6, 3.6, 3.8)]
        {
            window(c, (x + u * dx, y - u * dy), (u * wide, u * tall), wood, lit);
        }
        if let Some(path) = rect(x - u * 2.6, y - u * 8.6, u * 5.2, u * 9.0) {
            c.fill(&path, ink(hex(0x7C3028), 1.0));
        }
        for k in [2.0, 1.1] {
            if let Some(path) = oval(x, y - u * 5.9, u * k, u * k) {
                let green = if k > 1.5 { hex(0x2F5038) } else { hex(0x7C3028) };
                c.fill(&path, ink(green, 1.0));
            }
        }
    }));
    let strong = if day { 0.25 } else { 0.62 };
    stage.sparks(0.25, move |t, out| {
        for dx in [-8.2, 8.2] {
            let flick = 1.0 + 0.05 * (t * 3.1 + dx).sin();
            out.push(Spark::glow(x + u * dx, y - u * 5.6, u * 11.0, LAMP, strong * flick));
        }
    });
    smoke(stage, plan, frame, (x + side * u * 7.0, y - u * 28.0));
}

fn window(c: &mut Canvas, (x, y): (f32, f32), (wide, tall): (f32, f32), wood: Rgb, lit: Rgb) {
    if let Some(path) = rect(x - wide * 0.58, y - tall * 0.08, wide * 1.16, tall * 1.16) {
        c.fill(&path, ink(scale(wood, 0.55), 1.0));
    }
    if let Some(path) = rect(x - wide / 2.0, y, wide, tall) {
        c.fade(
            &path,
            (0.0, y),
            (0.0, y + tall),
            &[(0.0, ink(hex(0xFFDC98), 1.0)), (1.0, ink(hex(0xF2A24C), 1.0))],
        );
    }
    for bar in [
        rect(x - wide * 0.05, y, wide * 0.1, tall),
        rect(x - wide / 2.0, y + tall * 0.46, wide, tall * 0.09),
    ]
    .into_iter()
    .flatten()
    {
        c.fill(&bar, ink(scale(wood, 0.55), 1.0));
    }
    if let Some(path) = oval(x, y + tall * 1.08, wide * 0.66, tall * 0.13) {
        c.fill(&path, ink(lit, 1.0));
    }
}

/// Two clouds of smoke that rise from the chimney and change into one another.
fn smoke(stage: &mut Stage, plan: &Plan, frame: Frame, (x, y): (f32, f32)) {
    let u = frame.u;
    for n in 0..2u32 {
        let seed = plan.noise(90 + n);
        let layer = frame.soft(4, y - u * 34.0, y + u, 0.25, u * 4.0, |px, py| {
            let up = (y - py) / (u * 30.0);
            let bend = up * up * u * 10.0 + (fbm(seed, 0.4, py / (u * 7.0), 2) - 0.5) * u * 5.0;
            let off = (px - x - bend) / (u * (1.2 + 5.0 * up.max(0.0)));
            let puff = smooth(0.25, 0.7, fbm(seed ^ 1, px / (u * 3.0), py / (u * 3.6), 3));
            let a = smooth(1.0, 0.0, off.abs()) * puff * smooth(-0.02, 0.06, up);
            [0.92, 0.92, 0.95, a * smooth(1.1, 0.2, up) * 0.55]
        });
        let phase = n as f32 * 0.5;
        stage.add(layer.alive(move |t| {
            let s = (t / 4.6 + phase).fract();
            Pose {
                dx: u * 1.5 * s,
                dy: -u * 5.0 * s,
                opacity: (s * std::f32::consts::PI).sin().powi(2),
            }
        }));
    }
}

/// A snowman with hat and scarf, and a fence that leads out of the picture.
fn snowman(stage: &mut Stage, plan: &Plan, frame: Frame, side: f32, (lit, shade): (Rgb, Rgb)) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let (x, y) = (w * (0.5 + side * 0.36), h * 0.965);
    let wool = Dice::new(plan.seed, 95).pick(&[
        hex(0xC0483C),
        hex(0x3F7A6C),
        hex(0xD08A34),
        hex(0x4C6CA8),
    ]);
    let dim = if plan.hour == Hour::Night { 0.62 } else { 0.95 };
    let post = mix(scale(hex(0x5A4438), dim), shade, 0.15);
    stage.add(frame.drawn(h * 0.76, h, 0.6, 0.0, |c| {
        for i in 0..9 {
            let px = w * 0.5 - side * (w * 0.14 + u * 5.2 * i as f32);
            let (foot, tall) = (h * 0.93 + u * 0.5 * i as f32, u * (9.0 + 0.5 * i as f32));
            if let Some(path) = rect(px - u * 0.7, foot - tall, u * 1.4, tall) {
                c.fill(&path, ink(post, 1.0));
            }
            if let Some(path) = oval(px, foot - tall, u * 1.1, u * 0.8) {
                c.fill(&path, ink(lit, 1.0));
            }
            for rail in [0.72, 0.36] {
                if let Some(path) = rect(px - u * 2.8, foot - tall * rail, u * 5.8, u * 0.9) {
                    c.fill(&path, ink(scale(post, 0.85), 1.0));
                }
                if let Some(path) =
                    rect(px - u * 2.8, foot - tall * rail - u * 0.4, u * 5.8, u * 0.5)
                {
                    c.fill(&path, ink(lit, 1.0));
                }
            }
        }
        if let Some(path) = oval(x + side * u * -1.4, y + u * 0.3, u * 8.0, u * 1.6) {
            c.fill(&path, ink(scale(shade, 0.7), 0.6));
        }
        for (dy, r) in [(5.4, 6.6), (14.0, 5.0), (21.0, 3.7)] {
            for k in 0..10 {
                let s = k as f32 / 9.0;
                let r = u * r * (1.0 - 0.6 * s);
                let (px, py) = (x + side * u * 1.1 * s, y - u * dy - u * 1.1 * s);
                if let Some(path) = oval(px, py, r, r * 0.96) {
                    let tone = mix(mix(shade, lit, 0.4), lit, s);
                    c.fill(&path, ink(tone, if k == 0 { 1.0 } else { 0.35 }));
                }
            }
        }
        for (dx, dy, r) in
            [(-1.3, 22.0, 0.5), (1.3, 22.0, 0.5), (0.0, 15.6, 0.55), (0.0, 13.0, 0.55)]
        {
            if let Some(path) = oval(x + u * dx, y - u * dy, u * r, u * r) {
                c.fill(&path, ink(hex(0x1E1C22), 1.0));
            }
        }
        if let Some(path) =
            polygon(&[(x, y - u * 21.5), (x + side * u * 4.4, y - u * 20.2), (x, y - u * 20.2)])
        {
            c.fill(&path, ink(scale(hex(0xE07A2E), dim), 1.0));
        }
        for way in [-1.0, 1.0] {
            let (a, b) = ((x + way * u * 4.4, y - u * 15.0), (x + way * u * 9.6, y - u * 19.0));
            if let Some(path) = curve(a, &[((x + way * u * 7.0, y - u * 15.6), b)]) {
                c.line(&path, u * 0.5, ink(hex(0x3E2C22), 1.0));
            }
        }
        if let Some(path) = rect(x - u * 3.8, y - u * 18.6, u * 7.6, u * 1.9) {
            c.fill(&path, ink(scale(wool, dim), 1.0));
        }
        if let Some(path) = rect(x - side * u * 2.6 - u, y - u * 17.6, u * 2.0, u * 5.4) {
            c.fill(&path, ink(scale(wool, dim * 0.85), 1.0));
        }
        let hat = hex(0x26242C);
        for (px, py, wide, tall) in [(-4.6, 24.6, 9.2, 1.1), (-2.9, 29.4, 5.8, 5.2)] {
            if let Some(path) = rect(x + u * px, y - u * py, u * wide, u * tall) {
                c.fill(&path, ink(hat, 1.0));
            }
        }
        if let Some(path) = rect(x - u * 2.9, y - u * 26.0, u * 5.8, u * 1.4) {
            c.fill(&path, ink(scale(wool, dim), 1.0));
        }
    }));
}
