//! People cut out of their photos, side by side in the scene, seen down to the chest.
//!
//! What always holds: faces are equally large and equally high, nobody covers another's head, and
//! either everybody stands in the scene or nobody does: whoever is in doubt (see
//! [`matte::RejectReason`]) makes prints of all.

use super::{
    faces::Face,
    foreground::{Clump, Foreground, LEAVES},
    illumination::Illumination,
    matching,
    matte::{self, Bust, Certainty, Looked, Marks, Matte, Outline, RejectReason},
    meant::meant,
    texture,
};
use crate::photo::CropBox;
use crate::photo::Photo;
use crate::stage::Frame;
use evernear_rules::presentation::TouchUp;
use rayon::prelude::*;

/// Width of a face as a part of the frame's shorter side, for one, two and three people, and how
/// far to both sides of the middle they stand, in widths of a face.
const FACES: [(f32, f32); 3] = [(0.36, 0.0), (0.3, 0.8), (0.25, 1.32)];
/// How many times as far they move apart where somebody would stand before another's face: hair and hats
/// differ in width. Further out, a face would come too near to the frame's edge.
const SPREADS: [f32; 4] = [1.0, 1.1, 1.2, 1.3];
/// How far inside the frame the middle of a face stays then, in widths of a face.
const INSIDE: f32 = 0.7;
/// How much higher the middle one of three stands, and how far below the others' faces their
/// shoulders hide everything, in widths of a face.
const BEHIND: f32 = 0.75;
const HIDDEN: f32 = 0.9;
/// The most of the frame's height that a face may take.
const TALL: f32 = 0.24;
/// How much faces may shrink where the photos are small, and how far pixels may be stretched.
const SHRINK: f32 = 0.5;
const STRETCH: f32 = 1.9;
/// Where the middles of the faces may be, as parts of the frame's height: the third where a photo ends
/// behind what stands before people, the second where leaves in the foreground hide its end.
const HIGHEST: f32 = 0.56;
const LOW: f32 = 0.77;
const LOWEST: f32 = 0.845;
/// How far below the middle of a face its chin is, in widths of the face, and how far below chins
/// something that stands before people begins, in units of the frame.
const UNDER: f32 = 0.62;
const ABOVE: f32 = 4.0;
/// From how far below the middle of a face leaves in the foreground may begin and hide everything, in
/// widths of the face; beside it, from how far.
const CHIN: f32 = 0.64;
const CLEAR: f32 = 0.8;
const BESIDE: f32 = 0.5;
/// How much higher than who is seen least somebody may stand, and how far to each side of a face leaves
/// hide where the photo ends, in widths of a face.
const LIFT: f32 = 0.3;
const VEIL: f32 = 1.0;
/// How high leaves stand at the foot of the frame where there are any, in units of the frame.
const FOOT: f32 = 3.0;
/// How far beside the middle of a face such leaves must stay, and how far from the photo's side they
/// reach, in widths of a face.
const APART: f32 = 0.55;
const CUT: f32 = 0.22;
/// What the camera and a breath move people by at most, in units of the frame.
const SWAY: (f32, f32) = (2.5, 1.2);
/// How far below its upper edge what stands before people hides all of what is behind it, in units of
/// the frame.
const HIDES: f32 = 4.0;
/// How much of a face somebody else may stand before.
const COVERED: f32 = 0.01;

/// One photo: who was found on it, and what of it is shown (see [`crate::PhotoInput`]).
pub struct Subject {
    pub photo: Photo,
    pub faces: Vec<Face>,
    pub suggested: Option<CropBox>,
    pub chosen: Option<CropBox>,
    pub touch_up: TouchUp,
}

impl Subject {
    /// What is cut out of the photo, if one person alone is on it.
    ///
    /// # Errors
    /// When nobody is, or more than one.
    pub fn bust(&self) -> Result<Bust, RejectReason> {
        let shown = self.chosen.or(self.suggested);
        let face = meant(&self.faces, self.size(), shown, &self.touch_up)?;
        let bust = Bust::around(&face, self.size(), self.chosen);
        if bust.holds_face() { Ok(bust) } else { Err(RejectReason::Shape) }
    }

