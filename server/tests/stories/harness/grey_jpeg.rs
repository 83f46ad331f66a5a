//! Photos of any size that are a few kilobytes, because nothing is in them.

/// An even picture in three colours, each at its own full size, as baseline JPEG: every block says
/// that it is like the one before.
pub fn grey_jpeg(width: u16, height: u16) -> Vec<u8> {
    let [w, h] = [width, height].map(u16::to_be_bytes);
    let mut file = vec![0xFF, 0xD8];
    let mut segment = |marker: u8, data: &[u8]| {
        let length = u16::try_from(data.len() + 2).expect("short").to_be_bytes();
        file.extend([0xFF, marker]);
        file.extend(length);
        file.extend(data);
    };
    segment(0xDB, &[&[0_u8][..], &[1; 64]].concat());
    segment(0xC0, &[8, h[0], h[1], w[0], w[1], 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]);
    // One code of one bit in each table: no change of the mean, and the end of the block.
    let one_code = |table: u8| [&[table, 1][..], &[0; 15], &[0]].concat();
    segment(0xC4, &one_code(0x00));
    segment(0xC4, &one_code(0x10));
    segment(0xDA, &[3, 1, 0, 2, 0, 3, 0, 0, 63, 0]);
    let blocks = usize::from(width.div_ceil(8)) * usize::from(height.div_ceil(8)) * 3;
    file.extend(std::iter::repeat_n(0, (blocks * 2).div_ceil(8)));
    file.extend([0xFF, 0xD9]);
    file
}

/// The same with metadata, as a camera writes it.
pub fn with_exif(jpeg: &[u8]) -> Vec<u8> {
    let (start, rest) = jpeg.split_at(2);
    let metadata = b"\xFF\xE1\x00\x16Exif\0\0II*\0\x08\0\0\0\0\0\0\0\0\0";
    [start, metadata, rest].concat()
}
