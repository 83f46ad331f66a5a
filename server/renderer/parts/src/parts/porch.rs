//! A porch: the front of a house with its door, a lantern beside it, a window, steps that lead up
//! between posts, a rocking chair, roses on one post.

use serde::Deserialize;

use super::{
    daylight::lit,
    foliage::{Leaves, cluster},
    forms::{bar, flat, post},
    props::{rose, shadow, vessel},
    rocker::rocker,
    sky, weather,
};
use crate::paint::{
    color::{Rgb, add, hex, mix, pixel, scale, smooth},
    noise::{Dice, fbm, value},
    shapes::{Canvas, Position, ink, oval, rect, rounded},
};
use crate::plan::Plan;
use crate::stage::{Frame, Stage, sparks::Spark};
use evernear_rules::story::Hour;

/// How it is painted.
#[derive(Clone, Copy, Deserialize)]
pub struct Porch {
    /// Red, green, blue in one number: the boards of the wall.
    pub paint: u32,
}

/// Where things are: heights of the beam, the floor's far and near edge, the door's middle.
struct Place {
    beam: f32,
    floor: f32,
    brink: f32,
    door: f32,
    side: f32,
    /// How much lamps show, 0 to 1.
    glow: f32,
}

pub fn draw(stage: &mut Stage, plan: &Plan, frame: Frame, porch: Porch) {
    let (w, h) = (frame.w, frame.h);
    let side = plan.turn();
    let glow = match plan.hour {
        Hour::Night => 1.0,
        Hour::Sunset => 0.85,
        Hour::Dawn => 0.4,
        Hour::Day => 0.0,
    };
    let place = Place {
        beam: h * 0.1,
        floor: h * 0.7,
        brink: h * 0.8,
        door: w * (0.5 - side * 0.07),
        side,
        glow,
    };
    let p = sky::palette(plan.hour);
    let wall = lit(plan, hex(porch.paint));
    let white = lit(plan, hex(0xF2EBDD));
    boards(stage, plan, frame, &place, wall);
    front(stage, plan, frame, &place, white);
    floor(stage, plan, frame, &place, p);
    lantern(stage, frame, &place);
    furniture(stage, plan, frame, &place, white);
    posts(stage, plan, frame, &place, white);
    roses(stage, plan, frame, &place, p);
    weather::add(stage, plan, frame);
}

/// Where the lantern hangs.
fn lamp(frame: Frame, place: &Place) -> Position {
    (place.door + place.side * frame.u * 14.0, frame.h * 0.34)
}

/// The wall of boards, in the shadow of the roof above and in the lantern's light at dusk.
fn boards(stage: &mut Stage, plan: &Plan, frame: Frame, place: &Place, wall: Rgb) {
    let (h, u, seed) = (frame.h, frame.u, plan.noise(500));
    let at = lamp(frame, place);
    let (beam, floor, glow) = (place.beam, place.floor, place.glow);
    stage.add(frame.painted(0.0, floor + u, 0.3, 0.0, |x, y| {
        let row = (y - floor) / (u * 3.3);
        let (board, across) = (row.floor(), row - row.floor());
        let veins = fbm(seed, x / (u * 12.0), y / (u * 0.7) + board * 3.0, 3) - 0.5;
        let own = value(seed ^ 1, board * 1.7, 0.5) - 0.5;
        let mut c = scale(wall, 0.86 + veins * 0.1 + own * 0.06);
        // Each board juts out over the next: a lit lower lip and its shadow.
        c = scale(c, 1.0 - 0.42 * smooth(0.16, 0.0, across));
        c = add(c, [1.0; 3], 0.05 * smooth(0.8, 0.98, across));
        c = scale(c, 1.0 - 0.5 * smooth(beam + h * 0.2, beam, y));
        let worn = smooth(0.64, 0.74, fbm(seed ^ 3, x / (u * 3.0), y / (u * 1.2), 3));
        c = scale(c, 1.0 - 0.1 * worn - 0.2 * smooth(floor - u * 6.0, floor, y));
        let d = (x - at.0).hypot(y - at.1) / u;
        c = add(c, [1.0, 0.72, 0.38], glow * 0.42 * (-d / 15.0).exp());
        pixel(c, 1.0)
    }));
}

