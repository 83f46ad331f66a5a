//! The courtyard of a house: galleries on two floors, a small fountain on tiles, orange trees in pots,
//! a climbing plant in bloom.

use super::{glows, ground, inside_arch, lamps};
use crate::paint::{
    color::{Rgb, add, hex, mix, pixel, scale, smooth},
    noise::{Dice, fbm, value},
    shapes::{Canvas, Position},
};
use crate::parts::{
    daylight::lit,
    forms::{ball, bar, bent, block, body, flat, post},
    props::{leaf, shadow, vessel},
    sky,
};
use crate::plan::Plan;
use crate::stage::{Frame, Pose, Stage, sparks::Spark};

const FOOT: f32 = 0.56;

pub fn house(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h) = (frame.w, frame.h);
    let p = sky::add_sky(stage, plan, frame, h * 0.3, (w * (0.5 + 0.3 * plan.turn()), h * 0.08));
    let mut dice = Dice::new(plan.seed, 680);
    let plaster = dice.pick(&[hex(0xE0A878), hex(0xF0DCC0), hex(0xD8B0A0), hex(0xE8C48A)]);
    let tile = dice.pick(&[hex(0x2A6A9A), hex(0x2A8A7A), hex(0xB0522E)]);
    walls(stage, plan, frame, p, (plaster, tile));
    let seed = plan.noise(681);
    let (clay, glaze, pale) = (lit(plan, hex(0xC07850)), lit(plan, tile), lit(plan, hex(0xF0E4CC)));
    let on = lamps(plan);
    ground(stage, frame, h * FOOT, |gx, gy, near| {
        let (a, b) = (gx / 8.0 + gy / 8.0, gx / 8.0 - gy / 8.0);
        let (fa, fb) = (a.rem_euclid(1.0) - 0.5, b.rem_euclid(1.0) - 0.5);
        let own = value(seed, a.floor() * 2.3, b.floor() * 3.1);
        let rough = fbm(seed ^ 1, gx / 2.0, gy / 2.0, 3) - 0.5;
        let mut c = scale(clay, 0.84 + 0.22 * own + rough * 0.2);
        // A small glazed tile where four meet.
        let corner = (0.5 - fa.abs()).max(0.0) + (0.5 - fb.abs()).max(0.0);
        let joint = smooth(0.0, 0.03, (0.5 - fa.abs()).min(0.5 - fb.abs()));
        c = scale(c, 0.7 + 0.3 * joint);
        c = mix(c, mix(glaze, pale, smooth(0.1, 0.06, corner)), smooth(0.2, 0.18, corner));
        let c = mix(c, p.haze, 0.12 * smooth(0.4, 0.22, near));
        add(c, hex(0xFFB868), 0.12 * on * smooth(0.7, 0.24, near))
    });
    fountain(stage, plan, frame, (pale, glaze));
    trees(stage, plan, frame);
    climber(stage, plan, frame);
}

