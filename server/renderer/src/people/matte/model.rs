//! Reading the bundled network's file: a TensorFlow Lite flatbuffer with weights of half precision.
//!
//! What always holds: nothing is trusted; whatever is missing or out of place gives `None`.

use super::network::{Network, Op, Step, Weights};

/// A table of the flatbuffer: fields are found through a list of places before it.
#[derive(Clone, Copy)]
struct Table<'a> {
    file: &'a [u8],
    at: usize,
}

fn word(file: &[u8], at: usize) -> Option<usize> {
    let bytes = file.get(at..at.checked_add(4)?)?;
    Some(u32::from_le_bytes(bytes.try_into().ok()?) as usize)
}

fn half_word(file: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(file.get(at..at.checked_add(2)?)?.try_into().ok()?))
}

impl<'a> Table<'a> {
    /// The table that the word at `at` points to.
    fn behind(file: &'a [u8], at: usize) -> Option<Self> {
        Some(Self { file, at: at.checked_add(word(file, at)?)? })
    }

    /// Where field `number` stands; `None` when it has its default.
    fn field(self, number: usize) -> Option<usize> {
        let back = word(self.file, self.at)? as u32 as i32;
        let list = usize::try_from(i64::try_from(self.at).ok()? - i64::from(back)).ok()?;
        let entry = 4 + 2 * number;
        if entry >= usize::from(half_word(self.file, list)?) {
            return None;
        }
        let off = half_word(self.file, list + entry)?;
        (off != 0).then_some(self.at + usize::from(off))
    }

    fn number(self, field: usize) -> usize {
        self.field(field).and_then(|at| word(self.file, at)).unwrap_or(0)
    }

    fn byte(self, field: usize) -> u8 {
        self.field(field).and_then(|at| self.file.get(at)).copied().unwrap_or(0)
    }

    /// Where a list begins and how many entries it has; an empty one when it is left out.
    fn list(self, field: usize) -> Option<(usize, usize)> {
        let Some(at) = self.field(field) else { return Some((0, 0)) };
        let start = at.checked_add(word(self.file, at)?)?;
        let count = word(self.file, start)?;
        (count <= self.file.len()).then_some((start + 4, count))
    }

    fn numbers(self, field: usize) -> Option<Vec<usize>> {
        let (start, count) = self.list(field)?;
        (0..count).map(|i| word(self.file, start + 4 * i)).collect()
    }

    fn tables(self, field: usize) -> Option<Vec<Self>> {
        let (start, count) = self.list(field)?;
        (0..count).map(|i| Self::behind(self.file, start + 4 * i)).collect()
    }

    fn bytes(self, field: usize) -> Option<&'a [u8]> {
        let (start, count) = self.list(field)?;
        self.file.get(start..start.checked_add(count)?)
    }
}

/// A number of half precision (IEEE 754 binary16); the file holds no infinities.
fn half(bits: u16) -> f32 {
    let sign = if bits & 0x8000 == 0 { 1.0 } else { -1.0 };
    let (exponent, fraction) = (i32::from(bits >> 10 & 31), f32::from(bits & 1023));
    let size = if exponent == 0 {
        fraction * 2f32.powi(-24)
    } else {
        (1024.0 + fraction) * 2f32.powi(exponent - 25)
    };
    sign * size
}

/// The network in `file`.
pub fn read(file: &[u8]) -> Option<Network> {
    let model = Table::behind(file, 0)?;
    let codes: Vec<u8> = model.tables(1)?.iter().map(|code| code.byte(0)).collect();
    let buffers = model.tables(4)?;
    let graph = *model.tables(2)?.first()?;
    let tensors = graph.tables(0)?;
    let shape = |tensor: usize| -> Option<[usize; 4]> {
        let sides = tensors.get(tensor)?.numbers(0)?;
        let mut shape = [1; 4];
        shape.get_mut(4usize.checked_sub(sides.len())?..)?.copy_from_slice(&sides);
        Some(shape)
    };
    let mut weights: Vec<Option<Weights>> = tensors.iter().map(|_| None).collect();
    let mut steps = Vec::new();
    for operator in graph.tables(3)? {
        let (inputs, outputs) = (operator.numbers(1)?, operator.numbers(2)?);
        let (&input, &output) = (inputs.first()?, outputs.first()?);
        let options = operator.field(4).and_then(|at| Table::behind(file, at));
        let op = match codes.get(operator.number(0))? {
            // Not a step: the weights behind it become numbers of full precision, once.
            6 => {
                let packed = buffers.get(tensors.get(input)?.number(2))?.bytes(0)?;
                let values = packed.chunks_exact(2).map(|b| half(u16::from_le_bytes([b[0], b[1]])));
                *weights.get_mut(output)? =
                    Some(Weights { shape: shape(input)?, values: values.collect() });
                continue;
            }
            0 => Op::Add,
            1 => Op::Mean,
            3 => Op::Conv2d { stride: options?.number(1).max(1) },
            4 => Op::DepthwiseConv2d { stride: options?.number(1).max(1) },
            14 => Op::Sigmoid,
            18 => Op::Multiply,
            19 => Op::Positive,
            23 => Op::Resize,
            32 => Op::TransposeConv,
            117 => Op::HardSwish,
            _ => return None,
        };
        steps.push(Step { op, inputs, output, shape: shape(output)? });
    }
    let (&input, &output) = (graph.numbers(1)?.first()?, graph.numbers(2)?.first()?);
    Network::new(input, output, steps, weights)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_half_precision_are_read() {
        for (bits, value) in
            [(0x3C00, 1.0), (0xC000, -2.0), (0x3555, 0.333_251_95), (0x0001, 5.960_464_5e-8)]
        {
            assert!((half(bits) - value).abs() < value.abs() * 1e-6, "{bits:x}");
        }
    }

    #[test]
    fn a_file_that_is_cut_or_foreign_is_no_network() {
        let whole = super::super::NETWORK;
        assert!(read(whole).is_some());
        for length in [0, 3, 40, whole.len() / 2] {
            assert!(read(&whole[..length]).is_none(), "{length}");
        }
        assert!(read(&[0xFF; 400]).is_none());
    }
}
