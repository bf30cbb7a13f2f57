//! Versions in the names of the programs that write data.

/// Returns `true` if the program of this name has a newer version than `ours`; `false` if the name cannot be parsed.
pub(super) fn is_newer(name: &str, ours: &str) -> bool {
    version(name).is_some_and(|theirs| version(ours).is_some_and(|ours| theirs > ours))
}

fn version(name: &str) -> Option<[u64; 3]> {
    let (version, _) = name.split_once('+').unwrap_or((name, ""));
    let numbers: Vec<u64> = version.split('.').map_while(|number| number.parse().ok()).collect();
    numbers.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_as_numbers() {
        for (name, ours, newer) in [
            ("0.2.0+1", "0.1.0+2", true),
            ("0.10.0+1", "0.9.0+2", true),
            ("0.1.0+2", "0.1.0+1", false),
            ("0.1.0", "0.1.1+1", false),
            ("1.0.0", "0.1.0+2", true),
            ("poker", "0.1.0", false),
            ("", "0.1.0", false),
        ] {
            assert_eq!(is_newer(name, ours), newer, "{name} {ours}");
        }
    }
}
