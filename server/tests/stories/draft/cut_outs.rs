//! Who of a photo is cut out, what the person paints of it, how everybody is shown, and in which shape.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use evernear_app::{
    domain::{id::PhotoId, media::Photo},
    ports::{CutOut, PersonCutter, PhotoFile, Ports, StoreError},
};
use evernear_rules::{
    presentation::{Presence, Presentation, Shape, Stroke, TouchUp},
    wire::{
        CreationKind, CreationView, CreatorState, CutOutCertainty, CutOutView, DraftView, PhotoView,
    },
};
use reqwest::StatusCode;
use serde_json::json;
use tokio::sync::Semaphore;

use crate::harness::{Engine, Person, RefusedCall, World, eventually, photo_bytes};

crate::both_engines![
    a_person_is_cut_out_and_seen_by_the_owner_alone,
    what_is_hopeless_says_why_and_a_touch_up_mends_it,
    a_touch_up_is_kept_told_to_the_renderer_and_gone_with_its_photo,
    a_touch_up_outside_the_photo_is_refused,
    a_photo_that_goes_while_it_is_cut_out_leaves_nothing,
    an_account_that_is_deleted_leaves_no_cut_out,
    one_account_cannot_have_people_cut_out_without_end,
    shape_and_presence_are_chosen_kept_and_made,
];

async fn cuts(
    person: &Person,
    photo: &PhotoView,
    touch_up: Option<TouchUp>,
) -> Result<CutOutView, RefusedCall> {
    let body = json!({ "photo": photo.id, "touch_up": touch_up });
    person.call("creator/cut_out", body).await
}

async fn uploads(person: &Person, name: &str) -> PhotoView {
    person.upload(photo_bytes(name)).await.expect("a photo")
}

/// Painted from the face down.
fn painted() -> TouchUp {
    let points = vec![(5_000, 3_000), (5_000, 9_000)];
    TouchUp { person: None, strokes: vec![Stroke { keep: true, width: 800, points }] }
}

async fn a_person_is_cut_out_and_seen_by_the_owner_alone(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let photo = uploads(&thandi, "man-grey-hair-orange-suit.jpg").await;
    let cut = cuts(&thandi, &photo, None).await.expect("cut out");
    assert_eq!((cut.certainty, cut.message.as_deref()), (CutOutCertainty::Certain, None));
    assert_eq!(cut.faces.len(), 1);
    let files =
        [cut.picture_url.expect("a picture"), cut.surroundings_url.expect("what is around")];
    for (path, kind) in files.iter().zip(["image/png", "image/jpeg"]) {
        let answer = thandi.get(path).await;
        assert_eq!(answer.status(), StatusCode::OK, "{path}");
        assert_eq!(answer.headers()["content-type"], kind);
        // Others may use the browser next.
        assert_eq!(answer.headers()["cache-control"], "private, no-store");
    }
    let sam = Person::member(&world, "sam").await;
    for path in &files {
        assert_eq!(sam.get(path).await.status(), StatusCode::NOT_FOUND, "somebody else's");
        let visitor = Person::visitor(&world.base);
        assert_eq!(visitor.get(path).await.status(), StatusCode::NOT_FOUND, "nobody's");
    }
    assert_eq!(
        cuts(&sam, &photo, None).await.expect_err("not theirs").status,
        StatusCode::NOT_FOUND
    );
    let nothing = format!("/media/photos/{}/upright.jpg", photo.id);
    assert_eq!(thandi.get(&nothing).await.status(), StatusCode::NOT_FOUND);
}

async fn what_is_hopeless_says_why_and_a_touch_up_mends_it(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let photo = uploads(&thandi, "coffee-cup-no-face.jpg").await;
    let cut = cuts(&thandi, &photo, None).await.expect("looked at");
    assert_eq!(cut.certainty, CutOutCertainty::Hopeless);
    assert_eq!(cut.message.as_deref(), Some("We could not find a face. Show us where it is."));
    assert_eq!((cut.picture_url, cut.part, cut.faces.len()), (None, None, 0));
    let pointed = TouchUp { person: Some((5_000, 3_000)), strokes: Vec::new() };
    let cut = cuts(&thandi, &photo, Some(pointed.clone())).await.expect("looked at");
    assert!(cut.part.is_some() && cut.surroundings_url.is_some(), "there is something to paint on");
    let cut = cuts(&thandi, &photo, Some(TouchUp { strokes: painted().strokes, ..pointed })).await;
    let cut = cut.expect("painted");
    assert_eq!((cut.certainty, cut.message), (CutOutCertainty::Certain, None));
    assert!(cut.picture_url.is_some());
}

