//! PNG files: eight bits each of red, green and blue.

use std::io::Write;

use crc32fast::Hasher;
use flate2::Compression;
use flate2::write::ZlibEncoder;

const SIGNATURE: [u8; 8] = *b"\x89PNG\r\n\x1a\n";

/// Bit depth 8, colour type RGB, and the only methods there are: deflate, adaptive filters, no interlacing.
const FORM: [u8; 5] = [8, 2, 0, 0, 0];

/// The filter that subtracts the row above: most rows of a drawing repeat it.
const UP: u8 = 2;

/// Writes pixels of three bytes, row by row.
pub(crate) fn write(width: usize, height: usize, pixels: &[u8]) -> Vec<u8> {
    let stride = 3 * width;
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::new(6));
    let mut above = vec![0; stride];
    for row in pixels.chunks_exact(stride) {
        let differences: Vec<u8> = row.iter().zip(&above).map(|(at, up)| at.wrapping_sub(*up)).collect();
        packed.write_all(&[UP]).expect(TAKES);
        packed.write_all(&differences).expect(TAKES);
        above.copy_from_slice(row);
    }
    let packed = packed.finish().expect(TAKES);
    let mut header = Vec::new();
    header.extend((width as u32).to_be_bytes());
    header.extend((height as u32).to_be_bytes());
    header.extend(FORM);
    let mut file = SIGNATURE.to_vec();
    chunk(&mut file, *b"IHDR", &header);
    chunk(&mut file, *b"IDAT", &packed);
    chunk(&mut file, *b"IEND", &[]);
    file
}

const TAKES: &str = "a vector takes all that is written";

fn chunk(file: &mut Vec<u8>, kind: [u8; 4], body: &[u8]) {
    let mut sum = Hasher::new();
    sum.update(&kind);
    sum.update(body);
    file.extend((body.len() as u32).to_be_bytes());
    file.extend(kind);
    file.extend(body);
    file.extend(sum.finalize().to_be_bytes());
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::ZlibDecoder;

    use super::*;

    #[test]
    fn a_file_holds_the_pixels_that_were_written() {
        let pixels: Vec<u8> = (0..5 * 3 * 3_u8).map(|at| at.wrapping_mul(37)).collect();
        let file = write(5, 3, &pixels);
        assert_eq!(file[..8], SIGNATURE);
        let mut rest = &file[8..];
        let mut chunks = Vec::new();
        while let Some((length, after)) = rest.split_first_chunk::<4>() {
            let length = u32::from_be_bytes(*length) as usize;
            let (kind, body) = (&after[..4], &after[4..4 + length]);
            let sum = u32::from_be_bytes(after[4 + length..8 + length].try_into().unwrap());
            assert_eq!(sum, crc32fast::hash(&after[..4 + length]));
            chunks.push((kind.to_vec(), body.to_vec()));
            rest = &after[8 + length..];
        }
        let kinds: Vec<&[u8]> = chunks.iter().map(|(kind, _)| kind.as_slice()).collect();
        assert_eq!(kinds, [b"IHDR", b"IDAT", b"IEND"]);
        assert_eq!(chunks[0].1, [0, 0, 0, 5, 0, 0, 0, 3, 8, 2, 0, 0, 0]);
        let mut rows = Vec::new();
        ZlibDecoder::new(chunks[1].1.as_slice()).read_to_end(&mut rows).unwrap();
        let mut read: Vec<u8> = Vec::new();
        for row in rows.chunks(16) {
            assert_eq!(row[0], UP);
            let above = read
                .len()
                .checked_sub(15)
                .map_or([0; 15].to_vec(), |at| read[at..].to_vec());
            read.extend(row[1..].iter().zip(above).map(|(change, up)| change.wrapping_add(up)));
        }
        assert_eq!(read, pixels);
    }
}
