//! What came of all composites, in words.

use super::{Row, errors::Errors};
use crate::Certainty;
use std::fmt;

/// The most that the outline of somebody who is proposed may be off, 0 to 1, and the largest hole, stray piece or
/// displaced piece, in percent of the person.
pub const EDGE: f32 = 0.05;
pub const PIECE: f32 = 0.2;

/// One row a composite.
pub struct Table(pub Vec<Row>);

/// What came of some of the composites.
pub struct Share {
    /// What they have in common.
    pub name: String,
    pub all: usize,
    pub proposed: usize,
    /// Proposed, though the outline is further off, or a piece larger, than it may be.
    pub falsely: usize,
    /// Of the proposed ones, as is the largest hole or stray piece.
    pub mean_edge: f32,
    pub most_piece: f32,
}

impl Share {
    /// Of those that are proposed, 0 to 1.
    pub fn rate(&self) -> f32 {
        self.proposed as f32 / self.all.max(1) as f32
    }
}

impl Row {
    pub fn is_proposed(&self) -> bool {
        self.certainty == Certainty::Certain
    }

    /// Proposed, though it should not be.
    pub fn is_false(&self) -> bool {
        let bad = self
            .errors
            .is_none_or(|errors| errors.edge > EDGE || errors.piece.max(errors.displaced) > PIECE);
        self.is_proposed() && bad
    }
}

impl Table {
    /// Of the rows that `belongs` is true of.
    fn share(&self, name: &str, belongs: impl Fn(&Row) -> bool) -> Share {
        let rows: Vec<&Row> = self.0.iter().filter(|row| belongs(row)).collect();
        let proposed: Vec<&Row> = rows.iter().copied().filter(|row| row.is_proposed()).collect();
        let pieces = proposed.iter().filter_map(|row| row.errors).map(|errors| errors.piece);
        let edges = proposed.iter().filter_map(|row| row.errors).map(|errors| errors.edge);
        Share {
            name: name.to_owned(),
            all: rows.len(),
            mean_edge: edges.sum::<f32>() / proposed.len().max(1) as f32,
            most_piece: pieces.fold(0.0, f32::max),
            falsely: rows.iter().filter(|row| row.is_false()).count(),
            proposed: proposed.len(),
        }
    }

    pub fn whole(&self) -> Share {
        self.share("all", |_| true)
    }

    /// How many are proposed falsely: without colours, and with them.
    pub fn falsely(&self) -> (usize, usize) {
        let count =
            |is_grey| self.0.iter().filter(|row| row.is_grey == is_grey && row.is_false()).count();
        (count(true), count(false))
    }

    /// By skin, hair and age.
    pub fn groups(&self) -> Vec<Share> {
        let mut groups = Vec::new();
        for (kind, title) in ["skin", "hair", "age"].into_iter().enumerate() {
            let mut words: Vec<&str> = self.0.iter().map(|row| row.looks[kind].as_str()).collect();
            words.sort_unstable();
            words.dedup();
            groups.extend(
                words.into_iter().map(|word| {
                    self.share(&format!("{title} {word}"), |row| row.looks[kind] == word)
                }),
            );
        }
        groups
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<28} {:<17}", self.portrait, self.ground)?;
        match self.errors {
            Some(Errors { edge, piece, displaced }) => {
                write!(f, " {edge:.3} {piece:5.2} {displaced:5.2} %")?;
            }
            None => write!(f, "     -     -       -")?,
        }
        write!(f, "  {:?}{}", self.certainty, if self.is_false() { "  FALSE" } else { "" })
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|row| writeln!(f, "{row}"))?;
        for share in self.groups().into_iter().chain([self.whole()]) {
            let Share { name, all, proposed, falsely, mean_edge, most_piece } = &share;
            let rate = share.rate() * 100.0;
            writeln!(
                f,
                "{name:<14} {proposed:3} of {all:3} proposed ({rate:3.0} %), mean error {mean_edge:.3}, pieces to {most_piece:.2} %, {falsely} false"
            )?;
        }
        let (grey, colour) = self.falsely();
        writeln!(f, "false: {colour} with colours, {grey} without")
    }
}
