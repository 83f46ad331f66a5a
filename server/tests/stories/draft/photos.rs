//! Photos: what is taken in, what is refused, what is left of them.

use evernear_rules::wire::{CreationKind, CreatorState, Crop, DraftView, Who};
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::harness::{Engine, Person, RefusedCall, World, eventually, grey_jpeg, photo_bytes};

crate::both_engines![
    a_photo_is_kept_upright_without_its_metadata,
    what_is_no_photo_is_refused_with_a_clear_text,
    three_photos_are_kept_however_fast_they_come,
    the_order_of_photos_is_the_persons_whichever_arrives_first,
    photos_that_are_swapped_change_their_places,
    one_bad_file_takes_those_along_that_were_chosen_with_it,
    a_full_draft_is_refused_before_the_photo_is_sent,
    a_photo_that_does_not_arrive_whole_may_be_sent_again,
    a_picture_that_ends_its_decoder_ends_nothing_else,
    when_the_sender_goes_the_decoder_is_killed,
    a_decoder_that_worked_long_is_replaced,
    a_decoder_that_does_nothing_is_killed_after_a_while,
    a_stop_waits_for_no_decoder,
    whoever_sends_slowly_takes_nobodys_place,
    more_photos_than_there_is_room_for_come_later,
    photos_with_many_pixels_are_taken,
    whoevers_photos_take_too_long_waits_before_the_next,
    a_removed_photo_is_gone_with_its_files,
    who_is_who_and_the_choices_are_remembered,
    the_part_of_a_photo_that_was_chosen_is_kept_and_ordered,
    only_the_owner_chooses_a_part_and_only_one_inside_the_photo,
    a_photo_left_behind_is_swept,
    files_that_no_row_knows_are_swept,
];

async fn a_photo_is_kept_upright_without_its_metadata(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    for name in ["old-man-grey-beard-bw.jpg", "older-woman-irot.heic", "older-woman-grid.heic"] {
        let photo = thandi
            .upload(photo_bytes(name))
            .await
            .unwrap_or_else(|refused| panic!("{name}: {refused:?}"));
        assert!(photo.height > photo.width, "{name} is upright: {}x{}", photo.width, photo.height);
        let preview = thandi.get(&photo.preview_url).await;
        assert_eq!(preview.headers()["content-type"], "image/jpeg");
        let bytes = preview.bytes().await.expect("bytes");
        assert_eq!(bytes[..3], [0xff, 0xd8, 0xff]);
    }
    for file in world.objects() {
        let bytes = std::fs::read(&file).expect("readable");
        assert!(!bytes.windows(4).any(|window| window == b"Exif"), "{}", file.display());
    }
}

async fn what_is_no_photo_is_refused_with_a_clear_text(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let photo = photo_bytes("old-man-grey-beard-bw.jpg");
    let too_heavy = [photo.clone(), vec![0; 7 * 1024 * 1024]].concat();
    let cases = [
        ("nothing", Vec::new(), StatusCode::UNSUPPORTED_MEDIA_TYPE),
        (
            "words",
            b"a text that calls itself photo.jpg".to_vec(),
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
        ),
        ("half a photo", photo[..photo.len() / 3].to_vec(), StatusCode::UNPROCESSABLE_ENTITY),
        ("seven megabytes", too_heavy, StatusCode::PAYLOAD_TOO_LARGE),
    ];
    for (what, bytes, status) in cases {
        let refused = thandi.upload(bytes).await.expect_err(what);
        assert_eq!(refused.status, status, "{what}: {refused:?}");
        assert!(refused.problem.message.ends_with('.'), "{what}: {refused:?}");
    }
    assert!(world.objects().is_empty() && thandi.state().await.draft.photos.is_empty());
    let visitor = Person::visitor(&world.base);
    assert_eq!(
        visitor.upload(photo).await.expect_err("signed out").status,
        StatusCode::UNAUTHORIZED
    );
}

