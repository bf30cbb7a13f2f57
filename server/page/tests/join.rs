//! Joins a small page, and the real one.

use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::path::Path;

use poker_page::{Fault, Page, join};
use tempfile::TempDir;

const SOURCES: [(&str, &str); 10] = [
    (
        "index.html",
        "<html lang=\"en\">\n\
        <link rel=\"icon\" href=\"/icon.svg\">\n\
        <link rel=\"manifest\" href=\"/my.webmanifest\">\n\
        <link rel=\"stylesheet\" href=\"/css/a.css\">\n\
        <link rel=\"stylesheet\" href=\"/css/b.css\">\n\
        <link rel=\"later\" href=\"/css/c.css\" data-name=\"late\">\n\
        <link rel=\"alternate\" hreflang=\"en\" href=\"/en.json\">\n\
        <script type=\"module\" src=\"/app.js\"></script>\n\
        </html>\n",
    ),
    (
        "app.js",
        "import { common } from './common.js';\nexport const late = () => import('./late/view.js');\ncommon();\n",
    ),
    ("common.js", "// Both need this.\nexport function common() {}\n"),
    (
        "late/view.js",
        "import { common as both } from '../common.js';\nexport const view = both();\n",
    ),
    ("css/a.css", "a { b: c }\n"),
    ("css/b.css", "d { e: f }\n"),
    ("css/c.css", "g { h: i }\n"),
    ("en.json", "{}"),
    ("icon.svg", "<svg/>"),
    (
        "my.webmanifest",
        "{ \"start_url\": \"/\", \"icons\": [{ \"src\": \"/icon.svg\" }] }",
    ),
];

fn written(changes: &[(&str, &str)]) -> Result<TempDir, Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    for (path, text) in SOURCES.iter().chain(changes) {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().ok_or("no folder")?)?;
        fs::write(path, text)?;
    }
    Ok(folder)
}

fn joined(changes: &[(&str, &str)]) -> Result<Page, Box<dyn Error>> {
    Ok(join(written(changes)?.path())?)
}

/// Returns the path and the text of the only file whose path has this beginning.
fn find<'a>(page: &'a Page, begin: &str) -> Result<(&'a str, &'a str), Box<dyn Error>> {
    let mut found = page.files.iter().filter(|file| file.path.starts_with(begin));
    let (Some(file), None) = (found.next(), found.next()) else {
        return Err(format!("there is not one {begin}").into());
    };
    Ok((&file.path, std::str::from_utf8(&file.body)?))
}

#[test]
fn views_share_scripts_and_neighbours_share_sheets() -> Result<(), Box<dyn Error>> {
    let page = joined(&[])?;
    let (base, shared) = find(&page, "assets/base.")?;
    let (view, late) = find(&page, "assets/late-view.")?;
    let (app, start) = find(&page, "assets/app.")?;
    assert!(
        shared.contains("function common(){}") && !shared.contains("Both"),
        "{shared}"
    );
    let name = |path: &str| path.trim_start_matches("assets/").to_owned();
    assert!(start.contains(&format!("import('./{}')", name(view))), "{start}");
    assert!(start.contains(&format!("from'./{}'", name(base))), "{start}");
    assert!(late.contains("const{common:both}=$common;"), "{late}");
    assert!(late.contains("export const view=$late_view.view;"), "{late}");
    let (sheet, styles) = find(&page, "assets/page.")?;
    assert_eq!(styles, "a{b: c}d{e: f}");
    let (_, index) = find(&page, "index.html")?;
    assert_eq!(index.matches("stylesheet").count(), 1);
    for path in [app, base, sheet] {
        assert!(index.contains(&format!("\"/{path}\"")), "{path}: {index}");
    }
    assert!(index.contains(&page.version), "{index}");
    let (_, manifest) = find(&page, "assets/my.")?;
    assert!(manifest.contains("\"/assets/icon."), "{manifest}");
    Ok(())
}

#[test]
fn texts_that_stand_in_one_place_for_all_languages_come_with_their_part() -> Result<(), Box<dyn Error>> {
    let link = "<link rel=\"alternate\" hreflang=\"en\" href=\"/en.json\">\n";
    let late = "<link rel=\"alternate\" hreflang=\"fr\" href=\"/fr-late.json\" data-part=\"late\">\n";
    let index = SOURCES[0].1.replace(link, &format!("{link}{late}"));
    let both =
        "{\"\": {\"a\": {\"en\": \"ace\", \"fr\": \"as\"}}, \"late\": {\"k\": {\"en\": \"king\", \"fr\": \"roi\"}}}";
    let files = [
        ("index.html", &*index),
        ("en.json", "{\"q\": \"queen\"}"),
        ("fr-late.json", "{}"),
    ];
    let page = joined(&[&files[..], &[("both.json", both)]].concat())?;
    assert_eq!(find(&page, "assets/en.")?.1, "{\"a\":\"ace\",\"q\":\"queen\"}");
    assert_eq!(find(&page, "assets/fr-late.")?.1, "{\"k\":\"roi\"}");
    for (broken, why) in [
        ("{", "no JSON"),
        ("{\"late\": {\"k\": {\"en\": \"king\"}}}", "no French"),
    ] {
        assert!(
            joined(&[&files[..], &[("both.json", broken)]].concat()).is_err(),
            "{why}"
        );
    }
    Ok(())
}

