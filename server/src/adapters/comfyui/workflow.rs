//! A workflow of ComfyUI with our [map](super::map) of it.
//!
//! What always holds: of a workflow that was read every node that something is written into or taken from
//! is there, every input that is written has a value of its own, and every link leads to a node.

use std::{
    collections::BTreeMap,
    fmt, fs,
    path::{Path, PathBuf},
};

use evernear_app::ports::Part;
use evernear_rules::presentation::Shape;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::{
    map::{Input, MAP, Mapping, THREE, WORKFLOW},
    node::{Node, linked},
};

/// See the module.
#[derive(Clone, Debug)]
pub struct Workflow {
    /// By their ids.
    pub(super) nodes: BTreeMap<String, Node>,
    pub(super) map: Mapping,
    /// For people: where it was read.
    pub(super) file: PathBuf,
    /// For pictures of three people.
    pub(super) three: Option<Box<Workflow>>,
}

/// What is written into a workflow.
pub struct Values<'a> {
    pub prompt: &'a str,
    pub negative: &'a str,
    /// Of files that were uploaded.
    pub photos: &'a [String],
    pub picture: Option<&'a str>,
    pub seed: u64,
    pub shape: Shape,
}

impl Workflow {
    /// Reads `workflow.json` and `map.json` of a folder, and of its folder `three` where a workflow for
    /// pictures has one.
    ///
    /// # Errors
    /// Which file is wrong, and how, for people.
    pub fn read(folder: &Path, part: Part) -> Result<Self, String> {
        let mut workflow = Self::read_one(folder, part, 2)?;
        let three = folder.join(THREE);
        if part == Part::Image && three.is_dir() {
            workflow.three = Some(Box::new(Self::read_one(&three, part, 3)?));
        }
        Ok(workflow)
    }

    fn read_one(folder: &Path, part: Part, people: usize) -> Result<Self, String> {
        let file = folder.join(WORKFLOW);
        let written: Value = read_json(&file)?;
        if written["nodes"].is_array() {
            return Err(format!(
                "{}: this is the editor's own format. Export the workflow with `Export (API)`.",
                file.display()
            ));
        }
        let nodes = serde_json::from_value(written).map_err(|error| {
            format!("{}: this is no workflow in ComfyUI's API format: {error}", file.display())
        })?;
        let map = read_json(&folder.join(MAP))?;
        let workflow = Self { nodes, map, file, three: None };
        workflow.check_links()?;
        workflow
            .map
            .check(&workflow.nodes, part, people)
            .map_err(|problem| format!("{}: {problem}", folder.join(MAP).display()))?;
        Ok(workflow)
    }

    fn check_links(&self) -> Result<(), String> {
        for (id, node) in &self.nodes {
            for (input, value) in &node.inputs {
                if let Some(from) = linked(value).filter(|from| !self.nodes.contains_key(*from)) {
                    return Err(format!(
                        "{}: input {input} of node {id} ({}) comes from node {from}, which is not there.",
                        self.file.display(),
                        node.class_type
                    ));
                }
            }
        }
        Ok(())
    }

    /// The workflow with these values.
    pub fn filled(&self, values: &Values<'_>) -> Value {
        let map = &self.map;
        let [width, height] = match values.shape {
            Shape::Portrait => map.sizes.portrait,
            Shape::Square => map.sizes.square,
            Shape::Landscape => map.sizes.landscape,
        };
        let mut nodes = self.nodes.clone();
        let mut set = |input: Option<&Input>, value: Value| {
            let input = input
                .and_then(|Input { node, input }| nodes.get_mut(node).map(|node| (node, input)));
            if let Some((node, input)) = input {
                node.inputs.insert(input.clone(), value);
            }
        };
        set(map.prompt.as_ref(), json!(values.prompt));
        set(map.negative.as_ref(), json!(values.negative));
        for (input, photo) in map.photos.iter().zip(values.photos) {
            set(Some(input), json!(photo));
        }
        if let Some(picture) = values.picture {
            set(map.picture.as_ref(), json!(picture));
        }
        set(Some(&map.seed), json!(values.seed));
        set(map.width.as_ref(), json!(width));
        set(map.height.as_ref(), json!(height));
        json!(nodes)
    }
}

impl fmt::Display for Workflow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.file.display().fmt(f)
    }
}

