//! The program itself: what it says of its configuration, and how it stops.

use std::{
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Child, Command, Output, Stdio},
    time::Duration,
};

use evernear_server::store::{Db, Schema};
use reqwest::StatusCode;

fn evernear(folder: &Path, variables: &[(&str, &str)], command: &str) -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_evernear"));
    program.arg(command).env("EVERNEAR_DATA_DIR", folder).env("EVERNEAR_LISTEN", "127.0.0.1:0");
    for name in ["EVERNEAR_MODE", "DATABASE_URL", "EVERNEAR_PUBLIC_URL", "EVERNEAR_SMTP_URL"] {
        program.env_remove(name);
    }
    program.envs(variables.iter().copied());
    program
}

fn run(folder: &Path, variables: &[(&str, &str)], command: &str) -> (Output, String) {
    let output = evernear(folder, variables, command).output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stdout).into_owned()
        + &String::from_utf8_lossy(&output.stderr);
    (output, said)
}

#[test]
fn the_doctor_names_each_embedded_default() {
    let folder = tempfile::tempdir().expect("a folder");
    let (_, said) = run(folder.path(), &[], "doctor");
    for word in ["development", "SQLite (embedded default)", "embedded renderer", "writable"] {
        assert!(said.contains(word), "{word}: {said}");
    }
}

#[test]
fn the_doctor_makes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let (_, said) = run(folder.path(), &[], "doctor");
    assert!(said.contains("made at the first start"), "{said}");
    let found: Vec<_> = std::fs::read_dir(folder.path()).expect("a folder").flatten().collect();
    assert!(found.is_empty(), "{found:?}");
}

