//! A body that stops coming: the request ends after a while, because whoever waits for it holds
//! a connection and what it has read so far. And one that nobody has read to its end, because the
//! request was refused before: its rest still lies in the connection, which cannot be used again.

use std::{
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll},
    time::Duration,
};

use axum::{
    body::{Body, Bytes, HttpBody},
    extract::{Request, State},
    http::{HeaderValue, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use hyper::body::{Frame, SizeHint};
use tokio::{
    sync::Notify,
    time::{Sleep, sleep},
};

use crate::{serve::activity::Activity, web::state::AppState};

/// Answers 408 once nothing of a request's body has come for as long as is allowed. Tells the client
/// that the connection ends where the body was not read to its end.
pub async fn layer(State(state): State<AppState>, request: Request, next: Next) -> Response {
    if request.body().is_end_stream() {
        return next.run(request).await;
    }
    let (pause, stalled) = (state.config.web.connections.body, Arc::new(Notify::new()));
    let activity = request.extensions().get::<Arc<Activity>>().cloned();
    let read = Arc::new(AtomicBool::new(false));
    let request = request.map(|body| {
        let (stalled, read) = (stalled.clone(), read.clone());
        Body::new(Timed { body, pause, waiting: None, stalled, read, activity })
    });
    let mut response = tokio::select! {
        biased;
        answer = next.run(request) => answer,
        () = stalled.notified() => StatusCode::REQUEST_TIMEOUT.into_response(),
    };
    if !read.load(Ordering::Relaxed) {
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    response
}

/// A body whose pauses are measured, while somebody waits for it.
struct Timed {
    body: Body,
    pause: Duration,
    waiting: Option<Pin<Box<Sleep>>>,
    stalled: Arc<Notify>,
    /// Whether its end has come.
    read: Arc<AtomicBool>,
    activity: Option<Arc<Activity>>,
}

impl Timed {
    fn tell(&self, awaits: bool) {
        if let Some(activity) = &self.activity {
            activity.awaits_body(awaits);
        }
    }
}

impl Drop for Timed {
    fn drop(&mut self) {
        self.tell(false);
    }
}

impl HttpBody for Timed {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if let Poll::Ready(frame) = Pin::new(&mut self.body).poll_frame(context) {
            self.waiting = None;
            self.tell(false);
            if frame.is_none() || self.body.is_end_stream() {
                self.read.store(true, Ordering::Relaxed);
            }
            return Poll::Ready(frame);
        }
        self.tell(true);
        let pause = self.pause;
        let waiting = self.waiting.get_or_insert_with(|| Box::pin(sleep(pause)));
        if waiting.as_mut().poll(context).is_ready() {
            self.stalled.notify_one();
        }
        Poll::Pending
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