async fn three_photos_are_kept_however_fast_they_come(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let photo = photo_bytes("old-man-grey-beard-bw.jpg");
    let uploads = (0..6).map(|_| thandi.upload(photo.clone()));
    let kept = futures::future::join_all(uploads).await.into_iter().flatten().count();
    assert_eq!(kept, 3);
    assert_eq!(thandi.state().await.draft.photos.len(), 3);
    assert_eq!(world.objects().len(), 6, "nothing is left of the others");
}

async fn the_order_of_photos_is_the_persons_whichever_arrives_first(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    thandi.says("Walking with my dad by the lake").await;
    let (woman, man) = ("older-woman-glasses-cap.jpg", "old-man-grey-beard-bw.jpg");
    let second = thandi.upload_as("loved_one", "a", photo_bytes(man)).await.expect("the second");
    let first = thandi.upload_as("you", "a", photo_bytes(woman)).await.expect("the first");
    assert_eq!((first.who, second.who), (Some(Who::You), Some(Who::LovedOne)));
    // What names nobody comes last.
    let third = thandi.upload(photo_bytes("woman-glasses-desk-bw.jpg")).await.expect("the third");
    assert_eq!(third.who, None);
    let state = thandi.state().await;
    let shown: Vec<_> = state.draft.photos.iter().map(|photo| &photo.id).collect();
    assert_eq!(shown, [&first.id, &second.id, &third.id]);
    let mut lengths = Vec::new();
    for id in shown {
        let file = world.folder.join(format!("objects/photos/{id}/upright.jpg"));
        lengths.push(std::fs::read(file).expect("the photo").len());
    }
    let begun = thandi.begins(&state.draft.key, CreationKind::Image).await.expect("it starts");
    thandi.waits_for_the_end(&begun.id).await;
    assert_eq!(*world.imagery.lengths_seen.lock().expect("lock"), lengths, "as they are ordered");
}

async fn photos_that_are_swapped_change_their_places(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let photo = photo_bytes("old-man-grey-beard-bw.jpg");
    let one = thandi.upload_as("you", "a", photo.clone()).await.expect("a photo").id;
    let other = thandi.upload_as("loved_one", "a", photo).await.expect("another").id;
    let who = json!([[one, "loved_one"], [other, "you"]]);
    let body = json!({ "kind": null, "rights_confirmed": true, "who": who });
    let _: DraftView = thandi.call("creator/remember", body).await.expect("kept");
    let photos = thandi.state().await.draft.photos;
    let shown: Vec<_> = photos.iter().map(|photo| (&photo.id, photo.who)).collect();
    assert_eq!(shown, [(&other, Some(Who::You)), (&one, Some(Who::LovedOne))]);
}

async fn one_bad_file_takes_those_along_that_were_chosen_with_it(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let photo = photo_bytes("old-man-grey-beard-bw.jpg");
    let before = thandi.upload_as("you", "first", photo.clone()).await.expect("a photo");
    let too_heavy = [photo.clone(), vec![0; 7 * 1024 * 1024]].concat();
    for bad in [b"a text that calls itself photo.jpg".to_vec(), too_heavy] {
        thandi.upload_as("loved_one", "second", photo.clone()).await.expect("a photo");
        assert_eq!(thandi.state().await.draft.photos.len(), 2);
        let refused = thandi.upload_as("friend", "second", bad).await.expect_err("no photo");
        assert_eq!(refused.problem.message, "Only image files under 6MB are allowed.");
        let left: Vec<_> =
            thandi.state().await.draft.photos.into_iter().map(|one| one.id).collect();
        assert_eq!(left, std::slice::from_ref(&before.id), "none of its batch, and no other");
        assert_eq!(world.objects().len(), 2, "files and all");
    }
    // Nobody's batch but one's own.
    let other = Person::member(&world, "other").await;
    other.upload_as("you", "first", b"not a photo".to_vec()).await.expect_err("no photo");
    assert_eq!(thandi.state().await.draft.photos.len(), 1);
}