#[tokio::test]
async fn commands_beside_a_server_change_no_schema() {
    let folder = tempfile::tempdir().expect("a folder");
    let check = |folder: &Path| {
        let output = evernear(folder, &[], "ledger").arg("check").output().expect("it runs");
        (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (done, said) = check(folder.path());
    assert!(!done && said.contains("There is no database yet"), "{said}");
    assert!(!folder.path().join("evernear.sqlite").exists());
    let (output, said) = run(folder.path(), &[], "migrate");
    assert!(output.status.success(), "{said}");
    let (done, said) = check(folder.path());
    assert!(done, "{said}");
    let url = format!("sqlite://{}", folder.path().join("evernear.sqlite").display());
    let db = Db::open(&url).await.expect("opened");
    let newest = "DELETE FROM _sqlx_migrations WHERE version =
                  (SELECT MAX(version) FROM _sqlx_migrations)";
    db.execute(newest, Vec::new()).await.expect("as an older program left it");
    assert_eq!(db.schema().await.expect("read"), Schema::Older { missing: 1 });
    let (done, said) = check(folder.path());
    assert!(!done && said.contains("not up to date"), "{said}");
    assert_eq!(db.schema().await.expect("read"), Schema::Older { missing: 1 });
    db.close().await;
}

#[test]
fn the_doctor_says_what_is_wrong_and_fails() {
    let folder = tempfile::tempdir().expect("a folder");
    let wrong = [("DATABASE_URL", "postgres://nobody@127.0.0.1:1/none")];
    let (output, said) = run(folder.path(), &wrong, "doctor");
    assert!(!output.status.success());
    assert!(said.contains("WRONG  The database cannot be used"), "{said}");
}

#[test]
fn production_does_not_start_on_development_defaults() {
    let folder = tempfile::tempdir().expect("a folder");
    let (output, said) = run(folder.path(), &[("EVERNEAR_MODE", "production")], "serve");
    assert!(!output.status.success());
    assert!(said.contains("EVERNEAR_PUBLIC_URL must be set in production"), "{said}");
}

#[test]
fn production_does_not_start_where_nobody_gets_a_mail() {
    let folder = tempfile::tempdir().expect("a folder");
    let url = ("EVERNEAR_PUBLIC_URL", "https://evernear.example");
    let (output, said) = run(folder.path(), &[("EVERNEAR_MODE", "production"), url], "serve");
    assert!(!output.status.success());
    assert!(said.contains("EVERNEAR_SMTP_URL must be set in production"), "{said}");
}

#[test]
fn migrating_twice_is_migrating_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let (output, said) = run(folder.path(), &[], "migrate");
    assert!(output.status.success(), "{said}");
    assert!(said.contains("up to date"), "{said}");
    let (output, said) = run(folder.path(), &[], "migrate");
    assert!(output.status.success(), "twice is once: {said}");
}

/// A server that has said where it is, and the rest of its words.
fn serves(
    folder: &Path,
    variables: &[(&str, &str)],
) -> (Child, String, impl Iterator<Item = String> + use<>) {
    let mut server =
        evernear(folder, variables, "serve").stdout(Stdio::piped()).spawn().expect("it starts");
    let mut lines =
        BufReader::new(server.stdout.take().expect("its words")).lines().map_while(Result::ok);
    let said = lines.next().expect("where it is");
    let address = said.strip_prefix("Evernear is at ").expect("its address");
    assert!(address.starts_with("http://127.0.0.1:"), "{said}");
    (server, address.to_owned(), lines)
}

/// Ends well when it is told to.
fn ends(mut server: Child) {
    let told =
        Command::new("kill").args(["-TERM", &server.id().to_string()]).status().expect("told");
    assert!(told.success());
    assert!(server.wait().expect("it ends").success(), "SIGTERM is a good end");
}

#[test]
fn it_says_where_it_is_and_stops_well_when_told_to() {
    let folder = tempfile::tempdir().expect("a folder");
    let (server, _, mut lines) = serves(folder.path(), &[]);
    let data = lines.next().expect("where its data is");
    assert!(data.contains(&folder.path().display().to_string()), "{data}");
    ends(server);
}

/// Whether SIGTERM and SIGINT are caught by this process.
fn hears_both_signals(process: u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    let caught = caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    let both = (1 << (15 - 1)) | (1 << (2 - 1));
    caught & both == both
}

#[tokio::test]
async fn it_can_be_told_to_stop_before_it_says_where_it_is() {
    let folder = tempfile::tempdir().expect("a folder");
    // Nothing more fits into this pipe, so the server waits with its first word.
    let (mut reader, mut writer) = std::io::pipe().expect("a pipe");
    writer.write_all(&vec![b'\n'; 64 * 1024]).expect("filled");
    let mut server = evernear(folder.path(), &[], "serve").stdout(writer).spawn().expect("started");
    let mut ticks = tokio::time::interval(Duration::from_millis(20));
    let heard = async {
        while !hears_both_signals(server.id()) {
            ticks.tick().await;
        }
    };
    let heard = tokio::time::timeout(Duration::from_secs(60), heard).await;
    let mut word = vec![0; 64 * 1024];
    std::io::Read::read_exact(&mut reader, &mut word).expect("read");
    if heard.is_err() {
        server.kill().expect("killed");
    }
    heard.expect("it hears signals before it has said anything");
    ends(server);
}

/// What `admin hash-password` makes of a line that is typed.
fn hash_password(folder: &Path, typed: &str) -> Output {
    let mut program = evernear(folder, &[], "admin")
        .arg("hash-password")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    program.stdin.take().expect("its input").write_all(typed.as_bytes()).expect("typed");
    program.wait_with_output().expect("it ends")
}

#[test]
fn a_short_admin_password_has_no_hash() {
    let folder = tempfile::tempdir().expect("a folder");
    for typed in ["", "\n", "lamplighter\n", "           \r\n"] {
        let output = hash_password(folder.path(), typed);
        assert!(!output.status.success() && output.stdout.is_empty(), "{typed:?}: {output:?}");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains("needs at least 12 characters"), "{said}");
    }
}

