//! Whether a ComfyUI server can run the configured workflows, for `evernear doctor`.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::{
    ComfyUi,
    client::{CallError, word},
    node::Node,
    workflow::Workflow,
};

impl ComfyUi {
    /// Asks the server for its version and for every kind of node that the workflows use.
    ///
    /// # Errors
    /// All that is wrong, a line each, for people.
    pub async fn examine(&self) -> Result<String, Vec<String>> {
        let url = self.server.url();
        let away = |error: &CallError| vec![format!("ComfyUI at {url} cannot be asked: {error}.")];
        let stats = self.server.get(&["system_stats"]).await.map_err(|error| away(&error))?;
        let workflows = self.workflows();
        let mut classes = BTreeMap::new();
        for class in classes_of(&workflows) {
            let info = self.server.get(&["object_info", class]).await;
            let mut info = info.map_err(|error| away(&error))?;
            classes.insert(class, info.get_mut(class).map(Value::take));
        }
        let problems: Vec<String> =
            workflows.iter().flat_map(|workflow| problems(workflow, &classes)).collect();
        if !problems.is_empty() {
            return Err(problems);
        }
        let what = [
            (self.picture.is_some(), "pictures"),
            (self.picture.as_ref().is_some_and(|one| one.three.is_some()), "pictures of three"),
            (self.film.is_some(), "films"),
        ];
        let what: Vec<&str> =
            what.into_iter().filter_map(|(there, what)| there.then_some(what)).collect();
        let version = word(&stats["system"]["comfyui_version"]);
        Ok(format!("ComfyUI {version} at {url} has all that {} need", what.join(", ")))
    }

    fn workflows(&self) -> Vec<&Workflow> {
        let three = self.picture.as_ref().and_then(|picture| picture.three.as_deref());
        self.picture.iter().chain(three).chain(&self.film).collect()
    }
}

fn classes_of<'a>(workflows: &[&'a Workflow]) -> BTreeSet<&'a str> {
    let nodes = workflows.iter().flat_map(|workflow| workflow.nodes.values());
    nodes.map(|node| node.class_type.as_str()).collect()
}

/// What of a workflow the server could not run.
fn problems(workflow: &Workflow, classes: &BTreeMap<&str, Option<Value>>) -> Vec<String> {
    let mut problems = Vec::new();
    for (id, node) in &workflow.nodes {
        let class = &node.class_type;
        let mapped: Vec<&str> = workflow
            .map
            .inputs()
            .filter(|(_, input)| &input.node == id)
            .map(|(_, input)| input.input.as_str())
            .collect();
        match classes.get(class.as_str()) {
            Some(Some(info)) => problems.extend(
                problems_of_node(node, &mapped, &info["input"])
                    .into_iter()
                    .map(|problem| format!("{workflow}: node {id} ({class}) {problem}.")),
            ),
            _ => problems.push(format!(
                "{workflow}: node {id} is a {class}, which this ComfyUI does not have. Install what brings it, or use another."
            )),
        }
    }
    problems
}

/// What of a node does not fit what the server says of its class. Inputs that are not mapped and that it
/// does not know are no problem: ComfyUI passes over them.
fn problems_of_node(node: &Node, mapped: &[&str], known: &Value) -> Vec<String> {
    let spec = |name: &str| known["required"].get(name).or_else(|| known["optional"].get(name));
    let unknown = mapped
        .iter()
        .filter(|name| spec(name).is_none())
        .map(|name| format!("has no input {name}, which the map names"));
    let missing = known["required"].as_object().into_iter().flatten().filter_map(|(name, spec)| {
        // Inputs that grow with what is connected have names of several parts.
        let prefix = format!("{name}.");
        let there = node.inputs.contains_key(name)
            || node.inputs.keys().any(|input| input.starts_with(&prefix));
        let grows = spec[0].as_str().is_some_and(|kind| kind.starts_with("COMFY_"));
        (!there && !grows)
            .then(|| format!("needs the input {name}, which the workflow does not give"))
    });
    let unlisted = node
        .inputs
        .iter()
        .filter(|(name, _)| !mapped.contains(&name.as_str()))
        .filter_map(|(name, value)| {
            let value = value.as_str()?;
            let choices = choices(spec(name)?)?;
            let there = choices.iter().any(|choice| choice.as_str() == Some(value));
            (!there).then(|| format!("wants {name} = {value}, which this ComfyUI does not have"))
        });
    unknown.chain(missing).chain(unlisted).collect()
}

/// What an input is one of: file names of models, for instance.
fn choices(spec: &Value) -> Option<&Vec<Value>> {
    spec[0]
        .as_array()
        .or_else(|| (spec[0] == "COMBO").then(|| spec[1]["options"].as_array()).flatten())
}
