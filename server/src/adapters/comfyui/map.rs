//! `map.json`: which node and input of a workflow gets what, and which node gives the result.

use std::collections::BTreeMap;

use evernear_app::ports::Part;
use serde::Deserialize;

use super::node::{Node, linked};

/// The files of a workflow's folder.
pub const WORKFLOW: &str = "workflow.json";
pub const MAP: &str = "map.json";
/// The folder, beside those, of the workflow for three people.
pub const THREE: &str = "three";

/// What `map.json` says.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mapping {
    pub prompt: Option<Input>,
    pub negative: Option<Input>,
    #[serde(default)]
    pub photos: Vec<Input>,
    /// The finished picture that a film begins as.
    pub picture: Option<Input>,
    pub seed: Input,
    pub width: Option<Input>,
    pub height: Option<Input>,
    #[serde(default)]
    pub sizes: Sizes,
    pub output: Output,
}

/// An input of a node.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Input {
    pub node: String,
    pub input: String,
}

/// Width and height in pixels, by shape.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Sizes {
    pub portrait: [u32; 2],
    pub square: [u32; 2],
    pub landscape: [u32; 2],
}

impl Default for Sizes {
    fn default() -> Self {
        Self { portrait: [720, 1280], square: [960, 960], landscape: [1280, 720] }
    }
}

/// The node that gives the result, and under which name.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Output {
    pub node: String,
    pub kind: Kind,
}

/// The names under which nodes give files. `SaveVideo` says `images`, `VHS_VideoCombine` says `gifs`.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Images,
    Gifs,
    Videos,
}

impl Kind {
    pub fn name(self) -> &'static str {
        match self {
            Self::Images => "images",
            Self::Gifs => "gifs",
            Self::Videos => "videos",
        }
    }
}

impl Mapping {
    /// Every input that is written, and with what.
    pub fn inputs(&self) -> impl Iterator<Item = (&'static str, &Input)> {
        let one = [
            ("the prompt", self.prompt.as_ref()),
            ("the negative prompt", self.negative.as_ref()),
            ("the picture", self.picture.as_ref()),
            ("the seed", Some(&self.seed)),
            ("the width", self.width.as_ref()),
            ("the height", self.height.as_ref()),
        ];
        let one = one.into_iter().filter_map(|(what, input)| Some((what, input?)));
        one.chain(self.photos.iter().map(|input| ("a photo", input)))
    }

    /// Whether it fits these nodes, and what they make of so many people.
    ///
    /// # Errors
    /// What is wrong, for people.
    pub fn check(
        &self,
        nodes: &BTreeMap<String, Node>,
        part: Part,
        people: usize,
    ) -> Result<(), String> {
        let photos = self.photos.len();
        match part {
            Part::Image if self.prompt.is_none() => {
                return Err("nothing gets the prompt.".to_owned());
            }
            Part::Image if self.picture.is_some() => {
                return Err("`picture` is the one that a film begins as; this workflow makes one."
                    .to_owned());
            }
            Part::Image if photos != people => {
                return Err(format!(
                    "`photos` needs {people} inputs, one for each person, and has {photos}. A workflow for three people stands in a folder `{THREE}` beside the one for two."
                ));
            }
            Part::Film if self.picture.is_none() => {
                return Err("nothing gets the `picture` that the film begins as.".to_owned());
            }
            Part::Film if photos > 0 => {
                return Err("a film is made from the picture alone: `photos` have no place here."
                    .to_owned());
            }
            Part::Image | Part::Film => {}
        }
        if self.width.is_some() != self.height.is_some() {
            return Err("`width` and `height` go together.".to_owned());
        }
        for (what, input) in self.inputs() {
            let Input { node: id, input: name } = input;
            let node = nodes.get(id).ok_or_else(|| {
                format!("{what} goes into node {id}, which is not in {WORKFLOW}.")
            })?;
            let class = &node.class_type;
            match node.inputs.get(name) {
                None => {
                    let known: Vec<&str> = node.inputs.keys().map(String::as_str).collect();
                    return Err(format!(
                        "{what} goes into input {name} of node {id} ({class}), which has no such input; it has {}.",
                        known.join(", ")
                    ));
                }
                Some(value) => {
                    if let Some(from) = linked(value) {
                        return Err(format!(
                            "{what} goes into input {name} of node {id} ({class}), which comes from node {from}: name that node's input instead."
                        ));
                    }
                }
            }
        }
        let output = &self.output.node;
        if nodes.contains_key(output) {
            Ok(())
        } else {
            Err(format!("the result comes from node {output}, which is not in {WORKFLOW}."))
        }
    }
}
