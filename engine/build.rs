//! Fills the tables that rank five, six and seven cards with two loads, and writes them where the engine includes them.
//!
//! Each rank has a random 32-bit key. The sum of the keys of a hand, modulo 2^32, is a hash of its ranks: its upper bits
//! choose a row, its lower bits a column, and a displacement for each row leads every hand to a slot of its own. The keys
//! and the displacements are found here by trial, the same on every machine.

use std::{env, fs, io, path::Path};

// The same definitions as the engine's, so that the tables cannot say anything else.
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
#[path = "src/eval/layout.rs"]
mod layout;

use class::{Scale, Shape};
use layout::{FIVE, Layout, RANKS, SEVEN, SIX};

/// How often each rank occurs.
type Counts = [u8; RANKS];

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    for file in ["category", "class", "layout"] {
        println!("cargo::rerun-if-changed=src/eval/{file}.rs");
    }
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    let write = |name: &str, bytes: Vec<u8>| fs::write(Path::new(&out).join(name), bytes);

    let hands = [(FIVE, multisets(5)), (SIX, multisets(6)), (SEVEN, multisets(7))];
    let keys = (0..1 << 16)
        .map(keys)
        .find(|keys| hands.iter().all(|(layout, hands)| all_apart(keys, *layout, hands)))
        .ok_or_else(|| io::Error::other("no keys tell all hands apart"))?;
    write("keys.bin", keys.iter().flat_map(|key| key.to_le_bytes()).collect())?;
    for (layout, hands) in &hands {
        let table = place(&keys, *layout, hands).ok_or_else(|| io::Error::other("the hands do not fit"))?;
        write(&format!("rows{}.bin", layout.cards), bytes(&table.rows))?;
        write(&format!("slots{}.bin", layout.cards), bytes(&table.slots))?;
    }
    let flushes: Vec<u16> = (0..1 << RANKS)
        .map(|ranks| Shape::of_suit(ranks, Scale::HIGH).map_or(0, |shape| shape.class(Scale::HIGH)))
        .collect();
    write("flushes.bin", bytes(&flushes))
}

fn bytes(numbers: &[u16]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

/// Thirteen keys by splitmix64.
fn keys(seed: u64) -> [u32; RANKS] {
    let mut state = seed;
    std::array::from_fn(|_| {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) >> 32) as u32
    })
}

/// Every way to hold so many cards, suits apart.
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

/// Whether no two hands share both row and column.
fn all_apart(keys: &[u32; RANKS], layout: Layout, hands: &[Counts]) -> bool {
    let mut places: Vec<(usize, usize)> = hands
        .iter()
        .map(|counts| sum(keys, counts))
        .map(|sum| (layout.row(sum), layout.column(sum)))
        .collect();
    places.sort_unstable();
    places.windows(2).all(|pair| pair[0] != pair[1])
}

struct Table {
    rows: Vec<u16>,
    slots: Vec<u16>,
}

/// Displaces the rows, the fullest first, so that their hands fall on free slots.
fn place(keys: &[u32; RANKS], layout: Layout, hands: &[Counts]) -> Option<Table> {
    let mut by_row: Vec<Vec<(usize, u16)>> = vec![Vec::new(); layout.rows()];
    for counts in hands {
        let sum = sum(keys, counts);
        by_row[layout.row(sum)].push((layout.column(sum), class_of(counts)));
    }
    let mut order: Vec<usize> = (0..by_row.len()).collect();
    order.sort_by_key(|row| std::cmp::Reverse(by_row[*row].len()));

    let mut rows = vec![0; layout.rows()];
    let mut slots: Vec<Option<u16>> = vec![None; layout.slots()];
    for row in order {
        let hands = &by_row[row];
        let displacement = (0..=u16::MAX).take(layout.slots()).find(|displacement| {
            hands
                .iter()
                .all(|(column, _)| slots[layout.slot(*displacement, *column)].is_none())
        })?;
        rows[row] = displacement;
        for (column, class) in hands {
            slots[layout.slot(displacement, *column)] = Some(*class);
        }
    }
    let slots = slots.into_iter().map(Option::unwrap_or_default).collect();
    Some(Table { rows, slots })
}

fn class_of(counts: &Counts) -> u16 {
    let mut at_least = [0; 4];
    for (rank, &count) in counts.iter().enumerate() {
        for ranks in at_least.iter_mut().take(usize::from(count)) {
            *ranks |= 1 << rank;
        }
    }
    Shape::of_ranks(at_least, Scale::HIGH).class(Scale::HIGH)
}
