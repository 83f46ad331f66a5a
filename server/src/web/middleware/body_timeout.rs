//! A body that stops coming: the request ends after a while, because whoever waits for it holds
//! a connection and what it has read so far.

use std::{
    pin::Pin,
    sync::Arc,
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

/// Answers 408 once nothing of a request's body has come for as long as is allowed.
pub async fn layer(State(state): State<AppState>, request: Request, next: Next) -> Response {
    if request.body().is_end_stream() {
        return next.run(request).await;
    }
    let (pause, stalled) = (state.config.web.connections.body, Arc::new(Notify::new()));
    let activity = request.extensions().get::<Arc<Activity>>().cloned();
    let request = request.map(|body| {
        Body::new(Timed { body, pause, waiting: None, stalled: stalled.clone(), activity })
    });
    tokio::select! {
        biased;
        answer = next.run(request) => answer,
        () = stalled.notified() => {
            let mut response = StatusCode::REQUEST_TIMEOUT.into_response();
            // The rest is not read, so the connection cannot be used again.
            response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
            response
        }
    }
}

/// A body whose pauses are measured, while somebody waits for it.
struct Timed {
    body: Body,
    pause: Duration,
    waiting: Option<Pin<Box<Sleep>>>,
    stalled: Arc<Notify>,
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
