//! The sky that outdoor scenes share: colours of the hour, sun or moon, stars, drifting
//! clouds.

use crate::plan::Plan;
use crate::{
    paint::{
        color::{Rgb, add, hex, mix, pixel, ramp, scale, smooth},
        noise::{Dice, fbm, value},
    },
    stage::{Frame, Pose, Stage, sparks::Spark},
};
use evernear_rules::story::{Hour, Weather};

/// The colours of an hour.
#[derive(Clone, Copy)]
pub struct Palette {
    /// Zenith to horizon.
    pub sky: [(f32, Rgb); 4],
    /// Direct light: sun or moon.
    pub sun: Rgb,
    /// What distance fades into.
    pub haze: Rgb,
    /// Lit and shaded sides of clouds.
    pub cloud: (Rgb, Rgb),
    /// Colour of things near and in shade.
    pub shade: Rgb,
}

pub fn palette(hour: Hour) -> Palette {
    let (sky, sun, haze, cloud, shade) = match hour {
        Hour::Dawn => (
            [0x4A648F, 0x8AA0C0, 0xE9BFA6, 0xFFDFB4],
            0xFFE9C4,
            0xE8C6B0,
            (0xFFE0C2, 0x9A93AE),
            0x26303F,
        ),
        Hour::Day => (
            [0x2F6FB4, 0x62A0D4, 0xA5CDE6, 0xDDECEA],
            0xFFF8E6,
            0xC4DAE4,
            (0xFFFDF6, 0xA9BCCE),
            0x1F3A3C,
        ),
        Hour::Sunset => (
            [0x34386E, 0x8C5C8C, 0xEE8A5E, 0xFFD08A],
            0xFFD79A,
            0xE79A72,
            (0xFFB98A, 0x6A4A72),
            0x241B2C,
        ),
        Hour::Night => (
            [0x060A1C, 0x0E1836, 0x1B2A52, 0x34456E],
            0xDDE6FF,
            0x2A3A62,
            (0x3E4C74, 0x141C38),
            0x070A16,
        ),
    };
    Palette {
        sky: [(0.0, hex(sky[0])), (0.42, hex(sky[1])), (0.8, hex(sky[2])), (1.0, hex(sky[3]))],
        sun: hex(sun),
        haze: hex(haze),
        cloud: (hex(cloud.0), hex(cloud.1)),
        shade: hex(shade),
    }
}

/// Sky, sun or moon at `sun` (frame pixels), stars and two depths of cloud above `horizon`.
pub fn add_sky(
    stage: &mut Stage,
    plan: &Plan,
    frame: Frame,
    horizon: f32,
    sun: (f32, f32),
) -> Palette {
    let mut p = palette(plan.hour);
    let dull = matches!(plan.weather, Weather::Rain | Weather::Snow | Weather::Mist);
    if dull {
        let grey =
            mix(p.haze, [0.62, 0.64, 0.67], if plan.hour == Hour::Night { 0.1 } else { 0.6 });
        for stop in &mut p.sky {
            stop.1 = mix(stop.1, grey, 0.55);
        }
        p.haze = mix(p.haze, grey, 0.6);
    }
    let city = plan.setting.name.starts_with("city");
    let (u, seed, night) = (frame.u, plan.noise(1), plan.hour == Hour::Night);
    let bloom = if dull { 0.35 } else { 1.0 };
    stage.add(frame.soft(2, 0.0, horizon + u * 2.0, 0.0, 0.0, |x, y| {
        let streak = fbm(seed, x / (u * 34.0), y / (u * 5.0), 4);
        let down = (y / horizon + (streak - 0.5) * 0.13).clamp(0.0, 1.0);
        let mut c = ramp(&p.sky, down);
        let (dx, dy) = ((x - sun.0) / u, (y - sun.1) / u);
        let d = dx.hypot(dy);
        let flat = (dx * 0.45).hypot(dy);
        let glow = if night {
            (-d / 9.0).exp() * 0.34
        } else {
            ((-d / 5.5).exp() * 0.8 + (-flat / 16.0).exp() * 0.42) * bloom
        };
        c = if plan.hour == Hour::Day {
            // Added to blue, warm light would look green.
            mix(c, p.sun, (glow * 1.5).min(0.97))
        } else {
            add(c, p.sun, glow * (1.0 - 0.45 * c[0]))
        };
        // High thin cloud catches the light.
        let cirrus =
            smooth(0.52, 0.82, streak) * smooth(1.0, 0.3, down) * if night { 0.06 } else { 0.3 };
        c = mix(c, p.cloud.0, cirrus);
        pixel(c, 1.0)
    }));
    if night {
        stars(stage, plan, frame, horizon, if city { 40 } else { 190 });
    }
    if !dull {
        disc(stage, plan, frame, sun, p.sun);
    }
    clouds(stage, plan, frame, horizon, sun, p, dull);
    p
}

