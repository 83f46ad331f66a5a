//! The flag that ends a rendering early, known to all threads that work on it.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

thread_local! {
    static FLAG: RefCell<Option<Arc<AtomicBool>>> = const { RefCell::new(None) };
}

/// From now on this thread works on the rendering that ends when the flag is true.
pub fn follow(flag: Arc<AtomicBool>) {
    FLAG.set(Some(flag));
}

/// Whether the rendering this thread works on was ended; never on threads that work on none.
#[inline]
pub fn stopped() -> bool {
    FLAG.with_borrow(|flag| flag.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)))
}
