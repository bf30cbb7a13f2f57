//! Builds the tables that rank a hand of five, six or seven cards with two loads, and writes them where the engine includes them.
//!
//! Each rank has a 32-bit key. The sum of the keys of a hand, modulo 2^32, is a hash of its ranks: the upper bits choose a row, the lower
//! bits a column, and a displacement per row leads every hand to a slot of its own. Keys and displacements are found here by trial and come
//! out the same on every machine. Five-card hands have a second set of slots, for lows that ignore suits.

use std::fmt::Write;
use std::{env, fs, io, path::Path};

// The engine's own definitions, so that the tables cannot disagree with it.
#[path = "src/eval/category.rs"]
#[expect(
    dead_code,
    unreachable_pub,
    reason = "the engine offers it, the tables need no names"
)]
mod category;
#[path = "src/eval/class.rs"]
#[expect(dead_code, reason = "the tables need one ranking only")]
mod class;
#[path = "src/coded.rs"]
mod coded;
#[path = "src/eval/layout.rs"]
mod layout;

use class::{Scale, Shape};
use layout::{FIVE, Layout, RANKS, SEVEN, SIX};

/// The first seed that works. If the layout changes, the search continues from here.
const FIRST_SEED: u64 = 12;

/// Number of cards held of each rank.
type Counts = [u8; RANKS];

/// Returns the source of a list of the definition files in `src/games` with this extension, each with its text.
fn games(extension: &str) -> io::Result<String> {
    let folder = env::current_dir()?.join("src/games");
    println!("cargo::rerun-if-changed=src/games");
    let files = fs::read_dir(&folder)?.map(|entry| entry.map(|entry| entry.path()));
    let mut files: Vec<_> = files.collect::<io::Result<_>>()?;
    files.retain(|path| path.extension().is_some_and(|other| other == extension));
    files.sort();
    let mut list = String::from("&[");
    for path in files {
        println!("cargo::rerun-if-changed={}", path.display());
        // `Debug` quotes a string the way Rust source does.
        let (name, path) = (
            path.file_name().unwrap_or_default().to_string_lossy(),
            path.to_string_lossy(),
        );
        let _ = write!(list, "({name:?}, include_str!({path:?})),");
    }
    list.push(']');
    Ok(list)
}

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    for file in ["category", "class", "layout"] {
        println!("cargo::rerun-if-changed=src/eval/{file}.rs");
    }
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    fs::write(Path::new(&out).join("games.rs"), games("game")?)?;
    fs::write(Path::new(&out).join("rotations.rs"), games("rotation")?)?;
    fs::write(Path::new(&out).join("choices.rs"), games("choice")?)?;
    let write = |name: &str, bytes: Vec<u8>| fs::write(Path::new(&out).join(name), bytes);

    let hands = [(FIVE, multisets(5)), (SIX, multisets(6)), (SEVEN, multisets(7))];
    let (keys, tables) = (FIRST_SEED..)
        .take(1000)
        .map(keys)
        .find_map(|keys| Some((keys, tables(&keys, &hands)?)))
        .ok_or_else(|| io::Error::other("no keys lead each hand to a slot of its own"))?;
    write("keys.bin", keys.iter().flat_map(|key| key.to_le_bytes()).collect())?;
    for ((layout, _), table) in hands.iter().zip(&tables) {
        write(&format!("rows{}.bin", layout.cards), bytes(&table.rows))?;
        write(&format!("slots{}.bin", layout.cards), bytes(&table.slots(Scale::HIGH)))?;
        if layout.cards == 5 {
            write("slots5low.bin", bytes(&table.slots(Scale::ACE_TO_FIVE)))?;
        }
    }
    let flushes: Vec<u16> = (0..1 << RANKS)
        .map(|ranks| Shape::of_suit(ranks, Scale::HIGH).map_or(0, |shape| shape.class(Scale::HIGH)))
        .collect();
    write("flushes.bin", bytes(&flushes))
}

