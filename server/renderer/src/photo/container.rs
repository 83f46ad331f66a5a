//! A strict look at a HEIC file, before any decoder has it. Taken is one coded picture (`hvc1`) or
//! one grid of distinct coded pictures, with an alpha plane of the same kind; its crop, rotation
//! and mirroring may each stand there once. Everything else that a file may derive pictures by
//! (overlays, identities, grids of grids, data made of other items) is refused, so there is
//! nothing that could refer to itself. Thumbnails, depth, gain maps and metadata are left out.
//!
//! Every list has a bound, and no byte of the file is decoded more than once.

use super::PhotoProblem;
use std::collections::{BTreeMap, BTreeSet};

/// Items, properties and references that are looked at; a picture of 60 megapixels in small
/// tiles, with its gain map, has less than a thousand.
const MAX_ENTRIES: usize = 4_096;
/// Of a tile's decoder configuration, in bytes: parameter sets, never pictures.
const MAX_CONFIG: usize = 4 << 10;
/// Of a colour profile, times the tiles that it is read for.
const MAX_PROFILES: usize = 16 << 20;
/// Where the tags of an ICC profile begin, and the bytes of each.
const ICC_TAGS: usize = 132;
const ICC_TAG: usize = 12;

/// What is read of a file's description, each once.
const USED: [&[u8; 4]; 7] = [b"hdlr", b"pitm", b"iinf", b"iloc", b"iref", b"iprp", b"idat"];

type Parsed<T> = Result<T, PhotoProblem>;

/// A picture to decode.
pub(super) struct Still<'a> {
    pub(super) colour: Layer<'a>,
    pub(super) alpha: Option<Layer<'a>>,
    /// The part of the picture to keep: left, top, width, height.
    pub(super) crop: (u32, u32, u32, u32),
    /// In the order in which they are to be done.
    pub(super) transforms: Vec<Transform>,
}

/// One plane of pictures side by side.
pub(super) struct Layer<'a> {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) columns: u32,
    /// Width and height of each tile.
    pub(super) tile: (u32, u32),
    pub(super) tiles: Vec<Tile<'a>>,
}

/// One coded picture.
pub(super) struct Tile<'a> {
    pub(super) config: &'a [u8],
    pub(super) nclx: Option<&'a [u8]>,
    pub(super) profile: Option<&'a [u8]>,
    pub(super) parts: Vec<&'a [u8]>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Transform {
    /// Quarters against the clock.
    Rotate(u8),
    /// Top and bottom change places, or left and right.
    Mirror { top_bottom: bool },
}

impl Layer<'_> {
    fn decoded(&self) -> u64 {
        u64::from(self.tile.0) * u64::from(self.tile.1) * self.tiles.len() as u64
    }
}

impl<'a> Still<'a> {
    /// Pixels that are decoded, what is cut off at the edges included.
    pub(super) fn pixels(&self) -> u64 {
        self.colour.decoded() + self.alpha.as_ref().map_or(0, Layer::decoded)
    }

    fn tiles(&self) -> impl Iterator<Item = &Tile<'a>> {
        [Some(&self.colour), self.alpha.as_ref()]
            .into_iter()
            .flatten()
            .flat_map(|layer| &layer.tiles)
    }

    /// Bytes that are decoded: without metadata, thumbnails and padding.
    pub(super) fn coded_bytes(&self) -> usize {
        self.tiles().flat_map(|tile| &tile.parts).map(|part| part.len()).sum()
    }

    /// Whether every tile says that it has fewer pixels of colour than of light, or none.
    pub(super) fn is_subsampled(&self) -> bool {
        self.tiles().all(|tile| {
            let format = tile.config.get(CHROMA_FORMAT).map(|byte| byte & CHROMA_FORMAT_BITS);
            format.is_some_and(|format| format <= CHROMA_420)
        })
    }

    /// Whether colours are looked up in a table of a profile, which takes far longer than curves and
    /// a matrix.
    pub(super) fn has_lookup_table(&self) -> bool {
        self.tiles().filter_map(|tile| tile.profile).any(has_lookup_table)
    }
}

