//! Grouping of modules that travel together, and the scripts they become.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use crate::module::{Module, Part};
use crate::{Fault, hashed};

/// A script as sent.
#[derive(Clone, Debug)]
pub(crate) struct Script {
    /// Its file name, with a hash of its content.
    pub(crate) name: String,
    pub(crate) text: String,
    /// The scripts it depends on.
    pub(crate) needs: BTreeSet<String>,
}

/// Modules that travel together: those that the same entries reach.
struct Chunk {
    label: String,
    /// In the order of their imports: each after the modules it imports.
    modules: Vec<String>,
}

/// Joins the modules that `entry` reaches. A module imported on demand is an entry too; `entrances` are those that most
/// visits begin with.
///
/// Returns the scripts, starting with the entry's.
pub(crate) fn scripts(
    entry: &str,
    entrances: &[&str],
    read: &dyn Fn(&str) -> Result<String, Fault>,
) -> Result<Vec<Script>, Fault> {
    let modules = Modules::load(entry, read)?;
    if entrances.iter().any(|path| !modules.entries.contains(*path)) {
        return Err(Fault::Html("an entrance of the page is not imported on demand"));
    }
    let chunks = modules.chunks(entry, entrances);
    let mut writer = Writer {
        home: homes(&chunks),
        wanted: modules.wanted(&homes(&chunks)),
        modules: &modules,
        chunks: &chunks,
        scripts: BTreeMap::new(),
        open: BTreeSet::new(),
    };
    let first = writer.home[entry];
    writer.write(first)?;
    let begin = writer.scripts.remove(&first);
    Ok(begin.into_iter().chain(writer.scripts.into_values()).collect())
}

fn homes(chunks: &[Chunk]) -> BTreeMap<String, usize> {
    let homes = chunks.iter().enumerate();
    homes
        .flat_map(|(at, chunk)| chunk.modules.iter().map(move |path| (path.clone(), at)))
        .collect()
}

struct Modules {
    by_path: BTreeMap<String, Module>,
    /// In the order of their imports: each after the modules it imports.
    order: Vec<String>,
    entries: BTreeSet<String>,
}

impl Modules {
    fn load(entry: &str, read: &dyn Fn(&str) -> Result<String, Fault>) -> Result<Self, Fault> {
        let mut modules = Self {
            by_path: BTreeMap::new(),
            order: Vec::new(),
            entries: BTreeSet::new(),
        };
        let mut entries = vec![entry.to_owned()];
        while let Some(path) = entries.pop() {
            if !modules.entries.insert(path.clone()) {
                continue;
            }
            let before = modules.order.len();
            modules.visit(&path, read, &mut Vec::new())?;
            let lazy = modules.order[before..]
                .iter()
                .flat_map(|path| modules.by_path[path].lazy());
            entries.extend(lazy.map(str::to_owned));
        }
        modules.check()?;
        Ok(modules)
    }

    fn visit(
        &mut self,
        path: &str,
        read: &dyn Fn(&str) -> Result<String, Fault>,
        above: &mut Vec<String>,
    ) -> Result<(), Fault> {
        if above.iter().any(|known| known == path) {
            let circle = above.join(", ");
            return Err(Fault::Circle(circle));
        }
        if self.by_path.contains_key(path) {
            return Ok(());
        }
        let module = Module::read(path, &read(path)?)?;
        above.push(path.to_owned());
        for import in &module.imports {
            self.visit(&import.from, read, above)?;
        }
        above.pop();
        self.by_path.insert(path.to_owned(), module);
        self.order.push(path.to_owned());
        Ok(())
    }

    /// Checks that every imported name is exported: browsers refuse to link a module otherwise.
    fn check(&self) -> Result<(), Fault> {
        for (path, module) in &self.by_path {
            for import in &module.imports {
                let exports = &self.by_path[&import.from].exports;
                let known = |name: &str| exports.iter().any(|export| export.outside == name);
                if let Some(name) = import.names.iter().find(|name| !known(&name.outside)) {
                    return Err(Fault::Missing {
                        name: name.outside.clone(),
                        from: import.from.clone(),
                        path: path.clone(),
                    });
                }
            }
        }
        Ok(())
    }

    /// Sorts the modules by the entries that reach them. Modules that the first entry or two entrances share form one
    /// chunk, since they are loaded in any case; so do those that one entrance shares with views other than these, so
    /// that it comes in few requests.
    fn chunks(&self, first: &str, entrances: &[&str]) -> Vec<Chunk> {
        let mut reached: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for entry in &self.entries {
            let mut paths = vec![entry.as_str()];
            while let Some(path) = paths.pop() {
                if reached.entry(path).or_default().insert(entry) {
                    paths.extend(self.by_path[path].imports.iter().map(|import| import.from.as_str()));
                }
            }
        }
        let label = |path: &str| {
            let entries = &reached[path];
            let name = |entry: &str| entry.trim_end_matches(".js").replace('/', "-");
            let through: Vec<_> = entrances.iter().filter(|one| entries.contains(**one)).collect();
            match *through {
                _ if entries.len() > 1 && entries.contains(first) => "base".to_owned(),
                [] => entries.iter().map(|entry| name(entry)).collect::<Vec<_>>().join("_"),
                [entrance] if entries.len() > 1 => format!("{}-too", name(entrance)),
                [entrance] => name(entrance),
                _ => "base".to_owned(),
            }
        };
        let mut chunks: Vec<Chunk> = Vec::new();
        for path in &self.order {
            let label = label(path);
            match chunks.iter_mut().find(|chunk| chunk.label == label) {
                Some(chunk) => chunk.modules.push(path.clone()),
                None => chunks.push(Chunk {
                    label,
                    modules: vec![path.clone()],
                }),
            }
        }
        chunks
    }