fn disc(stage: &mut Stage, plan: &Plan, frame: Frame, sun: (f32, f32), color: Rgb) {
    let r = frame.u * if plan.hour == Hour::Night { 2.5 } else { 3.0 };
    let night = plan.hour == Hour::Night;
    let seed = plan.noise(2);
    stage.add(frame.painted(sun.1 - r - 2.0, sun.1 + r + 2.0, 0.0, 0.0, |x, y| {
        let (dx, dy) = (x - sun.0, y - sun.1);
        let d = dx.hypot(dy);
        let a = (r - d + 0.5).clamp(0.0, 1.0);
        let mark = if night {
            1.0 - 0.2 * smooth(0.45, 0.62, fbm(seed, x / r * 1.6, y / r * 1.6, 3))
        } else {
            1.0
        };
        let c = scale(
            if night { mix([1.0, 1.0, 0.97], color, 0.35 + 0.3 * d / r) } else { [1.0, 1.0, 0.97] },
            mark,
        );
        pixel(c, a)
    }));
}

/// Stars above `horizon`; few when the ground is bright.
pub fn stars(stage: &mut Stage, plan: &Plan, frame: Frame, horizon: f32, count: usize) {
    let mut dice = Dice::new(plan.seed, 21);
    let list: Vec<(f32, f32, f32, f32, f32)> = (0..count)
        .map(|_| {
            let bright = dice.next().powi(4);
            (
                dice.range(-0.05, 1.05) * frame.w,
                dice.next().powf(1.35) * horizon * 0.95,
                frame.u * (0.08 + 0.13 * bright),
                0.3 + 0.7 * bright,
                dice.next() * 6.3,
            )
        })
        .collect();
    stage.sparks(0.02, move |t, out| {
        for &(x, y, r, light, phase) in &list {
            let twinkle = 0.78 + 0.22 * (t * (1.1 + light) + phase).sin();
            let low = smooth(horizon, horizon * 0.55, y);
            out.push(Spark::disc(x, y, r, [0.93, 0.95, 1.0], light * twinkle * low));
            if light > 0.75 {
                out.push(Spark::glow(x, y, r * 8.0, [0.7, 0.8, 1.0], light * twinkle * 0.35 * low));
            }
        }
    });
}

fn clouds(
    stage: &mut Stage,
    plan: &Plan,
    frame: Frame,
    horizon: f32,
    sun: (f32, f32),
    p: Palette,
    dull: bool,
) {
    let u = frame.u;
    // Far banks lie flat above the horizon; near ones stand higher and pass faster.
    for (n, depth, size, level, low, high, speed) in
        [(0u32, 0.05, 13.0, 0.5, 0.45, 1.0, 0.55), (1, 0.12, 24.0, 0.53, 0.05, 0.7, 1.15)]
    {
        let seed = plan.noise(30 + n);
        let (top, bottom) = (horizon * low - u * 4.0, horizon * high);
        let level = if dull { level - 0.1 } else { level };
        let most = if plan.hour == Hour::Night { 0.5 } else { 0.88 };
        let layer = frame.soft(2, top, bottom, depth, u * speed * frame.seconds, |x, y| {
            let (sx, sy) = (x / (u * size), y / (u * size * 0.36));
            let bend = value(seed ^ 5, sx * 0.7, sy * 0.7) * 1.3;
            let body = fbm(seed, sx + bend, sy, 5);
            let inside = smooth(top, top + (bottom - top) * 0.45, y)
                * smooth(bottom, bottom - (bottom - top) * 0.3, y);
            let dense = smooth(level, level + 0.24, body - (1.0 - inside) * 0.22);
            if dense <= 0.0 {
                return [0.0; 4];
            }
            // Thin places and the side towards the light shine, the body keeps its shade.
            let towards = fbm(seed, sx + bend + (sun.0 - x) / frame.w * 0.35, sy - 0.3, 4);
            let near = (-((x - sun.0).hypot(y - sun.1)) / (u * 30.0)).exp();
            let lit = (0.42 + (body - towards) * 4.0 + near * 0.55 - dense * 0.28).clamp(0.0, 1.0);
            let mut c = mix(p.cloud.1, p.cloud.0, lit);
            c = add(c, p.sun, near * (1.0 - dense) * 0.3);
            c = mix(c, p.haze, 0.3 * smooth(horizon * 0.5, horizon, y));
            pixel(c, dense * most)
        });
        let way = if plan.seed & 1 == 0 { 1.0 } else { -1.0 };
        stage.add(layer.alive(move |t| Pose::moved(way * u * speed * (t - 5.0), 0.0)));
    }
}