/// A framed opening with a sill or a lintel.
fn casing(c: &mut Canvas, (x, y): Position, (w, h): (f32, f32), u: f32, white: Rgb) {
    if let Some(path) = rect(x - u * 0.5, y + u * 0.8, w + u * 2.4, h) {
        c.fill(&path, ink([0.05, 0.04, 0.04], 0.25));
    }
    if let Some(path) = rect(x - u * 1.5, y - u * 1.5, w + u * 3.0, h + u * 1.5) {
        let stops = [(0.0, ink(white, 1.0)), (1.0, ink(scale(white, 0.78), 1.0))];
        c.fade(&path, (x - u * 1.5, 0.0), (x + w + u * 1.5, 0.0), &stops);
    }
    if let Some(path) = rect(x - u * 2.3, y - u * 3.0, w + u * 4.6, u * 1.7) {
        let stops = [(0.0, ink(white, 1.0)), (1.0, ink(scale(white, 0.62), 1.0))];
        c.fade(&path, (0.0, y - u * 3.0), (0.0, y - u * 1.3), &stops);
    }
}

/// Door and window.
fn front(stage: &mut Stage, plan: &Plan, frame: Frame, place: &Place, white: Rgb) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let mut dice = Dice::new(plan.seed, 501);
    let tones = [hex(0x7A2E28), hex(0x2E5A4C), hex(0x35506E), hex(0x8A5A34)];
    let wood = lit(plan, dice.pick(&tones));
    let glass = mix(lit(plan, hex(0x4C5E66)), [1.0, 0.8, 0.48], place.glow * 0.9);
    let top = h * 0.24;
    stage.add(frame.drawn(top - u * 6.0, place.floor + u * 2.0, 0.32, 0.0, |c| {
        let (half, x) = (u * 9.4, place.door);
        casing(c, (x - half, top), (half * 2.0, place.floor - top), u, white);
        // A light over the door, divided in three.
        let over = u * 5.0;
        flat(c, &quad((x - half, top), (half * 2.0, over)), scale(white, 0.7));
        for k in 0..3 {
            let wide = half * 2.0 / 3.0;
            pane(
                c,
                (x - half + wide * k as f32 + u * 0.4, top + u * 0.4),
                (wide - u * 0.8, over - u * 0.8),
                glass,
            );
        }
        door(c, (x, top + over + u * 0.6), (half, place.floor), (u, wood, glass));
        flat(
            c,
            &quad((x - half - u, place.floor - u * 0.8), (half * 2.0 + u * 2.0, u * 1.4)),
            scale(white, 0.6),
        );
        let wx = w * 0.5 + place.side * (w * 0.32).min(u * 30.0);
        window(c, (wx, h * 0.33), (u, h * 0.24), (white, glass), plan);
        if frame.w > frame.h {
            let wx = w * 0.5 - place.side * u * 36.0;
            window(c, (wx, h * 0.33), (u, h * 0.24), (white, glass), plan);
        }
    }));
}

fn quad((x, y): Position, (w, h): (f32, f32)) -> [Position; 4] {
    [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]
}

/// Glass with a slanting shine on it.
fn pane(c: &mut Canvas, (x, y): Position, (w, h): (f32, f32), glass: Rgb) {
    if let Some(path) = rect(x, y, w, h) {
        let stops =
            [(0.0, ink(scale(glass, 0.8), 1.0)), (1.0, ink(add(glass, [1.0; 3], 0.08), 1.0))];
        c.fade(&path, (x, y), (x, y + h), &stops);
    }
    let shine = [
        (x + w * 0.2, y),
        (x + w * 0.5, y),
        (x + w * 0.2, y + h * 0.7),
        (x, y + h * 0.8),
        (x, y + h * 0.5),
    ];
    if let Some(path) = crate::paint::shapes::polygon(&shine) {
        c.fill(&path, ink([1.0; 3], 0.1));
    }
}

