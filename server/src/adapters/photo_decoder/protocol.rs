//! What server and child say to each other through pipes: a request, its answer, the next request.
//! All numbers are big-endian.

use std::{
    io::{self, Read, Write},
    time::Duration,
};

use evernear_app::ports::ReadPhoto;
use evernear_renderer::PhotoProblem;
use evernear_rules::wire::Crop;

/// Of a request before its bytes.
pub const REQUEST_HEAD: usize = 24;
/// Of an answer before its pictures: how it went, sizes, crop, lengths, CPU milliseconds.
pub const ANSWER_HEAD: usize = 40;
/// No picture in an answer is longer.
const MAX_PICTURE: usize = 24 << 20;

/// A picture to decode, with what that may take.
pub struct DecodeRequest<'a> {
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
        head[16..].copy_from_slice(&(self.bytes.len() as u64).to_be_bytes());
        head
    }
}

/// Memory, CPU time and length, as the child reads them.
pub fn read_head(head: [u8; REQUEST_HEAD]) -> (u64, Duration, usize) {
    let [memory, cpu, length] = [0, 8, 16]
        .map(|at| head[at..at + 8].iter().fold(0, |number, byte| (number << 8) | u64::from(*byte)));
    (memory, Duration::from_millis(cpu), usize::try_from(length).unwrap_or(usize::MAX))
}

/// The picture of a request, or why there is none.
pub type Answer = Result<ReadPhoto, PhotoProblem>;

/// What an answer's head says.
pub struct AnswerHead {
    pub outcome: Result<(), PhotoProblem>,
    width: u32,
    height: u32,
    suggested: Crop,
    pub upright: usize,
    pub preview: usize,
    pub cpu: Duration,
}

impl AnswerHead {
    /// Nothing when it is none.
    pub fn read(head: [u8; ANSWER_HEAD]) -> Option<Self> {
        let outcome = match head[0] {
            0 => Ok(()),
            1 => Err(PhotoProblem::NotAnImage),
            2 => Err(PhotoProblem::Unsupported),
            3 => Err(PhotoProblem::TooLarge),
            4 => Err(PhotoProblem::Damaged),
            _ => return None,
        };
        let mut numbers = head[4..].chunks_exact(4).map(|number| {
            number.iter().fold(0, |number: u32, byte| (number << 8) | u32::from(*byte))
        });
        let mut next = || numbers.next();
        let (width, height) = (next()?, next()?);
        let suggested = Crop { x: next()?, y: next()?, width: next()?, height: next()? };
        let mut length = || {
            let length = usize::try_from(next()?).ok()?;
            (length <= MAX_PICTURE).then_some(length)
        };
        let (upright, preview) = (length()?, length()?);
        let cpu = Duration::from_millis(next()?.into());
        Some(Self { outcome, width, height, suggested, upright, preview, cpu })
    }

    pub fn with(self, upright: Vec<u8>, preview: Vec<u8>) -> ReadPhoto {
        let Self { width, height, suggested, .. } = self;
        ReadPhoto { width, height, upright, preview, suggested }
    }
}

pub fn write_answer(out: &mut impl Write, answer: &Answer, cpu: Duration) -> io::Result<()> {
    let mut head = [0; ANSWER_HEAD];
    let cpu = u32::try_from(cpu.as_millis()).unwrap_or(u32::MAX);
    head[ANSWER_HEAD - 4..].copy_from_slice(&cpu.to_be_bytes());
    let mut pictures: [&[u8]; 2] = [&[], &[]];
    match answer {
        Ok(read) => {
            pictures = [&read.upright, &read.preview];
            let length = |bytes: &[u8]| u32::try_from(bytes.len()).map_err(io::Error::other);
            let Crop { x, y, width, height } = read.suggested;
            let lengths = [length(pictures[0])?, length(pictures[1])?];
            let numbers = [read.width, read.height, x, y, width, height, lengths[0], lengths[1]];
            for (place, number) in head[4..].chunks_exact_mut(4).zip(numbers) {
                place.copy_from_slice(&number.to_be_bytes());
            }
        }
        Err(problem) => {
            head[0] = match problem {
                PhotoProblem::NotAnImage => 1,
                PhotoProblem::Unsupported => 2,
                PhotoProblem::TooLarge => 3,
                PhotoProblem::Damaged => 4,
            };
        }
    }
    out.write_all(&head)?;
    for picture in pictures {
        out.write_all(picture)?;
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
