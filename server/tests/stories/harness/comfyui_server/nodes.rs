//! The nodes that a ComfyUI server has, as far as stories use them, and the checks that it makes of a
//! workflow before it takes it.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

/// Files of models that are there.
const MODELS: [(&str, &[&str]); 4] = [
    ("checkpoints", &["ltx-video-2b-v0.9.5.safetensors"]),
    ("diffusion_models", &["qwen_image_edit_2509_fp8_e4m3fn.safetensors"]),
    ("text_encoders", &["qwen_2.5_vl_7b_fp8_scaled.safetensors", "t5xxl_fp16.safetensors"]),
    ("vae", &["qwen_image_vae.safetensors"]),
];

/// Each class with its inputs and what it gives. An input is a name and a kind: upper case is what another
/// node gives, `INT`, `FLOAT`, `STRING` and `BOOLEAN` are values, `models/…` is a file of these, `upload` an
/// uploaded picture, and words with bars between are a choice. One with a question mark may be missing.
const CLASSES: [(&str, &str, &str); 22] = [
    ("CheckpointLoaderSimple", "ckpt_name:models/checkpoints", "MODEL CLIP VAE"),
    ("UNETLoader", "unet_name:models/diffusion_models weight_dtype:default|fp8_e4m3fn", "MODEL"),
    (
        "CLIPLoader",
        "clip_name:models/text_encoders type:sd3|ltxv|qwen_image device?:default|cpu",
        "CLIP",
    ),
    ("VAELoader", "vae_name:models/vae", "VAE"),
    ("LoadImage", "image:upload", "IMAGE MASK"),
    ("CLIPTextEncode", "text:STRING clip:CLIP", "CONDITIONING"),
    (
        "TextEncodeQwenImageEditPlus",
        "clip:CLIP prompt:STRING vae?:VAE image1?:IMAGE image2?:IMAGE image3?:IMAGE",
        "CONDITIONING",
    ),
    ("ModelSamplingAuraFlow", "model:MODEL shift:FLOAT", "MODEL"),
    ("CFGNorm", "model:MODEL strength:FLOAT", "MODEL"),
    ("EmptyLatentImage", "width:INT height:INT batch_size:INT", "LATENT"),
    ("EmptySD3LatentImage", "width:INT height:INT batch_size:INT", "LATENT"),
    (
        "KSampler",
        "model:MODEL seed:INT steps:INT cfg:FLOAT sampler_name:euler|dpmpp_2m scheduler:simple|normal positive:CONDITIONING negative:CONDITIONING latent_image:LATENT denoise:FLOAT",
        "LATENT",
    ),
    ("VAEDecode", "samples:LATENT vae:VAE", "IMAGE"),
    ("SaveImage", "images:IMAGE filename_prefix:STRING", ""),
    (
        "LTXVImgToVideo",
        "positive:CONDITIONING negative:CONDITIONING vae:VAE image:IMAGE width:INT height:INT length:INT batch_size:INT strength:FLOAT",
        "CONDITIONING CONDITIONING LATENT",
    ),
    (
        "LTXVConditioning",
        "positive:CONDITIONING negative:CONDITIONING frame_rate:FLOAT",
        "CONDITIONING CONDITIONING",
    ),
    ("KSamplerSelect", "sampler_name:euler|dpmpp_2m", "SAMPLER"),
    (
        "LTXVScheduler",
        "steps:INT max_shift:FLOAT base_shift:FLOAT stretch:BOOLEAN terminal:FLOAT latent?:LATENT",
        "SIGMAS",
    ),
    (
        "SamplerCustom",
        "model:MODEL add_noise:BOOLEAN noise_seed:INT cfg:FLOAT positive:CONDITIONING negative:CONDITIONING sampler:SAMPLER sigmas:SIGMAS latent_image:LATENT",
        "LATENT LATENT",
    ),
    ("CreateVideo", "images:IMAGE fps:FLOAT audio?:AUDIO", "VIDEO"),
    ("SaveVideo", "video:VIDEO filename_prefix:STRING format:auto|mp4 codec:auto|h264", ""),
    ("PreviewImage", "images:IMAGE", ""),
];

/// Classes that end a workflow.
const OUTPUT_NODES: [&str; 3] = ["SaveImage", "SaveVideo", "PreviewImage"];

struct Input {
    kind: String,
    required: bool,
    choices: Option<Vec<String>>,
}

struct Class {
    inputs: BTreeMap<String, Input>,
    outputs: Vec<String>,
}

pub struct NodeClasses(BTreeMap<String, Class>);

impl Default for NodeClasses {
    fn default() -> Self {
        let class = |(name, inputs, outputs): (&str, &str, &str)| {
            let inputs = inputs.split(' ').map(input).collect();
            let outputs = outputs.split_whitespace().map(str::to_owned).collect();
            (name.to_owned(), Class { inputs, outputs })
        };
        Self(CLASSES.into_iter().map(class).collect())
    }
}

