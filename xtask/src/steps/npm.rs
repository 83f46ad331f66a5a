//! npm packages, exactly as locked, for a folder with a `package.json`.

use anyhow::{Context, Result};

use crate::{shell, stamp, workspace};

/// `npm ci`, when the lock file changed or the packages are gone.
pub fn install(folder: &str) -> Result<()> {
    let inputs = ["package.json", "package-lock.json"];
    stamp::when_changed(
        &format!("npm packages of {folder}"),
        &inputs.map(|name| workspace::at(folder).join(name)),
        &[workspace::at(folder).join("node_modules/.package-lock.json")],
        || {
            let install = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
            shell::run(workspace::tool("npm", &workspace::at(folder)).args(install)).with_context(
                || format!("npm says why above; `cd {folder} && npm ci` repeats just this"),
            )
        },
    )
}

/// A script of the folder's `package.json`, with further arguments for its program.
pub fn script(folder: &str, name: &str, arguments: &[&str]) -> Result<()> {
    let mut command = workspace::tool("npm", &workspace::at(folder));
    command.args(["run", "--silent", name, "--"]).args(arguments);
    shell::run(&mut command)
        .with_context(|| format!("`cd {folder} && npm run {name}` repeats just this"))
}
