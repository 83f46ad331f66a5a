//! The server's side of one child.

use std::{io, os::unix::process::ExitStatusExt, path::Path, process::Stdio, time::Duration};

use rustix::process::Signal;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    process::{Child, ChildStdin, ChildStdout, Command},
};

use super::{
    COMMAND,
    protocol::{ANSWER_HEAD, Answer, AnswerHead, DecodeRequest},
};

/// A child; killed when it is dropped.
pub struct Worker {
    child: Child,
    input: ChildStdin,
    output: ChildStdout,
    answered: u32,
    cpu: Duration,
}

/// Why a child gave no answer.
pub enum Ended {
    /// Its CPU seconds were used up.
    OutOfTime,
    /// The picture was too much for it.
    Died(String),
    /// Somebody else ended it, as a service manager or a machine without memory does.
    Killed,
    /// It answered what nobody understands, or could not be watched.
    Broken(io::Error),
}

impl Worker {
    /// Starts a child that knows nothing of the server's environment.
    pub fn start(program: &Path) -> io::Result<Self> {
        let mut command = Command::new(program);
        command
            .arg(COMMAND)
            .env_clear()
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            // A Ctrl-C in the terminal is for the server, which ends its children itself.
            .process_group(0);
        let mut child = command.spawn()?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (input, output) = pipes.ok_or_else(|| io::Error::other("a child without pipes"))?;
        Ok(Self { child, input, output, answered: 0, cpu: Duration::ZERO })
    }

    /// Whether it runs.
    pub fn is_there(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// How many pictures it has answered for.
    pub fn answered(&self) -> u32 {
        self.answered
    }

    /// The CPU time of all of them.
    pub fn cpu(&self) -> Duration {
        self.cpu
    }

    /// The answer to a request, and the CPU time that it took.
    pub async fn decode(
        &mut self,
        request: &DecodeRequest<'_>,
    ) -> Result<(Answer, Duration), Ended> {
        match self.ask(request).await {
            Ok(Some(answer)) => {
                self.answered += 1;
                self.cpu += answer.1;
                Ok(answer)
            }
            Ok(None) => Err(Ended::Broken(io::Error::other("the decoder's answer is none"))),
            Err(error) => Err(self.end(error).await),
        }
    }

    async fn ask(&mut self, request: &DecodeRequest<'_>) -> io::Result<Option<(Answer, Duration)>> {
        self.input.write_all(&request.head()).await?;
        self.input.write_all(request.bytes).await?;
        self.input.flush().await?;
        let mut head = [0; ANSWER_HEAD];
        self.output.read_exact(&mut head).await?;
        let Some(head) = AnswerHead::read(head) else { return Ok(None) };
        let mut files = head.lengths.map(|length| vec![0; length]);
        for file in &mut files {
            self.output.read_exact(file).await?;
        }
        let cpu = head.cpu;
        Ok(head.with(files).map(|answer| (answer, cpu)))
    }

    /// What the end of a pipe means.
    async fn end(&mut self, error: io::Error) -> Ended {
        let ended = [io::ErrorKind::UnexpectedEof, io::ErrorKind::BrokenPipe];
        if !ended.contains(&error.kind()) {
            return Ended::Broken(error);
        }
        match self.child.wait().await {
            Ok(status) if status.signal() == Some(Signal::XCPU.as_raw()) => Ended::OutOfTime,
            Ok(status) if status.signal().is_some_and(is_from_outside) => Ended::Killed,
            Ok(status) => Ended::Died(status.to_string()),
            Err(error) => Ended::Broken(error),
        }
    }
}

/// Whether a picture cannot have caused it.
fn is_from_outside(signal: i32) -> bool {
    [Signal::TERM, Signal::KILL, Signal::INT, Signal::HUP].map(Signal::as_raw).contains(&signal)
}
