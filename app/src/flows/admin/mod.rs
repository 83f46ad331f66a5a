//! Administrators: how they get in, what is written down of them, and their tests of the installation.

pub mod diagnose;
pub mod unlock;
