//! Ratios of rounds.

use super::*;

fn round(deliveries_per_s: f64, writes: Option<f64>) -> Round {
    Round {
        deliveries_per_s,
        cpu_us_per_delivery: 5.0,
        cores_used: 1.0,
        writes_per_delivery: writes,
        segments_per_delivery: None,
        bytes_per_delivery: 400.0,
        messages_per_delivery: 1.2,
        seen_p50_ms: 1.0,
    }
}

#[test]
fn ratios_are_of_rounds_and_medians_of_ratios() {
    let servers = [round(80.0, None), round(50.0, None), round(100.0, None)];
    let baselines = [round(100.0, None), round(50.0, None), round(110.0, None)];
    let compared = compared(&servers, &baselines, |round| Some(round.deliveries_per_s)).unwrap();
    assert!((compared.ratio - 100.0 / 110.0).abs() < 1e-9, "{compared:?}");
    assert!((compared.server - 80.0).abs() < 1e-9 && (compared.rival - 100.0).abs() < 1e-9);
}

#[test]
fn a_figure_that_a_round_lacks_is_not_compared() {
    let servers = [round(80.0, Some(1.0)), round(50.0, None)];
    assert!(compared(&servers, &servers, |round| round.writes_per_delivery).is_none());
    assert_eq!(median(Vec::new()), None);
    assert_eq!(median(vec![1.0, 3.0]), Some(2.0));
}
