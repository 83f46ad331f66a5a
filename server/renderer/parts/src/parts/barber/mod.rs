//! A barbershop: glazed tiles over a floor of black and white, one wide mirror with the shop in it, a
//! shelf of bottles and brushes, the striped pole, and barber's chairs of leather and chrome.

mod chair;
mod shelf;

use super::room::{FLOOR, Indoors, LAMP};
use super::sky;
use crate::paint::{
    color::{Rgb, add, hex, mix, pixel, scale, smooth, tint},
    noise::{Dice, fbm, value},
};
use crate::parts::forms::{ball, bar, block, post, shade};
use crate::plan::Plan;
use crate::stage::{Frame, Stage, sparks::Spark};

/// Where things are, and in what light.
struct Shop {
    frame: Frame,
    light: Indoors,
    /// Left, top, right and bottom of the mirror's glass.
    mirror: (f32, f32, f32, f32),
    /// The height of the shelf below it.
    shelf: f32,
    /// The middle of the pole.
    pole: f32,
    /// The lamps' middles.
    lamps: [(f32, f32); 3],
    tiles: Rgb,
}

impl Shop {
    fn of(plan: &Plan, frame: Frame) -> Self {
        let Frame { w, h, u, .. } = frame;
        let side = plan.turn();
        let pole = w * 0.5 + side * (w * 0.5 - u * 7.0);
        let (near, far) = (pole - side * u * 7.6, w * 0.5 - side * (w * 0.5 - u * 4.4));
        let mirror = (near.min(far), h * 0.15, near.max(far), h * 0.475);
        let middle = f32::midpoint(mirror.0, mirror.2);
        let lamps = [-0.36, 0.0, 0.36].map(|at| (middle + at * (mirror.2 - mirror.0), h * 0.093));
        let tiles = [hex(0x2F5A4C), hex(0x34506A), hex(0x6A3038)];
        let tiles = Dice::new(plan.seed, 880).pick(&tiles);
        Self { frame, light: Indoors::of(plan), mirror, shelf: h * 0.515, pole, lamps, tiles }
    }

    /// What the lamps give at a place, 0 to 1.
    fn lamplight(&self, x: f32, y: f32) -> f32 {
        let u = self.frame.u;
        let near = |(lx, ly): (f32, f32)| {
            let d = ((x - lx) / (u * 21.0)).hypot((y - ly - u * 8.0) / (u * 34.0));
            (-d * d).exp()
        };
        self.lamps.into_iter().map(near).sum::<f32>().min(1.0)
    }

    /// A colour of the wall or of what hangs there, as the room's light and the lamps show it.
    fn lit(&self, color: Rgb, (x, y): (f32, f32)) -> Rgb {
        let bright = 0.24 + self.light.lamp * 0.55;
        add(self.light.lit(color, 0.78), tint(color, LAMP), bright * self.lamplight(x, y))
    }
}

pub fn draw(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let shop = Shop::of(plan, frame);
    wall(stage, plan, &shop);
    mirror(stage, plan, &shop);
    floor(stage, plan, &shop);
    pole(stage, &shop);
    shelf::draw(stage, plan, &shop);
    lamps(stage, &shop);
    chair::row(stage, plan, &shop);
}