/// Where a decoder's configuration names the chroma format, and the bits of it (ISO 14496-15).
const CHROMA_FORMAT: usize = 16;
const CHROMA_FORMAT_BITS: u8 = 3;
/// Fewer pixels of colour than of light.
const CHROMA_420: u8 = 1;

/// Whether an ICC profile (after the four bytes of its kind) has one of the tags `A2B0` to `A2B2`.
fn has_lookup_table(profile: &[u8]) -> bool {
    let tags = profile.get(4 + ICC_TAGS..).unwrap_or_default();
    tags.chunks_exact(ICC_TAG).any(|tag| tag.starts_with(b"A2B"))
}

/// Reads the container.
pub(super) fn still(file: &[u8]) -> Parsed<Still<'_>> {
    let meta = Meta::read(file)?;
    let colour = meta.layer(meta.primary)?;
    let (mut crop, mut transforms) = (None, Vec::new());
    for property in meta.owned(meta.primary) {
        let body = property.body;
        match &property.kind {
            b"clap" if crop.is_none() && transforms.is_empty() => {
                crop = Some(aperture(body, colour.width, colour.height)?);
            }
            b"irot"
                if !transforms
                    .iter()
                    .any(|transform| matches!(transform, Transform::Rotate(_))) =>
            {
                transforms.push(Transform::Rotate(Bytes(body).u8()? & 3));
            }
            b"imir"
                if !transforms
                    .iter()
                    .any(|transform| matches!(transform, Transform::Mirror { .. })) =>
            {
                transforms.push(Transform::Mirror { top_bottom: Bytes(body).u8()? & 1 == 0 });
            }
            b"clap" | b"irot" | b"imir" => return Err(PhotoProblem::Unsupported),
            _ => {}
        }
    }
    let crop = crop.unwrap_or((0, 0, colour.width, colour.height));
    let alpha = meta.alpha()?;
    let same = alpha
        .as_ref()
        .is_none_or(|alpha| (alpha.width, alpha.height) == (colour.width, colour.height));
    if !same {
        return Err(PhotoProblem::Unsupported);
    }
    let still = Still { colour, alpha, crop, transforms };
    // Tiles that share their bytes would be decoded again and again.
    if still.coded_bytes() > file.len() { Err(PhotoProblem::Unsupported) } else { Ok(still) }
}

struct Property<'a> {
    kind: [u8; 4],
    body: &'a [u8],
}

struct Reference {
    kind: [u8; 4],
    from: u32,
    to: Vec<u32>,
}

/// Where an item's bytes are; nothing where they are made of other items.
struct ItemLocation {
    in_file: bool,
    parts: Option<Vec<(u64, u64)>>,
}

struct Meta<'a> {
    file: &'a [u8],
    primary: u32,
    kinds: BTreeMap<u32, [u8; 4]>,
    locations: BTreeMap<u32, ItemLocation>,
    properties: Vec<Property<'a>>,
    owned: BTreeMap<u32, Vec<usize>>,
    references: Vec<Reference>,
    small_data: &'a [u8],
}

