//! Tails against known values.

use super::*;

#[test]
fn tails_are_those_of_tables() {
    for (z, p) in [
        (1.0, 0.158_655),
        (2.326_348, 0.01),
        (3.090_232, 0.001),
        (4.753_424, 1e-6),
    ] {
        assert!((ln_tail(z) - f64::ln(p)).abs() < 1e-3, "{z}");
        assert!((z_of_ln(f64::ln(p)) - z).abs() < 1e-2, "{z}");
    }
    // 1 - e^-1 (1 + 1 + 1/2) = 0.080301.
    assert!((ln_poisson_tail(3, 1.0) - f64::ln(0.080_301)).abs() < 1e-4);
    assert!(ln_poisson_tail(12, 0.5) < -20.0);
}