/// Glazed tiles in a running bond: pale above, dark below the shelf, a band between.
fn wall(stage: &mut Stage, plan: &Plan, shop: &Shop) {
    let Frame { w, h, u, .. } = shop.frame;
    let (foot, seed) = (h * FLOOR, plan.noise(881));
    let (wide, tall) = (u * 5.4, u * 2.7);
    let (pale, dark) = (hex(0xE9E1CD), shop.tiles);
    let band = (shop.shelf / tall).floor() as i32 + 1;
    stage.add(shop.frame.painted(0.0, foot + u, 0.14, 0.0, |x, y| {
        let row = (y / tall).floor();
        let along = x / wide + if row as i32 % 2 == 0 { 0.0 } else { 0.5 };
        let (tx, ty) = (along - along.floor(), y / tall - row);
        let own = value(seed, along.floor() * 3.3, row * 2.7) - 0.5;
        let below = row as i32 - band;
        let tone = match below {
            0 => mix(dark, hex(0xD8B25A), 0.55),
            1.. => dark,
            _ => pale,
        };
        let (ex, ey) = (tx.min(1.0 - tx) * wide / u, ty.min(1.0 - ty) * tall / u);
        let joint = smooth(0.06, 0.16, ex.min(ey));
        let cloud = fbm(seed ^ 1, x / (u * 7.0), y / (u * 7.0), 3) - 0.5;
        let mut c = scale(tone, 0.94 + 0.13 * own + 0.1 * cloud);
        // The bevel catches light above and on the left.
        let bevel = smooth(0.5, 0.16, ey) * if ty < 0.5 { 0.16 } else { -0.14 }
            + smooth(0.5, 0.16, ex) * if tx < 0.5 { 0.07 } else { -0.07 };
        c = add(scale(c, 1.0 + bevel), [1.0; 3], 0.5 * bevel.max(0.0));
        let glaze = smooth(0.32, 0.0, (tx + ty * 0.5 - 0.5 - own * 0.4).abs());
        c = add(c, [1.0, 0.97, 0.9], glaze * 0.07 * (0.4 + shop.lamplight(x, y)));
        c = mix(scale(mix(pale, dark, 0.3), 0.6), c, joint);
        if y > foot - u * 2.6 {
            c = scale(hex(0x2A211C), 1.0 + 0.6 * smooth(foot - u * 1.8, foot - u * 2.6, y));
        }
        let corner = ((x / w - 0.5) * 1.7).powi(2) + ((y / h - 0.35) * 1.2).powi(2);
        pixel(scale(shop.lit(c, (x, y)), 1.0 - 0.3 * corner.min(1.0)), 1.0)
    }));
}

