//! The front of a car from within: dashboard, dials, wheel and mirror before the windscreen, and the
//! bench that people lean against.

mod dials;

use crate::paint::{
    color::{Rgb, add, hex, mix, pixel, scale, smooth},
    noise::{Dice, fbm, value},
    shapes::{ink, oval, polygon, rect, rounded},
};
use crate::parts::{
    daylight::{inside, lit},
    forms::{ball, bar, bent, flat},
    sky,
};
use crate::plan::Plan;
use crate::stage::{Frame, Pose, Stage};
use evernear_rules::story::Hour;

/// Where the dashboard begins below the windscreen, and the bench below it, as parts of the height.
const DASH: f32 = 0.53;

const BENCH: f32 = 0.705;

/// What the inside is made of.
struct Trim {
    /// Leather of the bench, and the paint of the dashboard.
    leather: Rgb,
    paint: Rgb,
    chrome: Rgb,
    /// How bright its lamps burn, 0 to 1.
    lamps: f32,
    /// A size that is as large beside the windscreen in every shape of the frame.
    s: f32,
}

pub fn draw(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let kinds = [
        (hex(0xA8683C), hex(0x6E3A30)),
        (hex(0x9A4038), hex(0x5E6A60)),
        (hex(0xB89A6E), hex(0x2F5360)),
    ];
    let (leather, paint) = Dice::new(plan.seed, 310).pick(&kinds);
    let lamps = match plan.hour {
        Hour::Day => 0.3,
        Hour::Dawn => 0.6,
        Hour::Sunset => 0.75,
        Hour::Night => 1.0,
    };
    let trim = Trim {
        leather: inside(plan, leather),
        paint: inside(plan, paint),
        chrome: inside(plan, hex(0xD8D6CE)),
        lamps,
        s: (frame.h * 0.0078).min(frame.u * 1.04),
    };
    dashboard(stage, plan, frame, &trim);
    dials::fittings(stage, plan, frame, &trim);
    wheel(stage, plan, frame, &trim);
    mirror(stage, plan, frame);
    charm(stage, plan, frame);
    bench(stage, plan, frame, &trim);
}

/// The upper edge of the dashboard, which bulges towards the glass.
fn edge(frame: Frame, x: f32) -> f32 {
    let away = (x / frame.w - 0.5) * 2.0;
    frame.h * DASH + frame.u * (1.0 + 3.4 * away * away)
}

/// Grained padding in the light of the windscreen, below it the painted front with a strip of wood.
fn dashboard(stage: &mut Stage, plan: &Plan, frame: Frame, trim: &Trim) {
    let (h, u, seed) = (frame.h, frame.u, plan.noise(311));
    let (s, paint) = (trim.s, trim.paint);
    let (glow, day) = (sky::palette(plan.hour).sun, plan.daylight());
    let wood = inside(plan, hex(0x8A5426));
    let (pad, strip) = (s * 5.6, s * 12.6);
    stage.add(frame.painted(h * DASH, h * (BENCH + 0.05), 0.34, 0.0, |x, y| {
        let down = y - edge(frame, x);
        let alpha = (down + 0.5).clamp(0.0, 1.0);
        if alpha <= 0.0 {
            return [0.0; 4];
        }
        let grain = value(seed, x / (u * 0.34), y / (u * 0.3)) - 0.5;
        let cloud = fbm(seed ^ 1, x / (u * 9.0), y / (u * 5.0), 3) - 0.5;
        let mut c = if down < pad {
            // It curves from the glass towards us.
            let bend = down / pad;
            let c = scale(
                mix(paint, hex(0x1C1816), 0.35),
                1.3 - 0.75 * bend + 0.2 * grain + 0.12 * cloud,
            );
            let c = add(c, glow, (0.36 * smooth(0.55, 0.0, bend) + 0.06) * day);
            let seam = (down - pad * 0.86).abs() / (u * 0.16);
            let stitch = smooth(1.0, 0.4, seam) * smooth(0.3, 0.4, (x / (u * 0.9)).fract());
            mix(c, mix(trim.leather, [1.0, 0.9, 0.7], 0.3), stitch * 0.8)
        } else if (down - strip).abs() < s * 1.9 {
            let across = (down - strip) / (s * 1.9);
            let veins = fbm(seed ^ 2, x / (u * 12.0), y / (u * 0.5) + cloud * 5.0, 4);
            let c = scale(wood, 0.62 + 0.75 * veins);
            let gloss = smooth(0.5, 0.0, (across + 0.45).abs()) * 0.2;
            let rim = smooth(0.84, 0.95, across.abs());
            mix(add(c, [1.0, 0.92, 0.8], gloss), scale(trim.chrome, 0.75 - 0.25 * across), rim)
        } else {
            let front = (down - pad) / (s * 17.0);
            scale(
                add(paint, [1.0; 3], 0.1 * smooth(0.3, 0.0, front)),
                1.0 - 0.3 * front + 0.08 * cloud,
            )
        };
        c = scale(c, 1.0 - 0.5 * smooth(u * 1.4, 0.0, down - pad) * smooth(0.0, 0.2, down - pad));
        let corner = ((x / frame.w - 0.5) * 1.6).powi(2);
        pixel(scale(c, 1.0 - 0.3 * corner.min(1.0)), alpha)
    }));
}