    /// Its outline, however certain; see [`matte::outline`].
    ///
    /// # Errors
    /// What makes it hopeless.
    pub fn any_outline(
        &self,
        bust: &Bust,
        looked: &mut Option<Looked>,
    ) -> Result<Outline, RejectReason> {
        let others: Vec<Face> =
            self.faces.iter().filter(|face| !bust.is_of(face, self.size())).copied().collect();
        let marks = Marks::new(&self.touch_up, &others, self.size());
        matte::outline(&self.photo.pixels, bust, &marks, looked)
    }

    /// Of the photo, in pixels.
    pub fn size(&self) -> (f32, f32) {
        (self.photo.width() as f32, self.photo.height() as f32)
    }

    /// The person's outline, if it is certain, or plausible and `asked` for.
    ///
    /// # Errors
    /// What is in doubt.
    fn outline(&self, bust: &Bust, asked: bool) -> Result<Outline, RejectReason> {
        let outline = self.any_outline(bust, &mut None)?;
        match outline.certainty {
            Certainty::Certain => Ok(outline),
            Certainty::Plausible(_) if asked => Ok(outline),
            Certainty::Plausible(reason) | Certainty::Hopeless(reason) => Err(reason),
        }
    }
}

/// From which alpha on somebody is seen.
const SEEN: f32 = 0.1;

/// Where people stand: the middle of each face, and how wide a face is.
pub struct Places {
    pub faces: Vec<(f32, f32)>,
    pub width: f32,
    /// What hides where photos end, if that would be seen.
    pub foreground: Option<Foreground>,
}

impl Places {
    /// Above this row there may be faces; what stands in front of people stays below it.
    pub fn chin(&self) -> f32 {
        self.faces.iter().map(|f| f.1).fold(0.0, f32::max) + self.width * UNDER
    }
}

/// What people take of the frame: each one's head, and what is below it (left, top, right and bottom).
pub fn taken(places: &Places, mattes: &[Matte]) -> Vec<[f32; 4]> {
    let each = places.faces.iter().zip(mattes).flat_map(|(face, matte)| {
        let (left, top) = (face.0 - matte.x, face.1 - matte.y);
        let chin = ((matte.y + UNDER * places.width).max(0.0) as usize).min(matte.height);
        [0..chin, chin..matte.height].map(|rows| {
            let seen = rows.flat_map(|row| (0..matte.width).map(move |column| (column, row)));
            let seen = seen.filter(|(column, row)| matte.alpha[row * matte.width + column] > SEEN);
            let bounds = seen.fold(None, |bounds: Option<[usize; 4]>, (x, y)| {
                let [x0, y0, x1, y1] = bounds.unwrap_or([x, y, x, y]);
                Some([x0.min(x), y0.min(y), x1.max(x), y1.max(y)])
            });
            bounds.map(|[x0, y0, x1, y1]| {
                [left + x0 as f32, top + y0 as f32, left + x1 as f32, top + y1 as f32]
            })
        })
    });
    each.flatten().collect()
}

/// How wide faces are among these people, who may stand further back where a photo is small.
fn width(frame: Frame, busts: &[Bust]) -> Result<f32, RejectReason> {
    let (share, _) = FACES[busts.len().clamp(1, FACES.len()) - 1];
    let wanted = (share * frame.w.min(frame.h)).min(TALL * frame.h);
    let least = busts.iter().map(Bust::face).fold(f32::MAX, f32::min);
    let width = wanted.min(least * STRETCH).round();
    if width < wanted * SHRINK { Err(RejectReason::Unclear) } else { Ok(width) }
}

/// From this row on whatever stands before people hides them, the frame's edge included.
fn hidden(frame: Frame, front: f32) -> f32 {
    (front + HIDES * frame.u).min(frame.h)
}

