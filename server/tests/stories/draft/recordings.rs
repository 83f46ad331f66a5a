//! Recordings: what is taken in, what is refused, which part of one a film carries, what is left of it.

use std::{sync::Arc, time::Duration};

use evernear_app::{
    flows::system::sweep::{sweep, sweep_strays},
    ports::{CostLimits, Ports},
};
use evernear_rules::wire::{CreationKind, DraftView, Trim};
use evernear_server::adapters::embedded_imagery::EmbeddedImagery;
use reqwest::StatusCode;
use serde_json::json;

use crate::harness::{
    Act, Engine, Person, World, photo_bytes,
    recordings::{made, repeated, voice},
};

crate::both_engines![
    a_recording_of_each_kind_is_kept_without_its_metadata,
    what_is_no_recording_is_refused_with_a_clear_text,
    a_draft_has_one_recording_and_it_is_confirmed_anew,
    only_a_part_that_lies_within_the_recording_is_heard,
    a_recording_is_its_owners,
    a_film_is_asked_for_with_the_recording_and_it_goes_with_the_photos,
    what_is_begun_has_the_recording_that_its_page_shows,
    a_recording_goes_when_it_is_removed_or_the_draft_begins_anew,
    a_recording_stays_for_another_try_and_goes_when_the_film_is_cancelled,
    a_recording_left_behind_is_swept_and_so_is_its_file_alone,
    films_of_a_provider_carry_no_recording,
];

async fn a_recording_of_each_kind_is_kept_without_its_metadata(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let named = ["-metadata", "title=Nan-on-the-phone"];
    for (ending, arguments) in [
        ("m4a", &["-c:a", "aac"][..]),
        ("m4a", &["-c:a", "alac"]),
        ("mp3", &["-c:a", "libmp3lame"]),
        ("ogg", &["-c:a", "libvorbis", "-ac", "2"]),
        ("opus", &["-c:a", "libopus"]),
        ("wav", &["-ar", "8000"]),
    ] {
        let sent = voice(4, ending, &[arguments, &named].concat());
        let kept = thandi.sends_recording(sent).await;
        let kept = kept.unwrap_or_else(|refused| panic!("{ending}: {refused:?}"));
        assert!((3_900..4_200).contains(&kept.length), "{ending}: {}", kept.length);
        assert_eq!(kept.trim, Trim { start: 0, length: kept.length }, "{ending}");
        assert!(kept.peaks.len() == 240 && kept.peaks.iter().any(|peak| *peak > 20), "{ending}");
        let sound = thandi.get(&kept.url).await;
        assert_eq!(sound.headers()["content-type"], "audio/wav", "{ending}");
        let sound = sound.bytes().await.expect("bytes");
        assert!(sound.starts_with(b"RIFF"), "{ending}");
        let part = thandi.get_range(&kept.url, "bytes=0-3").await;
        assert_eq!(part.status(), StatusCode::PARTIAL_CONTENT, "{ending}");
    }
    // Each took the place of the one before.
    assert_eq!(world.recordings().await, (1, 1));
    for file in world.objects() {
        let bytes = std::fs::read(&file).expect("readable");
        assert!(!bytes.windows(3).any(|part| part == b"Nan"), "{}", file.display());
    }
}