#[tokio::test]
async fn a_hashed_admin_password_opens_the_gate_and_no_other_does() {
    let folder = tempfile::tempdir().expect("a folder");
    let password = "léa & the lamplighters";
    let output = hash_password(folder.path(), &format!("{password}\r\n"));
    assert!(output.status.success(), "{output:?}");
    let printed = String::from_utf8(output.stdout).expect("text");
    let hash = printed.trim_end();
    assert!(hash.starts_with("$argon2id$v=19$") && hash.lines().count() == 1, "{printed}");
    let again = hash_password(folder.path(), password).stdout;
    assert_ne!(String::from_utf8(again).expect("text"), printed, "each has a salt of its own");
    let (server, base, lines) = serves(folder.path(), &[("EVERNEAR_ADMIN_PASSWORD_HASH", hash)]);
    let browser = reqwest::Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        .build()
        .expect("a browser");
    for (tried, status) in
        [("the lamplighters", StatusCode::UNPROCESSABLE_ENTITY), (password, StatusCode::SEE_OTHER)]
    {
        let answer = browser
            .post(format!("{base}/admin/unlock"))
            .header("origin", &base)
            .form(&[("password", tried), ("next", "/admin/waitlist")])
            .send()
            .await
            .expect("an answer");
        assert_eq!(answer.status(), status, "{tried}");
        let unlocked = answer.headers().contains_key("set-cookie");
        assert_eq!(unlocked, tried == password, "{tried}");
    }
    ends(server);
    let said: String = lines.collect();
    assert!(!said.contains(password), "it is nowhere: {said}");
}

/// Files and folders below one that somebody else could look into.
fn open_to_others(folder: &Path, found: &mut Vec<String>) -> usize {
    use std::os::unix::fs::PermissionsExt;
    let mut seen = 0;
    let mode = std::fs::metadata(folder).expect("there").permissions().mode();
    if mode & 0o077 != 0 {
        found.push(format!("{} {mode:o}", folder.display()));
    }
    for entry in std::fs::read_dir(folder).expect("listed") {
        let path = entry.expect("an entry").path();
        // The database makes and removes files of its own beside it.
        let Ok(metadata) = std::fs::metadata(&path) else { continue };
        seen += 1;
        if metadata.is_dir() {
            seen += open_to_others(&path, found);
        } else if metadata.permissions().mode() & 0o077 != 0 {
            found.push(format!("{} {:o}", path.display(), metadata.permissions().mode()));
        }
    }
    seen
}

#[tokio::test]
async fn what_it_writes_is_nobody_elses_to_read() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    // As an earlier version left it.
    std::fs::create_dir(&data).expect("made");
    std::fs::write(data.join("evernear.sqlite"), "").expect("written");
    for (path, mode) in [(data.clone(), 0o755), (data.join("evernear.sqlite"), 0o644)] {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).expect("set");
    }
    let (server, base, lines) = serves(&data, &[]);
    let browser = reqwest::Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        .build()
        .expect("a browser");
    let post = |path: &str| browser.post(format!("{base}{path}")).header("origin", &base);
    let form = [("email", "nana@example.com"), ("password", "lamplight"), ("terms", "yes")];
    let joined = post("/auth?mode=signup").form(&form).send().await.expect("an answer");
    let cookie = joined.headers()["set-cookie"].to_str().expect("text").to_owned();
    let photos = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/photos");
    let photo = std::fs::read(photos.join("older-woman-glasses-cap.jpg")).expect("a photo");
    let upload = post("/api/photos")
        .header("cookie", cookie)
        .header("content-type", "application/octet-stream")
        .body(photo);
    assert_eq!(upload.send().await.expect("an answer").status(), StatusCode::OK);
    let ask = post("/auth?view=magic_link").form(&[("email", "nana@example.com")]);
    assert_eq!(ask.send().await.expect("an answer").status(), StatusCode::OK);
    let mut ticks = tokio::time::interval(Duration::from_millis(50));
    let written = async {
        while std::fs::read_dir(data.join("mails")).map_or(0, Iterator::count) < 2 {
            ticks.tick().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), written).await.expect("the mail is written");
    let mut open = Vec::new();
    let seen = open_to_others(&data, &mut open);
    assert!(seen > 8, "database, keys, mails and objects: {seen}");
    assert_eq!(open, Vec::<String>::new());
    ends(server);
    drop(lines);
}

