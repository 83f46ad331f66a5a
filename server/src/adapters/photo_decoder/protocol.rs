//! What server and child say to each other through pipes: a request, its answer, the next request.
//! All numbers are big-endian.

use std::{
    io::{self, Read, Write},
    time::Duration,
};

use evernear_app::ports::{ReadPhoto, ReadRecording};
use evernear_renderer::{PhotoProblem, RecordingProblem};
use evernear_rules::wire::Crop;

/// Of a request before its bytes.
pub const REQUEST_HEAD: usize = 25;
/// Of an answer before its files: how it went, of what, sizes, crop, lengths, CPU milliseconds.
pub const ANSWER_HEAD: usize = 40;
/// No file in an answer is longer.
const MAX_FILE: usize = 24 << 20;

/// What is decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Medium {
    Photo,
    Recording,
}

impl Medium {
    fn of(byte: u8) -> Option<Self> {
        match byte {
            0 => Some(Self::Photo),
            1 => Some(Self::Recording),
            _ => None,
        }
    }
}

/// A file to decode, with what that may take.
pub struct DecodeRequest<'a> {
    pub medium: Medium,
    /// Bytes of memory.
    pub memory: u64,
    /// CPU time.
    pub cpu: Duration,
    pub bytes: &'a [u8],
}

impl DecodeRequest<'_> {
    pub fn head(&self) -> [u8; REQUEST_HEAD] {
        let mut head = [0; REQUEST_HEAD];
        head[..8].copy_from_slice(&self.memory.to_be_bytes());
        let cpu = u64::try_from(self.cpu.as_millis()).unwrap_or(u64::MAX);
        head[8..16].copy_from_slice(&cpu.to_be_bytes());
        head[16..24].copy_from_slice(&(self.bytes.len() as u64).to_be_bytes());
        head[24] = self.medium as u8;
        head
    }
}

/// A request before its bytes, as the child reads it.
pub struct RequestHead {
    pub medium: Medium,
    pub memory: u64,
    pub cpu: Duration,
    pub length: usize,
}

/// Nothing when it is none.
pub fn read_head(head: [u8; REQUEST_HEAD]) -> Option<RequestHead> {
    let [memory, cpu, length] = [0, 8, 16]
        .map(|at| head[at..at + 8].iter().fold(0, |number, byte| (number << 8) | u64::from(*byte)));
    Some(RequestHead {
        medium: Medium::of(head[24])?,
        memory,
        cpu: Duration::from_millis(cpu),
        length: usize::try_from(length).unwrap_or(usize::MAX),
    })
}

/// What became of a request's file, or why nothing did.
pub enum Answer {
    Photo(Result<ReadPhoto, PhotoProblem>),
    Recording(Result<ReadRecording, RecordingProblem>),
}

/// What an answer's head says.
pub struct AnswerHead {
    medium: Medium,
    outcome: u8,
    /// Pixels of a photo; milliseconds of a recording are the first.
    sizes: [u32; 2],
    suggested: Crop,
    /// How long both files are.
    pub lengths: [usize; 2],
    pub cpu: Duration,
}

impl AnswerHead {
    /// Nothing when it is none.
    pub fn read(head: [u8; ANSWER_HEAD]) -> Option<Self> {
        let mut numbers = head[4..].chunks_exact(4).map(|number| {
            number.iter().fold(0, |number: u32, byte| (number << 8) | u32::from(*byte))
        });
        let mut next = || numbers.next();
        let sizes = [next()?, next()?];
        let suggested = Crop { x: next()?, y: next()?, width: next()?, height: next()? };
        let mut length = || {
            let length = usize::try_from(next()?).ok()?;
            (length <= MAX_FILE).then_some(length)
        };
        let lengths = [length()?, length()?];
        let cpu = Duration::from_millis(next()?.into());
        Some(Self {
            medium: Medium::of(head[1])?,
            outcome: head[0],
            sizes,
            suggested,
            lengths,
            cpu,
        })
    }