async fn what_is_no_recording_is_refused_with_a_clear_text(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let m4a = voice(4, "m4a", &["-c:a", "aac", "-movflags", "faststart"]);
    let silent_video = made("testsrc=size=160x120:rate=10", 3, "mp4", &["-pix_fmt", "yuv420p"]);
    // Much sound in few bytes.
    let minute = made("anoisesrc=a=0.01:r=8000", 60, "opus", &["-c:a", "libopus", "-b:a", "6k"]);
    let hours = repeated(&minute, 180, "opus");
    assert!((1 << 20..10 << 20).contains(&hours.len()), "{}", hours.len());
    // A picture in the container of a recording.
    let photo = [b"\0\0\0\x18ftypheic".as_slice(), &[0; 500]].concat();
    let cases = [
        ("nothing", Vec::new(), StatusCode::UNSUPPORTED_MEDIA_TYPE),
        ("words", b"I still hear you laugh. ".repeat(99), StatusCode::UNSUPPORTED_MEDIA_TYPE),
        ("a video without sound", silent_video, StatusCode::UNSUPPORTED_MEDIA_TYPE),
        ("a photo", photo, StatusCode::UNSUPPORTED_MEDIA_TYPE),
        ("half a recording", m4a[..m4a.len() / 2].to_vec(), StatusCode::UNPROCESSABLE_ENTITY),
        ("three hours", hours, StatusCode::PAYLOAD_TOO_LARGE),
        ("silence", made("anullsrc", 3, "wav", &[]), StatusCode::UNPROCESSABLE_ENTITY),
        ("eleven megabytes", vec![0; 11 << 20], StatusCode::PAYLOAD_TOO_LARGE),
    ];
    for (what, bytes, status) in cases {
        let refused = thandi.sends_recording(bytes).await.expect_err(what);
        assert_eq!(refused.status, status, "{what}: {refused:?}");
        assert!(refused.problem.message.ends_with('.'), "{what}: {refused:?}");
    }
    assert_eq!(world.recordings().await, (0, 0));
    assert_eq!(thandi.state().await.draft.recording, None);
    let visitor = Person::visitor(&world.base);
    let refused = visitor.sends_recording(voice(1, "wav", &[])).await.expect_err("signed out");
    assert_eq!(refused.status, StatusCode::UNAUTHORIZED);
}

async fn a_draft_has_one_recording_and_it_is_confirmed_anew(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let confirmed = json!({ "kind": null, "rights_confirmed": true, "who": [] });
    let draft: DraftView = thandi.call("creator/remember", confirmed).await.expect("kept");
    assert!(draft.rights_confirmed);
    let first = thandi.sends_recording(voice(2, "wav", &[])).await.expect("a recording");
    assert!(!thandi.state().await.draft.rights_confirmed, "what is confirmed names it");
    let second = thandi.sends_recording(voice(3, "wav", &[])).await.expect("another");
    assert_eq!(thandi.state().await.draft.recording.as_ref(), Some(&second));
    assert_eq!(world.recordings().await, (1, 1));
    assert_eq!(thandi.get(&first.url).await.status(), StatusCode::NOT_FOUND);
}

async fn only_a_part_that_lies_within_the_recording_is_heard(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let recording = thandi.sends_recording(voice(30, "mp3", &[])).await.expect("a recording");
    assert_eq!(recording.trim, Trim { start: 0, length: 10_000 });
    let draft = thandi.trims(&recording, 12_300, 4_500).await.expect("it is there");
    let kept = Trim { start: 12_300, length: 4_500 };
    assert_eq!(draft.recording.map(|one| one.trim), Some(kept));
    for (start, length) in [(0, 499), (0, 10_001), (29_000, 5_000), (u32::MAX, 5_000)] {
        let refused = thandi.trims(&recording, start, length).await.expect_err("no such part");
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{start} {length}");
    }
    assert_eq!(thandi.state().await.draft.recording.map(|one| one.trim), Some(kept));
}

async fn a_recording_is_its_owners(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let sipho = Person::member(&world, "sipho").await;
    let recording = thandi.sends_recording(voice(4, "wav", &[])).await.expect("a recording");
    assert_eq!(sipho.get(&recording.url).await.status(), StatusCode::NOT_FOUND);
    let visitor = Person::visitor(&world.base);
    assert_eq!(visitor.get(&recording.url).await.status(), StatusCode::NOT_FOUND);
    let refused = sipho.trims(&recording, 0, 1_000).await.expect_err("somebody else's");
    assert_eq!(refused.status, StatusCode::NOT_FOUND);
    let body = json!({ "id": recording.id });
    let _: DraftView = sipho.call("creator/remove_recording", body).await.expect("nothing happens");
    assert_eq!(thandi.state().await.draft.recording, Some(recording));
}