/// Two panes above, two panels below, a brass knob and a letter slot.
fn door(
    c: &mut Canvas,
    (x, top): Position,
    (half, floor): (f32, f32),
    (u, wood, glass): (f32, Rgb, Rgb),
) {
    let tall = floor - top;
    if let Some(path) = rect(x - half, top, half * 2.0, tall) {
        let stops = [
            (0.0, ink(scale(wood, 0.8), 1.0)),
            (0.4, ink(wood, 1.0)),
            (1.0, ink(scale(wood, 0.72), 1.0)),
        ];
        c.fade(&path, (x - half, 0.0), (x + half, 0.0), &stops);
    }
    for side in [-1.0f32, 1.0] {
        let left = if side < 0.0 { x - half * 0.82 } else { x + half * 0.1 };
        let wide = half * 0.72;
        let (a, b) = (top + tall * 0.06, tall * 0.4);
        flat(
            c,
            &quad((left - u * 0.4, a - u * 0.4), (wide + u * 0.8, b + u * 0.8)),
            scale(wood, 0.55),
        );
        pane(c, (left, a), (wide, b), glass);
        for (y, high) in [(0.55, 0.1), (0.69, 0.25)] {
            let (py, ph) = (top + tall * y, tall * high);
            flat(c, &quad((left, py), (wide, ph)), scale(wood, 0.5));
            flat(
                c,
                &quad((left + u * 0.4, py + u * 0.4), (wide - u * 0.4, ph - u * 0.4)),
                scale(wood, 1.16),
            );
            flat(
                c,
                &quad((left + u * 0.9, py + u * 0.9), (wide - u * 1.8, ph - u * 1.8)),
                scale(wood, 0.9),
            );
        }
    }
    let brass = hex(0xD8A848);
    let knob = (x + half * 0.86, top + tall * 0.56);
    flat(c, &quad((knob.0 - u * 0.45, knob.1 - u * 1.6), (u * 0.9, u * 3.2)), scale(brass, 0.6));
    super::forms::ball(c, knob, (u * 0.85, u * 0.85), brass);
}

/// A sash window with curtains and shutters.
fn window(
    c: &mut Canvas,
    (x, y): Position,
    (u, tall): (f32, f32),
    (white, glass): (Rgb, Rgb),
    plan: &Plan,
) {
    let half = u * 6.6;
    let shutter = lit(plan, hex(0x46625A));
    casing(c, (x - half, y), (half * 2.0, tall), u, white);
    pane(c, (x - half, y), (half * 2.0, tall), glass);
    for side in [-1.0f32, 1.0] {
        for k in 0..4 {
            let wide = half * (0.16 - 0.012 * k as f32);
            let cx = x + side * (half - wide * (k as f32 + 0.5));
            let hem = y + tall * (1.0 - 0.05 * k as f32);
            post(c, cx, (y, hem), wide * 0.5, mix(scale(white, 0.92), glass, 0.25));
        }
    }
    for (from, to, width) in [
        ((x, y), (x, y + tall), 0.5),
        ((x - half, y + tall / 2.0), (x + half, y + tall / 2.0), 0.9),
        ((x - half, y + tall / 4.0), (x + half, y + tall / 4.0), 0.3),
    ] {
        bar(c, from, to, u * width, scale(white, 0.88));
    }
    flat(
        c,
        &quad((x - half - u * 2.2, y + tall), (half * 2.0 + u * 4.4, u * 1.5)),
        scale(white, 0.86),
    );
    for side in [-1.0f32, 1.0] {
        let left = if side < 0.0 { x - half - u * 6.6 } else { x + half + u * 1.8 };
        flat(c, &quad((left, y - u), (u * 4.8, tall + u * 1.6)), shutter);
        let mut sy = y;
        while sy < y + tall - u {
            flat(c, &quad((left + u * 0.6, sy), (u * 3.6, u * 0.5)), scale(shutter, 0.62));
            flat(
                c,
                &quad((left + u * 0.6, sy + u * 0.5), (u * 3.6, u * 0.35)),
                scale(shutter, 1.2),
            );
            sy += u * 1.25;
        }
    }
}