async fn a_full_draft_is_refused_before_the_photo_is_sent(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    thandi.prepares(3).await;
    let refused = thandi.announces_a_photo(6 * 1024 * 1024).await;
    assert!(refused.starts_with("HTTP/1.1 409"), "{refused}");
    // Whoever has room is waited for.
    let sipho = Person::member(&world, "sipho-the-second").await;
    let waiting = sipho.announces_a_photo(6 * 1024 * 1024);
    let waited = tokio::time::timeout(std::time::Duration::from_secs(4), waiting).await;
    assert!(waited.is_err(), "{waited:?}");
}

/// A decoder that is a shell script.
/// The line broke: neither the server nor the file is to blame.
async fn a_photo_that_does_not_arrive_whole_may_be_sent_again(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let answer = thandi.holds_photo(&"x".repeat(4000)).await.breaks_off().await;
    assert!(answer.starts_with("HTTP/1.1 400"), "{answer}");
    assert!(answer.contains("\"code\":\"incomplete\""), "{answer}");
    assert!(answer.contains("The photo did not arrive whole. Please try again."), "{answer}");
    thandi.upload(photo_bytes("older-woman.heic")).await.expect("a photo");
}

async fn decoded_by(engine: Engine, folder: &std::path::Path, script: &str) -> World {
    use std::os::unix::fs::PermissionsExt;
    let program = folder.join("decoder");
    std::fs::write(&program, format!("#!/bin/sh\n{script}\n")).expect("written");
    std::fs::set_permissions(&program, PermissionsExt::from_mode(0o755)).expect("a program");
    World::with(engine, |config| config.photos.decoder = program).await
}

async fn a_picture_that_ends_its_decoder_ends_nothing_else(engine: Engine) {
    let folder = tempfile::tempdir().expect("a folder");
    for script in ["kill -SEGV $$", "exit 3", "ulimit -S -t 1; while :; do :; done"] {
        let world = decoded_by(engine, folder.path(), script).await;
        let thandi = Person::member(&world, "thandi").await;
        let refused =
            thandi.upload(photo_bytes("older-woman.heic")).await.expect_err("its decoder ended");
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{script}: {refused:?}");
        assert!(world.objects().is_empty() && thandi.state().await.draft.photos.is_empty());
    }
    // One that somebody else ended says nothing about the picture: it can be sent again.
    for script in ["kill -TERM $$", "kill -KILL $$"] {
        let world = decoded_by(engine, folder.path(), script).await;
        let thandi = Person::member(&world, "thandi").await;
        let refused =
            thandi.upload(photo_bytes("older-woman.heic")).await.expect_err("its decoder ended");
        assert_eq!(refused.status, StatusCode::SERVICE_UNAVAILABLE, "{script}: {refused:?}");
    }
}

/// A decoder that neither answers nor uses the processor.
async fn sleeping_decoder(engine: Engine, folder: &std::path::Path) -> World {
    let script = format!("echo $$ > {}/id; exec sleep 600", folder.display());
    decoded_by(engine, folder, &script).await
}

/// The process of a sleeping decoder, once it has begun.
async fn begun(folder: &std::path::Path) -> String {
    eventually("the decoder has begun", || async {
        let id = std::fs::read_to_string(folder.join("id")).ok()?;
        id.ends_with('\n').then(|| id.trim().to_owned())
    })
    .await
}

async fn is_gone(process: &str) {
    eventually("the decoder is gone", || async {
        let state = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        (state.is_empty() || state.contains(") Z ")).then_some(())
    })
    .await;
}

async fn when_the_sender_goes_the_decoder_is_killed(engine: Engine) {
    let folder = tempfile::tempdir().expect("a folder");
    let world = sleeping_decoder(engine, folder.path()).await;
    let thandi = Person::member(&world, "thandi").await;
    let sent = thandi.upload(photo_bytes("older-woman.heic"));
    let process = tokio::select! {
        answer = sent => panic!("nobody decodes: {answer:?}"),
        process = begun(folder.path()) => process,
    };
    // Here the sender is gone.
    is_gone(&process).await;
    assert!(world.objects().is_empty());
}

