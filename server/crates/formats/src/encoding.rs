//! Decoding of the character encodings that other programs use in their files.

/// The characters that Windows has in place of the control characters from 0x80 on; 0 where it has none.
const WINDOWS: [u16; 32] = [
    0x20ac, 0, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017d, 0, 0,
    0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0, 0x017e, 0x0178,
];

/// Decodes a file: UTF-8, UTF-16 in either byte order, with or without its mark, or else the code page of western Windows.
pub fn decode(bytes: Vec<u8>) -> String {
    let units = |bytes: &[u8], unit: fn([u8; 2]) -> u16| {
        let units: Vec<u16> = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]])).collect();
        String::from_utf16_lossy(&units)
    };
    match bytes[..] {
        [0xff, 0xfe, ref rest @ ..] => return units(rest, u16::from_le_bytes),
        [0xfe, 0xff, ref rest @ ..] => return units(rest, u16::from_be_bytes),
        // The text begins with ASCII letters.
        [_, 0, _, 0, ..] => return units(&bytes, u16::from_le_bytes),
        [0, _, 0, _, ..] => return units(&bytes, u16::from_be_bytes),
        _ => {}
    }
    let text =
        String::from_utf8(bytes).unwrap_or_else(|error| error.as_bytes().iter().map(|byte| windows(*byte)).collect());
    match text.strip_prefix('\u{feff}') {
        Some(text) => text.to_owned(),
        None => text,
    }
}

fn windows(byte: u8) -> char {
    let special = byte.checked_sub(0x80).and_then(|index| WINDOWS.get(usize::from(index)));
    let special = special.and_then(|code| char::from_u32(u32::from(*code)));
    special.filter(|symbol| *symbol != '\0').unwrap_or(char::from(byte))
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn every_encoding_gives_the_same_text() {
        let text = "Seat 1: Zoë (€5 in chips)\r\n";
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        let western = b"Seat 1: Zo\xeb (\x805 in chips)\r\n".to_vec();
        let marked = |mark: &[u8], bytes: &[u8]| [mark, bytes].concat();
        for (name, bytes) in [
            ("UTF-8", text.as_bytes().to_vec()),
            ("UTF-8 with its mark", marked(&[0xef, 0xbb, 0xbf], text.as_bytes())),
            ("little", little.clone()),
            ("little with its mark", marked(&[0xff, 0xfe], &little)),
            ("big", big.clone()),
            ("big with its mark", marked(&[0xfe, 0xff], &big)),
            ("western", western),
        ] {
            assert_eq!(decode(bytes), text, "{name}");
        }
    }
}
