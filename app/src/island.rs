//! island