fn input(written: &str) -> (String, Input) {
    let (name, kind) = written.split_once(':').expect("a name and a kind");
    let owned = |all: &[&str]| Some(all.iter().map(|&one| one.to_owned()).collect());
    let choices = match kind.strip_prefix("models/") {
        Some(folder) => {
            owned(MODELS.iter().find(|(name, _)| *name == folder).expect("a folder of models").1)
        }
        None if kind.contains('|') => owned(&kind.split('|').collect::<Vec<_>>()),
        None => None,
    };
    let required = !name.ends_with('?');
    (name.trim_end_matches('?').to_owned(), Input { kind: kind.to_owned(), required, choices })
}

impl NodeClasses {
    pub fn remove(&mut self, class: &str) {
        self.0.remove(class).expect("it was there");
    }

    pub fn remove_input(&mut self, class: &str, input: &str) {
        self.0.get_mut(class).and_then(|class| class.inputs.remove(input)).expect("it was there");
    }

    pub fn remove_choice(&mut self, choice: &str) {
        for input in self.0.values_mut().flat_map(|class| class.inputs.values_mut()) {
            input.choices.iter_mut().for_each(|choices| choices.retain(|one| one != choice));
        }
    }

    /// What is said of a class.
    pub fn info(&self, name: &str) -> Option<Value> {
        let class = self.0.get(name)?;
        let mut inputs = json!({ "required": {}, "optional": {} });
        for (name, input) in &class.inputs {
            let of = if input.required { "required" } else { "optional" };
            // Older nodes show their choices as a list, newer ones by name.
            inputs[of][name] = match &input.choices {
                Some(choices) if name == "codec" || name == "format" => {
                    json!(["COMBO", { "options": choices }])
                }
                Some(choices) => json!([choices]),
                None if input.kind == "upload" => {
                    json!([["example.png"], { "image_upload": true }])
                }
                None => json!([input.kind, {}]),
            };
        }
        Some(
            json!({ "name": name, "input": inputs, "output": class.outputs, "output_node": OUTPUT_NODES.contains(&name) }),
        )
    }

    /// What is wrong with a workflow, by node, as ComfyUI says it.
    pub fn check(&self, workflow: &Value, files: &BTreeMap<String, Vec<u8>>) -> Option<Value> {
        let nodes = workflow.as_object().expect("a workflow");
        let mut wrong = Map::new();
        let class_of = |id: &str| nodes.get(id).and_then(|node| node["class_type"].as_str());
        for (id, node) in nodes {
            let name = class_of(id).expect("every node has a class");
            let errors = match self.0.get(name) {
                None => vec![("invalid_prompt".to_owned(), name.to_owned())],
                Some(class) => self.errors(class, &node["inputs"], files, &class_of),
            };
            if !errors.is_empty() {
                let error = |(kind, details)| json!({ "type": kind, "message": "No", "details": details, "extra_info": {} });
                let errors: Vec<Value> = errors.into_iter().map(error).collect();
                wrong.insert(
                    id.clone(),
                    json!({ "errors": errors, "class_type": name, "dependent_outputs": [] }),
                );
            }
        }
        let ends =
            nodes.keys().filter_map(|id| class_of(id)).any(|class| OUTPUT_NODES.contains(&class));
        (!wrong.is_empty() || !ends).then(|| json!(wrong))
    }

    fn errors<'a>(
        &self,
        class: &Class,
        given: &Value,
        files: &BTreeMap<String, Vec<u8>>,
        class_of: &impl Fn(&str) -> Option<&'a str>,
    ) -> Vec<(String, String)> {
        let mut errors = Vec::new();
        for (name, input) in &class.inputs {
            let wrong = match given.get(name) {
                None => input.required.then_some("required_input_missing"),
                Some(Value::Array(link)) => {
                    let from =
                        link[0].as_str().and_then(class_of).and_then(|class| self.0.get(class));
                    let at = link[1].as_u64().and_then(|at| usize::try_from(at).ok());
                    let output = from.zip(at).and_then(|(class, at)| class.outputs.get(at));
                    (output != Some(&input.kind)).then_some("return_type_mismatch")
                }
                Some(value) => wrong_value(input, value, files),
            };
            if let Some(wrong) = wrong {
                errors.push((wrong.to_owned(), format!("{name}: {}", given[name])));
            }
        }
        errors
    }
}

fn wrong_value(
    input: &Input,
    value: &Value,
    files: &BTreeMap<String, Vec<u8>>,
) -> Option<&'static str> {
    if let Some(choices) = &input.choices {
        let listed = value.as_str().is_some_and(|value| choices.iter().any(|one| one == value));
        return (!listed).then_some("value_not_in_list");
    }
    let right = match input.kind.as_str() {
        "INT" => value.is_u64(),
        "FLOAT" => value.is_number(),
        "STRING" => value.is_string(),
        "BOOLEAN" => value.is_boolean(),
        "upload" => {
            let there = value.as_str().is_some_and(|path| files.contains_key(path));
            return (!there).then_some("custom_validation_failed");
        }
        _ => false,
    };
    (!right).then_some("invalid_input_type")
}