impl<'a> Meta<'a> {
    fn read(file: &'a [u8]) -> Parsed<Self> {
        let mut meta = None;
        let mut rest = Bytes(file);
        while !rest.0.is_empty() {
            // A file that was cut off is not whole, even where the picture is.
            let (kind, body) = next_box(&mut rest).ok_or(PhotoProblem::Damaged)?;
            if kind == *b"meta" && meta.replace(body).is_some() {
                return Err(PhotoProblem::Damaged);
            }
        }
        let body = meta.and_then(|meta| meta.get(4..)).ok_or(PhotoProblem::Damaged)?;
        let mut parts = BTreeMap::new();
        for (kind, body) in boxes(body) {
            if USED.contains(&&kind) && parts.insert(kind, body).is_some() {
                return Err(PhotoProblem::Damaged);
            }
        }
        let part = |kind: &[u8; 4]| parts.get(kind).copied().ok_or(PhotoProblem::Damaged);
        if part(b"hdlr")?.get(8..12) != Some(b"pict") {
            return Err(PhotoProblem::Unsupported);
        }
        let (properties, owned) = properties(part(b"iprp")?)?;
        Ok(Self {
            file,
            primary: primary(part(b"pitm")?)?,
            kinds: kinds(part(b"iinf")?)?,
            locations: locations(part(b"iloc")?)?,
            properties,
            owned,
            references: parts.get(b"iref").map_or(Ok(Vec::new()), |body| references(body))?,
            small_data: parts.get(b"idat").copied().unwrap_or_default(),
        })
    }

