//! The embedded companion behind its port. It always has an answer, and finds it on a few
//! threads of its own that give way to everything else: reading a long text takes milliseconds
//! in which a thread that serves requests would serve nobody else.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Mutex, PoisonError, mpsc},
    thread,
};

use async_trait::async_trait;
use evernear_app::{
    domain::{
        creation::{Brief, Prompt},
        id::{AccountId, CreationId},
    },
    ports::{Companion, CompanionError},
};
use evernear_rules::{
    story::Story,
    wire::{ChatReply, ProgressStep},
};
use tokio::sync::oneshot;

use evernear_companion::EmbeddedCompanion;

type Job = Box<dyn FnOnce(&EmbeddedCompanion) + Send>;

/// See the module.
pub struct CompanionThreads {
    companion: EmbeddedCompanion,
    jobs: mpsc::Sender<Job>,
    makers: Option<String>,
}

impl CompanionThreads {
    /// Starts them; they end with this. `makers` are who receives the words of a memory, if not our own
    /// renderer makes it.
    pub fn start(companion: EmbeddedCompanion, makers: Option<String>) -> std::io::Result<Self> {
        let (jobs, waiting) = mpsc::channel::<Job>();
        let waiting = Arc::new(Mutex::new(waiting));
        let cores = thread::available_parallelism().map_or(1, usize::from);
        for number in 0..(cores / 2).max(1) {
            let waiting = waiting.clone();
            let name = format!("companion-{number}");
            thread::Builder::new().name(name).spawn(move || work(companion, &waiting))?;
        }
        Ok(Self { companion, jobs, makers })
    }

    async fn asked<T: Send + 'static>(
        &self,
        answer: impl FnOnce(&EmbeddedCompanion) -> T + Send + 'static,
    ) -> Result<T, CompanionError> {
        let (sender, answered) = oneshot::channel();
        let job: Job = Box::new(move |companion| {
            // Whoever asked may have gone: then there is nothing to find out.
            if !sender.is_closed() {
                let _ = sender.send(answer(companion));
            }
        });
        let gone = || CompanionError("no answer was found".to_owned());
        self.jobs.send(job).map_err(|_| gone())?;
        answered.await.map_err(|_| gone())
    }
}

fn work(companion: EmbeddedCompanion, waiting: &Mutex<mpsc::Receiver<Job>>) {
    // On Linux "no process" means the calling thread. Failing to be modest is no failure.
    let _ = rustix::process::setpriority_process(None, 10);
    loop {
        let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = next else { return };
        // A fault in one answer is that answer's alone.
        if catch_unwind(AssertUnwindSafe(|| job(&companion))).is_err() {
            tracing::error!("the companion broke off");
        }
    }
}

#[async_trait]
impl Companion for CompanionThreads {
    fn notice(&self) -> String {
        match &self.makers {
            None => "The assistant you write with is software, not a person, and it runs on our own server: no other company receives your words.".to_owned(),
            Some(makers) => format!("The assistant you write with is software, not a person, and it runs on our own server. The words of a memory that you make are sent to {makers}."),
        }
    }

    fn receiver(&self) -> String {
        match &self.makers {
            None => "Your words stay on our own server.".to_owned(),
            Some(makers) => format!(
                "This conversation stays on our own server. When you make a memory, its words go to {makers}."
            ),
        }
    }

    async fn plan(&self, _: CreationId, brief: &Brief) -> Result<String, CompanionError> {
        let brief = brief.clone();
        self.asked(move |companion| companion.plan(&shown(*companion, &brief), (&brief).into()))
            .await
    }

    async fn reflection(&self, _: CreationId, brief: &Brief) -> Result<String, CompanionError> {
        let brief = brief.clone();
        self.asked(move |companion| {
            companion.reflection(&shown(*companion, &brief), (&brief).into())
        })
        .await
    }

    fn welcome(&self, text: &str) -> Option<String> {
        self.companion.welcome(text)
    }

    async fn converse(&self, _: AccountId, text: &str) -> Result<ChatReply, CompanionError> {
        let text = text.to_owned();
        self.asked(move |companion| companion.converse(&text)).await
    }

    async fn progress(
        &self,
        _: CreationId,
        brief: &Brief,
    ) -> Result<Vec<ProgressStep>, CompanionError> {
        let brief = brief.clone();
        self.asked(move |companion| companion.progress(&shown(*companion, &brief), (&brief).into()))
            .await
    }

    async fn story(&self, _: AccountId, prompt: &Prompt) -> Result<Story, CompanionError> {
        let prompt = prompt.clone();
        self.asked(move |companion| companion.story(&prompt)).await
    }
}

/// The words, with the place that was chosen instead of the one that they name.
fn shown(companion: EmbeddedCompanion, brief: &Brief) -> Prompt {
    let chosen = brief.story.setting.as_deref();
    if companion.story(&brief.prompt).setting.as_deref() == chosen {
        return brief.prompt.clone();
    }
    let title = chosen.and_then(evernear_settings::find).map(|setting| setting.title.as_str());
    title.map_or_else(|| brief.prompt.clone(), |title| brief.prompt.clone().at(title))
}

#[cfg(test)]
mod tests {
    use evernear_app::domain::timestamp::Timestamp;
    use futures::FutureExt;

    use super::*;

    #[tokio::test]
    async fn answers_are_found_beside_the_threads_that_serve_requests() {
        let companion = EmbeddedCompanion::default();
        let threads = CompanionThreads::start(companion, None).expect("started");
        let long = "Walking with my dad by the lake. ".repeat(120);
        let account = AccountId::new(Timestamp(1), &[7; 10]);
        let mut asked = threads.converse(account, &long);
        assert!((&mut asked).now_or_never().is_none(), "it is not read by whoever asks");
        let answer = asked.await.expect("an answer");
        assert_eq!(answer.response, companion.converse(&long).response);
    }

    #[tokio::test]
    async fn a_fault_in_one_answer_is_no_fault_of_the_next() {
        let threads = CompanionThreads::start(EmbeddedCompanion::default(), None).expect("started");
        for _ in 0..8 {
            let broken = threads.asked(|_| -> u8 { panic!("made for this test") }).await;
            assert!(broken.is_err());
        }
        assert_eq!(threads.asked(|_| 1).await.expect("an answer"), 1);
    }
}