/// The glass in its frame of dark wood: the shop's window with the hour outside, the other wall, lamps.
fn mirror(stage: &mut Stage, plan: &Plan, shop: &Shop) {
    let u = shop.frame.u;
    let (x0, y0, x1, y1) = shop.mirror;
    let (wood, brass) = (hex(0x5A3520), hex(0xC79B4A));
    stage.add(shop.frame.drawn(y0 - u * 4.0, y1 + u * 4.0, 0.16, 0.0, |c| {
        shade(c, (x0 - u * 2.0, y0 - u * 1.0), (x1 - x0 + u * 4.6, y1 - y0 + u * 3.6));
        let tone = shop.lit(wood, (f32::midpoint(x0, x1), y0));
        block(c, (x0 - u * 2.2, y0 - u * 2.2), (x1 - x0 + u * 4.4, y1 - y0 + u * 4.4), tone);
        let thin = shop.lit(brass, (f32::midpoint(x0, x1), y0));
        block(c, (x0 - u * 0.6, y0 - u * 0.6), (x1 - x0 + u * 1.2, y1 - y0 + u * 1.2), thin);
    }));
    let (p, seed, day) = (sky::palette(plan.hour), plan.noise(883), plan.daylight());
    let (wide, tall) = (x1 - x0, y1 - y0);
    let pane = u * 11.0;
    let seen = move |x: f32, y: f32| {
        let (sx, sy) = ((x - x0) / wide, (y - y0) / tall);
        let rough = fbm(seed, x / (u * 9.0), y / (u * 9.0), 3) - 0.5;
        let mut c = scale(mix(hex(0xB7AC95), hex(0x8C8371), sy), 0.84 + 0.2 * rough);
        c = mix(c, scale(hex(0x6E5A48), 0.8 + 0.2 * rough), smooth(0.86, 0.9, sy));
        // The shop's window stands opposite: panes between bars, the street in the light of the hour.
        let across = ((sx - 0.5) * wide / pane + 100.5).fract();
        let inside =
            smooth(0.43, 0.41, (sx - 0.5).abs()) * smooth(0.1, 0.115, sy) * smooth(0.76, 0.745, sy);
        let bars = smooth(0.02, 0.05, across)
            * smooth(0.98, 0.95, across)
            * smooth(0.012, 0.02, (sy - 0.24).abs());
        let roofs = 0.44 - 0.16 * value(seed ^ 4, (x / (u * 4.4)).floor(), 0.5);
        let street = mix(
            mix(p.sky[1].1, p.sky[3].1, sy * 1.8),
            scale(hex(0x8A7A6A), 0.35 + 0.5 * day),
            smooth(roofs - 0.01, roofs + 0.01, sy),
        );
        let frame = scale(hex(0x4A3626), 1.0);
        let glass = add(scale(street, 0.86), [1.0, 0.9, 0.7], 0.05);
        c = mix(c, mix(frame, glass, bars), inside);
        let sheen = smooth(0.1, 0.0, (sx - sy * 0.36 - 0.24).abs()) * 0.13
            + smooth(0.035, 0.0, (sx - sy * 0.36 - 0.37).abs()) * 0.1;
        let edge = smooth(u * 1.2, 0.0, (x - x0).min(x1 - x).min(y - y0).min(y1 - y));
        (add(add(c, [1.0; 3], sheen), [0.9, 1.0, 0.98], 0.16 * edge), inside * bars)
    };
    stage.add(shop.frame.painted(y0, y1, 0.17, 0.0, |x, y| {
        if x < x0 || x > x1 || y < y0 || y > y1 {
            return [0.0; 4];
        }
        let (c, open) = seen(x, y);
        let shown = mix(shop.lit(scale(c, 0.9), (x, y)), c, 0.75 * open);
        pixel(shown, 1.0)
    }));
}

/// Black and white, laid across, with what the lamps leave on it.
fn floor(stage: &mut Stage, plan: &Plan, shop: &Shop) {
    let Frame { w, h, u, .. } = shop.frame;
    let (top, seed, light) = (h * FLOOR, plan.noise(884), shop.light);
    stage.add(shop.frame.painted(top, h, 0.34, 0.0, |x, y| {
        let down = ((y - top) / (h - top)).clamp(0.0, 1.0);
        let depth = 1.0 / (0.3 + 0.7 * down);
        let (fx, fy) = ((x - w / 2.0) * depth / (u * 7.0), depth * h * 0.42 / (u * 7.0));
        let (a, b) = (fx + fy, fx - fy);
        let (ta, tb) = (a - a.floor(), b - b.floor());
        let dark = (a.floor() as i32 + b.floor() as i32).rem_euclid(2) == 0;
        let own = value(seed, a.floor() * 1.7, b.floor() * 2.3) - 0.5;
        let vein = fbm(seed ^ 1, a * 2.6, b * 2.6, 4) - 0.5;
        let tone = if dark { hex(0x2B2826) } else { hex(0xD9CFBB) };
        let mut c = add(scale(tone, 1.0 + 0.14 * own), [1.0; 3], 0.1 * vein);
        let joint = ta.min(1.0 - ta).min(tb.min(1.0 - tb));
        c = scale(c, 0.7 + 0.3 * smooth(0.0, 0.03, joint));
        let mut l = light.lit(c, 0.84);
        let pool = (-((x - w / 2.0) / (w * 0.4)).powi(2) - ((down - 0.2) / 0.3).powi(2)).exp();
        l = add(l, LAMP, (0.05 + 0.1 * light.lamp) * pool);
        pixel(scale(l, 1.0 - 0.4 * (-(down / 0.05)).exp() - 0.2 * smooth(0.5, 1.0, down)), 1.0)
    }));
}

