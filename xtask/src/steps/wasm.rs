//! `evernear-rules` for browsers: the rules as WebAssembly with their declarations, the
//! wire shapes as TypeScript, all into `islands/src/generated/`, which is never in git.

use std::path::PathBuf;

use anyhow::{Context, Result};
use wasm_bindgen_cli_support::Bindgen;

use crate::{progress, shell, stamp, workspace};

const TARGET: &str = "wasm32-unknown-unknown";
const GENERATED: &str = "islands/src/generated";

/// `rules.js`, `rules.d.ts` and `rules_bg.wasm`.
pub fn rules() -> Result<()> {
    let inputs = [
        "Cargo.toml",
        "Cargo.lock",
        "app/rules/Cargo.toml",
        "app/rules/src",
        "xtask/src/steps/wasm.rs",
    ];
    let outputs = ["rules.js", "rules.d.ts", "rules_bg.wasm"];
    stamp::when_changed(
        "rules for the browser",
        &inputs.map(workspace::at),
        &outputs.map(|name| workspace::at(GENERATED).join(name)),
        || {
            add_target()?;
            bind(&compile()?)
        },
    )
}

/// `wire.ts`. Written on every run: making the text costs less than asking whether to.
pub fn shapes() -> Result<()> {
    let text = format!(
        "// Made from app/rules/src/wire by `cargo xtask`; change it there.\n\n{}",
        evernear_rules::wire::declarations()
    );
    stamp::write_if_changed(&workspace::at(GENERATED).join("wire.ts"), &text)
}

fn add_target() -> Result<()> {
    let sysroot =
        shell::capture(workspace::tool("rustc", workspace::root()).args(["--print", "sysroot"]))?;
    if PathBuf::from(sysroot).join("lib/rustlib").join(TARGET).exists() {
        return Ok(());
    }
    progress::say("  adding Rust's WebAssembly target");
    shell::run(workspace::tool("rustup", workspace::root()).args(["target", "add", TARGET])).with_context(
        || format!("the target {TARGET} is needed: `rustup target add {TARGET}`, or your distribution's package"),
    )
}

fn compile() -> Result<PathBuf> {
    // Only here a module of its own. In Cargo.toml that would leave one file name to the crate
    // with and without its features, and every command would compile it, and the server, again.
    let build = ["rustc", "--package", "evernear-rules", "--lib", "--crate-type", "cdylib"];
    shell::run(workspace::cargo().args(build).args(["--profile", "wasm", "--target", TARGET]))?;
    Ok(workspace::cargo_target()?.join(TARGET).join("wasm/evernear_rules.wasm"))
}

fn bind(module: &PathBuf) -> Result<()> {
    Bindgen::new()
        .input_path(module)
        .out_name("rules")
        .web(true)?
        .typescript(true)
        .generate(workspace::at(GENERATED))
        .context("wasm-bindgen refuses the rules: crate and tool must have the same version in Cargo.toml")
}