async fn a_film_is_asked_for_with_the_recording_and_it_goes_with_the_photos(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    thandi.prepares(2).await;
    let recording = thandi.sends_recording(voice(20, "m4a", &["-c:a", "aac"])).await.expect("one");
    thandi.trims(&recording, 3_000, 6_000).await.expect("it is there");
    world.imagery.film(Act::Silent);
    let begun = thandi.begins_heard(CreationKind::Video, Some(&recording.id)).await;
    let begun = begun.expect("it starts");
    crate::harness::eventually("the film is asked for", || async {
        world.imagery.recording_seen.lock().expect("lock").is_some().then_some(())
    })
    .await;
    let (bytes, trim) = world.imagery.recording_seen.lock().expect("lock").clone().expect("one");
    assert!(bytes.starts_with(b"RIFF"));
    assert_eq!(trim, Trim { start: 3_000, length: 6_000 });
    assert_eq!(world.recordings().await, (1, 1), "it is there as long as the film is made");
    // It is the creation's now, and nobody changes it.
    thandi.trims(&recording, 0, 1_000).await.ok();
    let trims = world.number("SELECT trim_length FROM recordings").await;
    assert_eq!(trims, 6_000);
    world.imagery.films_succeed();
    thandi.waits_for_the_end(&begun.id).await;
    sweep(&world.ports).await.expect("swept");
    assert_eq!(world.recordings().await, (0, 0));
    assert_eq!(world.number("SELECT COUNT(*) FROM photos").await, 0);
}

async fn what_is_begun_has_the_recording_that_its_page_shows(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    thandi.prepares(2).await;
    let first = thandi.sends_recording(voice(2, "wav", &[])).await.expect("a recording");
    let second = thandi.sends_recording(voice(3, "wav", &[])).await.expect("another");
    // Its page shows none yet, or one that was replaced in another tab.
    for shown in [None, Some(first.id.as_str())] {
        let refused = thandi.begins_heard(CreationKind::Image, shown).await.expect_err("another");
        assert_eq!(refused.status, StatusCode::CONFLICT, "{shown:?}");
    }
    assert_eq!(world.recordings().await, (1, 1));
    // A picture is not heard; the recording goes with its photos all the same.
    let begun = thandi.begins_heard(CreationKind::Image, Some(&second.id)).await;
    thandi.waits_for_the_end(&begun.expect("it starts").id).await;
    sweep(&world.ports).await.expect("swept");
    assert_eq!(world.recordings().await, (0, 0));
    world.books_hold().await;
}

async fn a_recording_goes_when_it_is_removed_or_the_draft_begins_anew(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let recording = thandi.sends_recording(voice(2, "wav", &[])).await.expect("a recording");
    for _ in 0..2 {
        let body = json!({ "id": recording.id });
        let draft: DraftView = thandi.call("creator/remove_recording", body).await.expect("gone");
        assert_eq!(draft.recording, None);
        assert_eq!(world.recordings().await, (0, 0));
    }
    thandi.sends_recording(voice(2, "wav", &[])).await.expect("another");
    thandi.call::<serde_json::Value>("creator/start_over", json!({})).await.expect("anew");
    assert_eq!(thandi.state().await.draft.recording, None);
    assert_eq!(world.recordings().await, (0, 0));
}

async fn a_recording_stays_for_another_try_and_goes_when_the_film_is_cancelled(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    thandi.prepares(2).await;
    let recording = thandi.sends_recording(voice(4, "wav", &[])).await.expect("a recording");
    world.imagery.film(Act::Fail);
    let begun = thandi.begins_heard(CreationKind::Video, Some(&recording.id)).await;
    let begun = begun.expect("it starts");
    thandi.waits_for_the_end(&begun.id).await;
    sweep(&world.ports).await.expect("swept");
    assert_eq!(world.recordings().await, (1, 1), "it can be tried again");
    world.imagery.film(Act::Silent);
    *world.imagery.recording_seen.lock().expect("lock") = None;
    let again = thandi.tries_again(&begun.id, None).await.expect("another try");
    crate::harness::eventually("the film is asked for again", || async {
        world.imagery.recording_seen.lock().expect("lock").is_some().then_some(())
    })
    .await;
    thandi.cancels(&again.id).await;
    assert_eq!(world.recordings().await, (0, 0));
}

