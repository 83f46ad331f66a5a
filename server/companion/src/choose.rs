//! Which of several wordings is used: the same for the same text and seed, and another
//! one, sooner or later, for another seed.
//!
//! Always: no clock and no randomness; wordings of one list mean the same.

/// A chooser for one text.
#[derive(Clone, Copy)]
pub(super) struct Chooser {
    state: u64,
}

impl Chooser {
    /// A chooser for this text and seed (64-bit FNV-1a over the text).
    pub fn new(seed: u64, text: &str) -> Self {
        let start = 0xcbf2_9ce4_8422_2325 ^ seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let state = text.bytes().fold(start, |state, byte| {
            (state ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        Self { state }
    }

    /// One of the wordings; the empty text when there are none.
    pub fn of<'a>(&mut self, wordings: &[&'a str]) -> &'a str {
        self.state ^= self.state >> 33;
        self.state = self.state.wrapping_mul(0xff51_afd7_ed55_8ccd);
        self.state ^= self.state >> 29;
        let count = u64::try_from(wordings.len()).unwrap_or(1).max(1);
        let at = usize::try_from(self.state % count).unwrap_or(0);
        wordings.get(at).copied().unwrap_or_default()
    }
}
