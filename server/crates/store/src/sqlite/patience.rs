//! Decides how many jobs the writer waits for before it writes a group.

use std::time::Duration;

/// Fewer jobs are not worth a commit while there is something else to do.
const LEAST: usize = 16;

/// A group of this size need not wait for more: the cost of the commit is small in comparison.
const PLENTY: usize = 128;

/// Maximum number of jobs in one transaction, reached on a disk that is slower than all the tables. Under load it
/// bounds how long the first job of a group waits for the last.
pub(super) const GROUP_JOBS: usize = 512;

/// Learns from each group how large the next one should be.
///
/// The larger a group, the less a commit costs per step. But if every active table has a step in the group, none has
/// anything to do until it is on disk, and the threads sleep. So the best time to write a group is when just enough
/// tables are still playing to keep the threads busy meanwhile. On a disk slower than the tables, that rule would only
/// lead to more commits, each as slow as a single one for everything.
#[derive(Clone, Copy, Debug)]
pub(super) struct Patience(usize);

impl Patience {
    pub(super) const fn new() -> Self {
        Self(PLENTY)
    }

    /// The number of jobs that are enough.
    pub(super) const fn enough(self) -> usize {
        self.0
    }

    /// Learns from a group whether a thread slept while it was written, how long that took, and how long ago the
    /// previous group reached the disk.
    pub(super) fn learn(&mut self, slept: bool, writing: Duration, round: Duration) {
        self.0 = if writing >= round / 2 {
            (self.0 + 1).min(GROUP_JOBS)
        } else if slept || self.0 > PLENTY {
            (self.0 - 1).max(LEAST)
        } else {
            (self.0 + 1).min(PLENTY)
        };
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use super::*;

    /// Simulates tables on one thread that each play a step per tick and then wait until it is on disk. Returns the
    /// time per step, in thousandths of a tick, and the size of the last groups.
    fn play(mut patience: Option<Patience>, tables: usize, disk: u64) -> (u64, usize) {
        const ROUNDS: usize = 2000;
        let (mut now, mut on_disk) = (0, 0);
        let (mut playing, mut queued, mut written) = (tables, 0, VecDeque::new());
        let (mut steps, mut began) = (0, 0);
        for round in 0..ROUNDS {
            if round == ROUNDS / 2 {
                (steps, began) = (0, now);
            }
            let enough = patience.map_or(usize::MAX, Patience::enough);
            while playing > 0 && queued < enough {
                (playing, queued, now) = (playing - 1, queued + 1, now + 1);
            }
            let group = queued;
            let done = now + disk;
            queued = 0;
            while playing > 0 && now < done {
                (playing, queued, now) = (playing - 1, queued + 1, now + 1);
            }
            let slept = now < done;
            now = now.max(done);
            if let Some(patience) = &mut patience {
                patience.learn(slept, Duration::from_micros(disk), Duration::from_micros(now - on_disk));
            }
            on_disk = now;
            playing += group;
            steps += group as u64;
            written.push_back(group);
        }
        let last = written.iter().rev().take(20).sum::<usize>() / 20;
        ((now - began) * 1000 / steps, last)
    }

    #[test]
    fn as_many_tables_play_on_as_keep_the_threads_busy() {
        let (time, group) = play(Some(Patience::new()), 60, 12);
        assert!((47..=49).contains(&group), "{group}");
        assert!(time < 1020, "{time}");
        assert_eq!(play(None, 60, 12), (1200, 60));
    }

    #[test]
    fn no_disk_is_so_slow_that_impatience_costs_anything() {
        for tables in [1, 8, 20, 60, 100, 240] {
            for disk in [1, 5, 20, 40, 59, 61, 90, 200, 2000] {
                let (patient, _) = play(None, tables, disk);
                let (time, group) = play(Some(Patience::new()), tables, disk);
                assert!(
                    time <= patient + patient / 50,
                    "{tables} tables and a disk of {disk}: {time} in groups of {group}, {patient} without"
                );
            }
        }
    }
}