async fn a_recording_left_behind_is_swept_and_so_is_its_file_alone(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    thandi.sends_recording(voice(2, "wav", &[])).await.expect("a recording");
    let stray = world.folder.join("objects/recordings/01a1fd9a-a54d-7d30-a2e3-87b98852b48c");
    std::fs::create_dir_all(&stray).expect("a folder");
    std::fs::write(stray.join("sound.wav"), b"whole").expect("written");
    // Files have the machine's time, and before midnight the story's clock is an hour behind it.
    world.clock.forward(Duration::from_secs(7_300));
    assert_eq!(sweep_strays(&world.ports).await.expect("swept"), 1);
    assert_eq!(world.recordings().await, (1, 1), "the one that is known stays");
    world.clock.forward(Duration::from_secs(8 * 24 * 3_600));
    assert_eq!(thandi.state().await.draft.recording, None);
    sweep(&world.ports).await.expect("swept");
    assert_eq!(world.recordings().await, (0, 0));
}

async fn films_of_a_provider_carry_no_recording(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    thandi.prepares(2).await;
    let recording = thandi.sends_recording(voice(4, "wav", &[])).await.expect("a recording");
    let props = |page: &str| page.contains("&quot;recording_limits&quot;:null");
    assert!(!props(&thandi.page("/create").await));
    world.imagery.carries_nothing();
    assert!(props(&thandi.page("/create").await), "the page says so");
    let refused = thandi.sends_recording(voice(4, "wav", &[])).await.expect_err("not carried");
    assert_eq!(refused.status, StatusCode::CONFLICT);
    let begun = thandi.begins_heard(CreationKind::Video, Some(&recording.id)).await;
    thandi.waits_for_the_end(&begun.expect("it starts").id).await;
    assert_eq!(*world.imagery.recording_seen.lock().expect("lock"), None);
    sweep(&world.ports).await.expect("swept");
    assert_eq!(world.recordings().await, (0, 0), "it goes with the photos all the same");
    // A film by Runway, and a film by our own camera of a picture by OpenAI.
    let limits = CostLimits { creation: 0, account_day: 0, site_day: 0, cancelled_day: 0 };
    let runway = World::by_runway(engine, "http://127.0.0.1:9", limits).await;
    assert!(!runway.ports.imagery.carries_recordings());
    let openai = World::by_openai(engine, "http://127.0.0.1:9", limits).await;
    assert!(openai.ports.imagery.carries_recordings());
}

/// What ffmpeg measures of this part of a film's sound, in LUFS.
fn loudness(film: &std::path::Path, from: f32, to: f32) -> f32 {
    let out = std::process::Command::new("ffmpeg")
        .args(["-v", "info", "-i"])
        .arg(film)
        .args(["-af", &format!("atrim={from}:{to},ebur128"), "-f", "null", "-"])
        .output()
        .expect("ffmpeg is needed for recordings");
    let heard = String::from_utf8_lossy(&out.stderr);
    let loud = heard.rsplit("I:").next().and_then(|rest| rest.split("LUFS").next());
    loud.and_then(|text| text.trim().parse().ok()).unwrap_or_else(|| panic!("{heard}"))
}

/// Once: a film is the same on every database.
#[tokio::test(flavor = "multi_thread")]
async fn our_own_film_has_the_voice() {
    let world = World::open_with(Engine::Sqlite, |ports| Ports {
        imagery: Arc::new(EmbeddedImagery::new(false)),
        ..ports
    })
    .await;
    let thandi = Person::member(&world, "thandi").await;
    thandi.says("Walking with my dad by the lake").await;
    for name in ["older-woman-glasses-cap.jpg", "old-man-grey-beard-bw.jpg"] {
        thandi.upload(photo_bytes(name)).await.expect("a photo");
    }
    let recording = thandi.sends_recording(voice(9, "opus", &["-c:a", "libopus"])).await;
    let recording = recording.expect("a recording");
    thandi.trims(&recording, 2_000, 4_000).await.expect("it is there");
    let begun = thandi.begins_heard(CreationKind::Video, Some(&recording.id)).await;
    let made = thandi.waits_for_the_end(&begun.expect("it starts").id).await;
    let address = made.video_url.unwrap_or_else(|| panic!("a film: {:?}", made.failure));
    let film = tempfile::NamedTempFile::new().expect("a file");
    let bytes = thandi.get(&address).await.bytes().await.expect("bytes");
    std::fs::write(film.path(), bytes).expect("written");
    let (voice, after) = (loudness(film.path(), 1.2, 5.2), loudness(film.path(), 6.3, 9.5));
    assert!((voice + 16.0).abs() < 1.5, "{voice} LUFS where the voice is");
    assert!(after < -19.0, "{after} LUFS after it");
}