/// Places for these people in this frame, `spread` times as far apart as usual. From the row `front` on
/// something stands before them, such as a table: their photos may end behind it.
fn places(frame: Frame, busts: &[Bust], front: f32, spread: f32) -> Result<Places, RejectReason> {
    let count = busts.len().clamp(1, FACES.len());
    let width = width(frame, busts)?;
    let widest = (frame.w / 2.0 / width - INSIDE).max(FACES[count - 1].1);
    let apart = (FACES[count - 1].1 * spread).min(widest);
    // Of three, the one of whom most is seen stands behind, between the others.
    let most = |a: &usize, b: &usize| busts[*a].below().total_cmp(&busts[*b].below());
    let middle = (count == 3).then(|| (0..count).max_by(most)).flatten();
    if middle.is_some_and(|i| busts[i].below() < HIDDEN + BEHIND) {
        return Err(RejectReason::Short);
    }
    let sway = SWAY.1 * frame.u;
    // How low somebody has to stand for their photo to end where it is not seen.
    let low = |i: usize| hidden(frame, front) + sway - busts[i].below() * width;
    let before = (0..count).filter(|i| Some(*i) != middle);
    let lowest = before.clone().map(low).fold(f32::MIN, f32::max);
    // What stands before people does so only below their chins.
    let most = LOW * frame.h;
    let most =
        if front < frame.h { most.min(front - UNDER * width - ABOVE * frame.u) } else { most };
    let veiled = lowest > most;
    let may = |i: usize| low(i) <= most || busts[i].below() * width - sway >= CLEAR * width;
    let clear = most >= HIGHEST * frame.h && before.clone().all(may);
    if veiled && !clear && (front < frame.h || lowest > LOWEST * frame.h) {
        return Err(RejectReason::Short);
    }
    // Where photos would end below leaves, faces need not be at the frame's edge, and who is seen
    // further down stands a little higher.
    let veiled = veiled && clear;
    let base = if veiled { most } else { lowest.max(HIGHEST * frame.h) };
    let least = if veiled { (base - LIFT * width).max(HIGHEST * frame.h) } else { base };
    let mut sides = [-1.0, 1.0].into_iter();
    let face = |i: usize| {
        let y = low(i).clamp(least, base);
        match (count, Some(i) == middle) {
            (1, _) => (frame.w / 2.0, y),
            (_, true) => (frame.w / 2.0, base - BEHIND * width),
            _ => (frame.w / 2.0 + sides.next().unwrap_or(0.0) * apart * width, y),
        }
    };
    let faces: Vec<_> = (0..count).map(face).collect();
    let clump = |i: usize| {
        let (x, y) = faces[i];
        let top = y + busts[i].below() * width - sway;
        // Leaves end below the chin.
        let leaves = (LEAVES * frame.u).min(top - y - CHIN * width);
        (low(i) > y + 1.0).then_some(Clump { x, half: VEIL * width, top, leaves })
    };
    let clumps: Vec<_> = before.filter_map(clump).collect();
    let foreground = (!clumps.is_empty()).then(|| {
        let top = frame.h - FOOT * frame.u;
        Foreground { top: clumps.iter().map(|one| one.top).fold(top, f32::max), clumps }
    });
    Ok(Places { faces, width, foreground })
}

