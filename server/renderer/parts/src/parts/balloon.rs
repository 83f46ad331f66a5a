//! High above a valley in the basket of a hot-air balloon: its rim before and behind people, the burner
//! above, the envelope over it, other balloons far off.

use evernear_rules::story::{Hour, Weather};

use super::{
    backdrop,
    daylight::lit,
    forms::{ball, bar, bent, block, flat, post},
    sky, weather,
};
use crate::paint::{
    color::{Rgb, add, hex, mix, pixel, scale, smooth},
    noise::{Dice, fbm, value},
    shapes::{Canvas, Position, curve, ink, oval},
};
use crate::plan::Plan;
use crate::stage::{Frame, Pose, Stage, sparks::Spark};

const STRIPES: [[u32; 4]; 4] = [
    [0xC8302A, 0xF2B632, 0xF4EBD8, 0xE0702A],
    [0x2A5C9A, 0xF4EBD8, 0xC83A34, 0xF4EBD8],
    [0x6A3A8A, 0xE8913A, 0xF2C84A, 0xC23A5A],
    [0x1F7A78, 0xF4EBD8, 0xF0A83A, 0xD8502E],
];

pub fn draw(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let line = h * 0.4;
    let high = if matches!(plan.hour, Hour::Sunset | Hour::Dawn) { 6.0 } else { 11.0 };
    let sun = (w * (0.5 + 0.27 * plan.turn()), line - u * high);
    let p = sky::add_sky(stage, plan, frame, line, sun);
    backdrop::hills(stage, plan, frame, line + u, p, 2);
    valley(stage, plan, frame, (line + u * 4.0, sun.0), p);
    others(stage, plan, frame, line, p);
    weather::add(stage, plan, frame);
    let inside = Craft::of(plan, frame);
    envelope(stage, plan, frame, &inside, sun.0);
    far_wall(stage, plan, frame, &inside);
    rigging(stage, plan, frame, &inside);
    near_wall(stage, plan, frame, &inside);
}

/// Where the parts of our own balloon are.
struct Craft {
    /// The mouth of the envelope, and half its width.
    mouth: f32,
    throat: f32,
    burner: f32,
    /// Half the width of the basket.
    half: f32,
    far_rim: f32,
    near_rim: f32,
    wicker: Rgb,
    leather: Rgb,
}

impl Craft {
    fn of(plan: &Plan, frame: Frame) -> Self {
        let (w, h, u) = (frame.w, frame.h, frame.u);
        let mut dice = Dice::new(plan.seed, 701);
        let leather = dice.pick(&[hex(0x5A3220), hex(0x34302E), hex(0x2E4A3A), hex(0x6E2A26)]);
        let mouth = (h * 0.15).min(u * 19.0);
        Self {
            mouth,
            throat: u * 8.5,
            burner: mouth + u * 7.0,
            half: (w * 0.56).min(u * 58.0),
            far_rim: h * 0.7,
            near_rim: h * 0.85,
            wicker: lit(plan, dice.pick(&[hex(0xC08A4A), hex(0xB07A44), hex(0xCFA060)])),
            leather: lit(plan, leather),
        }
    }
}