fn bytes(numbers: &[u16]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

/// Derives the keys by splitmix64, except those of the two highest ranks: these tell hands apart by the column alone, so that hands
/// differing only in an ace or a king lie next to each other.
fn keys(seed: u64) -> [u32; RANKS] {
    let mut state = seed;
    let mut keys = std::array::from_fn(|_| {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) >> 32) as u32
    });
    keys[RANKS - 2..].copy_from_slice(&[1, 0]);
    keys
}

/// Returns the tables for these keys, or `None` if hands collide or do not fit.
fn tables(keys: &[u32; RANKS], hands: &[(Layout, Vec<Counts>)]) -> Option<Vec<Table>> {
    let apart = hands.iter().all(|(layout, hands)| all_apart(keys, *layout, hands));
    let place = |(layout, hands): &(Layout, Vec<Counts>)| place(keys, *layout, hands);
    if apart { hands.iter().map(place).collect() } else { None }
}

/// Lists every multiset of ranks that `cards` cards can form.
fn multisets(cards: u8) -> Vec<Counts> {
    fn extend(counts: &mut Counts, rank: usize, left: u8, all: &mut Vec<Counts>) {
        if left == 0 {
            all.push(*counts);
        } else if rank < RANKS {
            for count in 0..=left.min(4) {
                counts[rank] = count;
                extend(counts, rank + 1, left - count, all);
            }
            counts[rank] = 0;
        }
    }
    let mut all = Vec::new();
    extend(&mut [0; RANKS], 0, cards, &mut all);
    all
}

fn sum(keys: &[u32; RANKS], counts: &Counts) -> u32 {
    keys.iter().zip(counts).fold(0, |sum, (key, count)| {
        key.wrapping_mul(u32::from(*count)).wrapping_add(sum)
    })
}

/// Returns `true` if no two hands share both row and column.
fn all_apart(keys: &[u32; RANKS], layout: Layout, hands: &[Counts]) -> bool {
    let mut places: Vec<(usize, usize)> = hands
        .iter()
        .map(|counts| sum(keys, counts))
        .map(|sum| (layout.row(sum), layout.column(sum)))
        .collect();
    places.sort_unstable();
    places.windows(2).all(|pair| pair[0] != pair[1])
}

/// Slot of every hand under one layout.
struct Table {
    rows: Vec<u16>,
    hands: Vec<Option<Counts>>,
}

impl Table {
    /// Returns the class of the hand in each slot, ignoring suits.
    fn slots(&self, scale: Scale) -> Vec<u16> {
        let class = |counts: &Counts| Shape::of_ranks(at_least(counts, scale), scale).class(scale);
        self.hands.iter().map(|hand| hand.as_ref().map_or(0, class)).collect()
    }
}

/// Displaces the rows, fullest first, so that their hands land on free slots.
fn place(keys: &[u32; RANKS], layout: Layout, hands: &[Counts]) -> Option<Table> {
    let mut by_row: Vec<Vec<(usize, Counts)>> = vec![Vec::new(); layout.rows()];
    for counts in hands {
        let sum = sum(keys, counts);
        by_row[layout.row(sum)].push((layout.column(sum), *counts));
    }
    let mut order: Vec<usize> = (0..by_row.len()).collect();
    order.sort_by_key(|row| std::cmp::Reverse(by_row[*row].len()));

    let mut table = Table {
        rows: vec![0; layout.rows()],
        hands: vec![None; layout.slots()],
    };
    for row in order {
        let hands = &by_row[row];
        let fits = |displacement: &u16| {
            let mut slots = hands.iter().map(|(column, _)| layout.slot(*displacement, *column));
            slots.all(|slot| table.hands[slot].is_none())
        };
        let displacement = (0..=u16::MAX).take(layout.slots()).find(fits)?;
        table.rows[row] = displacement;
        for (column, counts) in hands {
            table.hands[layout.slot(displacement, *column)] = Some(*counts);
        }
    }
    Some(table)
}

/// Returns the ranks held at least once, twice, three and four times, in the order of the scale.
fn at_least(counts: &Counts, scale: Scale) -> [u16; 4] {
    let mut at_least = [0; 4];
    for (rank, &count) in counts.iter().enumerate() {
        for ranks in at_least.iter_mut().take(usize::from(count)) {
            *ranks |= 1 << rank;
        }
    }
    at_least.map(|ranks| scale.order(ranks))
}
