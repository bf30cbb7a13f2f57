//! Watches the mint's reserves, so that the operator hears of a shortage long before chips run out.

use std::sync::Arc;
use std::time::Duration;

use metrics::{describe_gauge, gauge};
use poker_engine::Chips;
use poker_store::{MintLevel, Store};
use tokio::time::interval;

/// Interval between checks.
const LOOK: Duration = Duration::from_mins(1);

/// Conditions already reported to the operator.
#[derive(Debug, Default, PartialEq, Eq)]
struct MintReport {
    low: bool,
    dry_today: bool,
}

/// Checks the mint periodically, and logs when it runs low or has paid out a full day's grants.
pub(crate) async fn watch(store: Arc<dyn Store>) {
    describe_gauge!("poker_mint_chips", "Play money that can still be issued, ever");
    describe_gauge!("poker_mint_given_today_chips", "Play money granted today, UTC");
    describe_gauge!(
        "poker_mint_daily_limit_chips",
        "Play money that may be granted in a day"
    );
    gauge!("poker_mint_daily_limit_chips").set(exact(store.faucet().all));
    let mut told = MintReport::default();
    let mut ticks = interval(LOOK);
    loop {
        ticks.tick().await;
        match store.mint().await {
            Ok(level) => {
                gauge!("poker_mint_chips").set(exact(level.left));
                gauge!("poker_mint_given_today_chips").set(exact(level.given_today));
                told = tell(&store.faucet(), level, &told);
            }
            Err(fault) => tracing::warn!(%fault, "the level of the mint could not be read"),
        }
    }
}

/// Logs what has changed.
fn tell(limits: &poker_store::FaucetLimits, level: MintLevel, before: &MintReport) -> MintReport {
    let now = MintReport {
        low: level.is_low(limits),
        dry_today: level.given_today >= limits.all,
    };
    let (left, given) = (level.left.get(), level.given_today.get());
    if now.low && !before.low {
        tracing::error!(
            left,
            given,
            "the mint is low: lower --daily-chips, or begin with a new data folder"
        );
    }
    if now.dry_today && !before.dry_today {
        tracing::error!(
            given,
            "--daily-chips are used up: no play money is granted until midnight UTC"
        );
    }
    now
}

#[expect(
    clippy::cast_precision_loss,
    reason = "chips end at 2^53 - 1, which a float holds exactly"
)]
const fn exact(chips: Chips) -> f64 {
    chips.get() as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use poker_store::FaucetLimits;

    #[test]
    fn an_operator_is_warned_once_of_each() {
        let limits = FaucetLimits::default();
        let level = |left, given| MintLevel {
            left: Chips::new(left),
            given_today: Chips::new(given),
        };
        let quiet = tell(&limits, level(Chips::MAX.get(), 0), &MintReport::default());
        assert_eq!(quiet, MintReport::default());
        let year = limits.all.get() * 365;
        assert!(!tell(&limits, level(year, 0), &quiet).low);
        assert!(tell(&limits, level(year - 1, 0), &quiet).low);
        assert!(tell(&limits, level(Chips::MAX.get(), limits.all.get()), &quiet).dry_today);
    }
}