/// Fields, woods and a river, as they lie far below.
fn valley(stage: &mut Stage, plan: &Plan, frame: Frame, (top, sun): (f32, f32), p: sky::Palette) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(700));
    let (dark, pale) = plan.foliage();
    let (dark, pale) = (lit(plan, dark), lit(plan, pale));
    let (straw, soil) = (lit(plan, hex(0xD9B964)), lit(plan, hex(0x9A7048)));
    let snow = scale([0.93, 0.95, 0.98], plan.daylight().max(0.36));
    let white = if plan.weather == Weather::Snow { 0.62 } else { 0.0 };
    let gleam = mix(mix(p.haze, p.sky[1].1, 0.35), p.sun, 0.42);
    stage.add(frame.painted(top, h, 0.16, 0.0, |x, y| {
        let down = ((y - top) / (h - top)).clamp(0.0, 1.0);
        let far = 1.0 / (0.1 + down);
        let gx = (x - w / 2.0) / u * far * 0.16;
        let gy = far * 5.0;
        let roll = fbm(seed, gx / 6.0, gy / 6.0, 3) - 0.5;
        // Strips of fields, each turned and sown in its own way.
        let (fx, fy) = (gx * 0.36 + gy * 0.12 + roll * 1.6, gy * 0.42 - gx * 0.07 + roll * 1.2);
        let (cx, cy) = (fx.floor(), (fy + value(seed ^ 8, fx.floor(), 0.5)).floor());
        let sown = value(seed ^ 1, cx * 7.3, cy * 5.1);
        let mut c = match (sown * 4.0) as u32 {
            0 => mix(dark, pale, 0.45),
            1 => mix(pale, straw, 0.3),
            2 => mix(straw, pale, 0.25),
            _ => mix(soil, pale, 0.45),
        };
        let furrow = value(seed ^ 2, fx * 14.0, fy * if sown > 0.5 { 2.0 } else { 22.0 }) - 0.5;
        c = scale(c, 1.0 + 0.16 * furrow * smooth(0.1, 0.5, down) + roll * 0.5);
        let ry = (fy + value(seed ^ 8, fx.floor(), 0.5)).fract();
        let edge = (fx.fract()).min(1.0 - fx.fract()).min(ry.min(1.0 - ry));
        let wood = fbm(seed ^ 3, gx / 3.2, gy / 3.0, 4);
        let crowns = value(seed ^ 4, gx * 3.4, gy * 3.4);
        let trees = smooth(0.53, 0.57, wood).max(smooth(0.07, 0.02, edge) * 0.7);
        c = mix(c, scale(dark, 0.5 + 0.7 * crowns), trees);
        c = mix(c, snow, white * (1.0 - 0.6 * trees));
        // The river winds towards the light.
        let bed = (sun - w / 2.0) / u * 0.12 * far.min(4.0)
            + 4.2 * (gy * 0.34 + value(seed ^ 5, gy * 0.3, 0.0) * 2.0).sin();
        let off = (gx - bed).abs();
        c = mix(c, scale(dark, 0.55), smooth(1.6, 1.0, off) * 0.8);
        c = mix(c, gleam, smooth(1.0, 0.86, off));
        c = add(c, p.sun, 0.12 * smooth(u * 34.0, 0.0, (x - sun).abs()) * plan.daylight());
        c = mix(c, p.haze, 0.14 + 0.7 * smooth(0.5, 0.0, down));
        pixel(c, smooth(0.0, u * 4.0, y - top))
    }));
    // Mist that lies in the valley.
    let layer = frame.soft(4, top, top + h * 0.2, 0.17, u * 5.0, |x, y| {
        let body = fbm(seed ^ 6, x / (u * 22.0), y / (u * 3.4), 4);
        let k = (y - top) / (h * 0.2);
        pixel(mix(p.haze, p.sun, 0.2), smooth(0.42, 0.8, body) * smooth(1.0, 0.2, k) * 0.6)
    });
    stage.add(layer.alive(move |t| Pose::moved(u * 0.5 * (t - 5.0), 0.0)));
}

/// One balloon as it is seen from afar, `r` the half width of its envelope.
fn balloon(c: &mut Canvas, (x, y): Position, r: f32, tones: [Rgb; 4]) {
    let outline = |half: f32| {
        curve(
            (x, y - r),
            &[
                ((x + half * 0.95, y - r), (x + half, y)),
                ((x + half * 0.98, y + r * 0.62), (x + half * 0.17, y + r * 1.36)),
                ((x, y + r * 1.42), (x - half * 0.17, y + r * 1.36)),
                ((x - half * 0.98, y + r * 0.62), (x - half, y)),
                ((x - half * 0.95, y - r), (x, y - r)),
            ],
        )
    };
    for (k, half) in [1.0f32, 0.86, 0.64, 0.4, 0.14].into_iter().enumerate() {
        if let Some(path) = outline(r * half) {
            c.fade(&path, (x - r, 0.0), (x + r, 0.0), &super::props::round(tones[k % 4]));
        }
    }
    for dx in [-0.14f32, 0.14] {
        bar(
            c,
            (x + dx * r, y + r * 1.36),
            (x + dx * r * 0.8, y + r * 1.72),
            r * 0.03,
            hex(0x4A3A2E),
        );
    }
    block(c, (x - r * 0.14, y + r * 1.7), (r * 0.28, r * 0.22), scale(hex(0x7A5430), 0.9));
}