/// The porch's floor, its brink, steps down to a path, grass beside them.
fn floor(stage: &mut Stage, plan: &Plan, frame: Frame, place: &Place, p: sky::Palette) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(505));
    let wood = lit(plan, hex(0x96836C));
    let stone = lit(plan, hex(0xA8A095));
    let (dark, pale) = plan.foliage();
    let (dark, pale) = (lit(plan, dark), lit(plan, pale));
    let (top, brink, door, glow) = (place.floor, place.brink, place.door, place.glow);
    let half = (w * 0.36).min(u * 32.0);
    let deep = (h - brink) / 4.0;
    stage.add(frame.painted(top, h, 0.42, 0.0, |x, y| {
        let rough = fbm(seed, x / (u * 0.7), y / (u * 0.6), 3) - 0.5;
        if y < brink {
            let down = (y - top) / (brink - top);
            let fan = (x - w / 2.0) / (0.8 + 0.3 * down) / (u * 4.0);
            let across = fan - fan.floor();
            let own = value(seed ^ 1, fan.floor() * 3.1, 0.5);
            let veins = fbm(seed ^ 2, fan * 6.0, y / (u * 6.0), 2) - 0.5;
            let mut c = scale(wood, 0.66 + 0.2 * own + veins * 0.24 + 0.2 * down);
            c = scale(c, 0.6 + 0.4 * smooth(0.0, 0.06, across) * smooth(1.0, 0.94, across));
            c = add(c, [1.0, 0.7, 0.36], glow * 0.2 * (-(x - door).abs() / (u * 18.0)).exp());
            return pixel(scale(c, 1.0 - 0.4 * smooth(0.16, 0.0, down)), 1.0);
        }
        let step = ((y - brink) / deep).floor();
        let across = (y - brink) / deep - step;
        let wide = half * (1.0 + 0.07 * step);
        let off = (x - w * 0.5).abs();
        if off < wide {
            // The tread in the light, the riser below it in shade.
            let tread = smooth(0.52, 0.46, across);
            let own = value(seed ^ 3, (x / (u * 17.0) + step * 0.6).floor(), step) - 0.5;
            let mut c = scale(stone, 0.5 + 0.06 * own + rough * 0.2 + 0.42 * tread);
            c = scale(
                c,
                1.0 - 0.4 * smooth(0.12, 0.0, across) + 0.12 * smooth(0.36, 0.46, across) * tread,
            );
            c = scale(c, 1.0 - 0.3 * smooth(0.7, 1.0, off / wide) - 0.04 * step);
            return pixel(c, 1.0);
        }
        let lattice = ((x + y) / (u * 2.2)).fract().min(((x - y) / (u * 2.2)).rem_euclid(1.0));
        let skirt = smooth(h * 0.9, h * 0.88, y - rough * u * 2.0);
        let blades = fbm(seed ^ 5, x / (u * 0.6), y / (u * 2.2), 2);
        let lawn = scale(mix(dark, pale, blades), 0.8 - 0.2 * smooth(h * 0.9, h, y));
        let under = scale(wood, if lattice.abs() < 0.24 { 0.62 } else { 0.16 });
        let under = scale(under, 1.0 - 0.4 * smooth(brink + u * 3.0, brink, y));
        pixel(mix(lawn, under, skirt), 1.0)
    }));
    let light = (w * 0.5, 0.0);
    let leaves = Leaves::of(plan, plan.foliage(), p, ((w / 2.0, h), light), u * 1.3);
    let mut dice = Dice::new(plan.seed, 506);
    stage.add(frame.drawn(brink - u * 6.0, h + u, 0.47, 0.0, |c| {
        for (y, tall, tone) in [(brink - u * 0.4, 1.5, 1.0), (brink + u * 1.1, 1.2, 0.45)] {
            flat(c, &quad((-u * 9.0, y), (w + u * 18.0, u * tall)), scale(wood, tone));
        }
        for side in [-1.0f32, 1.0] {
            for k in 0..6 {
                let x = w * 0.5 + side * (half * 1.16 + u * dice.range(2.0, 12.0));
                let r = u * dice.range(3.6, 5.6);
                let at = (x, h - u * (15.0 - 2.6 * k as f32));
                cluster(c, at, (r * 1.1, r * 0.9), &leaves.shaded(0.86), &mut dice);
                for _ in 0..3 {
                    let bloom =
                        (at.0 + r * dice.range(-0.8, 0.8), at.1 + r * dice.range(-0.8, 0.3));
                    rose(c, bloom, u * 0.95, lit(plan, hex(0xE4D6EE)));
                }
            }
        }
        shadow(c, (place.door, place.floor + u * 5.0), u * 10.0, u * 1.6);
        let mat = lit(plan, hex(0x6E5236));
        let (mx, my) = (place.door, place.floor + u * 4.0);
        flat(
            c,
            &[
                (mx - u * 8.4, my - u * 1.4),
                (mx + u * 8.4, my - u * 1.4),
                (mx + u * 9.4, my + u * 1.6),
                (mx - u * 9.4, my + u * 1.6),
            ],
            mat,
        );
    }));
}