/// The system reckons a process's CPU limit by another clock than the CPU time it tells: over many
/// seconds they part, and an ordinary photo would end an old decoder.
async fn a_decoder_that_worked_long_is_replaced(engine: Engine) {
    // Two answers: no image, after so many milliseconds of CPU time (the last four bytes).
    for (cpu, processes) in [("\\000\\000\\047\\017", 1), ("\\000\\000\\047\\020", 2)] {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().display();
        let answer = format!("\\001{}{cpu}", "\\000".repeat(35));
        let script = format!(
            "echo $$ >> {path}/begun; exec 3<&0; cat <&3 >/dev/null & \
             printf '{answer}'; printf '{answer}'; wait"
        );
        let world = decoded_by(engine, folder.path(), &script).await;
        let thandi = Person::member(&world, "thandi").await;
        for _ in 0..2 {
            let refused = thandi.upload(photo_bytes("older-woman.heic")).await;
            let refused = refused.expect_err("no image, it says");
            assert_eq!(refused.status, StatusCode::UNSUPPORTED_MEDIA_TYPE, "{refused:?}");
        }
        let begun = std::fs::read_to_string(folder.path().join("begun")).expect("it began");
        assert_eq!(begun.lines().count(), processes, "{cpu}");
    }
}

async fn a_decoder_that_does_nothing_is_killed_after_a_while(engine: Engine) {
    let folder = tempfile::tempdir().expect("a folder");
    let world = sleeping_decoder(engine, folder.path()).await;
    let thandi = Person::member(&world, "thandi").await;
    let refused = thandi.upload(photo_bytes("older-woman.heic")).await.expect_err("no answer");
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{refused:?}");
    assert!(refused.problem.message.contains("took too long"), "{refused:?}");
    is_gone(&begun(folder.path()).await).await;
    assert!(world.objects().is_empty());
}

async fn a_stop_waits_for_no_decoder(engine: Engine) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut world = sleeping_decoder(engine, folder.path()).await;
    let thandi = Person::member(&world, "thandi").await;
    let stops = async {
        let process = begun(folder.path()).await;
        world.restart().await;
        process
    };
    let (sent, process) = tokio::join!(thandi.upload(photo_bytes("older-woman.heic")), stops);
    sent.expect_err("nobody decodes");
    is_gone(&process).await;
    assert!(world.objects().is_empty());
}

/// Six of them announce as much as may be in memory at once, and send none of it.
async fn whoever_sends_slowly_takes_nobodys_place(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let mut slow = tokio::task::JoinSet::new();
    for number in 0..6 {
        let person = Person::member(&world, &format!("slow-{number}")).await;
        slow.spawn(async move { person.announces_a_photo(6 * 1024 * 1024).await });
    }
    // Seen only from outside: an answer to any of them would end this.
    let answered = tokio::time::timeout(std::time::Duration::from_secs(1), slow.join_next()).await;
    assert!(answered.is_err(), "all of them are waited for: {answered:?}");
    let sent = thandi.upload(photo_bytes("older-woman.heic"));
    let sent = tokio::time::timeout(std::time::Duration::from_secs(15), sent).await;
    sent.expect("nobody keeps it waiting").expect("a photo");
}