fn others(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32, p: sky::Palette) {
    let (w, u) = (frame.w, frame.u);
    let mut dice = Dice::new(plan.seed, 705);
    let dim = if plan.hour == Hour::Night { 0.62 } else { plan.daylight() };
    let side = -plan.turn();
    let mut lamps = Vec::new();
    for (n, (s, up, r)) in [
        (0.5f32, 6.0f32, 1.5f32),
        (-0.62, 10.0, 2.3),
        (0.86, 3.0, 1.2),
        (0.36, 15.0, 3.2),
        (0.78, 12.0, 5.6),
    ]
    .into_iter()
    .enumerate()
    {
        let x = w * (0.5 + side * 0.5 * s) + u * dice.range(-3.0, 3.0);
        let y = line - u * (up + dice.range(-1.5, 2.5));
        let r = u * r;
        let own = dice.pick(&STRIPES).map(|c| {
            let c = if dim < 0.7 { scale(hex(c), dim) } else { lit(plan, hex(c)) };
            mix(c, p.haze, 0.5 - 0.07 * r / u)
        });
        let layer = frame.drawn(y - r * 1.2, y + r * 2.1, 0.1 + 0.01 * n as f32, u, |c| {
            balloon(c, (x, y), r, own);
        });
        let phase = n as f32 * 1.7;
        stage.add(layer.alive(move |t| {
            Pose::moved((t * 0.2 + phase).sin() * u * 0.8, (t * 0.33 + phase).cos() * u * 0.6)
        }));
        lamps.push((x, y, r, phase));
    }
    let glow = match plan.hour {
        Hour::Night => 0.75,
        Hour::Day => 0.0,
        _ => 0.3,
    };
    stage.sparks(0.13, move |t, out| {
        for &(x, y, r, phase) in &lamps {
            let burst = 0.45 + 0.55 * smooth(0.3, 0.9, (t * 0.8 + phase * 2.0).sin());
            let spark = Spark::glow(x, y + r * 0.6, r * 1.9, [1.0, 0.66, 0.3], glow * burst);
            out.push(spark);
        }
    });
}

