//! Cuts people out of photos that were decoded and written anew before. One is made at a time, those of one
//! account after each other, also where nobody waits for it any more; and the last ones are kept in memory for some
//! minutes, and no longer than their photo: a page asks for words and pictures apart. As long, and for the same
//! reason no longer, what the renderer saw of a photo is kept, which is the same after every stroke of a touch-up.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use async_trait::async_trait;
use evernear_app::{
    domain::{
        id::{AccountId, PhotoId},
        media::Photo,
    },
    ports::{CutOut, CutOutDoubt, PersonCutter, PhotoFile, StoreError},
};
use evernear_renderer::{
    Certainty, CutOut as Rendered, Looks, Photo as Decoded, RejectReason, TouchUp, cut_out_again,
};
use evernear_rules::wire::{Crop, CutOutCertainty};
use tokio::{
    sync::{Mutex as Turn, Semaphore},
    time::sleep,
};

use super::photo_reader::{crop_box, crop_parts};

/// Most that are kept, and their bytes: about 400 KB each, but several times that of noise.
const KEPT: usize = 32;
const KEPT_BYTES: usize = 24 << 20;
/// And for how long.
const KEPT_FOR: Duration = Duration::from_secs(15 * 60);
/// Photos of which is kept what was seen of them, at most 2 MB each.
const LOOKS_KEPT: usize = 8;
/// Of the surroundings.
const QUALITY: u8 = 82;

/// What a cut-out depends on.
#[derive(Clone, PartialEq)]
struct Key {
    photo: PhotoId,
    chosen: Option<Crop>,
    touch_up: TouchUp,
}

impl Key {
    fn of(photo: &Photo) -> Self {
        Self { photo: photo.id, chosen: photo.chosen, touch_up: photo.touch_up.clone() }
    }
}

/// The latest first.
type Kept = VecDeque<(Key, Arc<CutOut>)>;
type Seen = VecDeque<(PhotoId, Arc<Mutex<Looks>>)>;

/// See the module.
pub struct EmbeddedCutter {
    kept: Arc<Mutex<Kept>>,
    seen: Arc<Mutex<Seen>>,
    turns: Mutex<HashMap<AccountId, Arc<Turn<()>>>>,
    place: Arc<Semaphore>,
}

impl Default for EmbeddedCutter {
    fn default() -> Self {
        Self {
            kept: Arc::default(),
            seen: Arc::default(),
            turns: Mutex::default(),
            place: Arc::new(Semaphore::new(1)),
        }
    }
}

impl EmbeddedCutter {
    fn find(&self, key: &Key) -> Option<Arc<CutOut>> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter().find(|(of, _)| of == key).map(|(_, cut)| Arc::clone(cut))
    }

    fn keep(&self, key: Key, cut: &Arc<CutOut>) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.truncate(KEPT - 1);
        kept.push_front((key, Arc::clone(cut)));
        let mut bytes = 0;
        kept.retain(|(_, cut)| {
            bytes += size(cut);
            bytes <= KEPT_BYTES
        });
        let (all, own) = (Arc::clone(&self.kept), Arc::downgrade(cut));
        tokio::spawn(async move {
            sleep(KEPT_FOR).await;
            let mut kept = all.lock().unwrap_or_else(PoisonError::into_inner);
            kept.retain(|(_, cut)| Arc::as_ptr(cut) != own.as_ptr());
        });
    }

    /// What was seen of a photo before; nothing yet where it is new.
    fn looks(&self, photo: PhotoId) -> Arc<Mutex<Looks>> {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let known = seen.iter().find(|(of, _)| *of == photo);
        known.map(|(_, looks)| Arc::clone(looks)).unwrap_or_default()
    }

    fn keep_looks(&self, photo: PhotoId, looks: Arc<Mutex<Looks>>) {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let own = Arc::downgrade(&looks);
        let is_new = seen.iter().all(|(_, known)| Arc::as_ptr(known) != own.as_ptr());
        seen.retain(|(of, _)| *of != photo);
        seen.push_front((photo, looks));
        seen.truncate(LOOKS_KEPT);
        if !is_new {
            return;
        }
        let all = Arc::clone(&self.seen);
        tokio::spawn(async move {
            sleep(KEPT_FOR).await;
            let mut seen = all.lock().unwrap_or_else(PoisonError::into_inner);
            seen.retain(|(_, known)| Arc::as_ptr(known) != own.as_ptr());
        });
    }

    /// The lock of an account; those that nobody holds are forgotten.
    fn turn(&self, account: AccountId) -> Arc<Turn<()>> {
        let mut turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
        turns.retain(|_, turn| Arc::strong_count(turn) > 1);
        Arc::clone(turns.entry(account).or_default())
    }
}

#[async_trait]
impl PersonCutter for EmbeddedCutter {
    async fn cut_out(
        &self,
        photo: &Photo,
        file: &dyn PhotoFile,
    ) -> Result<Arc<CutOut>, StoreError> {
        let key = Key::of(photo);
        let turn = self.turn(photo.owner);
        let turn = turn.lock_owned().await;
        if let Some(cut) = self.find(&key) {
            return Ok(cut);
        }
        let place = self.place.clone().acquire_owned().await.map_err(StoreError::new)?;
        let bytes = file.bytes().await?;
        let (suggested, chosen) = (crop_box(photo.suggested), photo.chosen.map(crop_box));
        let touch_up = photo.touch_up.clone();
        let looks = self.looks(photo.id);
        let kept = Arc::clone(&looks);
        // Whoever asked may be gone before it is made.
        let made = tokio::task::spawn_blocking(move || {
            let _until_made = (turn, place);
            let decoded = Decoded::read(&bytes).map_err(StoreError::new)?;
            drop(bytes);
            let mut looks = kept.lock().unwrap_or_else(PoisonError::into_inner);
            let cut = cut_out_again(decoded, Some(suggested), chosen, touch_up, &mut looks);
            Ok::<_, StoreError>(told(&cut))
        });
        let cut = Arc::new(made.await.map_err(StoreError::new)??);
        self.keep(key, &cut);
        self.keep_looks(photo.id, looks);
        Ok(cut)
    }