/// A lantern on the wall beside the door; it glows from dusk on.
fn lantern(stage: &mut Stage, frame: Frame, place: &Place) {
    let u = frame.u;
    let (x, y) = lamp(frame, place);
    let glow = place.glow;
    let iron = hex(0x241F1C);
    stage.add(frame.drawn(y - u * 6.0, y + u * 7.0, 0.34, 0.0, |c| {
        if let Some(path) = oval(x + u * 0.8, y + u * 1.4, u * 2.4, u * 4.2) {
            c.fill(&path, ink([0.05, 0.03, 0.02], 0.25));
        }
        flat(c, &quad((x - u * 0.5, y - u * 4.0), (u, u * 8.6)), iron);
        flat(c, &quad((x - u * 1.3, y + u * 4.0), (u * 2.6, u * 0.8)), iron);
        let body = [
            (x - u * 1.9, y - u * 2.2),
            (x + u * 1.9, y - u * 2.2),
            (x + u * 1.4, y + u * 3.4),
            (x - u * 1.4, y + u * 3.4),
        ];
        flat(c, &body, mix(hex(0xB8B4A4), hex(0xFFD990), glow));
        for (a, b) in [(0, 3), (1, 2), (3, 2), (0, 1)] {
            bar(c, body[a], body[b], u * 0.36, iron);
        }
        bar(c, (x, y - u * 2.2), (x, y + u * 3.4), u * 0.24, iron);
        flat(c, &[(x - u * 2.5, y - u * 2.0), (x, y - u * 4.6), (x + u * 2.5, y - u * 2.0)], iron);
    }));
    stage.sparks(0.34, move |t, out| {
        let flicker = glow * (0.88 + 0.08 * (t * 3.1).sin() + 0.04 * (t * 7.3).sin());
        out.push(Spark::glow(x, y + u, u * 12.0, [1.0, 0.74, 0.4], flicker * 0.5));
        out.push(Spark::glow(x, y + u, u * 2.6, [1.0, 0.88, 0.62], flicker * 0.8));
    });
}

/// The rocking chair below the window, pots by the door.
fn furniture(stage: &mut Stage, plan: &Plan, frame: Frame, place: &Place, white: Rgb) {
    let (w, u) = (frame.w, frame.u);
    let foot = place.floor + (place.brink - place.floor) * 0.72;
    let wood = mix(lit(plan, hex(0x8E5E38)), white, 0.06);
    let x = w * 0.5 + place.side * (w * 0.25).min(u * 26.0);
    stage.add(frame.drawn(foot - u * 32.0, foot + u * 3.0, 0.46, 0.0, |c| {
        rocker(c, plan, (x, foot), (u, -place.side), wood);
    }));
    let mut dice = Dice::new(plan.seed, 510);
    let bloom = lit(plan, dice.pick(&[hex(0xD8503C), hex(0xE8A0B4), hex(0xF0D468)]));
    let leaves = Leaves::of(
        plan,
        plan.foliage(),
        sky::palette(plan.hour),
        ((0.0, w), (w / 2.0, 0.0)),
        u * 1.3,
    );
    stage.add(frame.drawn(foot - u * 26.0, foot + u * 3.0, 0.45, 0.0, |c| {
        for (off, size) in [(-15.0f32, 1.15f32), (-22.5, 0.85)] {
            let (px, py) = (place.door + place.side * u * off, foot - u * 4.0 * (size - 0.6));
            shadow(c, (px, py), u * 4.6 * size, u * 0.8);
            vessel(c, (px, py), u * size, (3.8, 6.6, 2.7), lit(plan, hex(0xB5683F)));
            for (dx, up, r) in [(-2.0f32, 8.6f32, 2.8f32), (2.2, 8.8, 2.8), (0.0, 11.0, 3.2)] {
                let at = (px + u * size * dx, py - u * size * up);
                cluster(c, at, (u * size * r, u * size * r * 0.9), &leaves, &mut dice);
            }
            for _ in 0..14 {
                let at =
                    (px + u * size * dice.range(-4.0, 4.0), py - u * size * dice.range(7.0, 13.4));
                rose(c, at, u * 0.9 * size, scale(bloom, dice.range(0.85, 1.05)));
            }
        }
    }));
}