/// The lower part of our envelope: gores that run together at its mouth, shone through by the flame.
fn envelope(stage: &mut Stage, plan: &Plan, frame: Frame, craft: &Craft, sun: f32) {
    let (w, u, seed) = (frame.w, frame.u, plan.noise(703));
    let tones = Dice::new(plan.seed, 702).pick(&STRIPES).map(|c| lit(plan, hex(c)));
    let (mouth, throat) = (craft.mouth, craft.throat);
    let reach = (w * 0.54).min(u * 62.0);
    let warm = match plan.hour {
        Hour::Day => 0.1,
        Hour::Night => 0.5,
        _ => 0.24,
    };
    let to_sun = ((sun - w / 2.0) / w * 2.0).clamp(-1.0, 1.0);
    stage.add(frame.painted(-u * 8.0, mouth + u * 2.6, 0.3, 0.0, |x, y| {
        let s = (x - w / 2.0) / u;
        let skirt = mouth - u * 4.0;
        let up = (skirt - y) / (skirt + u * 2.0);
        let half = if up > 0.0 {
            (throat * 0.8 + (reach - throat * 0.8) * up.powf(0.72)) / u
        } else {
            (throat * 0.8 + throat * 0.2 * (y - skirt) / (u * 4.0)) / u
        };
        let k = s / half;
        let low = mouth + u * 1.9 * (1.0 - k * k).max(0.0).sqrt();
        let a = smooth(0.0, 0.5, half - s.abs()) * smooth(0.0, u * 0.3, low - y);
        if a <= 0.0 {
            return [0.0; 4];
        }
        let turn = k.clamp(-1.0, 1.0).asin() / std::f32::consts::PI * 16.0 + 0.5;
        let (gore, across) = (turn.floor(), turn - turn.floor());
        let mut c = tones[(gore as i32).rem_euclid(4) as usize];
        if up <= 0.0 {
            c = tones[0];
        }
        // Each gore swells between its tapes.
        let swell = (across * std::f32::consts::PI).sin();
        let crease = fbm(seed, turn * 2.0, y / (u * 2.4), 3) - 0.5;
        c = scale(c, 0.5 + 0.26 * swell + 0.34 * (1.0 - k * k).max(0.0) + 0.2 * crease);
        c = add(c, c, 0.28 * smooth(0.2, 1.0, k * to_sun));
        let seam = smooth(0.06, 0.02, (y - skirt).abs() / u / 8.0);
        c = scale(c, 1.0 - 0.4 * seam - 0.3 * smooth(0.07, 0.02, across.min(1.0 - across)));
        let near = (-(s.hypot((y - mouth) / u) / 16.0)).exp();
        pixel(add(c, [1.0, 0.68, 0.34], warm * near), a)
    }));
}

/// Wicker between x and its rim: canes that pass before and behind upright stakes.
fn weave(seed: u32, (x, y): Position, u: f32, tone: Rgb) -> Rgb {
    let (sx, sy) = (x / (u * 2.1), y / (u * 0.82));
    let row = sy.floor();
    let over = ((sx + row * 0.5) * std::f32::consts::TAU).sin() * 0.5 + 0.5;
    let cane = ((sy - row) * std::f32::consts::PI).sin();
    let own = value(seed, row * 3.1, (sx + row * 0.5).floor() * 1.7);
    let vein = fbm(seed ^ 1, x / (u * 1.6), y / (u * 0.25), 2) - 0.5;
    scale(tone, (0.42 + 0.5 * cane) * (0.62 + 0.5 * over) + 0.24 * own + 0.2 * vein)
}

/// The side of the basket behind people, seen from within.
fn far_wall(stage: &mut Stage, plan: &Plan, frame: Frame, craft: &Craft) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(708));
    let (half, rim) = (craft.half * 0.95, craft.far_rim);
    let (wicker, leather) = (craft.wicker, craft.leather);
    let bow = move |x: f32| {
        let k = (x - w / 2.0) / half;
        rim + u * 5.0 * k * k
    };
    stage.add(frame.painted(rim - u * 2.0, h, 0.44, 0.0, |x, y| {
        let k = ((x - w / 2.0) / half).abs();
        let d = (y - bow(x)) / u;
        let slack = 0.02 * (y - rim) / (h - rim);
        let a = smooth(0.0, 0.006, 1.02 + slack - k) * smooth(-1.6, -1.3, d);
        if a <= 0.0 {
            return [0.0; 4];
        }
        if d < 1.5 {
            let round = (1.0 - (d / 1.5).powi(2)).max(0.0).sqrt();
            let stitch = smooth(0.12, 0.05, ((x / (u * 6.0)).fract() - 0.5).abs());
            let worn = fbm(seed ^ 5, x / u, y / (u * 0.6), 3) - 0.5;
            let c =
                scale(leather, 0.5 + 0.75 * round * (1.0 - d * 0.22) - 0.3 * stitch + 0.3 * worn);
            return pixel(c, a);
        }
        let dim = 0.66 - 0.2 * smooth(0.0, 14.0, d) - 0.2 * k * k;
        let c = weave(seed, (x, y - bow(x) + rim), u * 0.9, wicker);
        pixel(scale(c, dim * (1.0 - 0.4 * smooth(3.5, 1.5, d))), a)
    }));
}

