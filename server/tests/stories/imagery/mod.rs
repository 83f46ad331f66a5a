//! Providers of pictures and films, asked through the port against servers that speak their contracts.

mod comfyui;
mod openai_images;
mod runway;
