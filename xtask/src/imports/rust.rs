//! Modules of each crate. A module and the ones inside it do not count.

use std::collections::BTreeSet;
use std::path::Path;

use syn::visit::{self, Visit};
use syn::{Attribute, ItemMod, ItemUse, UseTree, Visibility};

use super::{Imports, Module, Texts, circles, texts};
use crate::workspace;

/// Where the modules of a crate begin.
const ROOTS: [&str; 8] = [
    "app/rules/src",
    "app/src",
    "server/src",
    "server/companion/src",
    "server/renderer/paint/src",
    "server/renderer/parts/src",
    "server/renderer/src",
    "xtask/src",
];

/// One thing in two files each: what a word is and what it means, what is said and where.
const ALLOWED: [[&str; 2]; 2] = [
    ["server/companion/src lexicon", "server/companion/src tokens"],
    ["server/companion/src phrases", "server/companion/src places"],
];

/// Paths of this crate that a file names, as modules and what is in them.
struct Named {
    inside: Module,
    paths: Vec<Module>,
}

impl Named {
    fn resolve(&mut self, path: &[String]) {
        let mut module = self.inside.clone();
        let rest = match path.first().map(String::as_str) {
            Some("crate") => {
                module.clear();
                &path[1..]
            }
            Some("self") => &path[1..],
            Some("super") => {
                let up = path.iter().take_while(|part| *part == "super").count();
                module.truncate(module.len().saturating_sub(up));
                &path[up..]
            }
            _ => return,
        };
        module.extend_from_slice(rest);
        self.paths.push(module);
    }

    fn tree(&mut self, tree: &UseTree, before: &[String]) {
        let with = |ident: &syn::Ident| [before, &[ident.to_string()]].concat();
        match tree {
            UseTree::Path(path) => self.tree(&path.tree, &with(&path.ident)),
            UseTree::Name(name) => self.resolve(&with(&name.ident)),
            UseTree::Rename(name) => self.resolve(&with(&name.ident)),
            UseTree::Glob(_) => self.resolve(before),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.tree(tree, before)),
        }
    }
}

impl<'a> Visit<'a> for Named {
    fn visit_item_use(&mut self, item: &'a ItemUse) {
        // What is handed on is not used here.
        if matches!(item.vis, Visibility::Inherited) {
            self.tree(&item.tree, &[]);
        }
    }

    fn visit_item_mod(&mut self, item: &'a ItemMod) {
        if item.attrs.iter().any(is_test) {
            return;
        }
        self.inside.push(item.ident.to_string());
        visit::visit_item_mod(self, item);
        self.inside.pop();
    }

    fn visit_path(&mut self, path: &'a syn::Path) {
        let parts: Vec<String> = path.segments.iter().map(|part| part.ident.to_string()).collect();
        if parts.len() > 1 {
            self.resolve(&parts);
        }
        visit::visit_path(self, path);
    }
}

fn is_test(attribute: &Attribute) -> bool {
    attribute.path().is_ident("cfg")
        && attribute.parse_args::<syn::Ident>().is_ok_and(|what| what == "test")
}

/// Every module that is a file, with its text.
fn modules(root: &Path) -> Texts {
    let own = |(mut file, text): (Module, String)| {
        if file.last().is_some_and(|name| name == "mod" || name == "lib") {
            file.pop();
        }
        (file, text)
    };
    texts(root, &["rs"]).into_iter().map(own).collect()
}

/// The module, or the one around it, that is a file.
fn file_of<'a>(texts: &Texts, path: &'a [String]) -> Option<&'a [String]> {
    (1..=path.len()).rev().map(|end| &path[..end]).find(|path| texts.contains_key(*path))
}

fn imports(texts: &Texts) -> Imports {
    let nested = |one: &Module, other: &[String]| {
        one.starts_with(other) || other.starts_with(one.as_slice())
    };
    let imports = texts.iter().map(|(module, text)| {
        let file = syn::parse_file(text).expect("a module of the workspace");
        let mut named = Named { inside: module.clone(), paths: Vec::new() };
        named.visit_file(&file);
        let files = named.paths.iter().filter_map(|path| file_of(texts, path));
        let others = files.filter(|other| !nested(module, other)).map(<[String]>::to_vec);
        (module.clone(), others.collect())
    });
    imports.collect()
}

#[test]
fn no_modules_import_each_other() {
    let mut found = Vec::new();
    for root in ROOTS {
        let imports = imports(&modules(&workspace::at(root)));
        assert!(imports.values().any(|others| !others.is_empty()), "{root} imports something");
        found.extend(circles(&imports).iter().map(|circle| {
            let name = |module: &&Module| format!("{root} {}", module.join("::"));
            circle.iter().map(name).collect::<Vec<String>>()
        }));
    }
    found.sort();
    assert_eq!(found, ALLOWED, "each of these imports itself through the others");
}

/// What the folders in a module import of each other.
fn between_folders(imports: &Imports, around: &str) -> Imports {
    let folder = |module: &Module| {
        let is_inside = module.len() > 1 && module[0] == around;
        is_inside.then(|| module[..2].to_vec())
    };
    let mut between = Imports::new();
    for (module, others) in imports {
        let Some(own) = folder(module) else { continue };
        let others = others.iter().filter_map(folder).filter(|other| *other != own);
        between.entry(own.clone()).or_default().extend(others);
    }
    between
}

#[test]
fn no_folders_of_the_web_layer_import_each_other() {
    let imports = imports(&modules(&workspace::at("server/src")));
    let between = between_folders(&imports, "web");
    assert!(between.len() > 20, "folders of the web layer: {}", between.len());
    assert_eq!(circles(&between), BTreeSet::new());
}

#[test]
fn circles_are_found_through_other_modules() {
    let texts = [
        ("one", "use super::two::Thing;"),
        ("two", "fn of() { crate::three::thing() }"),
        ("three", "use crate::{four, one::{self, Other}};"),
        ("four", "pub use crate::one; #[cfg(test)] mod tests { use crate::three; }"),
    ];
    let texts = texts.map(|(name, text)| (vec![name.to_owned()], text.to_owned())).into();
    let imports = imports(&texts);
    let names: Vec<Vec<String>> = circles(&imports)
        .iter()
        .map(|circle| circle.iter().map(|one| one.join("::")).collect())
        .collect();
    assert_eq!(names, [["one", "three", "two"]]);
}
