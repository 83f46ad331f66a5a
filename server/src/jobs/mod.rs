//! Work that no request waits for: creations are moved on by whoever claims them, mails are
//! sent, and what is due to go is swept. A worker holds a lease for one step only; it gives it back
//! with what the step learned, so a dead worker's creation is taken over when the lease
//! runs out (claimed by lease, written by owner and attempt).

mod answers;
mod mails;

use std::{pin::pin, sync::Arc, time::Duration};

use evernear_app::{
    domain::id::CreationId,
    flows::{
        billing::run_jobs::run_billing_jobs,
        creation::{
            advance::advance_creation, delete_task::delete_due_tasks, enlarge::enlarge_image,
            memory_dates::send_memory_dates,
        },
        system::sweep::{sweep, sweep_strays},
    },
    ports::{Lease, Ports, StoreError, TaskId},
};
use tokio::{task::JoinSet, time};
use tokio_util::sync::CancellationToken;

pub use answers::AnswerCounter;
pub use mails::MailWorker;

use crate::adapters::system::WakeSignal;

/// How long after its worker was heard of last a step may be done by another one.
const LEASE: Duration = Duration::from_secs(30);
/// How often the table is asked without a wake signal.
const IDLE_POLL: Duration = Duration::from_millis(400);
/// Pause after the database could not be asked.
const TROUBLE_PAUSE: Duration = Duration::from_secs(1);
/// How often pictures in print size are looked after.
const ENLARGE_EVERY: Duration = Duration::from_secs(1);
/// How often what is due to go is swept.
const SWEEP_EVERY: Duration = Duration::from_secs(60);
/// How often payments and subscriptions are looked after.
const BILLING_EVERY: Duration = Duration::from_secs(2);
/// How often tasks that are to go are deleted at their providers.
const DELETE_TASKS_EVERY: Duration = Duration::from_secs(2);
/// How often it is asked which days of memories have come.
const DATES_EVERY: Duration = Duration::from_secs(60);
/// How often files are looked through for those that no row knows of.
const STRAYS_EVERY: Duration = Duration::from_secs(600);
/// Most steps at once; rendering has its own limit.
const MOST_AT_ONCE: usize = 8;

/// Moves creations on until it is told to stop.
pub struct CreationWorker {
    ports: Ports,
    wake_signal: Arc<WakeSignal>,
    worker: String,
}

impl CreationWorker {
    pub fn new(ports: Ports, wake_signal: Arc<WakeSignal>, worker: String) -> Self {
        Self { ports, wake_signal, worker }
    }

    /// Takes back the leases of an earlier life of this worker, then works until `stop`.
    /// Steps under way end first and their leases are given back.
    pub async fn run(self, stop: CancellationToken) {
        self.give_back().await;
        let mut steps = JoinSet::new();
        // Beside the creations: neither a slow provider nor many files hold up a memory.
        let mut beside = JoinSet::new();
        beside.spawn(run_billing_regularly(self.ports.clone(), stop.clone()));
        beside.spawn(enlarge_regularly(self.ports.clone(), self.worker.clone(), stop.clone()));
        beside.spawn(delete_tasks_regularly(self.ports.clone(), stop.clone()));
        beside.spawn(send_dates_regularly(self.ports.clone(), stop.clone()));
        beside.spawn(sweep_regularly(self.ports.clone(), stop.clone()));
        beside.spawn(sweep_strays_regularly(self.ports.clone(), stop.clone()));
        while !stop.is_cancelled() {
            while steps.try_join_next().is_some() {}
            if steps.len() >= MOST_AT_ONCE {
                steps.join_next().await;
                continue;
            }
            match self.claim_one(&mut steps).await {
                Ok(true) => {}
                Ok(false) => {
                    tokio::select! {
                        () = self.wake_signal.creations.notified() => {}
                        () = time::sleep(IDLE_POLL) => {}
                        () = stop.cancelled() => {}
                    }
                }
                Err(error) => {
                    tracing::error!(%error, "creations cannot be claimed");
                    tokio::select! {
                        () = time::sleep(TROUBLE_PAUSE) => {}
                        () = stop.cancelled() => {}
                    }
                }
            }
        }
        while steps.join_next().await.is_some() {}
        while let Some(ended) = beside.join_next().await {
            if let Err(error) = ended {
                tracing::error!(%error, "work beside the creations broke off");
            }
        }
        self.give_back().await;
    }

    async fn claim_one(&self, steps: &mut JoinSet<()>) -> Result<bool, StoreError> {
        let now = self.ports.now();
        let claimed = self.ports.creations.claim(&self.worker, now, now.after(LEASE)).await?;
        let Some(claimed) = claimed else { return Ok(false) };
        let ports = self.ports.clone();
        steps.spawn(async move {
            let (creation, lease) = (claimed.creation.id, claimed.lease.clone());
            let step = advance_creation(&ports, claimed);
            if let Err(error) = keeping_lease(&ports, creation, &lease, step).await {
                // The lease runs out and the step is done again.
                tracing::error!(%creation, %error, "a step of a creation broke off");
            }
        });
        Ok(true)
    }

