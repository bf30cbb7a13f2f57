//! The page itself: the files it refers to, and their names once they are joined.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::chunks::scripts;
use crate::{FOLDER, Fault, File, Page, digest, hashed};

const INDEX: &str = "index.html";
const WORKER: &str = "sw.js";
/// The texts that stand in one file for all languages: by part of the page, by name, by language.
const ALL_LANGUAGES: &str = "both.json";

type Shared = BTreeMap<String, BTreeMap<String, BTreeMap<String, String>>>;

pub(crate) struct Joiner<'a> {
    folder: &'a Path,
    /// Files with a hash in their names, by their paths.
    files: BTreeMap<String, Vec<u8>>,
    /// Paths of copied sources, and the paths of their copies.
    copies: BTreeMap<String, String>,
    /// Files that the page defers: only some visitors need them.
    apart: BTreeSet<String>,
}

/// Neighbouring style sheets that differ only in their addresses.
struct Sheets {
    line: String,
    href: String,
    /// The other attributes of the element.
    kind: String,
    name: String,
    text: String,
}

impl<'a> Joiner<'a> {
    pub(crate) fn new(folder: &'a Path) -> Self {
        Self {
            folder,
            files: BTreeMap::new(),
            copies: BTreeMap::new(),
            apart: BTreeSet::new(),
        }
    }

    pub(crate) fn join(mut self) -> Result<Page, Fault> {
        let source = self.text(INDEX)?;
        let mut lines = Vec::new();
        let mut sheets: Option<Sheets> = None;
        for line in source.lines() {
            let href = attribute(line, "href").filter(|href| href.starts_with('/'));
            if let Some(href) = href.filter(|_| is_sheet(line)) {
                let text = self.text(&href[1..])?;
                let kind = line.replace(href, "");
                match &mut sheets {
                    Some(open) if open.kind == kind => open.text.push_str(&shortened(&text)),
                    _ => {
                        self.close(sheets.take(), &mut lines);
                        sheets = Some(Sheets {
                            line: line.to_owned(),
                            href: href.to_owned(),
                            kind,
                            name: attribute(line, "data-name").unwrap_or("page").to_owned(),
                            text: shortened(&text),
                        });
                    }
                }
                continue;
            }
            self.close(sheets.take(), &mut lines);
            if line.contains("<script type=\"module\"") {
                let entry = attribute(line, "src").ok_or(Fault::Html("the script of the page has no address"))?;
                self.script(line, entry, &mut lines)?;
            } else if let Some(href) = href {
                let copy = match attribute(line, "hreflang") {
                    Some(language) => {
                        self.texts(&href[1..], attribute(line, "data-part").unwrap_or_default(), language)?
                    }
                    None => self.copy(&href[1..])?,
                };
                lines.push(line.replace(href, &format!("/{copy}")));
            } else {
                lines.push(line.to_owned());
            }
        }
        self.finish(&lines.join("\n"))
    }

    /// Adds joined style sheets, if there are any.
    fn close(&mut self, sheets: Option<Sheets>, lines: &mut Vec<String>) {
        let Some(sheets) = sheets else { return };
        let path = self.keep(&format!("{}.css", sheets.name), sheets.text.into_bytes());
        lines.push(sheets.line.replace(&sheets.href, &format!("/{path}")));
    }

    /// Joins the scripts, and names those the page needs immediately, so browsers fetch them early.
    fn script(&mut self, line: &str, entry: &str, lines: &mut Vec<String>) -> Result<(), Fault> {
        const ENTRANCES: &str = "data-entrances";
        let listed = attribute(line, ENTRANCES).unwrap_or_default();
        let entrances: Vec<_> = listed
            .split_whitespace()
            .map(|path| path.trim_start_matches('/'))
            .collect();
        let scripts = scripts(entry.trim_start_matches('/'), &entrances, &|path| self.text(path))?;
        let line = line.replace(&format!(" {ENTRANCES}=\"{listed}\""), "");
        if let Some(first) = scripts.first() {
            for name in &first.needs {
                lines.push(format!("<link rel=\"modulepreload\" href=\"/{FOLDER}/{name}\">"));
            }
            lines.push(line.replace(entry, &format!("/{FOLDER}/{}", first.name)));
        }
        for script in scripts {
            self.files
                .insert(format!("{FOLDER}/{}", script.name), script.text.into_bytes());
        }
        Ok(())
    }

    /// Copies a file that the page refers to, and the files that one refers to in turn.
    fn copy(&mut self, path: &str) -> Result<String, Fault> {
        if let Some(copy) = self.copies.get(path) {
            return Ok(copy.clone());
        }
        let mut body = self.bytes(path)?;
        if has_extension(path, "webmanifest") {
            let mut text = self.text(path)?;
            for name in quoted(&text.clone()) {
                if self.folder.join(&name[1..]).is_file() {
                    let copy = self.copy(&name[1..])?;
                    text = text.replace(&format!("\"{name}\""), &format!("\"/{copy}\""));
                    self.apart.insert(copy);
                }
            }
            body = text.into_bytes();
        }
        let copy = self.keep(path, body);
        self.copies.insert(path.to_owned(), copy.clone());
        Ok(copy)
    }

