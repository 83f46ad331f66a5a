use super::*;
use crate::people::place::{PrintPose, tall, width_of};
use crate::request::Size;
use crate::scenery;
use crate::stage::camera::{Camera, Way};
use evernear_settings::SETTINGS;

const ALL: [Arrangement; 22] = [
    Arrangement::Line,
    Arrangement::Poles,
    Arrangement::Lights,
    Arrangement::Threads,
    Arrangement::Branch,
    Arrangement::Frames,
    Arrangement::Tape,
    Arrangement::Fridge,
    Arrangement::Shelves,
    Arrangement::Mantel,
    Arrangement::Mirror,
    Arrangement::Album,
    Arrangement::Easel,
    Arrangement::Crates,
    Arrangement::Suitcases,
    Arrangement::Books,
    Arrangement::Bales,
    Arrangement::Picnic,
    Arrangement::Stones,
    Arrangement::Snow,
    Arrangement::Sand,
    Arrangement::Grass,
];

const SIZES: [Size; 4] = [Size::PORTRAIT, Size::PORTRAIT_LARGE, Size::LANDSCAPE, Size::SQUARE];

type Corners = [(f32, f32); 4];

fn frame(size: Size, seconds: f32) -> Frame {
    let (w, h) = (size.width as f32, size.height as f32);
    Frame { w, h, u: (w * h).sqrt() / 100.0, seconds }
}

fn plan(seed: u64, count: usize) -> Plan {
    Plan::of(&evernear_rules::story::Story::default(), count, seed)
}

fn corners(home: Home, now: PrintPose) -> Corners {
    let (sin, cos) = now.angle.sin_cos();
    home.quad().map(|(x, y)| {
        let (x, y) = (x * now.scale, y * now.scale);
        (now.x + x * cos - y * sin, now.y + x * sin + y * cos)
    })
}

/// Whether a line along one side of either keeps them apart.
fn apart(a: &Corners, b: &Corners) -> bool {
    let sides =
        |p: &Corners| [0, 1, 2, 3].map(|i| (p[(i + 1) % 4].1 - p[i].1, p[i].0 - p[(i + 1) % 4].0));
    sides(a).into_iter().chain(sides(b)).any(|(x, y)| {
        let span = |p: &Corners| {
            let along = p.map(|q| q.0 * x + q.1 * y);
            (
                along.iter().copied().fold(f32::MAX, f32::min),
                along.iter().copied().fold(f32::MIN, f32::max),
            )
        };
        let (a, b) = (span(a), span(b));
        a.1 <= b.0 || b.1 <= a.0
    })
}

/// Every arrangement where it fits, in every size, for so many prints, with some seeds.
fn each(mut look: impl FnMut(Arrangement, Size, usize, u64)) {
    for (kind, size) in ALL.into_iter().flat_map(|kind| SIZES.map(|size| (kind, size))) {
        for (count, seed) in (1..=3).flat_map(|count| (0..12).map(move |seed| (count, seed))) {
            if kind.fits(frame(size, 10.0), count) {
                look(kind, size, count, seed);
            }
        }
    }
}

#[test]
fn no_print_ever_covers_another_and_all_rest_inside_the_frame() {
    each(|kind, size, count, seed| {
        for seconds in [5.0, 10.0, 15.0] {
            let frame = frame(size, seconds);
            let homes = kind.homes(&plan(seed, count), frame, count);
            for step in 0..=60u8 {
                let share = f32::from(step) / 60.0;
                let way = Way::ALL[seed as usize / 2 % 3];
                let eye = Camera { way, mirrored: seed % 2 == 0 }.at(share);
                let now: Vec<_> = (homes.iter().zip([0.0, 1.0, 2.0]))
                    .map(|(home, order)| (*home, home.at(order, share * seconds, frame, eye)))
                    .filter(|(_, moment)| moment.opacity > 0.0)
                    .collect();
                let all: Vec<_> = now.iter().map(|(home, m)| corners(*home, *m)).collect();
                for (i, a) in all.iter().enumerate() {
                    for b in &all[..i] {
                        assert!(apart(a, b), "{kind:?} {size:?} {count} seed {seed} at {share}");
                    }
                    let rests = now[i].1.lift < 0.01;
                    let inside = a
                        .iter()
                        .all(|p| p.0 >= 0.0 && p.1 >= 0.0 && p.0 <= frame.w && p.1 <= frame.h);
                    assert!(inside || !rests, "{kind:?} {size:?} {count} {seed} at {share}: {a:?}");
                }
            }
        }
    });
}