/// Cuts everybody out, to stand before the row `front` or, where that is the frame's height, to its edge.
/// Where it was `asked` for, plausible outlines do.
///
/// # Errors
/// Why all are better shown as prints.
pub fn cut(
    frame: Frame,
    subjects: &[Subject],
    front: f32,
    asked: bool,
) -> Result<(Places, Vec<Matte>), RejectReason> {
    if subjects.is_empty() {
        let nobody = Places { faces: Vec::new(), width: width(frame, &[])?, foreground: None };
        return Ok((nobody, Vec::new()));
    }
    // What is cheap to see is looked at for all before anybody's outline is.
    let busts = subjects.iter().map(Subject::bust).collect::<Result<Vec<_>, _>>()?;
    places(frame, &busts, front, 1.0)?;
    let outlined =
        subjects.par_iter().zip(&busts).map(|(subject, bust)| subject.outline(bust, asked));
    let outlines = outlined.collect::<Result<Vec<_>, _>>()?;
    let busts: Vec<Bust> = outlines.iter().map(|outline| outline.bust).collect();
    let width = places(frame, &busts, front, 1.0)?.width;
    let (mut mattes, lights): (Vec<_>, Vec<_>) = subjects
        .par_iter()
        .zip(&outlines)
        .map(|(one, outline)| {
            let photo = &one.photo.pixels;
            let light = Illumination::of(&outline.samples(photo));
            Some((outline.matte(photo, width)?, light))
        })
        .collect::<Option<Vec<_>>>()
        .ok_or(RejectReason::Unseen)?
        .into_iter()
        .unzip();
    let corrections = matching::corrections(&lights);
    mattes.par_iter_mut().zip(&corrections).for_each(|(matte, one)| one.apply(matte));
    texture::equalize(&mut mattes, width);
    let mut places = apart(frame, &busts, front, &mattes)?;
    let clumps = ends(frame, &places, &mattes, front)?;
    if !clumps.is_empty() {
        let top = frame.h - FOOT * frame.u;
        let bare = Foreground { top, clumps: Vec::new() };
        places.foreground.get_or_insert(bare).clumps.extend(clumps);
    }
    Ok((places, mattes))
}

/// Places where nobody covers another's face, as close to each other as that allows.
///
/// # Errors
/// Where somebody does however far apart they are.
fn apart(
    frame: Frame,
    busts: &[Bust],
    front: f32,
    mattes: &[Matte],
) -> Result<Places, RejectReason> {
    for spread in SPREADS {
        let places = places(frame, busts, front, spread)?;
        if covered(&places, mattes) <= COVERED {
            return Ok(places);
        }
    }
    Err(RejectReason::Covered)
}

/// What stands against each person's cut-out at the size that faces have among so many.
pub fn reasons(frame: Frame, subjects: &[Subject], asked: bool) -> Vec<Option<RejectReason>> {
    let (share, _) = FACES[subjects.len().clamp(1, FACES.len()) - 1];
    let wanted = (share * frame.w.min(frame.h)).min(TALL * frame.h);
    let against = |subject: &Subject| {
        let bust = subject.bust()?;
        if bust.face() * STRETCH < wanted * SHRINK {
            return Err(RejectReason::Unclear);
        }
        subject.outline(&bust, asked)
    };
    subjects.par_iter().map(|subject| against(subject).err()).collect()
}

/// What has to stand before shoulders that end, as their photo did, where the frame does not and nobody
/// stands.
///
/// # Errors
/// When that would be before a face.
fn ends(
    frame: Frame,
    places: &Places,
    mattes: &[Matte],
    front: f32,
) -> Result<Vec<Clump>, RejectReason> {
    let (sway, width) = (SWAY.0 * frame.u, places.width);
    let low = |x: f32| {
        let leaves = places.foreground.as_ref().map_or(frame.h, |one| one.edge(x));
        leaves.min(hidden(frame, front))
    };
    let mut clumps = Vec::new();
    for (own, matte) in places.faces.iter().zip(mattes) {
        let left = own.0 - matte.x;
        for (x, row) in [left, left + matte.width as f32].into_iter().zip(matte.open) {
            let Some(row) = row.map(|row| own.1 - matte.y + row) else { continue };
            let behind = |face: &(f32, f32)| face != own && (face.0 - x).abs() < width * 0.9;
            let outside = x < -sway || x > frame.w + sway;
            if row >= low(x) || outside || places.faces.iter().any(behind) {
                continue;
            }
            let (half, top) = (CUT * width + sway, row - 0.08 * width);
            let near = |face: &(f32, f32)| {
                (face.0 - x).abs() - half < APART * width || top < face.1 + BESIDE * width
            };
            if places.faces.iter().any(near) {
                return Err(RejectReason::Short);
            }
            clumps.push(Clump { x, half, top, leaves: LEAVES * frame.u });
        }
    }
    Ok(clumps)
}

