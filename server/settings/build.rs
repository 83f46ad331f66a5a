//! Embeds every file of `server/renderer/settings`, so that adding a setting is adding a file.

#![expect(
    clippy::disallowed_methods,
    reason = "cargo tells a build script its folders in variables"
)]

use std::{env, fmt::Write, fs, path::Path};

fn main() {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it"))
        .join("../renderer/settings");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files: Vec<_> = fs::read_dir(&folder)
        .expect("the folder of settings")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "toml"))
        .collect();
    files.sort();
    let mut code = "static FILES: &[(&str, &str)] = &[\n".to_owned();
    for path in &files {
        let name = path.file_stem().expect("a name").to_string_lossy();
        let path = path.display().to_string();
        writeln!(code, "    ({name:?}, include_str!({path:?})),").expect("written");
    }
    code += "];\n";
    let out = Path::new(&env::var("OUT_DIR").expect("cargo sets it")).join("files.rs");
    fs::write(out, code).expect("written");
}
