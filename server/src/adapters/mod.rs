//! Each outside party behind its port. To add one: a file here, a choice in `config`, a
//! line in `compose`.

pub mod answer_channel;
pub mod argon2_passwords;
pub mod comfyui;
pub mod embedded_companion;
pub mod embedded_imagery;
pub mod file_objects;
pub mod form_relay;
pub mod google;
pub mod governor_rate_limiter;
pub mod imagery_router;
mod jwt;
pub mod mail_folder;
pub mod mailbox_digests;
pub mod openai_companion;
mod openai_errors;
pub mod openai_images;
pub mod paystack;
pub mod person_cutter;
pub mod photo_decoder;
mod photo_reader;
mod priority_semaphore;
pub mod provider_download;
pub mod provider_http;
pub mod provider_photo;
pub mod provider_prompt;
pub mod qr_code;
pub mod runway;
pub mod sandbox_payments;
mod secret_file;
pub mod server_secrets;
pub mod setting_catalog;
pub mod signer;
pub mod smtp;
pub mod system;
pub mod token_keys;
pub mod totp;
