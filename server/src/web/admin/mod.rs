//! The administrator: the gate, the waitlist as a file, payments, and the debug console.

pub mod debug;
pub mod gate;
pub mod payments;
pub mod waitlist_csv;
