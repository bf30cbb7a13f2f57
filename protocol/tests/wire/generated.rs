//! Tests that the generated files in the repository match the types.

use std::fs;

use crate::documents::headings;
use crate::reference;

#[test]
fn the_generated_files_are_fresh() {
    for file in reference::files().unwrap() {
        let path = reference::repository().join(&file.path);
        let found = fs::read_to_string(&path).unwrap_or_default();
        assert!(
            found == file.text,
            "{} is not fresh: run `cargo run -p poker-protocol --example generate`",
            file.path.display()
        );
    }
}

#[test]
fn the_reference_page_links_to_headings_and_files_that_exist() {
    let page = reference::markdown::page().unwrap();
    let headings = headings(&page);
    let mut links = 0;
    for target in page.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
        links += 1;
        if let Some(anchor) = target.strip_prefix('#') {
            assert!(
                headings.iter().any(|heading| heading == anchor),
                "no heading for #{anchor}"
            );
        } else {
            assert!(
                reference::repository().join("docs").join(target).exists(),
                "no file {target}"
            );
        }
    }
    assert!(links > 50, "only {links} links were read");
}
