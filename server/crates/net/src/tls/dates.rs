//! Validity dates of a certificate, the only part that we parse ourselves. RFC 5280, 4.1.2.5.

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;

const INTEGER: u8 = 0x02;
const UTC_TIME: u8 = 0x17;
const GENERALIZED_TIME: u8 = 0x18;
const SEQUENCE: u8 = 0x30;
/// Tag of the version, which version 1 certificates omit.
const VERSION: u8 = 0xa0;

/// Start and end of the validity of a DER certificate; `None` if it cannot be parsed.
pub(super) fn dates(certificate: &[u8]) -> Option<(Timestamp, Timestamp)> {
    let mut outer = certificate;
    let mut signed = take(&mut outer, SEQUENCE)?;
    let mut fields = take(&mut signed, SEQUENCE)?;
    if fields.first() == Some(&VERSION) {
        take(&mut fields, VERSION)?;
    }
    take(&mut fields, INTEGER)?;
    // Skip the signature algorithm and the issuer.
    take(&mut fields, SEQUENCE)?;
    take(&mut fields, SEQUENCE)?;
    let mut validity = take(&mut fields, SEQUENCE)?;
    Some((time(&mut validity)?, time(&mut validity)?))
}

/// Content of the next element, which must have this tag.
fn take<'a>(bytes: &mut &'a [u8], tag: u8) -> Option<&'a [u8]> {
    let (&[found, first], rest) = bytes.split_first_chunk::<2>()?;
    let (length, rest) = match first {
        0..=0x7f => (usize::from(first), rest),
        // Number of length bytes: no certificate has 16 MiB.
        0x81..=0x83 => {
            let (digits, rest) = rest.split_at_checked(usize::from(first & 0x7f))?;
            let length = digits.iter().fold(0, |length, digit| length << 8 | usize::from(*digit));
            (length, rest)
        }
        _ => return None,
    };
    let (content, rest) = rest.split_at_checked(length)?;
    *bytes = rest;
    (found == tag).then_some(content)
}

/// Parses `YYMMDDHHMMSSZ` (until 2049) or `YYYYMMDDHHMMSSZ`.
fn time(bytes: &mut &[u8]) -> Option<Timestamp> {
    let tag = *bytes.first()?;
    let text = str::from_utf8(take(bytes, tag)?).ok()?.strip_suffix('Z')?;
    if !text.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let (year, rest) = match (tag, text.len()) {
        (UTC_TIME, 12) => {
            let (year, rest) = text.split_at(2);
            let year: i16 = year.parse().ok()?;
            (if year < 50 { 2000 + year } else { 1900 + year }, rest)
        }
        (GENERALIZED_TIME, 14) => {
            let (year, rest) = text.split_at(4);
            (year.parse().ok()?, rest)
        }
        _ => return None,
    };
    let part = |at: usize| rest[2 * at..2 * at + 2].parse::<i8>().ok();
    let civil = DateTime::new(year, part(0)?, part(1)?, part(2)?, part(3)?, part(4)?, 0).ok()?;
    Some(civil.to_zoned(TimeZone::UTC).ok()?.timestamp())
}

#[cfg(test)]
mod tests {
    use rcgen::{CertificateParams, KeyPair, date_time_ymd};

    use super::*;

    fn certificate(until: i32) -> Vec<u8> {
        let mut params = CertificateParams::new(vec!["club.example".to_owned()]).unwrap();
        params.not_before = date_time_ymd(2024, 2, 29);
        params.not_after = date_time_ymd(until, 12, 31);
        params
            .self_signed(&KeyPair::generate().unwrap())
            .unwrap()
            .der()
            .to_vec()
    }

    #[test]
    fn both_forms_of_a_date_are_read() {
        for (until, written) in [(2049, "2049-12-31T00:00:00Z"), (2050, "2050-12-31T00:00:00Z")] {
            let (from, to) = dates(&certificate(until)).unwrap();
            assert_eq!(from.to_string(), "2024-02-29T00:00:00Z");
            assert_eq!(to.to_string(), written);
        }
    }

    #[test]
    fn no_cut_and_no_changed_byte_is_more_than_no_certificate() {
        let whole = certificate(2050);
        for at in 0..whole.len() {
            let _ = dates(&whole[..at]);
            for byte in [0, 0x7f, 0x80, 0x84, 0xff] {
                let mut changed = whole.clone();
                changed[at] = byte;
                let _ = dates(&changed);
            }
        }
        assert_eq!(dates(&whole[..80]), None);
        assert_eq!(dates(b""), None);
        let mut validity: &[u8] = b"\x17\x0d9913010000000Z";
        assert_eq!(time(&mut validity), None, "a thirteenth month");
    }
}
