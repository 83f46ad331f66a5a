//! Sending what waits, beside the creations and never in a request. A mail whose sending
//! was cut off is sent again by whoever claims it next: twice at worst, never lost.

use std::{sync::Arc, time::Duration};

use evernear_app::{
    flows::mail::deliver::{Sent, send_mail},
    ports::{ClaimedMail, Ports, StoreError},
};
use tokio::{task::JoinSet, time};
use tokio_util::sync::CancellationToken;

use super::TROUBLE_PAUSE;
use crate::adapters::system::WakeSignal;

/// How long one mail may take before another worker may take over; longer than any mailer
/// waits for its server.
const LEASE: Duration = Duration::from_secs(180);
/// How often the table is asked without a wake signal.
const IDLE_POLL: Duration = Duration::from_secs(2);
/// Most mails on their way at once.
const MOST_AT_ONCE: usize = 4;

/// Sends mails until it is told to stop.
pub struct MailWorker {
    ports: Ports,
    wake_signal: Arc<WakeSignal>,
    worker: String,
}

impl MailWorker {
    pub fn new(ports: Ports, wake_signal: Arc<WakeSignal>, worker: String) -> Self {
        Self { ports, wake_signal, worker }
    }

    /// Takes back what an earlier life of this worker had claimed, then works until `stop`.
    /// Mails under way end first.
    pub async fn run(self, stop: CancellationToken) {
        if let Err(error) = self.ports.mails.release_mails(&self.worker, self.ports.now()).await {
            tracing::error!(%error, "mails could not be taken back");
        }
        let mut sending = JoinSet::new();
        while !stop.is_cancelled() {
            while sending.try_join_next().is_some() {}
            if sending.len() >= MOST_AT_ONCE {
                sending.join_next().await;
                continue;
            }
            let pause = match self.claim_one(&mut sending).await {
                Ok(true) => continue,
                Ok(false) => IDLE_POLL,
                Err(error) => {
                    tracing::error!(%error, "mails cannot be claimed");
                    TROUBLE_PAUSE
                }
            };
            tokio::select! {
                () = self.wake_signal.mails.notified() => {}
                () = time::sleep(pause) => {}
                () = stop.cancelled() => {}
            }
        }
        while sending.join_next().await.is_some() {}
    }

    async fn claim_one(&self, sending: &mut JoinSet<()>) -> Result<bool, StoreError> {
        let now = self.ports.now();
        let claimed = self.ports.mails.claim_mail(&self.worker, now, now.after(LEASE)).await?;
        let Some(claimed) = claimed else { return Ok(false) };
        let ports = self.ports.clone();
        sending.spawn(async move { send(&ports, &claimed).await });
        Ok(true)
    }
}

async fn send(ports: &Ports, claimed: &ClaimedMail) {
    let (mail, purpose) = (claimed.mail.id, &claimed.mail.purpose);
    match send_mail(ports, claimed).await {
        Ok(Sent::Taken) => tracing::info!(%mail, purpose, "a mail was taken"),
        Ok(Sent::NotWanted) => tracing::info!(%mail, purpose, "a mail was not wanted any more"),
        Ok(Sent::Later(why)) => tracing::warn!(%mail, purpose, why, "a mail is tried again later"),
        Ok(Sent::GivenUp(why)) => tracing::error!(%mail, purpose, why, "a mail was given up"),
        Err(error) => tracing::error!(%mail, purpose, %error, "a mail's row could not be changed"),
    }
}
