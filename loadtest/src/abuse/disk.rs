//! Size of a server's database, log included.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

/// Offset of the number of pages in the header of a database.
const PAGES_AT: usize = 28;

/// Sizes of the header of a log, and of the header of each page in it.
const LOG_HEADER: usize = 32;
const FRAME_HEADER: usize = 24;

/// Returns the bytes of a database as its last commit left it. Its files may be larger: the log stays as long as it ever was, and contains
/// pages repeatedly.
pub(super) fn database_bytes(folder: &Path) -> io::Result<u64> {
    let mut header = [0; 100];
    File::open(folder.join("poker.db"))?.read_exact(&mut header)?;
    // A page size of 64 KiB is stored as 1.
    let page = match u64::from(u16::from_be_bytes([header[16], header[17]])) {
        1 => 65_536,
        size => size,
    };
    let pages = match pages_of_log(&folder.join("poker.db-wal"), page)? {
        Some(pages) => pages,
        None => number(&header, PAGES_AT),
    };
    Ok(u64::from(pages) * page)
}

/// Returns the pages of a database after the last commit in its log, if there is one.
fn pages_of_log(path: &Path, page: u64) -> io::Result<Option<u32>> {
    let mut log = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        log => log?,
    };
    let mut header = [0; LOG_HEADER];
    if log.read_exact(&mut header).is_err() {
        return Ok(None);
    }
    let salts = header[16..24].to_vec();
    let mut pages = None;
    let mut frame = [0; FRAME_HEADER];
    // After the newest frames come those of an earlier round, with other salts.
    while log.read_exact(&mut frame).is_ok() && frame[8..16] == salts {
        // Frames within a transaction carry no number.
        if let told @ 1.. = number(&frame, 4) {
            pages = Some(told);
        }
        log.seek(SeekFrom::Current(i64::try_from(page).unwrap_or(i64::MAX)))?;
    }
    Ok(pages)
}

fn number(bytes: &[u8], at: usize) -> u32 {
    let mut four = [0; 4];
    four.copy_from_slice(&bytes[at..at + 4]);
    u32::from_be_bytes(four)
}
