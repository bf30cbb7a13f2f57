//! The comparison in words.

use std::fmt;

use super::{AtTables, Compared, Comparison, Round};

impl fmt::Display for Round {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:>8.0} deliveries/s, {:.2} us CPU each, {:.2} cores, {:.3} writes, {:.0} bytes, {:.2} messages, \
             seen p50 {:.2} ms",
            self.deliveries_per_s,
            self.cpu_us_per_delivery,
            self.cores_used,
            self.writes_per_delivery.unwrap_or(f64::NAN),
            self.bytes_per_delivery,
            self.messages_per_delivery,
            self.seen_p50_ms
        )
    }
}

impl fmt::Display for AtTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rounds, used) = (self.server.len(), self.generator_cores_used);
        writeln!(
            f,
            "{} tables, medians of {rounds} rounds; the players used {used:.2} cores",
            self.tables
        )?;
        for rival in &self.rivals {
            writeln!(
                f,
                "{:<34} {:>12} {:>12} {:>8}  from .. to",
                "", "server", rival.name, "ratio"
            )?;
            let mut row = |name: &str, compared: Compared| {
                let Compared {
                    server,
                    rival,
                    ratio,
                    ratio_min,
                    ratio_max,
                } = compared;
                writeln!(
                    f,
                    "{name:<34} {server:>12.3} {rival:>12.3} {ratio:>8.3}  {ratio_min:.3} .. {ratio_max:.3}"
                )
            };
            row("deliveries/s", rival.deliveries_per_s)?;
            row("us of CPU per delivery", rival.cpu_us_per_delivery)?;
            if let Some(writes) = rival.writes_per_delivery {
                row("writes per seat per action", writes)?;
            }
            if let Some(segments) = rival.segments_per_delivery {
                row("segments while it ran", segments)?;
            }
        }
        let mut rounds = self.rivals.iter().flat_map(|rival| &rival.rounds).chain(&self.server);
        if rounds.any(|round| round.cores_used < 0.9) {
            writeln!(
                f,
                "In some rounds a server was not busy all the time: there the CPU per delivery tells more."
            )?;
        }
        Ok(())
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "tables of {} seats; cores: {}", self.seats, self.cores)?;
        for at in &self.comparisons {
            writeln!(f, "\n{at}")?;
        }
        if let Some(idle) = self.idle_server {
            let (count, server) = (idle.connections, idle.kib_per_connection);
            write!(f, "KiB per idle seated connection, {count} of them: server {server:.2}")?;
            for (name, idle) in &self.idle_rivals {
                write!(f, ", {name} {:.2}", idle.kib_per_connection)?;
            }
            writeln!(f)?;
        }
        for goal in &self.goals {
            let met = if goal.met { "met" } else { "MISSED" };
            writeln!(f, "{:<60} {met} ({:.3})", goal.what, goal.actual)?;
        }
        Ok(())
    }
}
