//! The credit history as a file.

pub mod csv;
