//! Text forms of hands: the notation of test vectors, and PHH, the open poker hand history format.

pub mod notation;
pub mod phh;