/// The hub of the wheel, and how large it is.
fn wheel_at(frame: Frame, plan: &Plan, s: f32) -> (f32, f32, f32) {
    let off = frame.w * if frame.w < frame.h * 0.8 { 0.29 } else { 0.37 };
    (frame.w * 0.5 - plan.turn() * off, frame.h * 0.575, s * 15.6)
}

/// The wheel: a rim of leather, spokes of chrome, the horn in its hub.
fn wheel(stage: &mut Stage, plan: &Plan, frame: Frame, trim: &Trim) {
    let s = trim.s;
    let (x, y, r) = wheel_at(frame, plan, s);
    let glow = sky::palette(plan.hour).sun;
    stage.add(frame.drawn(y - r - s * 2.0, y + r + s * 2.0, 0.44, 0.0, |c| {
        let dark = mix(scale(trim.leather, 0.4), hex(0x1A1512), 0.4);
        for (turn, width) in [(0.12f32, 2.3), (3.02, 2.3), (1.57, 2.6)] {
            let end = (x + turn.cos() * r * 0.96, y + turn.sin() * r * 0.92);
            bar(c, (x, y + s * 0.5), (end.0, end.1 + s * 0.5), s * width, scale(trim.chrome, 0.34));
            bar(c, (x, y), end, s * width * 0.8, scale(trim.chrome, 0.86));
            bar(
                c,
                (x, y - s * 0.5),
                (end.0, end.1 - s * 0.5),
                s * 0.4,
                add(trim.chrome, [1.0; 3], 0.24),
            );
        }
        for (grow, dy, width, tone, alpha) in [
            (1.0, 0.9, 3.0, hex(0x0C0A08), 0.5),
            (1.0, 0.0, 2.9, dark, 1.0),
            (0.995, -0.3, 1.7, scale(dark, 1.9), 1.0),
            (0.99, -0.5, 0.6, add(scale(dark, 2.2), glow, 0.3 * plan.daylight()), 0.9),
        ] {
            if let Some(path) = oval(x, y + s * dy, r * grow, r * grow * 0.95) {
                c.line(&path, s * width, ink(tone, alpha));
            }
        }
        if let Some(path) = oval(x, y, r * 0.52, r * 0.49) {
            c.line(&path, s * 0.8, ink(trim.chrome, 1.0));
        }
        ball(c, (x, y), (s * 4.4, s * 4.2), scale(dark, 1.4));
        ball(c, (x, y), (s * 2.9, s * 2.8), trim.chrome);
        ball(c, (x, y), (s * 2.2, s * 2.1), trim.paint);
        flat(
            c,
            &[(x, y - s * 1.3), (x + s * 1.2, y + s * 0.9), (x - s * 1.2, y + s * 0.9)],
            trim.chrome,
        );
        // The lever of the indicator.
        let way = -plan.turn();
        bent(
            c,
            (x + way * s * 3.0, y + s * 3.0),
            (x + way * s * 10.0, y + s * 4.0),
            (x + way * s * 19.0, y + s * 1.0),
            s * 0.8,
            scale(trim.chrome, 0.8),
        );
        ball(c, (x + way * s * 19.0, y + s * 1.0), (s * 1.3, s * 1.1), hex(0x1E1A17));
    }));
}