    fn owned(&self, item: u32) -> impl Iterator<Item = &Property<'a>> {
        let places = self.owned.get(&item).map_or([].as_slice(), Vec::as_slice);
        places.iter().filter_map(|place| self.properties.get(*place))
    }

    fn property(&self, item: u32, kind: [u8; 4]) -> Option<&'a [u8]> {
        self.owned(item).find(|property| property.kind == kind).map(|property| property.body)
    }

    fn colours(&self, item: u32, kinds: &[&[u8; 4]]) -> Option<&'a [u8]> {
        self.owned(item)
            .filter(|property| property.kind == *b"colr")
            .map(|property| property.body)
            .find(|body| kinds.iter().any(|kind| body.starts_with(*kind) && body.len() > 4))
    }

    fn size(&self, item: u32) -> Parsed<(u32, u32)> {
        let mut body = Bytes(self.property(item, *b"ispe").ok_or(PhotoProblem::Damaged)?);
        body.take(4)?;
        let (width, height) = (body.u32()?, body.u32()?);
        if width == 0 || height == 0 || width > 0xFFFF || height > 0xFFFF {
            return Err(PhotoProblem::TooLarge);
        }
        Ok((width, height))
    }

    /// An item's bytes as they lie in the file.
    fn parts(&self, item: u32) -> Parsed<Vec<&'a [u8]>> {
        let place = self.locations.get(&item).ok_or(PhotoProblem::Damaged)?;
        let source = if place.in_file { self.file } else { self.small_data };
        let extents = place.parts.as_ref().ok_or(PhotoProblem::Unsupported)?;
        let part = |(start, length): &(u64, u64)| {
            let start = usize::try_from(*start).ok()?;
            let length = usize::try_from(*length).ok().filter(|length| *length > 0)?;
            source.get(start..start.checked_add(length)?)
        };
        extents.iter().map(|extent| part(extent).ok_or(PhotoProblem::Damaged)).collect()
    }

    /// A picture that is shown, coded or put together.
    fn layer(&self, item: u32) -> Parsed<Layer<'a>> {
        match self.kinds.get(&item) {
            Some(b"hvc1") => {
                let (width, height) = self.size(item)?;
                let tiles = vec![self.tile(item, item, 1)?];
                Ok(Layer { width, height, columns: 1, tile: (width, height), tiles })
            }
            Some(b"grid") => self.grid(item),
            Some(_) => Err(PhotoProblem::Unsupported),
            None => Err(PhotoProblem::Damaged),
        }
    }

    fn grid(&self, item: u32) -> Parsed<Layer<'a>> {
        let data = self.parts(item)?;
        let [data] = data.as_slice() else { return Err(PhotoProblem::Unsupported) };
        let mut data = Bytes(data);
        if data.u8()? != 0 {
            return Err(PhotoProblem::Unsupported);
        }
        let large = data.u8()? & 1 != 0;
        let (rows, columns) = (u32::from(data.u8()?) + 1, u32::from(data.u8()?) + 1);
        let mut side = || if large { data.u32() } else { data.u16().map(u32::from) };
        let (width, height) = (side()?, side()?);
        let mut sources = self
            .references
            .iter()
            .filter(|reference| reference.from == item && reference.kind == *b"dimg");
        let (Some(source), None) = (sources.next(), sources.next()) else {
            return Err(PhotoProblem::Damaged);
        };
        let distinct: BTreeSet<u32> = source.to.iter().copied().collect();
        if distinct.len() != source.to.len() || source.to.len() != (rows * columns) as usize {
            return Err(PhotoProblem::Damaged);
        }
        let tile = self.size(source.to[0])?;
        // No tile lies outside the picture, so its pixels bound theirs.
        let fits = |side: u32, tile: u32, count: u32| {
            let (side, tile, count) = (u64::from(side), u64::from(tile), u64::from(count));
            (count - 1) * tile < side && side <= count * tile
        };
        if !fits(width, tile.0, columns) || !fits(height, tile.1, rows) {
            return Err(PhotoProblem::Unsupported);
        }
        let tiles = source
            .to
            .iter()
            .map(|&one| {
                let turned = self.owned(one).any(|property| match &property.kind {
                    b"clap" => true,
                    b"irot" => property.body.first().is_some_and(|quarters| quarters & 3 != 0),
                    kind => kind == b"imir",
                });
                if turned || self.kinds.get(&one) != Some(b"hvc1") || self.size(one)? != tile {
                    return Err(PhotoProblem::Unsupported);
                }
                self.tile(one, item, source.to.len())
            })
            .collect::<Parsed<_>>()?;
        Ok(Layer { width, height, columns, tile, tiles })
    }

    /// One coded picture, of which its whole says the colours where it does not itself.
    fn tile(&self, item: u32, whole: u32, count: usize) -> Parsed<Tile<'a>> {
        let config = self.property(item, *b"hvcC").ok_or(PhotoProblem::Damaged)?;
        if config.len() > MAX_CONFIG {
            return Err(PhotoProblem::Unsupported);
        }
        let nclx = |item| self.colours(item, &[b"nclx"]);
        let profile = |item| self.colours(item, &[b"prof", b"rICC"]);
        let profile = profile(whole).or_else(|| profile(item));
        Ok(Tile {
            config,
            nclx: nclx(item).or_else(|| nclx(whole)),
            // Plain values are better than no photo.
            profile: profile.filter(|profile| profile.len() * count <= MAX_PROFILES),
            parts: self.parts(item)?,
        })
    }

    fn alpha(&self) -> Parsed<Option<Layer<'a>>> {
        let found = self
            .references
            .iter()
            .filter(|one| one.kind == *b"auxl" && one.to.contains(&self.primary))
            .find(|one| {
                let kind = self.property(one.from, *b"auxC").and_then(|body| body.get(4..));
                kind.is_some_and(|kind| {
                    kind.starts_with(b"urn:mpeg:hevc:2015:auxid:1\0")
                        || kind.starts_with(b"urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0")
                })
            });
        match found {
            Some(found) if found.from == self.primary => Err(PhotoProblem::Damaged),
            Some(found) => self.layer(found.from).map(Some),
            None => Ok(None),
        }
    }
}

fn primary(body: &[u8]) -> Parsed<u32> {
    let mut body = Bytes(body);
    match body.version()? {
        0 => body.u16().map(u32::from),
        _ => body.u32(),
    }
}

