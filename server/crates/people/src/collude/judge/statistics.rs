//! Tails of distributions, and the spread of the figures of a field.

#[cfg(test)]
mod tests;

use super::{Evidence, Kind, SPREAD_PAIRS};

pub(super) fn logit(share: f64) -> f64 {
    (share / (1.0 - share)).ln()
}

/// Rescales the figures by the spread over all pairs where it exceeds what chance alone would bring: players differ in
/// more ways than are counted.
pub(super) fn spread(found: &mut [Vec<Evidence>]) {
    if found.len() < SPREAD_PAIRS {
        return;
    }
    for kind in [Kind::Chips, Kind::Folds, Kind::Soft] {
        let of_kind = |figures: &Vec<Evidence>| -> Vec<f64> {
            let of_kind = figures.iter().filter(|figure| figure.kind == kind && figure.of > 0);
            of_kind.map(|figure| figure.z.abs()).collect()
        };
        let mut apart: Vec<f64> = found.iter().flat_map(of_kind).collect();
        if apart.is_empty() {
            continue;
        }
        apart.sort_unstable_by(f64::total_cmp);
        // Half of all figures lie within 0.6745 deviations.
        let scale = (apart[apart.len() / 2] / 0.6745).max(1.0);
        // Calls are the complement of folds, so both have the same scale.
        let is_measured =
            |figure: &&mut Evidence| figure.kind == kind || (kind == Kind::Folds && figure.kind == Kind::Calls);
        for figure in found.iter_mut().flatten().filter(is_measured) {
            figure.z /= scale;
        }
    }
}

/// Logarithm of the upper tail of the standard normal distribution.
pub(super) fn ln_tail(z: f64) -> f64 {
    if z < 1.0 {
        // Too likely to matter.
        return -0.5;
    }
    // The continued fraction of Mills' ratio.
    let mut ratio = z;
    for term in (1..60).rev() {
        ratio = z + f64::from(term) / ratio;
    }
    -z * z / 2.0 - (2.0 * std::f64::consts::PI).sqrt().ln() - ratio.ln()
}

/// Inverse of `ln_tail`.
pub(super) fn z_of_ln(ln_p: f64) -> f64 {
    let (mut low, mut high) = (0.0, 40.0);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if ln_tail(middle) > ln_p {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

/// Logarithm of the probability of `count` or more events where `expected` are expected.
pub(super) fn ln_poisson_tail(count: u32, expected: f64) -> f64 {
    if f64::from(count) <= expected {
        return -0.5;
    }
    let ln_factorial: f64 = (1..=count).map(|number| f64::from(number).ln()).sum();
    let first = f64::from(count) * expected.ln() - expected - ln_factorial;
    // Each further term shrinks faster.
    let (mut sum, mut term) = (1.0, 1.0);
    for next in 1..200_u32 {
        term *= expected / f64::from(count + next);
        sum += term;
    }
    first + sum.ln()
}