#[test]
fn the_free_side_is_free() {
    let frame = frame(Size::PORTRAIT, 10.0);
    for kind in ALL {
        for (count, seed) in [2, 3].into_iter().flat_map(|n| (0..12).map(move |seed| (n, seed))) {
            if !kind.fits(frame, count) {
                continue;
            }
            let plan = plan(seed, count);
            let homes = kind.homes(&plan, frame, count);
            let lowest = homes.into_iter().max_by(|a, b| a.y.total_cmp(&b.y)).unwrap();
            let off = lowest.x - frame.w / 2.0;
            assert!(off * plan.side < 0.0, "{kind:?}: {count} with seed {seed}");
        }
    }
}

/// What is seen from aside stays mild: nowhere in a print is one direction stretched against another by
/// more than a tenth, and it is as wide as prints have to be.
#[test]
fn faces_keep_their_shape_and_size() {
    each(|kind, size, count, seed| {
        let frame = frame(size, 10.0);
        for home in kind.homes(&plan(seed, count), frame, count) {
            let [a, b, c, d] = home.quad();
            let (half_w, half_h) = (home.width / 2.0, home.width * tall(home.ratio) / 2.0);
            let at = |s: f32, t: f32| {
                let (up, low) = (
                    (a.0 + (b.0 - a.0) * s, a.1 + (b.1 - a.1) * s),
                    (d.0 + (c.0 - d.0) * s, d.1 + (c.1 - d.1) * s),
                );
                (up.0 + (low.0 - up.0) * t, up.1 + (low.1 - up.1) * t)
            };
            for (s, t) in [(0.2, 0.2), (0.8, 0.2), (0.5, 0.4), (0.2, 0.7), (0.8, 0.7)] {
                let (e, o) = (0.05, at(s, t));
                let across = (at(s + e, t).0 - o.0, at(s + e, t).1 - o.1);
                let down = (at(s, t + e).0 - o.0, at(s, t + e).1 - o.1);
                let x = across.0.hypot(across.1) / (half_w * 2.0 * e);
                let y = down.0.hypot(down.1) / (half_h * 2.0 * e);
                let ratio = (x / y).max(y / x);
                let lean = (across.0 * down.0 + across.1 * down.1)
                    / (across.0.hypot(across.1) * down.0.hypot(down.1));
                assert!(ratio < 1.1 && lean.abs() < 0.06, "{kind:?}: {ratio} {lean}");
            }
            let least = width_of(count, frame) * frame.w;
            let narrow = (b.0 - a.0).min(c.0 - d.0).midpoint(b.0 - a.0);
            assert!(home.width >= least - 0.5 && narrow >= least * 0.96, "{kind:?} {size:?}");
        }
    });
}

#[test]
fn every_setting_has_two_arrangements_and_takes_take_turns() {
    for setting in SETTINGS.iter() {
        let own = scenery::arrangements(setting);
        let all = if own.is_empty() { usual(setting.kind) } else { own };
        for (size, count) in SIZES.into_iter().flat_map(|s| [1, 2, 3].map(|count| (s, count))) {
            let frame = frame(size, 10.0);
            let fit = all.iter().filter(|one| one.fits(frame, count)).count();
            assert!(fit >= 2, "{} has {fit} for {count} in {size:?}", setting.name);
            let mut plan = plan(3, count);
            plan.setting = setting;
            let first = chosen(own, &plan, frame, count);
            plan.seed += 1;
            assert_ne!(first, chosen(own, &plan, frame, count), "{}", setting.name);
        }
        for (n, one) in all.iter().enumerate() {
            assert!(!all[..n].contains(one), "{} names {one:?} twice", setting.name);
        }
    }
}
