//! A keepsake: a letter, a drawing or an object, as a print in the place. Among prints it lies on the ground,
//! where they leave room. Near people who stand it hangs as prints do there, or is on an easel.
//!
//! What always holds: it is inside the frame, and its print has the shape of its photo, so that a whole letter is
//! seen, and as much paper as an upright one would have. Nobody and no other print is
//! behind it wherever there is room for the smallest; the checks look at every setting and shape.

use super::{
    crop,
    place::{Behind, Home, Tilt, tall},
    print::on_paper,
    warp::warp,
};
use crate::paint::{
    color::{Rgb, smooth},
    sheet::Sheet,
};
use crate::photo::{CropBox, Photo};
use crate::stage::{Frame, Layer};

/// How far it moves with the camera on the ground, as prints of people do.
const GROUND: f32 = 0.55;
/// How it is seen from aside, and how far it is turned, in radians.
const TILT: Tilt = Tilt { lean: 0.03, turn: 0.0, tall: 0.92 };
const TURN: f32 = 0.05;
/// How wide it is beside a print of somebody if it is upright, the best first; of those that do as well, the one
/// for which prints move least.
const WIDTHS: [&[f32]; 9] =
    [&[0.58, 0.52, 0.46], &[0.4], &[0.36], &[0.32], &[0.28], &[0.24], &[0.2], &[0.17], &[0.14]];
/// How wide an upright one is near people who stand, as a part of the frame's shorter side: at most, at least, and
/// how much narrower each try is.
const STANDING: (f32, f32, f32) = (0.34, 0.12, 0.02);
/// Where it is then if it may be, as a part of the frame's height, and how far from the middle, as a part of
/// its width: more in wide frames, where people stand in the middle.
const HANGS: f32 = 0.35;
const OFF: (f32, f32) = (0.08, 0.32);
/// How far it stays from people, in units; they move a little.
const CLEAR: f32 = 2.6;
/// How far it stays inside the frame, in units: beside, above and below. The camera takes a part of that.
const BESIDE: f32 = 3.6;
const ABOVE: f32 = 1.6;
const BELOW: f32 = 2.4;
/// How far from prints it lies, in units; what holds them reaches further above them than it does below.
const APART: f32 = 0.8;
const UNDER: f32 = 2.4;
/// Above this part of the frame's height are the words at its foot.
const WORDS: f32 = 0.84;
/// Its middle is in the lower half: it lies on the ground.
const HIGHEST: f32 = 0.5;
/// How dark its shadow is.
const SHADE: f32 = 0.5;
/// Tells its paper's grain from that of the prints.
const PAPER: usize = 9;

/// Left, top, right and bottom.
pub type Bounds = [f32; 4];

/// As large as an upright print of this width would be, with a picture of `home`'s ratio.
fn sized(home: Home, width: f32) -> Home {
    let wider = (tall(crop::PICTURE) / tall(home.ratio)).sqrt();
    Home { width: (width * wider).floor(), ..home }
}

/// A print whose picture has this ratio in the middle of nowhere, turned to this side.
fn lying(ratio: f32, side: f32) -> Home {
    Home {
        x: 0.0,
        y: 0.0,
        width: 0.0,
        ratio,
        angle: side * TURN,
        depth: GROUND,
        pivot: 0.0,
        sway: 0.0,
        tilt: TILT,
        behind: Behind::Flat,
    }
}

/// How far a print reaches from its middle, turned as it is.
fn reach(home: Home) -> (f32, f32) {
    let (sin, cos) = home.angle.sin_cos();
    let turned = home.quad().map(|(x, y)| (x * cos - y * sin, x * sin + y * cos));
    let most = |of: fn(&(f32, f32)) -> f32| turned.iter().map(|c| of(c).abs()).fold(0.0, f32::max);
    (most(|corner| corner.0), most(|corner| corner.1))
}