/// The most of anybody's face (an oval) that is behind somebody else.
fn covered(places: &Places, mattes: &[Matte]) -> f32 {
    let (wide, tall) = (places.width * 0.44, places.width * 0.52);
    let share = |(x, y): (f32, f32), (ox, oy): (f32, f32), matte: &Matte| {
        let (mut hidden, mut all) = (0.0, 1.0);
        for down in -(tall as i32)..tall as i32 {
            for across in -(wide as i32)..wide as i32 {
                let (across, down) = (across as f32, down as f32);
                if (across / wide).powi(2) + (down / tall).powi(2) > 1.0 {
                    continue;
                }
                all += 1.0;
                hidden += matte.alpha_at(x + across - ox + matte.x, y + down - oy + matte.y);
            }
        }
        hidden / all
    };
    let mut most = 0f32;
    for (i, face) in places.faces.iter().enumerate() {
        for (j, (place, matte)) in places.faces.iter().zip(mattes).enumerate() {
            // Who stands further down stands in front.
            if i != j && place.1 >= face.1 {
                most = most.max(share(*face, *place, matte));
            }
        }
    }
    most
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::cutouts::{STAND, subjects};

    #[test]
    fn a_shadow_is_gone_before_its_sheet_ends() {
        let frame = Frame { w: 720.0, h: 1280.0, u: 9.6, seconds: 10.0 };
        let (places, mattes) =
            cut(frame, &subjects(&STAND), frame.h, false).expect("clean portraits");
        for matte in &mattes {
            let shadow = matte.shadow((places.width * 0.12) as usize);
            let darkest = |part: &[f32]| part.iter().copied().fold(0.0, f32::max);
            assert!(darkest(&shadow.alpha) > 0.9);
            assert!(darkest(&shadow.alpha[..shadow.width]) < 0.01);
        }
    }

    #[test]
    fn somebody_with_wide_hair_stands_further_aside() {
        let frame = Frame { w: 720.0, h: 1280.0, u: 9.6, seconds: 10.0 };
        let people = subjects(&["old-man-grey-beard-bw.jpg", STAND[0]]);
        let busts: Vec<Bust> = people.iter().map(|one| one.bust().expect("a bust")).collect();
        let (close, mut mattes) = cut(frame, &people, frame.h, false).expect("clean portraits");
        // Hair that reaches a quarter of a face further to the right.
        let (wide, reach) = (mattes[0].width, (close.width * 0.25) as usize);
        for row in mattes[0].alpha.chunks_mut(wide) {
            let was = row.to_vec();
            for (x, alpha) in row.iter_mut().enumerate() {
                let hair = &was[x.saturating_sub(reach)..=x];
                *alpha = hair.iter().copied().fold(0.0, f32::max);
            }
        }
        assert!(covered(&close, &mattes) > COVERED);
        let apart = apart(frame, &busts, frame.h, &mattes).expect("room beside each other");
        assert!(covered(&apart, &mattes) <= COVERED);
        let between = |places: &Places| places.faces[1].0 - places.faces[0].0;
        assert!(between(&apart) > between(&close));
        for (x, _) in apart.faces {
            assert!(x >= INSIDE * apart.width && x <= frame.w - INSIDE * apart.width, "{x}");
        }
    }

    #[test]
    fn whoever_stands_before_a_face_is_noticed() {
        for (w, h, people) in
            [(720.0, 1280.0, &STAND[..]), (1080.0, 1080.0, &[STAND[0], STAND[1], STAND[0]])]
        {
            let frame = Frame { w, h, u: f32::sqrt(w * h) / 100.0, seconds: 10.0 };
            let (mut places, mattes) =
                cut(frame, &subjects(people), frame.h, false).expect("clean portraits");
            assert!(covered(&places, &mattes) <= COVERED);
            // Someone steps before the first one.
            places.faces[1] = (places.faces[0].0 + places.width * 0.5, places.faces[0].1 + 1.0);
            assert!(covered(&places, &mattes) > 0.2);
        }
    }
}