    /// Nothing when the outcome is none.
    pub fn with(self, [first, second]: [Vec<u8>; 2]) -> Option<Answer> {
        let Self { outcome, sizes: [width, height], suggested, .. } = self;
        Some(match self.medium {
            Medium::Photo => Answer::Photo(match outcome {
                0 => Ok(ReadPhoto { width, height, upright: first, preview: second, suggested }),
                1 => Err(PhotoProblem::NotAnImage),
                2 => Err(PhotoProblem::Unsupported),
                3 => Err(PhotoProblem::TooLarge),
                4 => Err(PhotoProblem::Damaged),
                _ => return None,
            }),
            Medium::Recording => Answer::Recording(match outcome {
                0 => Ok(ReadRecording { length: width, sound: first, peaks: second }),
                1 => Err(RecordingProblem::NotASound),
                2 => Err(RecordingProblem::Unsupported),
                3 => Err(RecordingProblem::TooLong),
                4 => Err(RecordingProblem::TooShort),
                5 => Err(RecordingProblem::Silent),
                6 => Err(RecordingProblem::Damaged),
                _ => return None,
            }),
        })
    }
}

impl Answer {
    fn medium(&self) -> Medium {
        match self {
            Self::Photo(_) => Medium::Photo,
            Self::Recording(_) => Medium::Recording,
        }
    }

    fn outcome(&self) -> u8 {
        match self {
            Self::Photo(Ok(_)) | Self::Recording(Ok(_)) => 0,
            Self::Photo(Err(problem)) => match problem {
                PhotoProblem::NotAnImage => 1,
                PhotoProblem::Unsupported => 2,
                PhotoProblem::TooLarge => 3,
                PhotoProblem::Damaged => 4,
            },
            Self::Recording(Err(problem)) => match problem {
                RecordingProblem::NotASound => 1,
                RecordingProblem::Unsupported => 2,
                RecordingProblem::TooLong => 3,
                RecordingProblem::TooShort => 4,
                RecordingProblem::Silent => 5,
                // Nobody has chosen a part yet.
                RecordingProblem::Damaged | RecordingProblem::Trim => 6,
            },
        }
    }

    /// Its sizes, crop and files.
    fn parts(&self) -> ([u32; 6], [&[u8]; 2]) {
        match self {
            Self::Photo(Ok(read)) => {
                let Crop { x, y, width, height } = read.suggested;
                ([read.width, read.height, x, y, width, height], [&read.upright, &read.preview])
            }
            Self::Recording(Ok(read)) => ([read.length, 0, 0, 0, 0, 0], [&read.sound, &read.peaks]),
            Self::Photo(Err(_)) | Self::Recording(Err(_)) => ([0; 6], [&[], &[]]),
        }
    }
}

pub fn write_answer(out: &mut impl Write, answer: &Answer, cpu: Duration) -> io::Result<()> {
    let (sizes, files) = answer.parts();
    let mut head = [0; ANSWER_HEAD];
    (head[0], head[1]) = (answer.outcome(), answer.medium() as u8);
    let length = |bytes: &[u8]| u32::try_from(bytes.len()).map_err(io::Error::other);
    let lengths = [length(files[0])?, length(files[1])?];
    let cpu = u32::try_from(cpu.as_millis()).unwrap_or(u32::MAX);
    let numbers = sizes.into_iter().chain(lengths).chain([cpu]);
    for (place, number) in head[4..].chunks_exact_mut(4).zip(numbers) {
        place.copy_from_slice(&number.to_be_bytes());
    }
    out.write_all(&head)?;
    for file in files {
        out.write_all(file)?;
    }
    out.flush()
}

/// The next request's head; nothing when there is none any more.
pub fn next_head(input: &mut impl Read) -> io::Result<Option<[u8; REQUEST_HEAD]>> {
    let mut head = [0; REQUEST_HEAD];
    match input.read_exact(&mut head) {
        Ok(()) => Ok(Some(head)),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
        Err(error) => Err(error),
    }
}
