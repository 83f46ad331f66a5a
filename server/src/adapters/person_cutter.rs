//! Cuts people out of photos that were decoded and written anew before. One is made at a time, those of one
//! account after each other, and the last ones are kept in memory: a page asks for words and pictures
//! apart.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, PoisonError},
};

use async_trait::async_trait;
use evernear_app::{
    domain::{id::AccountId, media::Photo},
    ports::{CutOut, CutOutDoubt, PersonCutter, PhotoFile, StoreError},
};
use evernear_renderer::{
    Certainty, CutOut as Rendered, Photo as Decoded, RejectReason, TouchUp, cut_out,
};
use evernear_rules::wire::{Crop, CutOutCertainty};
use tokio::sync::{Mutex as Turn, Semaphore};

use super::photo_reader::{crop_box, crop_parts};

/// Most that are kept, of about 400 KB each.
const KEPT: usize = 32;
/// Of the surroundings.
const QUALITY: u8 = 82;

/// What a cut-out depends on.
#[derive(Clone, PartialEq)]
struct Key {
    photo: String,
    chosen: Option<Crop>,
    touch_up: TouchUp,
}

/// See the module.
pub struct EmbeddedCutter {
    kept: Mutex<VecDeque<(Key, Arc<CutOut>)>>,
    turns: Mutex<HashMap<AccountId, Arc<Turn<()>>>>,
    place: Semaphore,
}

impl Default for EmbeddedCutter {
    fn default() -> Self {
        Self { kept: Mutex::default(), turns: Mutex::default(), place: Semaphore::new(1) }
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
        let key = Key {
            photo: photo.id.to_string(),
            chosen: photo.chosen,
            touch_up: photo.touch_up.clone(),
        };
        let turn = self.turn(photo.owner);
        let _turn = turn.lock().await;
        if let Some(cut) = self.find(&key) {
            return Ok(cut);
        }
        let _place = self.place.acquire().await.map_err(StoreError::new)?;
        let bytes = file.bytes().await?;
        let (suggested, chosen) = (crop_box(photo.suggested), photo.chosen.map(crop_box));
        let touch_up = photo.touch_up.clone();
        let made = tokio::task::spawn_blocking(move || {
            let decoded = Decoded::read(&bytes).map_err(StoreError::new)?;
            drop(bytes);
            Ok::<_, StoreError>(told(&cut_out(decoded, Some(suggested), chosen, touch_up)))
        });
        let cut = Arc::new(made.await.map_err(StoreError::new)??);
        self.keep(key, &cut);
        Ok(cut)
    }
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
    }
}