    /// Returns the modules that chunks other than their own import.
    fn wanted(&self, home: &BTreeMap<String, usize>) -> BTreeSet<String> {
        let imports = self.by_path.iter().flat_map(|(path, module)| {
            let imports = module.imports.iter().map(|import| &import.from);
            imports.filter(|from| home[*from] != home[path])
        });
        imports.cloned().collect()
    }
}

struct Writer<'a> {
    modules: &'a Modules,
    chunks: &'a [Chunk],
    home: BTreeMap<String, usize>,
    wanted: BTreeSet<String>,
    scripts: BTreeMap<usize, Script>,
    /// Chunks whose names are being made.
    open: BTreeSet<usize>,
}

impl Writer<'_> {
    /// Writes a chunk after those it refers to, since names have hashes.
    fn write(&mut self, at: usize) -> Result<String, Fault> {
        if let Some(script) = self.scripts.get(&at) {
            return Ok(script.name.clone());
        }
        let chunk = &self.chunks[at];
        if !self.open.insert(at) {
            return Err(Fault::Circle(chunk.modules.join(", ")));
        }
        let mut outside: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
        let mut body = String::new();
        for path in &chunk.modules {
            for import in &self.modules.by_path[path].imports {
                let home = self.home[&import.from];
                if home != at {
                    outside.entry(home).or_default().insert(variable(&import.from));
                }
            }
            self.module(path, &mut body)?;
        }
        let mut text = String::new();
        let mut needs = BTreeSet::new();
        for (home, names) in outside {
            let name = self.write(home)?;
            let names = names.into_iter().collect::<Vec<_>>().join(",");
            writeln!(text, "import{{{names}}}from'./{name}';").expect(WRITES);
            needs.extend(self.scripts[&home].needs.clone());
            needs.insert(name);
        }
        text.push_str(&body);
        self.exports(chunk, &mut text);
        self.open.remove(&at);
        let name = hashed(&format!("{}.js", chunk.label), text.as_bytes());
        self.scripts.insert(
            at,
            Script {
                name: name.clone(),
                text,
                needs,
            },
        );
        Ok(name)
    }

    /// Writes a module as a function that returns the module's exports.
    fn module(&mut self, path: &str, body: &mut String) -> Result<(), Fault> {
        let module = &self.modules.by_path[path];
        writeln!(body, "const {}=(()=>{{", variable(path)).expect(WRITES);
        for import in module.imports.iter().filter(|import| !import.names.is_empty()) {
            let names = import.names.iter().map(|name| pair(&name.outside, &name.inside));
            let names = names.collect::<Vec<_>>().join(",");
            writeln!(body, "const{{{names}}}={};", variable(&import.from)).expect(WRITES);
        }
        for part in &module.code {
            match part {
                Part::Code(code) => body.push_str(code),
                Part::Lazy(path) => {
                    let name = self.write(self.home[path])?;
                    write!(body, "'./{name}'").expect(WRITES);
                }
            }
        }
        let exports = module.exports.iter().map(|name| pair(&name.outside, &name.inside));
        let exports = exports.collect::<Vec<_>>().join(",");
        writeln!(body, "\nreturn{{{exports}}};}})();").expect(WRITES);
        Ok(())
    }

    /// Exports to other chunks the modules they import, and to the loader of an entry its own exports.
    fn exports(&self, chunk: &Chunk, text: &mut String) {
        let wanted = chunk.modules.iter().filter(|path| self.wanted.contains(*path));
        let names = wanted.map(|path| variable(path)).collect::<Vec<_>>().join(",");
        if !names.is_empty() {
            writeln!(text, "export{{{names}}};").expect(WRITES);
        }
        for path in chunk.modules.iter().filter(|path| self.modules.entries.contains(*path)) {
            for export in &self.modules.by_path[path].exports {
                writeln!(text, "export const {}={}.{0};", export.outside, variable(path)).expect(WRITES);
            }
        }
    }
}

const WRITES: &str = "a string takes all that is written";

/// Returns the name of the variable with a module's exports in the scripts.
fn variable(path: &str) -> String {
    let name = path.trim_end_matches(".js");
    format!("${}", name.replace(|char: char| !char.is_ascii_alphanumeric(), "_"))
}

fn pair(key: &str, value: &str) -> String {
    if key == value {
        key.to_owned()
    } else {
        format!("{key}:{value}")
    }
}
