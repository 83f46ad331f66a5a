//! Nodes of a workflow.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A node in ComfyUI's API format.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Node {
    pub class_type: String,
    /// Values, and links `["<node>", <output>]`.
    #[serde(default)]
    pub inputs: Map<String, Value>,
    /// Its title in the editor, and whatever else.
    #[serde(flatten)]
    rest: Map<String, Value>,
}

/// The node that a value comes from, where it is a link.
pub fn linked(value: &Value) -> Option<&str> {
    match value.as_array().map(Vec::as_slice) {
        Some([Value::String(node), Value::Number(_)]) => Some(node),
        _ => None,
    }
}