/// Uprights, ropes, the frame of the burner and its flame.
fn rigging(stage: &mut Stage, plan: &Plan, frame: Frame, craft: &Craft) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let (x, y) = (w / 2.0, craft.burner);
    let steel = lit(plan, hex(0x9AA0A6));
    let hemp = lit(plan, hex(0xE2D4B0));
    let (half, rim) = (craft.half, craft.far_rim);
    let span = u * 10.0;
    stage.add(frame.drawn(craft.mouth - u * 2.0, h, 0.45, 0.0, |c| {
        for s in [-1.0f32, -0.45, 0.45, 1.0] {
            bar(
                c,
                (x + s * craft.throat * 0.9, craft.mouth),
                (x + s * span, y + u),
                u * 0.2,
                scale(hemp, 0.7),
            );
        }
        for (s, foot, k) in [(0.62f32, rim + u * 2.0, 0.6f32), (0.94, rim + u * 13.0, 1.0)] {
            for side in [-1.0f32, 1.0] {
                let from = (x + side * span * k, y + u * 1.2);
                let to = (x + side * half * s, foot);
                let out = (
                    f32::midpoint(from.0, to.0) + side * u * 5.0 * k,
                    f32::midpoint(from.1, to.1) - u * 6.0,
                );
                bent(c, from, out, to, u * 1.25 * k, scale(craft.leather, 0.6));
                bent(
                    c,
                    (from.0 - u * 0.2, from.1),
                    (out.0 - u * 0.2, out.1),
                    (to.0 - u * 0.2, to.1),
                    u * 0.5 * k,
                    scale(craft.leather, 1.25),
                );
                bent(
                    c,
                    from,
                    (out.0 + side * u * 3.0, out.1),
                    (to.0 + side * u * 2.5, foot),
                    u * 0.24,
                    hemp,
                );
            }
        }
        block(c, (x - span - u, y + u * 0.4), (span * 2.0 + u * 2.0, u * 1.1), steel);
        for dx in [-3.1f32, 3.1] {
            post(c, x + u * dx, (y - u * 2.6, y + u * 4.2), u * 1.8, scale(steel, 0.82));
            for k in 0..4 {
                let cy = y - u * 2.4 + u * 0.9 * k as f32;
                bent(
                    c,
                    (x + u * (dx - 2.0), cy),
                    (x + u * dx, cy + u * 0.9),
                    (x + u * (dx + 2.0), cy),
                    u * 0.34,
                    lit(plan, hex(0xC08A5A)),
                );
            }
            ball(c, (x + u * dx, y + u * 4.3), (u * 1.3, u * 0.7), scale(steel, 0.6));
            bent(
                c,
                (x + u * dx, y + u * 4.6),
                (x + u * dx * 2.0, y + u * 8.0),
                (x + dx.signum() * span, y + u * 2.0),
                u * 0.36,
                hex(0x2A2624),
            );
        }
    }));
    let strong = if plan.hour == Hour::Day { 0.55 } else { 0.9 };
    stage.sparks(0.45, move |t, out| {
        let burst = smooth(-0.1, 0.5, (t * 0.9).sin());
        for dx in [-3.1f32, 3.1] {
            for k in 0..5 {
                let s = k as f32 / 4.0;
                let sway = (t * 9.0 + s * 4.0 + dx).sin() * u * 0.35 * s;
                let r = u * (1.9 - 1.0 * s) * (0.45 + 0.55 * burst);
                let tone = mix([0.6, 0.75, 1.0], [1.0, 0.6, 0.2], 0.3 + s);
                let rise = u * 8.0 * s * (0.3 + 0.7 * burst);
                out.push(Spark::glow(x + u * dx + sway, y - u * 2.6 - rise, r * 1.6, tone, strong));
            }
        }
        out.push(Spark::glow(x, y - u * 5.0, u * 22.0, [1.0, 0.66, 0.3], 0.34 * burst * strong));
    });
}