#[test]
fn an_entrance_comes_in_few_scripts_and_brings_nothing_of_another() -> Result<(), Box<dyn Error>> {
    let begin = |entrances: &str| {
        let index = SOURCES[0].1.replace("\"/app.js\"", &format!("\"/app.js\"{entrances}"));
        joined(&[
            ("index.html", &index),
            (
                "app.js",
                "export const a = () => import('./hall.js');\nexport const b = () => import('./room.js');\n\
                 export const c = () => import('./book.js');\nexport const d = () => import('./desk.js');\n",
            ),
            (
                "hall.js",
                "import { both } from './both.js';\nimport { most } from './most.js';\nimport { some } from './some.js';\nboth(most, some);\n",
            ),
            ("room.js", "import { both } from './both.js';\nboth();\n"),
            ("book.js", "import { most } from './most.js';\nmost();\n"),
            ("desk.js", "import { some } from './some.js';\nsome();\n"),
            ("both.js", "export function both() {}\n"),
            ("most.js", "export function most() {}\n"),
            ("some.js", "export function some() {}\n"),
        ])
    };
    let scripts = |page: &Page| -> BTreeSet<String> {
        let paths = page.files.iter().map(|file| Path::new(&file.path));
        let names =
            paths.filter(|path| path.starts_with("assets") && path.extension().is_some_and(|found| found == "js"));
        let names = names.filter_map(|path| path.file_name()?.to_str()?.split('.').next());
        names.map(str::to_owned).collect()
    };
    let names = |names: &[&str]| -> BTreeSet<String> { names.iter().map(|&name| name.to_owned()).collect() };
    let apart = names(&[
        "app",
        "book",
        "book_hall",
        "desk",
        "desk_hall",
        "hall",
        "hall_room",
        "room",
    ]);
    assert_eq!(scripts(&begin("")?), apart);
    let page = begin(" data-entrances=\"/hall.js /room.js\"")?;
    let together = names(&["app", "base", "book", "desk", "hall", "hall-too", "room"]);
    assert_eq!(scripts(&page), together);
    let (_, shared) = find(&page, "assets/hall-too.")?;
    assert!(
        shared.contains("function most") && shared.contains("function some"),
        "{shared}"
    );
    let (_, base) = find(&page, "assets/base.")?;
    assert!(
        base.contains("function both") && !base.contains("function most"),
        "{base}"
    );
    let (_, index) = find(&page, "index.html")?;
    assert!(!index.contains("entrances"), "{index}");
    let fault = begin(" data-entrances=\"/both.js\"")
        .err()
        .map(|fault| fault.to_string());
    assert_eq!(
        fault.as_deref(),
        Some("an entrance of the page is not imported on demand")
    );
    Ok(())
}

#[test]
fn names_change_with_what_is_in_the_files_and_with_nothing_else() -> Result<(), Box<dyn Error>> {
    let paths = |page: &Page| -> BTreeSet<String> { page.files.iter().map(|file| file.path.clone()).collect() };
    let before = joined(&[])?;
    assert_eq!(paths(&joined(&[])?), paths(&before));
    let after = joined(&[("late/view.js", "export const view = 2;\n")])?;
    assert_ne!(after.version, before.version);
    let gone: Vec<_> = paths(&before).difference(&paths(&after)).cloned().collect();
    let names: BTreeSet<_> = gone.iter().filter_map(|path| path.split('.').next()).collect();
    // The view is different, whatever loads it refers to a different file, and nothing is shared any more.
    assert_eq!(names, BTreeSet::from(["assets/app", "assets/base", "assets/late-view"]));
    Ok(())
}

#[test]
fn faults_name_their_file() -> Result<(), Box<dyn Error>> {
    let fault = |path: &str, text: &str| -> Result<String, Box<dyn Error>> {
        let folder = written(&[(path, text)])?;
        Ok(join(folder.path())
            .err()
            .map(|fault: Fault| fault.to_string())
            .unwrap_or_default())
    };
    let circle = "import { late } from './app.js';\nexport function common() { late(); }\n";
    assert!(fault("common.js", circle)?.contains("needs itself, by way of app.js, common.js"));
    let missing = fault("common.js", "export const other = 1;\n")?;
    assert!(
        missing.contains("imports `common`, which common.js does not export"),
        "{missing}"
    );
    let absent = fault("late/view.js", "import { a } from './gone.js';\n")?;
    assert!(absent.starts_with("late/gone.js: "), "{absent}");
    // A module that everything needs cannot be deferred.
    let lazy = "export function common() { import('./late/view.js'); }\n";
    assert!(fault("common.js", lazy)?.contains("needs itself"));
    Ok(())
}

#[test]
fn all_that_the_real_page_names_is_there() -> Result<(), Box<dyn Error>> {
    let page = join(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../web"))?;
    let paths: BTreeSet<_> = page.files.iter().map(|file| file.path.as_str()).collect();
    for file in &page.files {
        let Ok(text) = std::str::from_utf8(&file.body) else {
            continue;
        };
        let named = text.split(['"', '\'']).filter_map(|part| {
            let part = part.strip_prefix("/assets/").or_else(|| part.strip_prefix("./"))?;
            part.contains('.').then(|| format!("assets/{part}"))
        });
        for name in named {
            assert!(paths.contains(name.as_str()), "{} names {name}", file.path);
        }
    }
    let lasting = page.files.iter().filter(|file| !file.is_lasting());
    let lasting: Vec<_> = lasting.map(|file| file.path.as_str()).collect();
    assert_eq!(lasting, ["index.html", "sw.js"]);
    Ok(())
}