async fn more_photos_than_there_is_room_for_come_later(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = std::sync::Arc::new(Person::member(&world, "thandi").await);
    // One is on its way, and three wait for it: those of people, and a keepsake.
    let mut sent = tokio::task::JoinSet::new();
    for _ in 0..5 {
        let thandi = thandi.clone();
        sent.spawn(async move { thandi.announces_a_photo(1024 * 1024).await });
    }
    let refused = sent.join_next().await.expect("sent").expect("an answer").to_lowercase();
    assert!(refused.starts_with("http/1.1 429") && refused.contains("retry-after: 2"), "{refused}");
    drop(sent);
    // Eight of a client are on their way, and three wait for each.
    let mut sent = tokio::task::JoinSet::new();
    for number in 0..33 {
        // So many accounts are made from several places, and used from one.
        let person = Person::at(&world.base, 10 + number / 5);
        person.sign_up(&format!("person-{number}@example.com"), "lamplight", "").await;
        sent.spawn(async move { person.announces_a_photo(1024 * 1024).await });
    }
    let refused = sent.join_next().await.expect("sent").expect("an answer").to_lowercase();
    assert!(refused.starts_with("http/1.1 503") && refused.contains("retry-after: 3"), "{refused}");
}

/// As telephones and cameras write them: their decoders keep within their limits.
async fn photos_with_many_pixels_are_taken(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let photo = grey_jpeg(8_160, 6_120);
    assert!(photo.len() < 6 * 1024 * 1024);
    let photo = thandi.upload(photo).await.expect("fifty megapixels");
    assert!(photo.width > photo.height && photo.height > 0, "{photo:?}");
}

async fn whoevers_photos_take_too_long_waits_before_the_next(engine: Engine) {
    let folder = tempfile::tempdir().expect("a folder");
    let script = format!(
        "echo asked >> {}/asked; ulimit -S -t 1; while :; do :; done",
        folder.path().display()
    );
    let world = decoded_by(engine, folder.path(), &script).await;
    let thandi = Person::member(&world, "thandi").await;
    let asked = || std::fs::read_to_string(folder.path().join("asked")).map_or(0, |t| t.len());
    for _ in 0..5 {
        let slow = thandi.upload(photo_bytes("older-woman.heic")).await.expect_err("too slow");
        assert_eq!(slow.status, StatusCode::UNPROCESSABLE_ENTITY, "{slow:?}");
    }
    let before = asked();
    let refused = thandi.upload(photo_bytes("older-woman.heic")).await.expect_err("too often");
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS, "{refused:?}");
    assert!(refused.problem.retry_after.is_some(), "{refused:?}");
    assert_eq!(asked(), before, "nothing is decoded for it");
    // Others of the same household go on.
    let sipho = Person::member(&world, "sipho").await;
    let slow = sipho.upload(photo_bytes("older-woman.heic")).await.expect_err("too slow");
    assert_eq!(slow.status, StatusCode::UNPROCESSABLE_ENTITY, "{slow:?}");
    world.clock.forward(std::time::Duration::from_secs(60));
    let slow = thandi.upload(photo_bytes("older-woman.heic")).await.expect_err("too slow");
    assert_eq!(slow.status, StatusCode::UNPROCESSABLE_ENTITY, "after a while: {slow:?}");
}

async fn a_removed_photo_is_gone_with_its_files(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let photo = thandi.upload(photo_bytes("old-man-grey-beard-bw.jpg")).await.expect("a photo");
    for _ in 0..2 {
        let draft: DraftView =
            thandi.call("creator/remove_photo", json!({ "id": photo.id })).await.expect("removed");
        assert!(draft.photos.is_empty());
    }
    assert!(world.objects().is_empty());
    assert_eq!(thandi.get(&photo.preview_url).await.status(), StatusCode::NOT_FOUND);
}

async fn who_is_who_and_the_choices_are_remembered(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let photo = thandi.upload(photo_bytes("old-man-grey-beard-bw.jpg")).await.expect("a photo");
    let body =
        json!({ "kind": "image", "rights_confirmed": true, "who": [[photo.id, "loved_one"]] });
    let _: Value = thandi.call("creator/remember", body).await.expect("remembered");
    let draft = thandi.state().await.draft;
    assert_eq!(draft.kind, Some(CreationKind::Image));
    assert!(draft.rights_confirmed);
    assert_eq!(draft.photos[0].who, Some(Who::LovedOne));
}