/// The walls with arches below, windows with shutters and a gallery above, the edge of a tiled roof.
#[expect(clippy::too_many_lines, reason = "one drawing, from back to front")]
fn walls(
    stage: &mut Stage,
    plan: &Plan,
    frame: Frame,
    p: sky::Palette,
    (plaster, tile): (Rgb, Rgb),
) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(682));
    let (top, floor, foot, bay) = (h * 0.115, h * 0.325, h * FOOT, u * 17.0);
    let spring = h * 0.44;
    let (wall, glaze, pale) = (lit(plan, plaster), lit(plan, tile), lit(plan, hex(0xF0E4CC)));
    let (wood, roof) = (lit(plan, hex(0x6A4228)), lit(plan, hex(0xB0623E)));
    let on = lamps(plan);
    stage.add(frame.painted(top - u * 3.0, foot + u, 0.12, 0.0, |x, y| {
        let across = (x - w / 2.0) / bay + 0.5;
        let fx = (across - across.floor() - 0.5) * bay / u;
        let d = (y - top) / u;
        if d < 0.0 {
            // Rows of half-round tiles.
            let s = (x / (u * 2.0)).rem_euclid(1.0) - 0.5;
            let bow = (0.25 - s * s).max(0.0).sqrt() * 2.0;
            if d < -2.4 - 0.5 * bow {
                return [0.0; 4];
            }
            return pixel(
                mix(scale(roof, (0.5 + 0.55 * bow) * (1.0 + 0.12 * d)), p.haze, 0.06),
                1.0,
            );
        }
        let rough = fbm(seed, x / (u * 7.0), y / (u * 7.0), 4) - 0.5;
        let fine = value(seed ^ 1, x / (u * 0.5), y / (u * 0.5)) - 0.5;
        let mut c = scale(wall, 0.94 + rough * 0.24 + fine * 0.05);
        c = scale(c, 1.0 - 0.34 * smooth(2.6, 0.0, d));
        let arch = inside_arch(fx, (spring - y) / u, 5.8, false);
        if y > floor + u * 1.6 {
            if arch > 0.0 {
                // The gallery behind, a door in every second bay.
                c = scale(wall, 0.34 + 0.2 * smooth(floor, foot, y));
                let door = inside_arch(fx, (spring + u * 3.0 - y) / u, 2.5, false);
                if door > 0.0 && across.floor() as i32 & 1 == 0 {
                    c = scale(mix(wood, glaze, 0.3), 0.6 + 0.2 * ((fx * 2.4).sin()));
                }
                let lamp = (-(fx.powi(2) + ((y - spring) / u).powi(2)) / 30.0).exp() * on;
                c = add(c, hex(0xFFA850), 0.7 * lamp);
                c = scale(c, 0.7 + 0.3 * smooth(0.0, 1.6, arch));
            } else if arch > -1.3 {
                c = scale(
                    pale,
                    0.86 + 0.1 * (fx.atan2((spring - y) / u) * 12.0).sin().signum() + rough * 0.1,
                );
            } else if y > foot - u * 7.0 {
                // A dado of tiles.
                let (a, b) =
                    ((x / (u * 1.8)).rem_euclid(1.0) - 0.5, (y / (u * 1.8)).rem_euclid(1.0) - 0.5);
                let star = a.abs().max(b.abs()).min((a + b).abs().max((a - b).abs()) * 0.71);
                c = mix(glaze, pale, smooth(0.2, 0.26, star));
                c = mix(c, lit(plan, hex(0xE0A83A)), smooth(0.1, 0.07, star));
            }
            let pillar = 8.5 - fx.abs();
            if arch < -1.3 && pillar < 1.5 && (spring..foot - u * 7.0).contains(&y) {
                c = scale(c, 0.72 + 0.4 * (1.0 - (pillar / 1.5).powi(2)).max(0.0).sqrt());
            }
        } else if y > floor - u * 0.6 {
            c = scale(wood, 0.8 + 0.3 * (x / (u * 1.6)).sin());
        } else {
            // A tall window with shutters, lit from within when it is dark.
            let (up, half) = ((h * 0.2 - y) / u, 2.6);
            let window = inside_arch(fx, up, half, false);
            if window > 0.0 {
                let bars = smooth(0.12, 0.2, fx.abs()).min(smooth(
                    0.05,
                    0.1,
                    ((y / (u * 3.0)).rem_euclid(1.0) - 0.5).abs(),
                ));
                let own = value(seed ^ 4, across.floor(), 2.0);
                let glass = mix(scale(p.sky[1].1, 0.5), hex(0xFFC878), on * smooth(0.3, 0.4, own));
                c = mix(wood, glass, bars);
            } else if window > -0.9 {
                c = scale(pale, 0.95 + rough * 0.1);
            } else if (2.6 + 0.6..2.6 + 3.4).contains(&fx.abs()) && up < 2.0 && y < floor {
                let slat = (y / (u * 0.7)).rem_euclid(1.0);
                c = scale(mix(glaze, wood, 0.15), 0.62 + 0.4 * smooth(0.1, 0.6, slat));
            }
        }
        c = add(c, p.sun, 0.05 * smooth(foot, top, y) * plan.daylight());
        pixel(scale(c, 1.0 - 0.22 * smooth(foot - u * 3.0, foot, y)), 1.0)
    }));
    let mut list = Vec::new();
    let reach = (w * 0.5 / bay).ceil() as i32;
    stage.add(frame.drawn(floor - u * 9.0, spring + u * 3.0, 0.13, 0.0, |c| {
        // The rail of the gallery, turned posts; lanterns under it.
        let mut x = -u * 8.0;
        while x < w + u * 8.0 {
            post(c, x, (floor - u * 6.4, floor), u * 0.3, wood);
            ball(c, (x, floor - u * 3.2), (u * 0.55, u * 0.9), wood);
            x += u * 1.7;
        }
        bar(
            c,
            (-u * 9.0, floor - u * 6.4),
            (w + u * 9.0, floor - u * 6.4),
            u * 0.9,
            scale(wood, 1.2),
        );
        block(c, (-u * 9.0, floor - u * 0.6), (w + u * 18.0, u * 1.6), wood);
        for n in -reach..=reach {
            let (x, y) = (w * 0.5 + bay * n as f32, spring - u * 1.0);
            bar(c, (x, y - u * 5.6), (x, y - u * 1.6), u * 0.16, hex(0x2A1E18));
            flat(
                c,
                &[
                    (x - u * 0.9, y - u * 1.4),
                    (x + u * 0.9, y - u * 1.4),
                    (x + u * 1.3, y),
                    (x + u * 0.7, y + u * 1.8),
                    (x - u * 0.7, y + u * 1.8),
                    (x - u * 1.3, y),
                ],
                mix(lit(plan, hex(0xA8823E)), hex(0xFFDFA0), 0.8 * on),
            );
            list.push((x, y + u * 0.2, 1.2));
        }
    }));
    glows(stage, plan, frame, 0.13, list);
}