fn kinds(body: &[u8]) -> Parsed<BTreeMap<u32, [u8; 4]>> {
    let mut body = Bytes(body);
    let count = if body.version()? == 0 { u32::from(body.u16()?) } else { body.u32()? };
    let mut found = BTreeMap::new();
    for (kind, body) in boxes(body.0) {
        if kind != *b"infe" {
            continue;
        }
        let mut body = Bytes(body);
        let id = match body.version()? {
            2 => u32::from(body.u16()?),
            3 => body.u32()?,
            _ => return Err(PhotoProblem::Unsupported),
        };
        body.take(2)?;
        if found.insert(id, body.kind()?).is_some() || found.len() > MAX_ENTRIES {
            return Err(PhotoProblem::Damaged);
        }
    }
    if found.len() as u64 == u64::from(count) { Ok(found) } else { Err(PhotoProblem::Damaged) }
}

fn locations(body: &[u8]) -> Parsed<BTreeMap<u32, ItemLocation>> {
    let mut body = Bytes(body);
    let version = body.version()?;
    let (sizes, more) = (body.u8()?, body.u8()?);
    let index = if version == 0 { 0 } else { more & 15 };
    let count = if version < 2 { u32::from(body.u16()?) } else { body.u32()? };
    if version > 2 || count as usize > MAX_ENTRIES {
        return Err(PhotoProblem::Damaged);
    }
    let mut found = BTreeMap::new();
    let mut extents = 0;
    for _ in 0..count {
        let id = if version < 2 { u32::from(body.u16()?) } else { body.u32()? };
        let method = if version == 0 { 0 } else { body.u16()? & 15 };
        let elsewhere = body.u16()? != 0;
        let base = body.number(more >> 4)?;
        let mut parts = Vec::new();
        for _ in 0..body.u16()? {
            body.number(index)?;
            let start = body.number(sizes >> 4)?.checked_add(base).ok_or(PhotoProblem::Damaged)?;
            parts.push((start, body.number(sizes & 15)?));
            extents += 1;
            if extents > MAX_ENTRIES * 4 {
                return Err(PhotoProblem::Damaged);
            }
        }
        let here = method < 2 && !elsewhere;
        let place = ItemLocation { in_file: method == 0, parts: here.then_some(parts) };
        if found.insert(id, place).is_some() {
            return Err(PhotoProblem::Damaged);
        }
    }
    Ok(found)
}

fn references(body: &[u8]) -> Parsed<Vec<Reference>> {
    let mut body = Bytes(body);
    let wide = body.version()? != 0;
    let (mut found, mut named) = (Vec::new(), 0);
    for (kind, body) in boxes(body.0) {
        let mut body = Bytes(body);
        let id = |body: &mut Bytes| if wide { body.u32() } else { body.u16().map(u32::from) };
        let from = id(&mut body)?;
        let count = usize::from(body.u16()?);
        named += count;
        if named > MAX_ENTRIES * 4 || found.len() >= MAX_ENTRIES {
            return Err(PhotoProblem::Damaged);
        }
        let to = (0..count).map(|_| id(&mut body)).collect::<Parsed<_>>()?;
        found.push(Reference { kind, from, to });
    }
    Ok(found)
}

type Properties<'a> = (Vec<Property<'a>>, BTreeMap<u32, Vec<usize>>);

fn properties(body: &[u8]) -> Parsed<Properties<'_>> {
    let (mut found, mut owned) = (Vec::new(), BTreeMap::new());
    for (kind, body) in boxes(body) {
        match &kind {
            b"ipco" if found.is_empty() => {
                let all = boxes(body).map(|(kind, body)| Property { kind, body });
                found.extend(all.take(MAX_ENTRIES + 1));
                if found.len() > MAX_ENTRIES {
                    return Err(PhotoProblem::Damaged);
                }
            }
            b"ipco" => return Err(PhotoProblem::Damaged),
            b"ipma" => associations(body, &mut owned)?,
            _ => {}
        }
    }
    Ok((found, owned))
}