    fn kept(&self, photo: &Photo) -> Option<Arc<CutOut>> {
        self.find(&Key::of(photo))
    }

    fn forget(&self, photo: PhotoId) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|(key, _)| key.photo != photo);
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.retain(|(of, _)| *of != photo);
    }
}

fn size(cut: &CutOut) -> usize {
    let picture = cut.picture.as_ref().map_or(0, Vec::len);
    picture + cut.surroundings.as_ref().map_or(0, |(jpeg, _)| jpeg.len())
}

fn told(made: &Rendered) -> CutOut {
    let (certainty, reason) = match made.certainty {
        Certainty::Certain => (CutOutCertainty::Certain, None),
        Certainty::Plausible(reason) => (CutOutCertainty::Plausible, Some(reason)),
        Certainty::Hopeless(reason) => (CutOutCertainty::Hopeless, Some(reason)),
    };
    let doubt = reason.map(|reason| match reason {
        RejectReason::Unseen => CutOutDoubt::NoFace,
        RejectReason::Several => CutOutDoubt::SeveralFaces,
        RejectReason::Unclear => CutOutDoubt::Unclear,
        RejectReason::Shape | RejectReason::Short => CutOutDoubt::Shoulders,
        RejectReason::Unsteady
        | RejectReason::Alike
        | RejectReason::Covered
        | RejectReason::Chosen => CutOutDoubt::Outline,
    });
    CutOut {
        certainty,
        doubt,
        picture: made.to_png(),
        surroundings: made.surroundings_jpeg(QUALITY).zip(made.part.map(crop_parts)),
        faces: made.faces.iter().copied().map(crop_parts).collect(),
        is_grey: made.is_grey,
    }
}

#[cfg(test)]
mod tests {
    use evernear_app::domain::{media::WHOLE, timestamp::Timestamp};
    use evernear_renderer::Stroke;

    use super::*;

    struct Portrait;

    #[async_trait]
    impl PhotoFile for Portrait {
        async fn bytes(&self) -> Result<Vec<u8>, StoreError> {
            let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/photos");
            std::fs::read(format!("{folder}/young-woman-orange-suit.jpg")).map_err(StoreError::new)
        }
    }

    fn photo() -> Photo {
        Photo {
            id: PhotoId::new(Timestamp(1), &[1; 10]),
            owner: AccountId::new(Timestamp(1), &[2; 10]),
            creation: None,
            width: 720,
            height: 1280,
            who: None,
            suggested: Crop { x: 0, y: 0, width: WHOLE, height: WHOLE },
            chosen: None,
            touch_up: TouchUp::default(),
            position: 0,
            batch: None,
            expires_at: Timestamp(i64::MAX),
        }
    }

    #[tokio::test]
    async fn what_was_made_is_kept_no_longer_than_its_photo() {
        let cutter = EmbeddedCutter::default();
        let mut photo = photo();
        assert!(cutter.kept(&photo).is_none());
        let made = cutter.cut_out(&photo, &Portrait).await.expect("cut out");
        assert_eq!(made.certainty, CutOutCertainty::Certain);
        let kept = cutter.kept(&photo).expect("kept");
        assert!(Arc::ptr_eq(&made, &kept));
        photo.chosen = Some(Crop { x: 0, y: 0, width: WHOLE, height: WHOLE / 2 });
        assert!(cutter.kept(&photo).is_none(), "of another part");
        photo.chosen = None;
        cutter.forget(photo.id);
        assert!(cutter.kept(&photo).is_none(), "gone with its photo");
        assert!(cutter.seen.lock().expect("seen").is_empty(), "and so is what was seen of it");
    }

    #[tokio::test]
    async fn what_was_seen_of_a_photo_is_kept_between_strokes() {
        let cutter = EmbeddedCutter::default();
        let mut photo = photo();
        cutter.cut_out(&photo, &Portrait).await.expect("cut out");
        let seen = cutter.looks(photo.id);
        let keep = Stroke { keep: true, width: 500, points: vec![(5_000, 9_000)] };
        photo.touch_up.strokes.push(keep);
        let painted = cutter.cut_out(&photo, &Portrait).await.expect("cut out");
        assert!(Arc::ptr_eq(&seen, &cutter.looks(photo.id)), "the same looks");
        cutter.forget(photo.id);
        let anew = cutter.cut_out(&photo, &Portrait).await.expect("cut out");
        assert_eq!(painted.picture, anew.picture, "as without them");
        for number in 2..20 {
            cutter.keep_looks(PhotoId::new(Timestamp(1), &[number; 10]), Arc::default());
        }
        assert_eq!(cutter.seen.lock().expect("seen").len(), LOOKS_KEPT);
    }

    #[tokio::test]
    async fn what_was_begun_keeps_its_place_where_nobody_waits_for_it_any_more() {
        let cutter = EmbeddedCutter::default();
        let photo = photo();
        let mut asked = Box::pin(cutter.cut_out(&photo, &Portrait));
        assert!(futures::poll!(&mut asked).is_pending(), "it takes its time");
        drop(asked);
        assert_eq!(cutter.place.available_permits(), 0, "it is still being made");
        while cutter.place.available_permits() == 0 {
            tokio::task::yield_now().await;
        }
    }
}
