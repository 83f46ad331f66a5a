//! `evernear decode-photo`: the child's side. Its first act is to give up what decoding does not
//! need; then it answers requests until the server closes its input.

use std::{
    io::{self, Read},
    process::ExitCode,
    time::Duration,
};

use rustix::{
    process::{Resource, Rlimit, getrlimit, setrlimit},
    time::{ClockId, clock_gettime},
};

use super::{
    super::{photo_reader::read_photo, recording_reader::read_recording},
    protocol::{Answer, Medium, RequestHead, next_head, read_head, write_answer},
};

/// No request has more bytes.
const MAX_BYTES: usize = 16 << 20;

/// Answers requests until there are no more.
pub fn run() -> ExitCode {
    match confine().and_then(|()| serve()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

/// Neither files nor connections can be opened from here on, nothing is written anywhere, and no
/// memory is dumped; the end of the server is the end of this process.
fn confine() -> io::Result<()> {
    #[cfg(target_os = "linux")]
    rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL))?;
    limit(Resource::Nofile, 3)?;
    limit(Resource::Fsize, 0)?;
    limit(Resource::Core, 0)
}

fn limit(resource: Resource, most: u64) -> io::Result<()> {
    Ok(setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })?)
}

/// The same for one request, so that the next can have another.
fn limit_for_now(resource: Resource, most: u64) -> io::Result<()> {
    let maximum = getrlimit(resource).maximum;
    let current = Some(maximum.map_or(most, |maximum| maximum.min(most)));
    Ok(setrlimit(resource, Rlimit { current, maximum })?)
}

fn serve() -> io::Result<()> {
    let (mut input, mut out) = (io::stdin().lock(), io::stdout().lock());
    while let Some(head) = next_head(&mut input)? {
        let Some(RequestHead { medium, memory, cpu, length }) =
            read_head(head).filter(|head| head.length <= MAX_BYTES)
        else {
            return Err(io::ErrorKind::InvalidData.into());
        };
        limit_for_now(Resource::Data, memory)?;
        // The system counts whole seconds.
        limit_for_now(Resource::Cpu, (cpu_time() + cpu).as_secs() + 1)?;
        let mut bytes = vec![0; length];
        input.read_exact(&mut bytes)?;
        let before = cpu_time();
        let answer = match medium {
            Medium::Photo => Answer::Photo(read_photo(&bytes)),
            Medium::Recording => Answer::Recording(read_recording(&bytes)),
        };
        write_answer(&mut out, &answer, cpu_time().saturating_sub(before))?;
    }
    Ok(())
}

fn cpu_time() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ProcessCPUTime)).unwrap_or_default()
}