fn associations(body: &[u8], owned: &mut BTreeMap<u32, Vec<usize>>) -> Parsed<()> {
    let mut body = Bytes(body);
    let version = body.version_and_flags()?;
    let (version, wide) = (version >> 24, version & 1 != 0);
    for _ in 0..body.u32()? {
        let id = if version == 0 { u32::from(body.u16()?) } else { body.u32()? };
        let mut places = Vec::new();
        for _ in 0..body.u8()? {
            let place = if wide { body.u16()? & 0x7FFF } else { u16::from(body.u8()? & 0x7F) };
            // Counted from 1; 0 stands for none.
            places.extend(usize::from(place).checked_sub(1));
        }
        if owned.insert(id, places).is_some() || owned.len() > MAX_ENTRIES {
            return Err(PhotoProblem::Damaged);
        }
    }
    Ok(())
}

/// What is kept of a picture by its clean aperture: fractions around its middle.
fn aperture(body: &[u8], width: u32, height: u32) -> Parsed<(u32, u32, u32, u32)> {
    let mut body = Bytes(body);
    let mut fraction = || {
        let (over, under) = (body.u32()?, body.u32()?);
        Ok((over, if under == 0 { return Err(PhotoProblem::Damaged) } else { f64::from(under) }))
    };
    let (w, h) = (fraction()?, fraction()?);
    let (x, y) = (fraction()?, fraction()?);
    let side = |whole: u32, (over, under): (u32, f64), (off, off_under): (u32, f64)| {
        let kept = f64::from(over) / under;
        let centre = f64::from(off.cast_signed()) / off_under + (f64::from(whole) - 1.0) / 2.0;
        let first = (centre - (kept - 1.0) / 2.0).round().clamp(0.0, f64::from(whole)) as u32;
        (first, (kept.round() as u32).min(whole - first))
    };
    let ((left, width), (top, height)) = (side(width, w, x), side(height, h, y));
    if width == 0 || height == 0 {
        return Err(PhotoProblem::Damaged);
    }
    Ok((left, top, width, height))
}

/// The boxes one after the other; ends at the first that is not whole.
fn boxes(bytes: &[u8]) -> impl Iterator<Item = ([u8; 4], &[u8])> {
    let mut rest = Bytes(bytes);
    std::iter::from_fn(move || next_box(&mut rest))
}

fn next_box<'a>(rest: &mut Bytes<'a>) -> Option<([u8; 4], &'a [u8])> {
    let all = rest.0;
    let (size, kind) = (rest.u32().ok()?, rest.kind().ok()?);
    let size = match size {
        0 => all.len() as u64,
        1 => rest.number(8).ok()?,
        size => u64::from(size),
    };
    let size = usize::try_from(size).ok()?;
    let body = all.get(all.len() - rest.0.len()..size)?;
    rest.0 = all.get(size..)?;
    Some((kind, body))
}

/// What is still to be read.
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn take(&mut self, count: usize) -> Parsed<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(PhotoProblem::Damaged)?;
        self.0 = rest;
        Ok(taken)
    }

    /// A number of so many bytes, none among them.
    fn number(&mut self, count: u8) -> Parsed<u64> {
        if count > 8 {
            return Err(PhotoProblem::Damaged);
        }
        let bytes = self.take(usize::from(count))?;
        Ok(bytes.iter().fold(0, |number, byte| (number << 8) | u64::from(*byte)))
    }

    fn u8(&mut self) -> Parsed<u8> {
        Ok(self.number(1)? as u8)
    }

    fn u16(&mut self) -> Parsed<u16> {
        Ok(self.number(2)? as u16)
    }

    fn u32(&mut self) -> Parsed<u32> {
        Ok(self.number(4)? as u32)
    }

    fn kind(&mut self) -> Parsed<[u8; 4]> {
        self.take(4)?.try_into().map_err(|_| PhotoProblem::Damaged)
    }

    fn version_and_flags(&mut self) -> Parsed<u32> {
        self.u32()
    }

    fn version(&mut self) -> Parsed<u8> {
        Ok((self.version_and_flags()? >> 24) as u8)
    }
}