async fn a_touch_up_is_kept_told_to_the_renderer_and_gone_with_its_photo(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    thandi.says("Tea with my gran in the garden").await;
    let first = uploads(&thandi, "woman-hand-on-face-bw.jpg").await;
    uploads(&thandi, "old-man-grey-beard-bw.jpg").await;
    let before = cuts(&thandi, &first, None).await.expect("looked at");
    let cut = cuts(&thandi, &first, Some(painted())).await.expect("painted");
    assert_ne!(before.surroundings_url, cut.surroundings_url, "another picture, another address");
    let again = cuts(&thandi, &first, None).await.expect("as it is kept");
    assert_eq!((again.touch_up, again.picture_url), (painted(), cut.picture_url));
    let key = thandi.state().await.draft.key;
    let begun = thandi.begins(&key, CreationKind::Image).await.expect("it starts");
    // What a memory is being made from is not painted on any more.
    let late = cuts(&thandi, &first, Some(TouchUp::default())).await;
    assert_eq!(late.expect_err("too late").status, StatusCode::NOT_FOUND);
    thandi.waits_for_the_end(&begun.id).await;
    let seen = world.imagery.touch_ups_seen.lock().expect("lock").clone();
    assert_eq!(seen, [painted(), TouchUp::default()]);
}

async fn a_touch_up_outside_the_photo_is_refused(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let photo = uploads(&thandi, "man-grey-hair-orange-suit.jpg").await;
    let outside = TouchUp { person: Some((10_001, 0)), strokes: Vec::new() };
    let endless = TouchUp { person: None, strokes: vec![painted().strokes[0].clone(); 500] };
    for touch_up in [outside, endless] {
        let refused = cuts(&thandi, &photo, Some(touch_up)).await.expect_err("refused");
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    }
    let list = json!({ "photo": photo.id, "touch_up": [] });
    let refused = thandi.call::<CutOutView>("creator/cut_out", list).await.expect_err("refused");
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    let kept = cuts(&thandi, &photo, None).await.expect("cut out").touch_up;
    assert_eq!(kept, TouchUp::default());
}

/// A cutter that has read a photo and waits to be let on.
struct Waiting {
    inner: Arc<dyn PersonCutter>,
    /// What was read lately.
    read: Mutex<Option<Photo>>,
    on: Semaphore,
}

struct Read(Vec<u8>);

#[async_trait]
impl PhotoFile for Read {
    async fn bytes(&self) -> Result<Vec<u8>, StoreError> {
        Ok(self.0.clone())
    }
}

#[async_trait]
impl PersonCutter for Waiting {
    async fn cut_out(
        &self,
        photo: &Photo,
        file: &dyn PhotoFile,
    ) -> Result<Arc<CutOut>, StoreError> {
        let read = Read(file.bytes().await?);
        *self.read.lock().expect("whole") = Some(photo.clone());
        let _let_on = self.on.acquire().await.expect("open");
        self.inner.cut_out(photo, &read).await
    }

    fn kept(&self, photo: &Photo) -> Option<Arc<CutOut>> {
        self.inner.kept(photo)
    }

    fn forget(&self, photo: PhotoId) {
        self.inner.forget(photo);
    }
}

/// A world whose cutter waits so often, and that cutter.
async fn with_waiting_cutter(engine: Engine, let_on: usize) -> (World, Arc<Waiting>) {
    let mut waiting = None;
    let world = World::open_with(engine, |ports| {
        let (inner, on) = (ports.cutter.clone(), Semaphore::new(let_on));
        let cutter = Arc::new(Waiting { inner, read: Mutex::default(), on });
        waiting = Some(cutter.clone());
        Ports { cutter, ..ports }
    })
    .await;
    (world, waiting.expect("composed"))
}