/// A round basin of tiles with a bowl.
fn fountain(stage: &mut Stage, plan: &Plan, frame: Frame, (pale, glaze): (Rgb, Rgb)) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let (x, foot, half) = (w * 0.5, h * 0.645, u * 12.0);
    let water = mix(lit(plan, hex(0x7ABAC8)), sky::palette(plan.hour).sky[2].1, 0.35);
    stage.add(frame.drawn(foot - u * 17.0, foot + u * 4.0, 0.4, 0.0, |c| {
        shadow(c, (x, foot + u), half * 1.2, u * 1.6);
        body(
            c,
            (x - half, foot - u * 4.4),
            &[
                ((x - half, foot + u * 1.0), (x - half * 0.8, foot + u * 1.0)),
                ((x, foot + u * 3.2), (x + half * 0.8, foot + u * 1.0)),
                ((x + half, foot + u * 1.0), (x + half, foot - u * 4.4)),
            ],
            (x - half, x + half),
            pale,
        );
        for k in 0..15 {
            let s = (k as f32 / 14.0 - 0.5) * 1.86;
            let y = foot - u * 1.2 + u * 1.9 * (1.0 - s * s).max(0.0).sqrt();
            ball(c, (x + half * s, y), (u * 0.6 * (1.1 - s * s * 0.7), u * 1.3), glaze);
        }
        ball(c, (x, foot - u * 4.4), (half * 1.05, u * 2.5), pale);
        ball(c, (x, foot - u * 4.2), (half * 0.92, u * 1.9), water);
        post(c, x, (foot - u * 11.0, foot - u * 3.6), u * 1.1, pale);
        body(
            c,
            (x - u * 5.0, foot - u * 12.0),
            &[
                ((x - u * 3.6, foot - u * 9.0), (x, foot - u * 8.8)),
                ((x + u * 3.6, foot - u * 9.0), (x + u * 5.0, foot - u * 12.0)),
            ],
            (x - u * 5.0, x + u * 5.0),
            glaze,
        );
        ball(c, (x, foot - u * 12.0), (u * 5.0, u * 1.1), pale);
        ball(c, (x, foot - u * 11.9), (u * 4.2, u * 0.7), water);
        post(c, x, (foot - u * 14.0, foot - u * 11.9), u * 0.5, pale);
    }));
    let drop = mix([1.0; 3], water, 0.25);
    let bright = plan.daylight().max(0.5);
    stage.sparks(0.41, move |t, out| {
        for n in 0..44 {
            let s = (t * 0.9 + n as f32 * 0.137).fract();
            let a = n as f32 * 2.4;
            let (from, start, reach, fall, rise) =
                if n % 2 == 0 { (14.2, 0.0, 3.6, 2.4, 3.0) } else { (11.8, 4.6, 2.6, 7.6, 0.0) };
            let px = x + a.cos() * u * (start + reach * s);
            let py =
                foot - u * (from - fall * s * s + rise * s * (1.0 - s) * 2.0) + a.sin() * u * 0.4;
            out.push(Spark::disc(px, py, u * 0.38, drop, 0.75 * bright).shaped(0.4, 1.57));
        }
    });
}

