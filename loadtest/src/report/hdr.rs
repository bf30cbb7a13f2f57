//! Histograms of every second, in the interval log format of the HDR tools. Logs of several generators can be merged.

use std::io::{self, Write};
use std::time::Duration;

use hdrhistogram::serialization::V2DeflateSerializer;
use hdrhistogram::serialization::interval_log::{IntervalLogWriterBuilder, Tag};

use crate::stats::{Interval, Metric};

/// The log counts in milliseconds, the histograms in microseconds.
const MICROS_OF_ONE: f64 = 1e3;

/// Writes a log of all latencies, one tag for each.
pub(crate) fn write_log(out: &mut impl Write, intervals: &[Interval]) -> io::Result<()> {
    let mut serializer = V2DeflateSerializer::new();
    let failed = |error: &dyn std::fmt::Debug| io::Error::other(format!("{error:?}"));
    let mut builder = IntervalLogWriterBuilder::new();
    builder
        .add_comment("latencies in microseconds")
        .with_max_value_divisor(MICROS_OF_ONE);
    let mut log = builder.begin_log_with(out, &mut serializer)?;
    for interval in intervals {
        for metric in Metric::ALL {
            let latency = interval.tally.latency(metric);
            if latency.is_empty() {
                continue;
            }
            let length = Duration::from_secs_f64(interval.length.as_secs_f64());
            log.write_histogram(latency, interval.start, length, Tag::new(metric.name()))
                .map_err(|error| failed(&error))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use hdrhistogram::serialization::Deserializer;
    use hdrhistogram::serialization::interval_log::{IntervalLogIterator, LogEntry};

    use super::*;
    use crate::stats::{Series, Tally};

    #[test]
    fn a_log_reads_back_and_merges() {
        let mut series = Series::new(Duration::ZERO);
        for second in 1..=3 {
            let mut tally = Tally::new();
            tally.record(Metric::ActionAck, Duration::from_millis(second));
            series.push(tally, 1);
        }
        let mut text = Vec::new();
        write_log(&mut text, &series.intervals).unwrap();
        let mut merged = hdrhistogram::Histogram::<u64>::new(3).unwrap();
        let mut lines = 0;
        for entry in IntervalLogIterator::new(&text) {
            if let LogEntry::Interval(interval) = entry.unwrap() {
                assert_eq!(interval.tag().unwrap().as_str(), "action_ack");
                let bytes = data_encoding(interval.encoded_histogram());
                let one: hdrhistogram::Histogram<u64> = Deserializer::new().deserialize(&mut bytes.as_slice()).unwrap();
                merged.add(one).unwrap();
                lines += 1;
            }
        }
        assert_eq!((lines, merged.len()), (3, 3));
        assert!((2990..3010).contains(&merged.max()), "{}", merged.max());
    }

    /// Decodes Base64, which the log uses for its histograms.
    fn data_encoding(text: &str) -> Vec<u8> {
        const SYMBOLS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        let (mut bytes, mut bits, mut count) = (Vec::new(), 0_u32, 0);
        for symbol in text.bytes().filter(|symbol| *symbol != b'=') {
            let value = SYMBOLS.iter().position(|known| *known == symbol).unwrap();
            bits = bits << 6 | u32::try_from(value).unwrap();
            count += 6;
            if count >= 8 {
                count -= 8;
                bytes.push(u8::try_from(bits >> count & 0xff).unwrap());
            }
        }
        bytes
    }
}
