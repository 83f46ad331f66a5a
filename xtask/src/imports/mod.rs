//! No two files import each other, directly or through others: then none can be read, moved or
//! tested without the rest.
//!
//! - [`rust`]: the modules of each crate.
//! - [`typescript`]: the files of the islands.

mod rust;
mod typescript;

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::path::Path;

/// A file by the folders it is in and its name without what it ends in.
type Module = Vec<String>;
type Texts = BTreeMap<Module, String>;
type Imports = BTreeMap<Module, BTreeSet<Module>>;

/// Every file under a folder that ends in one of these, with its text.
fn texts(root: &Path, endings: &[&str]) -> Texts {
    let mut found = Texts::new();
    let mut folders = vec![(root.to_owned(), Module::new())];
    while let Some((folder, inside)) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder of the workspace") {
            let path = entry.expect("an entry").path();
            let name = path.file_stem().and_then(OsStr::to_str).expect("a name").to_owned();
            let ending = path.extension().and_then(OsStr::to_str);
            let own = [inside.as_slice(), &[name]].concat();
            if path.is_dir() {
                folders.push((path, own));
            } else if ending.is_some_and(|ending| endings.contains(&ending)) {
                found.insert(own, fs::read_to_string(&path).expect("a text"));
            }
        }
    }
    found
}

/// Everything that a module leads to.
fn reached<'a>(imports: &'a Imports, from: &'a Module) -> BTreeSet<&'a Module> {
    let (mut reached, mut next) = (BTreeSet::new(), vec![from]);
    while let Some(module) = next.pop() {
        let new = imports[module].iter().filter(|other| !reached.contains(*other));
        let new: Vec<&Module> = new.collect();
        reached.extend(new.iter().copied());
        next.extend(new);
    }
    reached
}

/// Groups of modules that lead to each other.
fn circles(imports: &Imports) -> BTreeSet<Vec<&Module>> {
    let reached: BTreeMap<&Module, BTreeSet<&Module>> =
        imports.keys().map(|module| (module, reached(imports, module))).collect();
    let group = |module: &&Module| {
        let back = reached[*module].iter().filter(|other| reached[*other].contains(*module));
        let group: Vec<&Module> = back.copied().collect();
        (group.len() > 1).then_some(group)
    };
    imports.keys().collect::<Vec<_>>().iter().filter_map(group).collect()
}