/// Posts at both sides with rails up to the steps, the beam above them and the ceiling's boards.
fn posts(stage: &mut Stage, plan: &Plan, frame: Frame, place: &Place, white: Rgb) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let half = (w * 0.455).min(u * 42.0);
    let ceiling = mix(scale(white, 0.5), lit(plan, hex(0x9AB4B4)), 0.5);
    stage.add(frame.drawn(-u * 6.0, place.brink + u * 2.0, 0.5, 0.0, |c| {
        let mut x = -u * 12.0;
        while x < w + u * 12.0 {
            let (near, far) = ((x - w / 2.0) * 1.2 + w / 2.0, x);
            let next = x + u * 3.6;
            let board = [
                (near, -u * 6.0),
                ((next - w / 2.0) * 1.2 + w / 2.0, -u * 6.0),
                (next, place.beam),
                (far, place.beam),
            ];
            flat(c, &board, ceiling);
            bar(c, (near, -u * 6.0), (far, place.beam), u * 0.2, scale(ceiling, 0.66));
            x = next;
        }
        if let Some(path) = rect(-u * 9.0, place.beam - u * 3.4, w + u * 18.0, u * 4.6) {
            let stops = [
                (0.0, ink(white, 1.0)),
                (0.7, ink(scale(white, 0.86), 1.0)),
                (1.0, ink(scale(white, 0.56), 1.0)),
            ];
            c.fade(&path, (0.0, place.beam - u * 3.4), (0.0, place.beam + u * 1.2), &stops);
        }
        for side in [-1.0f32, 1.0] {
            let x = w * 0.5 + side * half;
            post(c, x, (place.beam, place.brink), u * 1.7, white);
            for (y, wide, tall) in [
                (place.beam + u * 1.2, 2.7, 1.4),
                (place.beam + u * 6.0, 2.2, 1.0),
                (place.brink - u * 3.0, 2.5, 3.4),
            ] {
                if let Some(path) = rounded(x - u * wide, y, u * wide * 2.0, u * tall, u * 0.3) {
                    c.fade(
                        &path,
                        (x - u * wide, 0.0),
                        (x + u * wide, 0.0),
                        &super::props::round(white),
                    );
                }
            }
            // A bracket under the beam.
            let at = |dx: f32, dy: f32| (x - side * u * dx, place.beam + u * dy);
            super::forms::bent(
                c,
                at(1.4, 11.0),
                at(2.4, 3.4),
                at(9.4, 2.0),
                u * 1.1,
                scale(white, 0.84),
            );
            let rail = h * 0.645;
            let end = x + side * w;
            bar(c, (x, rail), (end, rail), u * 1.5, white);
            bar(c, (x, rail + u * 0.6), (end, rail + u * 0.6), u * 0.5, scale(white, 0.6));
            let mut bx = x + side * u * 3.4;
            while (bx - w * 0.5).abs() < w * 0.6 {
                post(c, bx, (rail + u * 0.8, place.brink - u * 1.6), u * 0.55, scale(white, 0.9));
                bx += side * u * 3.4;
            }
            bar(
                c,
                (x, place.brink - u * 2.0),
                (end, place.brink - u * 2.0),
                u * 1.1,
                scale(white, 0.84),
            );
        }
    }));
}

/// A rose that climbs one post and hangs along the beam.
fn roses(stage: &mut Stage, plan: &Plan, frame: Frame, place: &Place, p: sky::Palette) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let mut dice = Dice::new(plan.seed, 515);
    let half = (w * 0.455).min(u * 42.0);
    let x = w * 0.5 - place.side * half;
    let leaves = Leaves::of(plan, plan.foliage(), p, ((x, h * 0.4), (w / 2.0, h * 0.1)), u * 1.35);
    let bloom = lit(plan, dice.pick(&[hex(0xE8B4BC), hex(0xF4ECDC), hex(0xD86A6A)]));
    let layer = frame.drawn(0.0, place.brink + u, 0.53, u, |c| {
        let mut spots: Vec<Position> = (0..15)
            .map(|n| {
                (
                    x + u * dice.range(-2.4, 2.4),
                    place.brink - (place.brink - place.beam) * n as f32 / 15.0,
                )
            })
            .collect();
        spots.extend((0..9).map(|n| {
            (x + place.side * u * 3.4 * n as f32, place.beam + u * dice.range(-1.5, 2.6))
        }));
        spots.extend((0..5).map(|n| (x - place.side * u * 2.6 * n as f32, place.beam)));
        for at in &spots {
            let r = u * dice.range(2.2, 3.6);
            cluster(c, *at, (r, r * 0.9), &leaves, &mut dice);
        }
        for at in &spots {
            for _ in 0..3 {
                let (bx, by) = (at.0 + u * dice.range(-2.8, 2.8), at.1 + u * dice.range(-2.4, 2.4));
                rose(c, (bx, by), u * dice.range(0.8, 1.25), scale(bloom, dice.range(0.86, 1.02)));
            }
        }
    });
    stage.add(layer.alive(move |t| crate::stage::Pose::moved((t * 0.7).sin() * u * 0.12, 0.0)));
}
