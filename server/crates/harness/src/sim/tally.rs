//! The outcome of a run, in numbers.

use std::fmt;

/// The outcome of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Events of the agenda.
    pub events: u64,
    /// Hands that were completed.
    pub hands: u64,
    /// Rows that were written.
    pub rows: u64,
    /// Frames that clients read.
    pub frames: u64,
    /// Times that the process died.
    pub crashes: u64,
    /// Connections that were cut or closed.
    pub cuts: u64,
    /// Requests that were sent again under their `id`.
    pub repeats: u64,
    /// Groups that could not be written.
    pub refused: u64,
    /// Stopped hands whose cards were laid open.
    pub opened: u64,
    /// Own pauses that ended when their time was up.
    pub pauses: u64,
    /// Places that were given to those who waited.
    pub places: u64,
    /// Times that something was planted.
    pub planted: u64,
    /// Simulated milliseconds.
    pub time: u64,
}

impl Tally {
    /// Adds another run.
    pub(super) const fn add(&mut self, other: &Self) {
        self.events += other.events;
        self.hands += other.hands;
        self.rows += other.rows;
        self.frames += other.frames;
        self.crashes += other.crashes;
        self.cuts += other.cuts;
        self.repeats += other.repeats;
        self.refused += other.refused;
        self.opened += other.opened;
        self.pauses += other.pauses;
        self.places += other.places;
        self.planted += other.planted;
        self.time += other.time;
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            events,
            hands,
            rows,
            frames,
            crashes,
            cuts,
            repeats,
            refused,
            opened,
            pauses,
            places,
            planted: _,
            time,
        } = self;
        let hours = time / 3_600_000;
        write!(
            f,
            "{events} events in {hours} simulated hours, {hands} hands, {rows} rows, {frames} frames, {crashes} crashes, \
             {cuts} lost connections, {repeats} repeated requests, {refused} steps not written, {opened} hands laid open, \
             {pauses} pauses over, {places} places given"
        )
    }
}