async fn a_photo_that_goes_while_it_is_cut_out_leaves_nothing(engine: Engine) {
    let (world, cutter) = with_waiting_cutter(engine, 0).await;
    let thandi = Person::member(&world, "thandi").await;
    let photo = uploads(&thandi, "man-grey-hair-orange-suit.jpg").await;
    let goes = async {
        let read = || async { cutter.read.lock().expect("whole").clone() };
        let read = eventually("it is read", read).await;
        let gone = thandi.call::<DraftView>("creator/remove_photo", json!({ "id": photo.id }));
        gone.await.expect("removed");
        cutter.on.add_permits(1);
        read
    };
    let (cut, read) = tokio::join!(cuts(&thandi, &photo, None), goes);
    assert_eq!(cut.expect_err("it is gone").status, StatusCode::NOT_FOUND);
    assert!(world.ports.cutter.kept(&read).is_none(), "kept longer than the photo");
}

async fn an_account_that_is_deleted_leaves_no_cut_out(engine: Engine) {
    let (world, cutter) = with_waiting_cutter(engine, 1).await;
    let thandi = Person::member(&world, "thandi").await;
    let photo = uploads(&thandi, "man-grey-hair-orange-suit.jpg").await;
    cuts(&thandi, &photo, None).await.expect("cut out");
    let read = cutter.read.lock().expect("whole").clone().expect("read");
    assert!(world.ports.cutter.kept(&read).is_some());
    let gone = thandi.submit("/profile/delete", &[("sure", "yes")]).await;
    assert_eq!(gone.status(), StatusCode::OK);
    assert!(world.ports.cutter.kept(&read).is_none(), "kept longer than the account");
}

async fn one_account_cannot_have_people_cut_out_without_end(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let nothing = json!({ "photo": "01890000-0000-7000-8000-000000000000", "touch_up": null });
    let mut refused = StatusCode::OK;
    for _ in 0..=120 {
        let answer = thandi.call::<CutOutView>("creator/cut_out", nothing.clone()).await;
        refused = answer.expect_err("there is none").status;
        if refused == StatusCode::TOO_MANY_REQUESTS {
            break;
        }
    }
    assert_eq!(refused, StatusCode::TOO_MANY_REQUESTS);
}

async fn shape_and_presence_are_chosen_kept_and_made(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    thandi.says("Tea with my gran in the garden").await;
    assert_eq!(thandi.state().await.draft.presentation, Presentation::default());
    let chosen = Presentation { shape: Shape::Landscape, people: Some(Presence::Prints) };
    let remembers =
        |presentation| json!({ "rights_confirmed": true, "who": [], "presentation": presentation });
    let _: DraftView =
        thandi.call("creator/remember", remembers(json!(chosen))).await.expect("kept");
    assert_eq!(thandi.state().await.draft.presentation, chosen);
    // Choices that say nothing of it leave it as it is; what is none is refused.
    let _: DraftView = thandi.call("creator/remember", remembers(json!(null))).await.expect("kept");
    let odd = json!({ "shape": "round", "people": null });
    let refused = thandi.call::<DraftView>("creator/remember", remembers(odd)).await;
    assert_eq!(refused.expect_err("refused").status, StatusCode::UNPROCESSABLE_ENTITY);
    for name in ["older-woman-glasses-cap.jpg", "old-man-grey-beard-bw.jpg"] {
        uploads(&thandi, name).await;
    }
    let key = thandi.state().await.draft.key;
    let begun = thandi.begins(&key, CreationKind::Image).await.expect("it starts");
    let made: CreationView = thandi.waits_for_the_end(&begun.id).await;
    assert_eq!(made.shape, Shape::Landscape);
    assert_eq!(*world.imagery.presentation_seen.lock().expect("lock"), chosen);
    let page = thandi.get(&format!("/memories/{}", made.id)).await.text().await.expect("a page");
    assert!(page.contains("print-landscape") && page.contains("width=\"1280\""), "{page}");
    // Made once more it begins with the same.
    let state: CreatorState =
        thandi.call("creator/retake", json!({ "id": made.id })).await.expect("once more");
    assert_eq!(state.draft.presentation, chosen);
}
