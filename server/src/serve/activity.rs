//! Where a connection stands and since when: written by its stream and its requests, read by
//! its timer and by whoever looks for a connection to close.

use std::{
    io,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    task::{Context, Poll},
    time::{Duration, Instant},
};

use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
};

use crate::config::ConnectionLimits;

/// What a connection waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The client, which has not finished the headers of a request, or not begun the first.
    Head,
    /// The server: the request is handled.
    Exchange,
    /// The client, which takes the rest of its answer; since the request began.
    Taking,
    /// The client, which has its answer.
    Idle,
}

impl Phase {
    const fn bits(self) -> u64 {
        match self {
            Self::Head => 0,
            Self::Exchange => 1,
            Self::Idle => 2,
            // What `answered` makes of an exchange.
            Self::Taking => 3,
        }
    }

    /// Whether the client owes the next request.
    pub fn waits_for_request(self) -> bool {
        matches!(self, Self::Head | Self::Idle)
    }
}

/// See the module. Milliseconds count from the opening.
pub struct Activity {
    opened: Instant,
    /// The phase in the lowest two bits, and since when.
    phase: AtomicU64,
    /// Since when a write waits for the client, and one more; zero while none does.
    blocked: AtomicU64,
    /// Since when a read of a request's body waits for the client, and one more; zero while none does.
    body: AtomicU64,
}

impl Activity {
    pub fn new() -> Self {
        Self {
            opened: Instant::now(),
            phase: AtomicU64::new(0),
            blocked: AtomicU64::new(0),
            body: AtomicU64::new(0),
        }
    }

    pub fn enter(&self, phase: Phase) {
        self.body.store(0, Ordering::Relaxed);
        self.phase.store((self.passed() << 2) | phase.bits(), Ordering::Relaxed);
    }

    /// The whole answer was handed over; the client has still to take it.
    fn answered(&self) {
        self.phase.fetch_or(Phase::Taking.bits(), Ordering::Relaxed);
    }

    /// Everything that was handed over has gone out.
    fn flushed(&self) {
        if self.phase().0 == Phase::Taking {
            self.enter(Phase::Idle);
        }
    }

    /// What it waits for, and since when.
    pub fn phase(&self) -> (Phase, Instant) {
        let stored = self.phase.load(Ordering::Relaxed);
        let phase = match stored & 3 {
            0 => Phase::Head,
            1 => Phase::Exchange,
            2 => Phase::Idle,
            _ => Phase::Taking,
        };
        (phase, self.opened + Duration::from_millis(stored >> 2))
    }

    /// When it is to be closed unless something happens before.
    pub fn deadline(&self, limits: &ConnectionLimits) -> Instant {
        let (phase, since) = self.phase();
        let whole = since
            + match phase {
                Phase::Head => limits.head,
                Phase::Exchange | Phase::Taking => limits.exchange,
                Phase::Idle => limits.idle,
            };
        match self.blocked.load(Ordering::Relaxed).checked_sub(1) {
            Some(since) => whole.min(self.opened + Duration::from_millis(since) + limits.stalled),
            None => whole,
        }
    }

    /// Since when the client is waited for: for its request, the rest of its body, or to take its
    /// answer. `None` while it waits for us.
    pub fn waits_for_client(&self) -> Option<Instant> {
        let (phase, since) = self.phase();
        if phase.waits_for_request() {
            return Some(since);
        }
        let since = |at: &AtomicU64| at.load(Ordering::Relaxed).checked_sub(1);
        let waiting = since(&self.blocked).into_iter().chain(since(&self.body)).min()?;
        Some(self.opened + Duration::from_millis(waiting))
    }

    /// Whether the rest of a request's body is waited for.
    pub fn awaits_body(&self, awaits: bool) {
        Self::mark(&self.body, awaits, self.passed());
    }

    fn mark(at: &AtomicU64, waits: bool, now: u64) {
        if !waits {
            at.store(0, Ordering::Relaxed);
        } else if at.load(Ordering::Relaxed) == 0 {
            at.store(now + 1, Ordering::Relaxed);
        }
    }

    fn received(&self) {
        if self.phase().0 == Phase::Idle {
            self.enter(Phase::Head);
        }
    }

    fn wrote<T>(&self, outcome: Poll<T>) -> Poll<T> {
        Self::mark(&self.blocked, outcome.is_pending(), self.passed());
        outcome
    }

    fn passed(&self) -> u64 {
        u64::try_from(self.opened.elapsed().as_millis()).unwrap_or(u64::MAX >> 2)
    }
}

/// A stream that tells what it does.
pub struct Watched {
    pub stream: TcpStream,
    pub activity: Arc<Activity>,
}

impl AsyncRead for Watched {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        if buffer.filled().len() > before {
            self.activity.received();
        }
        read
    }
}

impl AsyncWrite for Watched {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.activity.wrote(written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.activity.wrote(written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        if flushed.is_ready() {
            self.activity.flushed();
        }
        flushed
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

/// The body of an answer, which tells its end.
pub struct Answered {
    pub body: Body,
    pub activity: Arc<Activity>,
}

impl HttpBody for Answered {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Answered {
    fn drop(&mut self) {
        self.activity.answered();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_phase_has_its_own_deadline_and_a_blocked_write_a_nearer_one() {
        let limits = ConnectionLimits::default();
        let activity = Activity::new();
        let (_, opened) = activity.phase();
        assert_eq!(activity.deadline(&limits), opened + limits.head);
        activity.received();
        assert_eq!(activity.deadline(&limits), opened + limits.head, "bytes buy no time");
        for (phase, limit) in [(Phase::Exchange, limits.exchange), (Phase::Idle, limits.idle)] {
            activity.enter(phase);
            assert_eq!(activity.deadline(&limits), activity.phase().1 + limit);
        }
        activity.received();
        assert_eq!(activity.phase().0, Phase::Head, "the next request has begun");
        activity.enter(Phase::Exchange);
        let _ = activity.wrote(Poll::<()>::Pending);
        assert!(activity.deadline(&limits) <= Instant::now() + limits.stalled);
        let _ = activity.wrote(Poll::Ready(()));
        assert!(activity.deadline(&limits) > Instant::now() + limits.stalled);
        let (_, began) = activity.phase();
        activity.answered();
        assert_eq!(activity.phase(), (Phase::Taking, began), "the client is still reading");
        assert_eq!(activity.deadline(&limits), began + limits.exchange);
        activity.flushed();
        assert_eq!(activity.phase().0, Phase::Idle);
    }

    #[test]
    fn a_client_is_waited_for_unless_it_waits_for_us() {
        let activity = Activity::new();
        assert!(activity.waits_for_client().is_some(), "for its first request");
        activity.enter(Phase::Exchange);
        assert_eq!(activity.waits_for_client(), None);
        activity.awaits_body(true);
        let since = activity.waits_for_client().expect("for its body");
        activity.awaits_body(true);
        assert_eq!(activity.waits_for_client(), Some(since), "asked again, it waits as long");
        activity.awaits_body(false);
        assert_eq!(activity.waits_for_client(), None);
        activity.answered();
        assert_eq!(activity.waits_for_client(), None, "its answer is on its way");
        let _ = activity.wrote(Poll::<()>::Pending);
        assert!(activity.waits_for_client().is_some(), "it does not take it");
    }
}
