//! What page and server must agree on, written once: the small pure rules and the
//! shapes that travel between them.
//!
//! Native code uses this crate directly; browsers get the rules as WebAssembly
//! ([`browser`]) and the shapes as TypeScript (feature `typescript`). Nothing here does
//! I/O, reads a clock or allocates more than its answer.
//!
//! To add a rule: write it in the file of its noun with its source, give it a wrapper in
//! [`browser`]. To add a shape: derive it in [`wire`] and list it in
//! [`wire::declarations`].

#[cfg(target_arch = "wasm32")]
pub mod browser;
pub mod photos;
pub mod presentation;
pub mod pricing;
pub mod recordings;
pub mod story;
pub mod text;
pub mod wire;
