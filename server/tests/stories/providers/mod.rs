//! The whole product with the real adapters of providers outside, against servers that speak their
//! contracts: killed in the middle, and in bad luck.

mod bad_luck;
mod comfyui;
mod doctor;
mod killed;
mod live;