    /// Copies the texts of a part of the page in one language, with those that stand beside them in all languages.
    fn texts(&mut self, path: &str, part: &str, language: &str) -> Result<String, Fault> {
        const SHARED: Fault = Fault::Html("the texts of all languages are not of the expected form");
        let beside = Path::new(path).with_file_name(ALL_LANGUAGES);
        let copy = match beside.to_str().filter(|_| self.folder.join(&beside).is_file()) {
            None => self.copy(path)?,
            Some(beside) => {
                let own: Result<BTreeMap<String, String>, _> = serde_json::from_str(&self.text(path)?);
                let shared: Result<Shared, _> = serde_json::from_str(&self.text(beside)?);
                let (mut texts, mut shared) = (own.map_err(|_| SHARED)?, shared.map_err(|_| SHARED)?);
                for (key, mut text) in shared.remove(part).unwrap_or_default() {
                    texts.insert(key, text.remove(language).ok_or(SHARED)?);
                }
                self.keep(path, serde_json::to_vec(&texts).map_err(|_| SHARED)?)
            }
        };
        self.apart.insert(copy.clone());
        Ok(copy)
    }

    fn keep(&mut self, path: &str, body: Vec<u8>) -> String {
        let name = path.rsplit('/').next().unwrap_or(path);
        let path = format!("{FOLDER}/{}", hashed(name, &body));
        self.files.insert(path.clone(), body);
        path
    }

    /// Sets the version, which page and worker report.
    fn finish(self, index: &str) -> Result<Page, Fault> {
        const ROOT: &str = "<html lang=\"en\"";
        let worker = self.text(WORKER).or_else(|fault| match fault {
            Fault::Read { .. } => Ok(String::new()),
            fault => Err(fault),
        })?;
        let names = self.files.keys().map(String::as_bytes);
        let version = digest(names.chain([index.as_bytes(), worker.as_bytes()]));
        if !index.contains(ROOT) {
            return Err(Fault::Html("the page does not begin as it should"));
        }
        let index = index.replacen(ROOT, &format!("{ROOT} data-version=\"{version}\""), 1);
        let shell = self.files.keys().filter(|path| !self.apart.contains(*path));
        let shell: Vec<_> = shell.map(|path| format!("\"/{path}\"")).collect();
        let shell = shell.join(",");
        let worker = format!("self.PAGE={{version:\"{version}\",files:[{shell}]}};\n{worker}");
        let lasting = self.files.into_iter();
        let mut files: Vec<_> = lasting.map(|(path, body)| File { path, body }).collect();
        for (path, text) in [(INDEX, index), (WORKER, worker)] {
            files.push(File {
                path: path.to_owned(),
                body: text.into_bytes(),
            });
        }
        Ok(Page { version, files })
    }

    fn bytes(&self, path: &str) -> Result<Vec<u8>, Fault> {
        fs::read(self.folder.join(path)).map_err(|source| Fault::Read {
            path: path.to_owned(),
            source,
        })
    }

    fn text(&self, path: &str) -> Result<String, Fault> {
        String::from_utf8(self.bytes(path)?).map_err(|_| Fault::Html("a source is not in UTF-8"))
    }
}

/// `true` if a line refers to a style sheet. One with `rel="later"` waits for its view: browsers fetch even disabled sheets ahead.
fn is_sheet(line: &str) -> bool {
    matches!(attribute(line, "rel"), Some("stylesheet" | "later"))
}

/// Returns an attribute of the element in a line.
fn attribute<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let begin = format!(" {name}=\"");
    let value = &line[line.find(&begin)? + begin.len()..];
    Some(&value[..value.find('"')?])
}

fn has_extension(path: &str, extension: &str) -> bool {
    Path::new(path).extension().is_some_and(|found| found == extension)
}

/// Returns the paths in quotes.
fn quoted(text: &str) -> Vec<String> {
    let parts = text.split('"').skip(1).step_by(2);
    parts
        .filter(|part| part.len() > 1 && part.starts_with('/'))
        .map(str::to_owned)
        .collect()
}

/// Strips a style sheet of comments and line ends.
fn shortened(text: &str) -> String {
    let mut result = String::new();
    let mut rest = text;
    while let Some(char) = rest.chars().next() {
        let length = match char {
            '/' if rest.starts_with("/*") => rest[2..].find("*/").map_or(rest.len(), |end| end + 4),
            '"' | '\'' => {
                let length = rest[1..].find(char).map_or(rest.len(), |end| end + 2);
                result.push_str(&rest[..length]);
                length
            }
            _ if char.is_whitespace() => {
                if !result.ends_with([' ', '{', '}', ';', ',']) && !result.is_empty() {
                    result.push(' ');
                }
                1
            }
            _ => {
                if matches!(char, '{' | '}') && result.ends_with(' ') {
                    result.pop();
                }
                result.push(char);
                char.len_utf8()
            }
        };
        rest = &rest[length..];
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn style_sheets_lose_comments_and_blanks() {
        let sheet =
            "/* a */\n.a  .b,\n.c { color: red; /* b */\n  content: '/*  */'; }\n@media (a) {\n  a:b { c: d }\n}\n";
        let short = ".a .b,.c{color: red;content: '/*  */';}@media (a){a:b{c: d}}";
        assert_eq!(shortened(sheet), short);
    }
}