/// Where it is near people who stand: over none of them, as large as there is room for. `home` is how the
/// place holds a print with a picture of its ratio and `room` how many pixels that reaches beyond its paper,
/// `people` are what people take of the frame, and `head` is the row to which words reach from its head; where they leave no room, they are
/// set over it when it has long been seen.
pub fn near_people(
    frame: Frame,
    home: Home,
    room: f32,
    people: &[Bounds],
    side: f32,
    head: f32,
) -> Home {
    let (u, short) = (frame.u, frame.w.min(frame.h));
    let off = if frame.w > frame.h { OFF.1 } else { OFF.0 };
    let wanted = (frame.w * (0.5 + side * off), frame.h * HANGS);
    let (most, least, step) = STANDING;
    let tries = ((most - least) / step) as usize;
    let each = [head, 0.0].into_iter().flat_map(|top| (0..=tries).map(move |number| (top, number)));
    let mut found = each.filter_map(|(top, number)| {
        let home = sized(home, short * (most - step * number as f32));
        nearest(frame, home, (room, top), people, wanted)
    });
    let corner = || {
        let home = sized(home, short * least);
        let (half_w, half_h) = reach(home);
        let x = frame.w / 2.0 + side * (frame.w / 2.0 - half_w - BESIDE * u);
        Home { x, y: half_h + room + ABOVE * u, ..home }
    };
    found.next().unwrap_or_else(corner)
}

/// The free place for a print of this size that is nearest to where it is wanted.
fn nearest(
    frame: Frame,
    home: Home,
    (room, top): (f32, f32),
    people: &[Bounds],
    wanted: (f32, f32),
) -> Option<Home> {
    let u = frame.u;
    let (half_w, half_h) = reach(home);
    let (left, right) = (half_w + BESIDE * u, frame.w - half_w - BESIDE * u);
    let (high, low) = (top + half_h + room + ABOVE * u, frame.h - half_h - BELOW * u);
    let is_free = |x: f32, y: f32| {
        let clear = CLEAR * u;
        people.iter().all(|one| {
            let beside = x + half_w + clear <= one[0] || x - half_w - clear >= one[2];
            beside || y + half_h + clear <= one[1] || y - half_h - clear >= one[3]
        })
    };
    let count = |from: f32, to: f32| ((to - from) / u).max(-1.0) as i32;
    let rows = (0..=count(high, low)).map(|row| high + row as f32 * u);
    let places = rows
        .flat_map(|y| (0..=count(left, right)).map(move |column| (left + column as f32 * u, y)));
    let far = |(x, y): (f32, f32)| (x - wanted.0).hypot(y - wanted.1);
    let free = places.filter(|(x, y)| is_free(*x, *y));
    let (x, y) = free.min_by(|a, b| far(*a).total_cmp(&far(*b)))?;
    Some(Home { x, y, ..home })
}

/// Where it lies among prints, of which what holds them reaches `room` pixels beyond their paper; they move up
/// together where that makes room. `ratio` is its picture's (width / height), `side` the one that they leave free
/// below, if they do, and `words` is whether there are any at the foot of the frame.
pub fn among(
    frame: Frame,
    homes: &mut [Home],
    room: f32,
    (ratio, side): (f32, f32),
    words: bool,
) -> Home {
    let (u, print) = (frame.u, lying(ratio, side));
    let taken: Vec<Bounds> = homes.iter().map(|home| bounds(*home, room, u)).collect();
    let narrowest = homes.iter().map(|home| home.width).fold(frame.w, f32::min);
    let highest = taken.iter().map(|one| one[1]).fold(frame.h, f32::min);
    let steps = ((highest - ABOVE * u) / u).max(0.0) as usize;
    let low = if words { frame.h * WORDS } else { frame.h - BELOW * u };
    for widths in WIDTHS {
        for step in 0..=steps {
            let up = step as f32 * u;
            let free =
                |part: &f32| spot(frame, sized(print, part * narrowest), &taken, (up, low), side);
            if let Some(found) = widths.iter().find_map(free) {
                for home in homes.iter_mut() {
                    home.y -= up;
                }
                return found;
            }
        }
    }
    // Behind whatever is there.
    let home = sized(print, 0.14 * narrowest);
    let (half_w, half_h) = reach(home);
    let x = frame.w / 2.0 + side * (frame.w / 2.0 - half_w - BESIDE * u);
    Home { x, y: low - half_h, ..home }
}