#[test]
fn the_secret_of_the_data_folder_is_replaced_in_two_runs() {
    let folder = tempfile::tempdir().expect("a folder");
    let secret = || std::fs::read_to_string(folder.path().join("keys/secret")).expect("a secret");
    let (output, said) = run(folder.path(), &[], "rotate-keys");
    assert!(output.status.success() && said.contains("run this command once more"), "{said}");
    let first = secret();
    let (output, said) = run(folder.path(), &[], "rotate-keys");
    assert!(!output.status.success(), "nothing is made by looking for what is sealed: {said}");
    let (output, said) = run(folder.path(), &[], "migrate");
    assert!(output.status.success(), "{said}");
    let (output, said) = run(folder.path(), &[], "rotate-keys");
    assert!(output.status.success() && said.contains("Sealed anew"), "{said}");
    assert_eq!(secret(), first, "the second run makes none");
    let (output, said) = run(folder.path(), &[], "rotate-keys");
    assert!(output.status.success() && said.contains("run this command once more"), "{said}");
    assert_ne!(secret(), first);
}

/// Processes that this one started.
fn children(id: u32) -> Vec<String> {
    let tasks = std::fs::read_dir(format!("/proc/{id}/task")).expect("its threads").flatten();
    let children =
        tasks.filter_map(|task| std::fs::read_to_string(task.path().join("children")).ok());
    children.flat_map(|ids| ids.split_whitespace().map(str::to_owned).collect::<Vec<_>>()).collect()
}

/// Whether it runs, and is not only waited for.
fn runs(id: &str) -> bool {
    std::fs::read_to_string(format!("/proc/{id}/stat")).is_ok_and(|stat| !stat.contains(") Z "))
}

#[tokio::test]
async fn a_server_that_is_killed_leaves_no_decoder_behind() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut server, base, _lines) = serves(folder.path(), &[]);
    let browser = reqwest::Client::builder()
        .cookie_store(true)
        .redirect(reqwest::redirect::Policy::none())
        .build()
        .expect("a browser");
    let form = [("email", "thandi@example.com"), ("password", "lamplight"), ("terms", "yes")];
    let post = |path: &str| browser.post(format!("{base}{path}")).header("origin", &base);
    let answer = post("/auth?mode=signup").form(&form).send().await.expect("an answer");
    assert_eq!(answer.status(), StatusCode::SEE_OTHER);
    let photo = format!("{}/tests/photos/older-woman.heic", env!("CARGO_MANIFEST_DIR"));
    let photo = std::fs::read(photo).expect("a photo");
    let answer = post("/api/photos").body(photo).send().await.expect("an answer");
    assert_eq!(answer.status(), StatusCode::OK);
    let decoders = children(server.id());
    assert_eq!(decoders.len(), 1, "the one that is used again");
    let secrets = std::fs::read(format!("/proc/{}/environ", decoders[0])).expect("its environment");
    assert!(secrets.is_empty(), "{}", String::from_utf8_lossy(&secrets));
    let limits =
        std::fs::read_to_string(format!("/proc/{}/limits", decoders[0])).expect("its limits");
    let limit = |name: &str| {
        let line = limits.lines().find(|line| line.starts_with(name)).expect("a limit");
        line[name.len()..].split_whitespace().next().expect("a number").to_owned()
    };
    assert_eq!(
        [limit("Max open files"), limit("Max file size"), limit("Max core file size")],
        ["3", "0", "0"]
    );
    assert_ne!(limit("Max data size"), "unlimited");
    let seconds: u64 = limit("Max cpu time").parse().expect("seconds");
    assert!(seconds <= 30, "{seconds}");
    server.kill().expect("killed");
    server.wait().expect("it ended");
    let mut ticks = tokio::time::interval(Duration::from_millis(10));
    let gone = async {
        while decoders.iter().any(|id| runs(id)) {
            ticks.tick().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), gone).await.expect("it is gone");
}