fn read_json<T: DeserializeOwned>(file: &Path) -> Result<T, String> {
    let text = fs::read_to_string(file)
        .map_err(|error| format!("{} cannot be read: {error}", file.display()))?;
    serde_json::from_str(&text).map_err(|error| format!("{}: {error}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nodes() -> Value {
        json!({
            "1": { "class_type": "LoadImage", "inputs": { "image": "a.png" }, "_meta": { "title": "Photo" } },
            "2": { "class_type": "LoadImage", "inputs": { "image": "a.png" } },
            "3": { "class_type": "Draw", "inputs": { "a": ["1", 0], "b": ["2", 0], "text": "", "seed": 0, "width": 8, "height": 8 } },
            "4": { "class_type": "SaveImage", "inputs": { "images": ["3", 0] } },
        })
    }

    fn map() -> Value {
        json!({
            "prompt": { "node": "3", "input": "text" },
            "photos": [{ "node": "1", "input": "image" }, { "node": "2", "input": "image" }],
            "seed": { "node": "3", "input": "seed" },
            "width": { "node": "3", "input": "width" },
            "height": { "node": "3", "input": "height" },
            "sizes": { "portrait": [576, 1024] },
            "output": { "node": "4", "kind": "images" },
        })
    }

    fn read(nodes: &Value, map: &Value, part: Part) -> Result<Workflow, String> {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join(WORKFLOW), nodes.to_string()).expect("written");
        fs::write(folder.path().join(MAP), map.to_string()).expect("written");
        Workflow::read(folder.path(), part)
    }

    #[test]
    fn values_go_where_the_map_says_and_all_else_stays() {
        let workflow = read(&nodes(), &map(), Part::Image).expect("right");
        let filled = workflow.filled(&Values {
            prompt: "Tea",
            negative: "none",
            photos: &["x/1.jpg".to_owned(), "x/2.jpg".to_owned()],
            picture: None,
            seed: 7,
            shape: Shape::Portrait,
        });
        let mut expected = nodes();
        expected["1"]["inputs"]["image"] = json!("x/1.jpg");
        expected["2"]["inputs"]["image"] = json!("x/2.jpg");
        for (input, value) in [
            ("text", json!("Tea")),
            ("seed", json!(7)),
            ("width", json!(576)),
            ("height", json!(1024)),
        ] {
            expected["3"]["inputs"][input] = value;
        }
        assert_eq!(filled, expected);
    }

    #[test]
    fn a_wrong_map_or_workflow_is_refused_in_words_that_name_the_place() {
        type Change = fn(&mut Value, &mut Value);
        let changes: [(Change, &str); 10] = [
            (|_, map| map["prompt"]["node"] = json!("9"), "node 9, which is not in workflow.json"),
            (|_, map| map["prompt"]["input"] = json!("txt"), "no such input; it has a, b"),
            (|_, map| map["prompt"]["input"] = json!("a"), "comes from node 1"),
            (|_, map| map["output"]["node"] = json!("8"), "the result comes from node 8"),
            (|_, map| map["output"]["kind"] = json!("films"), "unknown variant `films`"),
            (|_, map| map["promt"] = json!(1), "unknown field `promt`"),
            (|_, map| map["photos"] = json!([]), "needs 2 inputs"),
            (|_, map| map["width"] = Value::Null, "go together"),
            (
                |nodes, _| nodes["4"]["inputs"]["images"] = json!(["5", 0]),
                "node 5, which is not there",
            ),
            (|nodes, _| *nodes = json!({ "nodes": [], "links": [] }), "Export (API)"),
        ];
        for (change, expected) in changes {
            let (mut nodes, mut map) = (nodes(), map());
            change(&mut nodes, &mut map);
            let problem = read(&nodes, &map, Part::Image).expect_err(expected);
            assert!(problem.contains(expected), "{problem}");
            assert!(problem.contains(".json"), "{problem} names a file");
        }
        let problem = read(&nodes(), &map(), Part::Film).expect_err("a picture's workflow");
        assert!(problem.contains("begins as"), "{problem}");
        let problem = Workflow::read(Path::new("/nowhere"), Part::Film).expect_err("not there");
        assert!(problem.contains("/nowhere/workflow.json cannot be read"), "{problem}");
    }
}
