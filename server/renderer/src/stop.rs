//! Ending early: one flag for each rendering, known to all threads that work on it.
//!
//! What always holds: loops ask [`stopped`] at least once a row and end with whatever they have,
//! which nobody looks at; [`run_detached`] takes work that cannot ask (a decoder, the face finder) to
//! a thread of its own, which is left behind when the flag goes up, and ends by itself.

use crate::request::{RenderProblem, Watch};
use evernear_paint::stop::follow;
pub use evernear_paint::stop::stopped;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// How often the caller's watch is asked.
const PULSE: Duration = Duration::from_millis(5);

/// [`RenderProblem::Cancelled`] once the rendering was ended.
pub fn check() -> Result<(), RenderProblem> {
    if stopped() { Err(RenderProblem::Cancelled) } else { Ok(()) }
}

/// Runs `work` on `threads` threads that give way to everything else on the machine, and follows
/// `watch` meanwhile.
pub fn run<T: Send>(
    threads: usize,
    watch: &dyn Watch,
    work: impl FnOnce() -> Result<T, RenderProblem> + Send,
) -> Result<T, RenderProblem> {
    let flag = Arc::new(AtomicBool::new(watch.cancelled()));
    let known = Arc::clone(&flag);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads.max(1))
        .thread_name(|i| format!("renderer-{i}"))
        .start_handler(move |_| {
            // On Linux "no process" means the calling thread. Failing to be modest is no failure.
            let _ = rustix::process::setpriority_process(None, 10);
            follow(Arc::clone(&known));
        })
        .build()
        .map_err(|e| RenderProblem::Encode(e.to_string()))?;
    let (done, wait) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            while wait.recv_timeout(PULSE) == Err(RecvTimeoutError::Timeout) {
                if watch.cancelled() {
                    flag.store(true, Ordering::Relaxed);
                    break;
                }
            }
        });
        let result = pool.install(|| {
            check()?;
            work()
        });
        drop(done);
        result
    })
}

/// Does `work` on a thread of its own and waits for it, but not after the flag went up.
pub fn run_detached<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, RenderProblem> {
    check()?;
    let (send, receive) = mpsc::channel();
    std::thread::Builder::new()
        .name("renderer-apart".to_owned())
        .spawn(move || {
            // Nobody listens any more after an early end.
            let _ = send.send(work());
        })
        .map_err(|e| RenderProblem::Encode(e.to_string()))?;
    loop {
        match receive.recv_timeout(PULSE) {
            Ok(result) => return Ok(result),
            Err(RecvTimeoutError::Timeout) => check()?,
            Err(RecvTimeoutError::Disconnected) => {
                return Err(RenderProblem::Encode("a photo broke its reader".to_owned()));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Asked(AtomicBool);

    impl Watch for Asked {
        fn progress(&self, _: f32) {}
        fn cancelled(&self) -> bool {
            self.0.load(Ordering::Relaxed)
        }
    }

    #[test]
    fn work_that_cannot_ask_is_left_behind() {
        let watch = Asked(AtomicBool::new(false));
        let (_never, wait) = mpsc::channel::<()>();
        let result = run(1, &watch, || {
            watch.0.store(true, Ordering::Relaxed);
            run_detached(move || wait.recv().is_ok())
        });
        assert!(matches!(result, Err(RenderProblem::Cancelled)));
    }

    #[test]
    fn loops_see_the_flag_on_every_thread() {
        use rayon::prelude::*;
        let watch = Asked(AtomicBool::new(false));
        let result: Result<(), _> = run(3, &watch, || {
            watch.0.store(true, Ordering::Relaxed);
            (0..3).into_par_iter().for_each(|_| {
                while !stopped() {
                    std::thread::yield_now();
                }
            });
            check()
        });
        assert!(matches!(result, Err(RenderProblem::Cancelled)));
        assert!(!stopped(), "this thread renders nothing");
    }

    #[test]
    fn a_reader_that_breaks_is_an_error_and_no_end() {
        let watch = Asked(AtomicBool::new(false));
        let result = run(1, &watch, || run_detached(|| -> u8 { panic!("as a decoder might") }));
        assert!(matches!(result, Err(RenderProblem::Encode(_))));
    }
}
