//! The person of a photo without the rest of it, and what the one who uploaded it says of who that is.
//! What was painted is kept with the photo, and is gone with it.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    sync::Arc,
};

use evernear_rules::{
    presentation::TouchUp,
    wire::{CutOutCertainty, CutOutView},
};

use crate::{
    domain::{
        auth::session::Member,
        id::PhotoId,
        media::{ObjectKey, Photo},
        rate_limit::Limit,
    },
    ports::{CutOut, CutOutDoubt, Ports, StoreError, StoredPhoto, TooOften},
    problem::{Kind, Problem},
};

#[derive(Debug, thiserror::Error)]
pub enum CutOutError {
    #[error("there is no such photo of a person in the draft")]
    NotFound,
    #[error("the touch-up does not lie in the photo, or is too long")]
    Unsound,
    #[error("too many cut-outs were made lately")]
    TooOften(TooOften),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Keeps a touch-up, if there is one, and cuts the person out.
pub async fn cut_out(
    ports: &Ports,
    member: &Member,
    id: PhotoId,
    touch_up: Option<TouchUp>,
) -> Result<CutOutView, CutOutError> {
    let owner = member.account.id;
    may_cut_out(ports, member)?;
    let mut photo = photo_of_draft(ports, member, id).await?;
    if let Some(touch_up) = touch_up {
        if !touch_up.is_sound() {
            return Err(CutOutError::Unsound);
        }
        ports.photos.touch_up(owner, id, &touch_up).await?;
        photo.touch_up = touch_up;
    }
    let cut = made(ports, member, &photo).await?;
    Ok(view(&photo, &cut))
}

/// The same as files: the person, and what is around them. They were made for the call; where they are kept
/// no more they count again.
pub async fn cut_out_files(
    ports: &Ports,
    member: &Member,
    id: PhotoId,
) -> Result<Arc<CutOut>, CutOutError> {
    let photo = photo_of_draft(ports, member, id).await?;
    if let Some(cut) = ports.cutter.kept(&photo) {
        return Ok(cut);
    }
    may_cut_out(ports, member)?;
    made(ports, member, &photo).await
}

fn may_cut_out(ports: &Ports, member: &Member) -> Result<(), CutOutError> {
    let account = member.account.id.to_string();
    ports.rate_limiter.check(Limit::CutOut, &account).map_err(CutOutError::TooOften)
}

async fn photo_of_draft(ports: &Ports, member: &Member, id: PhotoId) -> Result<Photo, CutOutError> {
    let photo = ports.photos.get(member.account.id, id, ports.now()).await?;
    let photo = photo.filter(|photo| photo.creation.is_none() && !photo.is_keepsake());
    photo.ok_or(CutOutError::NotFound)
}

/// Made, or found as it was made before. Where the photo left the draft meanwhile there is none, and nothing
/// is kept of it.
async fn made(ports: &Ports, member: &Member, photo: &Photo) -> Result<Arc<CutOut>, CutOutError> {
    let file = StoredPhoto { objects: ports.objects.clone(), key: ObjectKey::photo(photo.id) };
    let cut = ports.cutter.cut_out(photo, &file).await;
    let still_there = photo_of_draft(ports, member, photo.id).await;
    if still_there.is_err() {
        ports.cutter.forget(photo.id);
    }
    still_there?;
    Ok(cut?)
}

fn view(photo: &Photo, cut: &CutOut) -> CutOutView {
    // Another touch-up or crop is another picture: it has another address, so that a page shows it anew.
    let of = |file: &str| format!("/media/photos/{}/{file}?v={:016x}", photo.id, version(photo));
    CutOutView {
        certainty: cut.certainty,
        message: cut.doubt.map(|doubt| words(cut.certainty, doubt).to_owned()),
        picture_url: cut.picture.as_ref().map(|_| of("cut-out.png")),
        surroundings_url: cut.surroundings.as_ref().map(|_| of("surroundings.jpg")),
        part: cut.surroundings.as_ref().map(|(_, part)| *part),
        faces: cut.faces.clone(),
        is_grey: cut.is_grey,
        touch_up: photo.touch_up.clone(),
    }
}

/// Differs where another picture is made of the photo.
fn version(photo: &Photo) -> u64 {
    let chosen = photo.chosen.map(|crop| [crop.x, crop.y, crop.width, crop.height]);
    let mut hasher = DefaultHasher::new();
    (chosen, &photo.touch_up).hash(&mut hasher);
    hasher.finish()
}

/// What is said of a doubt.
fn words(certainty: CutOutCertainty, doubt: CutOutDoubt) -> &'static str {
    let hopeless = certainty == CutOutCertainty::Hopeless;
    match doubt {
        CutOutDoubt::NoFace => "We could not find a face. Show us where it is.",
        CutOutDoubt::SeveralFaces => "There is more than one person here. Show us who is meant.",
        CutOutDoubt::Unclear if hopeless => {
            "This photo is too small or too dark to stand in a scene."
        }
        CutOutDoubt::Unclear => "This photo is a little dark or soft. Please look at it closely.",
        CutOutDoubt::Outline if hopeless => {
            "We could not tell where the person ends. You can show us, with a few strokes."
        }
        CutOutDoubt::Outline => "We are not quite sure of the outline. Please look at it closely.",
        CutOutDoubt::Shoulders => {
            "We see too little of the head and shoulders. You can show us, with a few strokes."
        }
    }
}

impl From<CutOutError> for Problem {
    fn from(error: CutOutError) -> Self {
        match error {
            CutOutError::NotFound => Self::not_found(),
            CutOutError::Unsound => {
                Self::new(Kind::BadInput, "That is more than we can keep. Please undo some of it.")
            }
            CutOutError::TooOften(wait) => wait.into(),
            CutOutError::Store(error) => error.into(),
        }
    }
}