/// Red, white and blue run up a glass cylinder between caps of chrome.
fn pole(stage: &mut Stage, shop: &Shop) {
    let u = shop.frame.u;
    let (x, half) = (shop.pole, u * 2.5);
    let (top, low) = (shop.mirror.1 + u * 5.0, shop.mirror.3 - u * 3.0);
    let chrome = shop.lit(hex(0xC8CDD0), (x, top));
    stage.add(shop.frame.drawn(top - u * 7.0, low + u * 7.0, 0.2, 0.0, |c| {
        shade(c, (x - half + u * 1.4, top - u * 2.0), (half * 2.0 + u * 0.4, low - top + u * 5.0));
        for (y, way) in [(top, -1.0), (low, 1.0)] {
            let flat = |from: f32, to: f32| (y + way * u * from).min(y + way * u * to);
            post(c, x, (flat(0.0, 1.3), flat(0.0, 1.3) + u * 1.3), half * 1.28, chrome);
            post(
                c,
                x,
                (flat(1.3, 2.4), flat(1.3, 2.4) + u * 1.1),
                half * 0.95,
                scale(chrome, 0.86),
            );
            ball(c, (x, y + way * u * 3.4), (half * 0.72, u * 1.5), chrome);
        }
    }));
    let turns = [hex(0xC02A30), hex(0xF3EEE4), hex(0x2C4F9A), hex(0xF3EEE4)];
    stage.add(shop.frame.painted(top, low, 0.2, 0.0, |px, py| {
        let s = (px - x) / half;
        if s.abs() > 1.0 || py < top || py > low {
            return [0.0; 4];
        }
        let run = (py / (u * 4.6) + s.asin() * 0.42 + 40.0) * 2.0;
        let (n, part) = (run.floor(), run - run.floor());
        let at = n as usize;
        let c = mix(turns[at % 4], turns[(at + 1) % 4], smooth(0.94, 1.0, part));
        let round = 0.5 + 0.62 * (1.0 - s * s).max(0.0).sqrt();
        let gleam =
            smooth(0.16, 0.0, (s + 0.46).abs()) * 0.4 + smooth(0.08, 0.0, (s - 0.7).abs()) * 0.14;
        // A lamp burns inside it.
        let c = scale(c, round * (0.8 + 0.1 * shop.light.lamp));
        pixel(add(c, [1.0, 0.96, 0.9], gleam), 1.0)
    }));
    let on = 0.1 + shop.light.lamp * 0.3;
    let middle = f32::midpoint(top, low);
    stage.sparks(0.2, move |_, out| {
        out.push(Spark::glow(x, middle, u * 16.0, [1.0, 0.86, 0.7], on));
    });
}

/// Opal globes on stems of brass, and their light.
fn lamps(stage: &mut Stage, shop: &Shop) {
    let u = shop.frame.u;
    let list = shop.lamps;
    let brass = shop.light.lit(hex(0xB98A3E), 0.95);
    let glass = mix(hex(0xF2E6CC), hex(0xFFF0CC), shop.light.lamp);
    stage.add(shop.frame.drawn(0.0, list[0].1 + u * 4.0, 0.22, 0.0, |c| {
        for (x, y) in list {
            bar(c, (x, -u * 6.0), (x, y - u * 2.6), u * 0.5, brass);
            post(c, x, (y - u * 3.4, y - u * 1.8), u * 1.3, brass);
            ball(c, (x, y), (u * 2.4, u * 2.4), glass);
        }
    }));
    let on = 0.4 + shop.light.lamp * 0.6;
    stage.sparks(0.22, move |t, out| {
        for (n, &(x, y)) in list.iter().enumerate() {
            let breath = on * (0.96 + 0.04 * (t * 0.8 + n as f32 * 2.0).sin());
            out.push(Spark::glow(x, y, u * 15.0, [1.0, 0.82, 0.56], 0.36 * breath));
        }
    });
}
