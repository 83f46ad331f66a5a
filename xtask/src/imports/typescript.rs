//! The files of the islands. What is imported for its types alone counts, and so does what is
//! loaded later: it cannot be read without the rest either.

use std::collections::BTreeSet;

use super::{Imports, Module, Texts, circles, texts};
use crate::workspace;

/// What comes from Rust: it imports nothing of ours, and is not there before a build.
const GENERATED: &str = "/generated/";

/// The relative paths that a text imports or hands on.
fn paths(text: &str) -> Vec<&str> {
    let path = |(at, quote): (usize, &str)| {
        let before = text[..at].trim_end();
        let is_import = ["from", "import", "import("].iter().any(|word| before.ends_with(word));
        let (path, _) = text[at + 1..].split_once(quote)?;
        (is_import && path.starts_with('.')).then_some(path)
    };
    text.match_indices(['"', '\'']).filter_map(path).collect()
}

/// The file that a path leads to: one of that name, or the index of a folder.
fn file_of(texts: &Texts, from: &[String], path: &str) -> Option<Module> {
    let endings = [".js", ".jsx", ".ts", ".tsx"];
    let path = endings.iter().find_map(|ending| path.strip_suffix(ending)).unwrap_or(path);
    let mut file = from[..from.len() - 1].to_vec();
    for part in path.split('/') {
        match part {
            "." | "" => {}
            ".." => drop(file.pop()),
            name => file.push(name.to_owned()),
        }
    }
    let index = [file.as_slice(), &["index".to_owned()]].concat();
    [file, index].into_iter().find(|file| texts.contains_key(file))
}

fn imports(texts: &Texts) -> Imports {
    let imports = texts.iter().map(|(file, text)| {
        let ours = paths(text).into_iter().filter(|path| !path.contains(GENERATED));
        let others = ours.map(|path| {
            let other = file_of(texts, file, path);
            other.unwrap_or_else(|| panic!("{} imports {path}, which is nowhere", file.join("/")))
        });
        (file.clone(), others.collect())
    });
    imports.collect()
}

#[test]
fn no_files_of_the_islands_import_each_other() {
    let imports = imports(&texts(&workspace::at("islands/src"), &["ts", "tsx"]));
    let count: usize = imports.values().map(BTreeSet::len).sum();
    assert!(count > 100, "imports of the islands: {count}");
    assert_eq!(circles(&imports), BTreeSet::new(), "each imports itself through the others");
}

#[test]
fn circles_are_found_however_imports_are_written() {
    let texts = [
        ("window", r#"import type { Plan } from "./checkout";"#),
        ("checkout/index", "export { open } from '../page/popup.js';"),
        ("page/popup", "import {\n  type Result,\n  close,\n} from \"../window\";"),
        ("page/index", r#"import "../window"; import { useId } from "react";"#),
        ("kit/Lazy", "const later = () => import(\n  \"./Later\"\n);"),
        ("kit/Later", r#"export * from "."; import type { Wire } from "../generated/wire";"#),
        ("kit/index", r#"import { Lazy } from "./Lazy"; import { of } from "../aside";"#),
        ("aside", r#"const text = "./kit"; // nothing comes from here"#),
    ];
    let file = |name: &str| name.split('/').map(str::to_owned).collect::<Module>();
    let texts = texts.map(|(name, text)| (file(name), text.to_owned())).into();
    let imports = imports(&texts);
    let names: Vec<Vec<String>> = circles(&imports)
        .iter()
        .map(|circle| circle.iter().map(|file| file.join("/")).collect())
        .collect();
    let expected = [
        vec!["checkout/index", "page/popup", "window"],
        vec!["kit/Later", "kit/Lazy", "kit/index"],
    ];
    assert_eq!(names, expected);
}