/// Sun visors, and the mirror with the way back in it.
fn mirror(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let Frame { w, h, u, .. } = frame;
    let (cloth, p) = (inside(plan, hex(0xA08F78)), sky::palette(plan.hour));
    stage.add(frame.drawn(h * 0.03, h * 0.1 + u * 10.0, 0.4, 0.0, |c| {
        for (x, wide) in [(w * 0.07, w * 0.33), (w * 0.6, w * 0.33)] {
            if let Some(path) = rounded(x, h * 0.055, wide, h * 0.066, u * 1.6) {
                let stops = [
                    (0.0, ink(add(cloth, [1.0; 3], 0.05), 1.0)),
                    (0.8, ink(scale(cloth, 0.85), 1.0)),
                    (1.0, ink(add(scale(cloth, 0.8), p.sun, 0.3 * plan.daylight()), 1.0)),
                ];
                c.fade(&path, (0.0, h * 0.055), (0.0, h * 0.121), &stops);
                c.line(&path, u * 0.24, ink(scale(cloth, 0.55), 0.8));
            }
        }
        let y = h * 0.1;
        if let Some(path) = rect(w / 2.0 - u * 0.5, y - u * 3.0, u, u * 7.0) {
            c.fill(&path, ink(hex(0x1E1A18), 1.0));
        }
        if let Some(path) = rounded(w / 2.0 - u * 9.2, y + u * 2.6, u * 18.4, u * 6.2, u * 2.4) {
            c.fade(
                &path,
                (0.0, y + u * 2.6),
                (0.0, y + u * 8.8),
                &[(0.0, ink(hex(0x4A443E), 1.0)), (1.0, ink(hex(0x1A1613), 1.0))],
            );
        }
        if let Some(path) = rounded(w / 2.0 - u * 8.2, y + u * 3.4, u * 16.4, u * 4.6, u * 1.8) {
            let stops = [
                (0.0, ink(p.sky[2].1, 1.0)),
                (0.5, ink(mix(p.sky[2].1, p.haze, 0.8), 1.0)),
                (0.54, ink(lit(plan, hex(0x5A6A42)), 1.0)),
                (1.0, ink(lit(plan, hex(0x4A463E)), 1.0)),
            ];
            c.fade(&path, (0.0, y + u * 3.4), (0.0, y + u * 8.0), &stops);
        }
        flat(
            c,
            &[
                (w / 2.0 - u * 0.3, y + u * 5.9),
                (w / 2.0 + u * 0.3, y + u * 5.9),
                (w / 2.0 + u * 3.0, y + u * 8.0),
                (w / 2.0 - u * 3.0, y + u * 8.0),
            ],
            lit(plan, hex(0x77736E)),
        );
    }));
}

/// A little tree of card that swings from the mirror.
fn charm(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let Frame { w, h, u, .. } = frame;
    let (cx, cy) = (w / 2.0, h * 0.1 + u * 8.4);
    let layer = frame.drawn(cy, cy + u * 12.0, 0.42, u * 2.0, |c| {
        bar(c, (cx, cy), (cx, cy + u * 5.0), u * 0.2, inside(plan, hex(0x6A5A4C)));
        let pine = lit(plan, hex(0x2F6A44));
        for k in 0..3 {
            let y = cy + u * (4.6 + 1.7 * k as f32);
            let half = u * (1.2 + 0.5 * k as f32);
            if let Some(path) =
                polygon(&[(cx, y), (cx + half, y + u * 2.3), (cx - half, y + u * 2.3)])
            {
                c.fill(&path, ink(scale(pine, 1.2 - 0.16 * k as f32), 1.0));
            }
        }
    });
    stage.add(
        layer.alive(move |t| {
            Pose::moved((t * 2.3).sin() * u * 0.5, (t * 4.6).cos().abs() * u * 0.1)
        }),
    );
}

/// The back of the bench: pleats of leather between piping.
fn bench(stage: &mut Stage, plan: &Plan, frame: Frame, trim: &Trim) {
    let Frame { w, h, u, .. } = frame;
    let (seed, s, leather) = (plan.noise(316), trim.s, trim.leather);
    let top = move |x: f32| {
        let split = (x / w - 0.5).abs() / 0.045;
        h * BENCH
            + u * 2.4 * (1.0 - smooth(0.2, 1.0, split))
            + u * 1.5 * ((x / w - 0.5) * 2.0).powi(4)
    };
    let glow = sky::palette(plan.hour).sun;
    stage.add(frame.painted(h * BENCH - u, h, 0.5, 0.0, |x, y| {
        let down = y - top(x);
        let alpha = (down + 0.5).clamp(0.0, 1.0);
        if alpha <= 0.0 {
            return [0.0; 4];
        }
        let roll = s * 4.6;
        let grain = value(seed, x / (u * 0.4), y / (u * 0.4)) - 0.5;
        let worn = fbm(seed ^ 1, x / (u * 6.0), y / (u * 8.0), 3) - 0.5;
        let mut c = scale(leather, 0.92 + 0.1 * grain + 0.24 * worn);
        if down < roll {
            let bend = down / roll;
            c = add(
                scale(c, 1.16 - 0.5 * bend * bend),
                glow,
                (0.04 + 0.24 * smooth(0.4, 0.0, bend)) * plan.daylight(),
            );
        } else {
            let pleat = (x / (s * 4.4)).rem_euclid(1.0) * 2.0 - 1.0;
            c = scale(
                c,
                (1.1 - 0.5 * pleat.abs().powi(3)) * (1.0 - 0.3 * smooth(roll, h - top(x), down)),
            );
            c = add(c, [1.0, 0.95, 0.88], 0.07 * smooth(0.4, 0.0, (pleat + 0.3).abs()));
        }
        let piping = smooth(s * 0.7, s * 0.3, (down - roll).abs());
        c = mix(c, mix(leather, hex(0xF0E2C4), 0.5), piping * 0.9);
        c = scale(
            c,
            1.0 - 0.4
                * smooth(s * 2.4, 0.0, down - roll - s * 0.6)
                * smooth(0.0, 1.0, down - roll - s * 0.6),
        );
        pixel(c, alpha)
    }));
}