/// What a decoder takes for a photo, and for a recording.
const PHOTO: u8 = 0;
const RECORDING: u8 = 1;

/// A decoder's end after one request: bytes of memory, CPU milliseconds, the file's length and what it is
/// come first.
fn decode_in_child(medium: u8, file: &[u8], memory: u64) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_evernear"))
        .arg("decode-photo")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let mut input = child.stdin.take().expect("its input");
    for number in [memory, 60_000, file.len() as u64] {
        input.write_all(&number.to_be_bytes()).expect("written");
    }
    input.write_all(&[medium]).expect("written");
    // It may have ended before it read all of it.
    let _ = input.write_all(file);
    drop(input);
    child.wait_with_output().expect("it ends")
}

/// A file of the repository by its path from this package.
fn picture(path: &str) -> Vec<u8> {
    std::fs::read(format!("{}/{path}", env!("CARGO_MANIFEST_DIR"))).expect("a picture")
}

#[test]
fn a_picture_that_takes_more_memory_than_it_may_ends_its_decoder() {
    let photo = picture("tests/photos/older-woman.heic");
    let enough = decode_in_child(PHOTO, &photo, 400 << 20);
    assert!(enough.status.success() && enough.stdout.len() > 40, "{:?}", enough.status);
    let too_little = decode_in_child(PHOTO, &photo, 2 << 20);
    assert!(!too_little.status.success(), "{:?}", too_little.status);
    assert!(too_little.stdout.is_empty(), "no answer");
}

#[test]
fn a_decoder_reads_every_format() {
    let refused = decode_in_child(PHOTO, b"GIF89a, or so", 400 << 20);
    assert!(refused.status.success(), "{:?}", refused.status);
    for path in [
        "tests/photos/older-woman.heic",
        "tests/photos/woman-orange-suit.jpg",
        "../style/brand/icon-512.png",
        "../style/pictures/birthday-540.webp",
    ] {
        let read = decode_in_child(PHOTO, &picture(path), 400 << 20);
        assert!(read.status.success(), "{path}: {:?}", read.status);
        // A smaller JPEG goes on to the server.
        let jpeg = read.stdout.windows(3).any(|bytes| bytes == [0xFF, 0xD8, 0xFF]);
        assert!(jpeg && read.stdout.len() > refused.stdout.len(), "{path}");
    }
}

#[test]
fn a_decoder_reads_a_recording_and_no_other_medium() {
    // A second at 8,000 samples of 8 bits.
    let mut wav = b"RIFF\x64\x1f\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0".to_vec();
    wav.extend([0x40, 0x1f, 0, 0, 0x40, 0x1f, 0, 0, 1, 0, 8, 0]);
    wav.extend(b"data\x40\x1f\0\0");
    wav.extend((0..8_000_u32).map(|at| if at / 18 % 2 == 0 { 100 } else { 156 }));
    let read = decode_in_child(RECORDING, &wav, 400 << 20);
    assert!(read.status.success(), "{:?}", read.status);
    assert!(read.stdout.windows(4).any(|bytes| bytes == b"RIFF") && read.stdout.len() > 96_000);
    let refused = decode_in_child(RECORDING, b"Dear Nan", 400 << 20);
    assert!(refused.status.success() && refused.stdout.len() < 100, "{:?}", refused.status);
    let none = decode_in_child(7, &wav, 400 << 20);
    assert!(!none.status.success() && none.stdout.is_empty(), "{:?}", none.status);
}