    async fn give_back(&self) {
        match self.ports.creations.release_leases(&self.worker, self.ports.now()).await {
            Ok(0) => {}
            Ok(count) => tracing::info!(count, "leases were given back"),
            Err(error) => tracing::error!(%error, "leases could not be given back"),
        }
    }
}

/// Does a step, and keeps its lease meanwhile: providers may take longer to answer than it lasts. Where the
/// lease is lost, the step ends without changing anything.
async fn keeping_lease<T>(
    ports: &Ports,
    creation: CreationId,
    lease: &Lease,
    step: impl Future<Output = T>,
) -> T {
    let mut step = pin!(step);
    let mut renewals = time::interval(LEASE / 3);
    renewals.set_missed_tick_behavior(time::MissedTickBehavior::Delay);
    renewals.tick().await;
    loop {
        tokio::select! {
            done = &mut step => return done,
            _ = renewals.tick() => {
                let until = ports.now().after(LEASE);
                if let Err(error) = ports.creations.renew_lease(creation, lease, until).await {
                    tracing::warn!(%creation, %error, "a lease could not be renewed");
                }
            }
        }
    }
}

async fn run_billing_regularly(ports: Ports, stop: CancellationToken) {
    let mut rounds = rounds(BILLING_EVERY);
    loop {
        tokio::select! {
            _ = rounds.tick() => {
                if let Err(error) = run_billing_jobs(&ports).await {
                    tracing::error!(%error, "some of what billing had to do could not be done");
                }
            }
            () = stop.cancelled() => return,
        }
    }
}

async fn enlarge_regularly(ports: Ports, worker: String, stop: CancellationToken) {
    let mut rounds = rounds(ENLARGE_EVERY);
    loop {
        tokio::select! {
            _ = rounds.tick() => {
                if let Err(error) = enlarge_due(&ports, &worker, &stop).await {
                    tracing::error!(%error, "a picture in print size could not be looked after");
                }
            }
            () = stop.cancelled() => return,
        }
    }
}

/// Steps are short: making the picture is the provider's task.
async fn enlarge_due(
    ports: &Ports,
    worker: &str,
    stop: &CancellationToken,
) -> Result<(), StoreError> {
    while !stop.is_cancelled() {
        let now = ports.now();
        let due = ports.creations.claim_large_image(worker, now, now.after(LEASE)).await?;
        let Some(claimed) = due else { break };
        enlarge_image(ports, claimed).await?;
    }
    Ok(())
}

/// A round is given up on a stop: what was not deleted stays written down.
async fn delete_tasks_regularly(ports: Ports, stop: CancellationToken) {
    let mut rounds = rounds(DELETE_TASKS_EVERY);
    let work = async {
        loop {
            rounds.tick().await;
            match delete_due_tasks(&ports).await {
                Ok(given_up) => {
                    for TaskId(task) in given_up {
                        tracing::error!(task, "a task stays at its provider for good");
                    }
                }
                Err(error) => tracing::error!(%error, "tasks could not be deleted"),
            }
        }
    };
    stop.run_until_cancelled(work).await;
}

/// A sweep is given up on a stop: files go before their rows, so the next one goes on with it.
async fn sweep_regularly(ports: Ports, stop: CancellationToken) {
    let mut rounds = rounds(SWEEP_EVERY);
    let work = async {
        loop {
            rounds.tick().await;
            report(sweep(&ports).await);
        }
    };
    stop.run_until_cancelled(work).await;
}

/// What is not written before a stop is still due after the next start.
async fn send_dates_regularly(ports: Ports, stop: CancellationToken) {
    let mut rounds = rounds(DATES_EVERY);
    let work = async {
        loop {
            rounds.tick().await;
            report(send_memory_dates(&ports).await);
        }
    };
    stop.run_until_cancelled(work).await;
}

async fn sweep_strays_regularly(ports: Ports, stop: CancellationToken) {
    let mut rounds = rounds(STRAYS_EVERY);
    let work = async {
        loop {
            rounds.tick().await;
            report(sweep_strays(&ports).await);
        }
    };
    stop.run_until_cancelled(work).await;
}

/// Rounds that follow each other after a pause, however long one takes.
fn rounds(every: Duration) -> time::Interval {
    let mut rounds = time::interval(every);
    rounds.set_missed_tick_behavior(time::MissedTickBehavior::Delay);
    rounds
}

fn report(swept: Result<usize, StoreError>) {
    if let Err(error) = swept {
        tracing::error!(%error, "a sweep broke off");
    }
}
