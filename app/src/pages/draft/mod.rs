//! The creator, and photos that were handed on to it.

pub mod creator;
pub mod incoming;