/// The side of the basket before people, its padded rim, ropes that hang on it.
fn near_wall(stage: &mut Stage, plan: &Plan, frame: Frame, craft: &Craft) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(709));
    let (rim, wicker, leather) = (craft.near_rim, craft.wicker, craft.leather);
    let half = craft.half;
    let bow = move |x: f32| {
        let k = (x - w / 2.0) / half;
        rim + u * 1.5 - u * 1.5 * k * k
    };
    let snowy = plan.weather == Weather::Snow;
    let snow = scale([0.94, 0.96, 0.99], plan.daylight().max(0.4));
    stage.add(frame.painted(rim - u * 2.2, h, 0.62, 0.0, |x, y| {
        let k = ((x - w / 2.0) / half).abs();
        let d = (y - bow(x)) / u;
        let a =
            smooth(0.0, 0.006, 1.03 - 0.05 * (y - rim) / (h - rim) - k) * smooth(-2.0, -1.75, d);
        if a <= 0.0 {
            return [0.0; 4];
        }
        if d < 2.0 {
            let round = (1.0 - (d / 2.0).powi(2)).max(0.0).sqrt();
            let lace = smooth(0.09, 0.04, ((x / (u * 7.0) + d * 0.06).fract() - 0.5).abs());
            let worn = fbm(seed ^ 5, x / (u * 1.2), y / (u * 0.8), 3) - 0.5;
            let shine = smooth(0.9, 0.0, (d + 1.0).abs()) * 0.4;
            let mut c = scale(leather, 0.45 + 0.7 * round + shine - 0.35 * lace + 0.4 * worn);
            let lying = fbm(seed ^ 6, x / (u * 4.0), 0.4, 3) * 1.4 - 1.3;
            if snowy {
                c = mix(c, snow, smooth(0.3, -0.2, d - lying));
            }
            return pixel(c, a);
        }
        let shadow = 1.0 - 0.5 * smooth(5.0, 2.0, d);
        let c = weave(seed, (x, y - bow(x)), u * 1.15, wicker);
        pixel(scale(c, shadow * (1.0 - 0.34 * k * k) * (1.0 - 0.2 * smooth(h * 0.9, h, y))), a)
    }));
    let hemp = lit(plan, hex(0xE2D4B0));
    stage.add(frame.drawn(rim + u * 1.5, h, 0.63, 0.0, |c| {
        for k in -2..=2 {
            let (x, to) = (w / 2.0 + half * 0.4 * k as f32, w / 2.0 + half * 0.4 * (k + 1) as f32);
            let y = bow(x) + u * 3.6;
            if k < 2 {
                let middle = f32::midpoint(x, to);
                bent(
                    c,
                    (x, y + u * 0.4),
                    (middle, y + u * 6.4),
                    (to, bow(to) + u * 4.0),
                    u * 0.9,
                    scale(wicker, 0.22),
                );
                bent(c, (x, y), (middle, y + u * 6.0), (to, bow(to) + u * 3.6), u * 0.7, hemp);
            }
            if let Some(path) = oval(x, y, u * 1.0, u * 1.0) {
                c.line(&path, u * 0.4, ink(lit(plan, hex(0xC8A860)), 1.0));
            }
        }
        // A pocket of leather, where the map is kept.
        let x = w / 2.0 + half * 0.4 * plan.turn();
        let (top, wide) = (bow(x) + u * 7.6, u * 5.0);
        flat(
            c,
            &[
                (x - wide, top),
                (x + wide, top),
                (x + wide * 0.9, h + u * 3.0),
                (x - wide * 0.9, h + u * 3.0),
            ],
            scale(leather, 0.8),
        );
        flat(
            c,
            &[
                (x - wide * 1.05, top - u * 0.3),
                (x + wide * 1.05, top - u * 0.3),
                (x, top + u * 4.4),
            ],
            leather,
        );
        ball(c, (x, top + u * 3.2), (u * 0.6, u * 0.6), lit(plan, hex(0xD8B860)));
    }));
}