fn chosen(state: &CreatorState, at: usize) -> Option<Crop> {
    state.draft.photos[at].chosen
}

async fn choose(person: &Person, photo: &str, crop: Crop) -> Result<Value, RefusedCall> {
    let body = json!({ "rights_confirmed": true, "who": [], "crops": [[photo, crop]] });
    person.call("creator/remember", body).await
}

const CHOSEN: Crop = Crop { x: 1_000, y: 500, width: 6_000, height: 6_400 };

async fn the_part_of_a_photo_that_was_chosen_is_kept_and_ordered(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let state = thandi.prepares(2).await;
    assert_eq!(chosen(&state, 0), None);
    let found = state.draft.photos[0].suggested;
    assert!(found.width < 10_000 && found != CHOSEN, "{found:?}");
    choose(&thandi, &state.draft.photos[1].id, CHOSEN).await.expect("kept");
    let after = thandi.state().await;
    assert_eq!([chosen(&after, 0), chosen(&after, 1)], [None, Some(CHOSEN)]);
    // What else is chosen later does not take it away.
    let body = json!({ "kind": "image", "rights_confirmed": true, "who": [] });
    let _: Value = thandi.call("creator/remember", body).await.expect("remembered");
    assert_eq!(chosen(&thandi.state().await, 1), Some(CHOSEN));
    let begun = thandi.begins(&state.draft.key, CreationKind::Video).await.expect("it starts");
    thandi.waits_for_the_end(&begun.id).await;
    let ordered = world.imagery.crops_seen.lock().expect("lock").clone();
    let suggested = state.draft.photos[1].suggested;
    assert_eq!(ordered, [(found, None), (suggested, Some(CHOSEN))]);
}

async fn only_the_owner_chooses_a_part_and_only_one_inside_the_photo(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let photo = thandi.upload(photo_bytes("old-man-grey-beard-bw.jpg")).await.expect("a photo");
    let outside = Crop { x: 5_000, ..CHOSEN };
    let refused = choose(&thandi, &photo.id, outside).await.expect_err("outside");
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    let other = Person::member(&world, "other").await;
    choose(&other, &photo.id, CHOSEN).await.expect("nothing of theirs has this name");
    assert_eq!(chosen(&thandi.state().await, 0), None);
}

async fn a_photo_left_behind_is_swept(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    thandi.upload(photo_bytes("old-man-grey-beard-bw.jpg")).await.expect("a photo");
    world.clock.forward(std::time::Duration::from_secs(8 * 24 * 3600));
    assert!(thandi.state().await.draft.photos.is_empty());
    evernear_app::flows::system::sweep::sweep(&world.ports).await.expect("swept");
    assert!(world.objects().is_empty());
    assert_eq!(world.number("SELECT COUNT(*) FROM photos").await, 0);
}

async fn files_that_no_row_knows_are_swept(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    thandi.upload(photo_bytes("old-man-grey-beard-bw.jpg")).await.expect("a photo");
    // What a kill in the middle of an upload leaves.
    let stray = world.folder.join("objects/photos/01a1fd9a-a54d-7d30-a2e3-87b98852b48c");
    std::fs::create_dir_all(&stray).expect("a folder");
    std::fs::write(stray.join("upright.jpg"), b"whole").expect("written");
    std::fs::write(stray.join("preview.part"), b"hal").expect("written");
    let sweep = || evernear_app::flows::system::sweep::sweep_strays(&world.ports);
    assert_eq!(sweep().await.expect("swept"), 0, "it could still be arriving");
    // Files have the machine's time, and before midnight the story's clock is an hour behind it.
    world.clock.forward(std::time::Duration::from_secs(7_300));
    assert_eq!(sweep().await.expect("swept"), 2);
    assert!(!stray.exists());
    assert_eq!(world.objects().len(), 2, "the photo that is known stays");
}