/// What a print and what holds it take, with the room around them.
fn bounds(home: Home, room: f32, u: f32) -> Bounds {
    let (half_w, half_h) = reach(home);
    let (beside, above) = (room.min(UNDER * u) + APART * u, room + APART * u);
    let (left, right) = (home.x - half_w - beside, home.x + half_w + beside);
    [left, home.y - half_h - above, right, home.y + half_h + beside]
}

/// The lowest place that is free once what is taken has moved `up`, above the row `low`: first at this side,
/// and from the edge inwards.
fn spot(
    frame: Frame,
    home: Home,
    taken: &[Bounds],
    (up, low): (f32, f32),
    side: f32,
) -> Option<Home> {
    let u = frame.u;
    let (half_w, half_h) = reach(home);
    let (left, right) = (half_w + BESIDE * u, frame.w - half_w - BESIDE * u);
    let (bottom, top) = (low - half_h, frame.h * HIGHEST);
    if right < left || bottom < top {
        return None;
    }
    let is_free = |x: f32, y: f32| {
        taken.iter().all(|one| {
            let beside = x + half_w <= one[0] || x - half_w >= one[2];
            beside || y + half_h <= one[1] - up || y - half_h >= one[3] - up
        })
    };
    let (down, across) = (((bottom - top) / u) as usize, ((right - left) / u / 2.0) as usize);
    let mut places = (0..=down).flat_map(|row| {
        let y = bottom - row as f32 * u;
        (0..=across).flat_map(move |column| {
            let inwards = column as f32 * u;
            [side, -side].map(|at| (if at > 0.0 { right - inwards } else { left + inwards }, y))
        })
    });
    let (x, y) = places.find(|(x, y)| is_free(*x, *y))?;
    Some(Home { x, y, ..home })
}

/// The print and its shadow, from behind to the front; of the photo this part is shown.
pub fn layers(
    (photo, shown): (&Photo, Option<CropBox>),
    home: Home,
    light: Rgb,
    frame: Frame,
) -> [Layer; 2] {
    let paper = on_paper((photo, shown, &[]), home, PAPER, light);
    let (sin, cos) = home.angle.sin_cos();
    let corners = home.quad().map(|(x, y)| (x * cos - y * sin, x * sin + y * cos));
    let seen = warp(&paper.flat(), corners, 2);
    let (width, height) = (seen.width, seen.height);
    let sheet = Sheet::paint(width, height, |px, py| {
        let at = py as usize * width + px as usize;
        let [r, g, b, a] = seen.pixels[at].to_le_bytes().map(|v| f32::from(v) / 255.0);
        if a <= 0.0 { [0.0; 4] } else { [r / a, g / a, b / a, a] }
    });
    let (x, y) = (home.x - width as f32 / 2.0, home.y - height as f32 / 2.0);
    let print = Layer { sheet, x, y, depth: home.depth, life: None, ripple: None };
    [shade(home, frame.u), print]
}

/// Its shadow on what it lies on.
fn shade(home: Home, u: f32) -> Layer {
    let (half, blur) = (home.half(), u * 1.1);
    let far = (half.0.hypot(half.1) + blur * 2.0).ceil();
    let (sin, cos) = home.angle.sin_cos();
    let side = far as usize * 2;
    let sheet = Sheet::soft(side, side, 2, |px, py| {
        let (x, y) = (px - far, py - far);
        let (across, down) = (x * cos + y * sin, y * cos - x * sin);
        let within = |at: f32, half: f32| smooth(half + blur, half - blur, at.abs());
        [0.06, 0.04, 0.03, within(across, half.0) * within(down, half.1) * SHADE]
    });
    let (x, y) = (home.x - far + u * 0.35, home.y - far + u * 0.6);
    Layer { sheet, x, y, depth: home.depth, life: None, ripple: None }
}