/// Orange trees in pots of clay at the sides, and low pots of herbs.
fn trees(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let mut dice = Dice::new(plan.seed, 688);
    let layer = frame.drawn(h * 0.34, h * 0.84, 0.46, u, |c| {
        for side in [-1.0f32, 1.0] {
            let k = if side * plan.side > 0.0 { 1.2 } else { 0.9 };
            let (x, foot) = (
                w * 0.5 + side * (w * 0.4).min(u * 48.0),
                h * if side * plan.side > 0.0 { 0.745 } else { 0.67 },
            );
            orange(c, plan, (x, foot), u * k, &mut dice);
        }
    });
    stage.add(layer.alive(move |t| Pose::moved((t * 0.7).sin() * u * 0.15, 0.0)));
}

fn orange(c: &mut Canvas, plan: &Plan, (x, foot): Position, u: f32, dice: &mut Dice) {
    let (dark, pale) = (hex(0x1F4A2A), hex(0x7AA84A));
    shadow(c, (x, foot), u * 6.0, u);
    post(c, x, (foot - u * 24.0, foot - u * 7.0), u * 0.7, lit(plan, hex(0x7A5A3E)));
    vessel(c, (x, foot), u, (4.8, 8.6, 3.6), lit(plan, hex(0xC06A42)));
    bar(
        c,
        (x - u * 4.4, foot - u * 5.4),
        (x + u * 4.4, foot - u * 5.4),
        u * 0.5,
        lit(plan, hex(0xA85434)),
    );
    for n in 0..210 {
        // A round crown, its lower leaves in shade.
        let a = dice.range(0.0, 6.3);
        let r = dice.next().sqrt() * 8.4;
        let (dx, dy) = (a.cos() * r, a.sin() * r * 0.95);
        let light = (0.5 - dy / 17.0 - dx / 40.0 + dice.range(-0.2, 0.2)).clamp(0.0, 1.0);
        let at = (x + u * dx, foot - u * 26.0 + u * dy);
        leaf(
            c,
            at,
            u * dice.range(1.8, 3.0),
            dice.range(0.0, 6.3),
            lit(plan, mix(dark, pale, light)),
        );
        if n % 12 == 7 {
            ball(c, at, (u * 1.15, u * 1.15), lit(plan, hex(0xF0922A)));
        }
    }
}

/// A bougainvillea that hangs from the roof at one side.
fn climber(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let mut dice = Dice::new(plan.seed, 690);
    let bloom = dice.pick(&[hex(0xD8307A), hex(0xC83A9A), hex(0xE8603A)]);
    let (dark, pale) = plan.foliage();
    let side = -plan.side;
    let layer = frame.drawn(-u * 2.0, h * 0.6, 0.44, u * 2.0, |c| {
        let edge = w * 0.5 + side * w * 0.5;
        bent(
            c,
            (edge - side * u * 2.0, h * 0.6),
            (edge - side * u * 5.0, h * 0.3),
            (edge - side * u * 3.0, h * 0.1),
            u * 1.0,
            lit(plan, hex(0x6A4A34)),
        );
        for n in 0..520 {
            let s = dice.next();
            let reach = u * (18.0 * (1.0 - s).powf(1.6) + 4.0);
            let x = edge - side * dice.next().powf(0.8) * reach + side * u * 2.0;
            let y = h * (0.06 + 0.44 * s) + u * dice.range(-3.0, 3.0) - (1.0 - s) * u * 2.0;
            if n % 5 < 2 {
                leaf(
                    c,
                    (x, y),
                    u * dice.range(1.6, 2.8),
                    dice.range(0.0, 6.3),
                    lit(plan, mix(dark, pale, dice.next() * 0.8)),
                );
            } else {
                let tone = lit(plan, scale(bloom, dice.range(0.7, 1.15)));
                for k in 0..3 {
                    let a = k as f32 * 2.1 + s * 40.0;
                    leaf(c, (x, y), u * 1.4, a, scale(tone, 0.85 + 0.15 * k as f32));
                }
            }
        }
    });
    stage.add(layer.alive(move |t| Pose::moved((t * 0.6).sin() * u * 0.3, 0.0)));
}
