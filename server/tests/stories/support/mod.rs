//! Writing to us.

mod contact;
mod threads;
