//! One module of the page: its imports, its exports, and its code.

use std::collections::BTreeSet;

use crate::Fault;
use crate::lexer::{Kind, Piece, pieces};

/// A name inside a module, and its name outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Name {
    pub(crate) inside: String,
    pub(crate) outside: String,
}

/// An import from another module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Import {
    /// The path of the other module.
    pub(crate) from: String,
    pub(crate) names: Vec<Name>,
}

/// A part of the code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Code(String),
    /// The address of a module that is loaded on demand, by its path.
    Lazy(String),
}

/// A module as the joiner needs it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Module {
    pub(crate) imports: Vec<Import>,
    pub(crate) exports: Vec<Name>,
    pub(crate) code: Vec<Part>,
}

impl Module {
    /// Parses the module at a path, such as `table/room.js`.
    pub(crate) fn read(path: &str, source: &str) -> Result<Self, Fault> {
        let pieces = pieces(source).map_err(|fault| fault.within(path))?;
        let mut reader = Reader {
            path,
            pieces,
            at: 0,
            module: Self::default(),
            code: String::new(),
        };
        reader.read()?;
        Ok(reader.module)
    }

    /// Returns the modules that are loaded on demand.
    pub(crate) fn lazy(&self) -> BTreeSet<&str> {
        let lazy = self.code.iter().filter_map(|part| match part {
            Part::Lazy(path) => Some(path.as_str()),
            Part::Code(_) => None,
        });
        lazy.collect()
    }
}

struct Reader<'a> {
    path: &'a str,
    pieces: Vec<Piece<'a>>,
    at: usize,
    module: Module,
    code: String,
}

impl<'a> Reader<'a> {
    fn fault(&self, why: &'static str) -> Fault {
        let line = 1 + self.pieces[..self.at]
            .iter()
            .map(|piece| lines(piece.text))
            .sum::<usize>();
        Fault::Script { why, line }.within(self.path)
    }

    fn read(&mut self) -> Result<(), Fault> {
        while let Some(&piece) = self.pieces.get(self.at) {
            if piece.is("import") && !self.follows_dot() {
                self.import(piece)?;
            } else if piece.is("export") && piece.depth == 0 {
                self.export()?;
            } else {
                write(&mut self.code, &piece);
                self.at += 1;
            }
        }
        self.cut();
        Ok(())
    }

    fn cut(&mut self) {
        let code = std::mem::take(&mut self.code);
        self.module.code.push(Part::Code(code));
    }

    /// `true` if the next piece is a property rather than a keyword.
    fn follows_dot(&self) -> bool {
        let before = self.pieces[..self.at].iter().rev().find(|piece| piece.counts());
        before.is_some_and(|piece| piece.is("."))
    }

    /// Takes the next piece that has an effect.
    fn take(&mut self) -> Result<Piece<'a>, Fault> {
        while let Some(&piece) = self.pieces.get(self.at) {
            self.at += 1;
            if piece.counts() {
                return Ok(piece);
            }
        }
        Err(self.fault("the module ends too early"))
    }

    fn expect(&mut self, text: &str, why: &'static str) -> Result<(), Fault> {
        if self.take()?.is(text) {
            Ok(())
        } else {
            Err(self.fault(why))
        }
    }

    fn import(&mut self, keyword: Piece<'a>) -> Result<(), Fault> {
        const FORMS: &str = "only `import 'x';`, `import { a, b as c } from 'x';` and `import('x')` are joined";
        self.at += 1;
        let next = self.take()?;
        if next.is("(") {
            let from = self.take()?;
            let from = self.module_path(from)?;
            self.expect(")", FORMS)?;
            self.code.push_str("import(");
            self.cut();
            self.module.code.push(Part::Lazy(from));
            self.code.push(')');
            return Ok(());
        }
        if keyword.depth > 0 {
            return Err(self.fault(FORMS));
        }
        let (names, from) = match next {
            _ if next.kind == Kind::Quoted => (Vec::new(), next),
            _ if next.is("{") => {
                let names = self.names()?;
                self.expect("from", FORMS)?;
                (names, self.take()?)
            }
            _ => return Err(self.fault(FORMS)),
        };
        let from = self.module_path(from)?;
        self.expect(";", FORMS)?;
        // Here the name in the other module comes first.
        let names = names.into_iter().map(|(outside, inside)| Name { inside, outside });
        let names = names.collect();
        self.module.imports.push(Import { from, names });
        Ok(())
    }

    fn export(&mut self) -> Result<(), Fault> {
        const FORMS: &str = "only `export { a };` and the export of one function, class or constant are joined";
        self.at += 1;
        let from = self.at;
        let mut next = self.take()?;
        if next.is("{") {
            let names = self.names()?;
            self.expect(";", FORMS)?;
            let names = names.into_iter().map(|(inside, outside)| Name { inside, outside });
            self.module.exports.extend(names);
            return Ok(());
        }
        let is_constant = next.is("const");
        if next.is("async") {
            next = self.take()?;
        }
        if !is_constant && !next.is("function") && !next.is("class") {
            return Err(self.fault(FORMS));
        }
        let mut name = self.take()?;
        if name.is("*") {
            name = self.take()?;
        }
        if name.kind != Kind::Word || (is_constant && self.has_several()) {
            return Err(self.fault(FORMS));
        }
        let name = name.text.to_owned();
        self.module.exports.push(Name {
            inside: name.clone(),
            outside: name,
        });
        // An exported declaration is code like any other.
        self.at = from;
        Ok(())
    }

    /// `true` if the declaration that continues here has more than one constant.
    fn has_several(&self) -> bool {
        let outside = self.pieces[self.at..].iter().filter(|piece| piece.depth == 0);
        let mut signs = outside.filter(|piece| piece.is(",") || piece.is(";"));
        signs.next().is_some_and(|sign| sign.is(","))
    }

    /// Parses the names in brackets from here, as pairs of the names before and after `as`.
    fn names(&mut self) -> Result<Vec<(String, String)>, Fault> {
        const FORM: &str = "a list of names is expected";
        let mut names = Vec::new();
        let mut piece = self.take()?;
        while !piece.is("}") {
            let first = piece;
            let mut second = piece;
            piece = self.take()?;
            if piece.is("as") {
                second = self.take()?;
                piece = self.take()?;
            }
            if first.kind != Kind::Word || second.kind != Kind::Word || first.is("default") {
                return Err(self.fault(FORM));
            }
            names.push((first.text.to_owned(), second.text.to_owned()));
            if piece.is(",") {
                piece = self.take()?;
            } else if !piece.is("}") {
                return Err(self.fault(FORM));
            }
        }
        Ok(names)
    }

    /// Returns the path of a module this one refers to, from the folder of the page.
    fn module_path(&self, piece: Piece<'_>) -> Result<String, Fault> {
        const FORM: &str = "modules are named by relative paths in quotes";
        if piece.kind != Kind::Quoted {
            return Err(self.fault(FORM));
        }
        let name = &piece.text[1..piece.text.len() - 1];
        if !name.starts_with("./") && !name.starts_with("../") {
            return Err(self.fault(FORM));
        }
        let mut path: Vec<&str> = self.path.split('/').collect();
        path.pop();
        for step in name.split('/') {
            match step {
                "." => {}
                ".." => {
                    let outside = || self.fault("this module is outside the page");
                    path.pop().ok_or_else(outside)?;
                }
                _ => path.push(step),
            }
        }
        Ok(path.join("/"))
    }
}

/// Adds a piece to the code, without comments and needless blanks. Line ends are kept, since they may end statements.
fn write(code: &mut String, piece: &Piece<'_>) {
    /// Next to these a blank means nothing.
    const APART: &str = "{}()[],;:=";
    if piece.counts() {
        let first = piece.text.chars().next().unwrap_or_default();
        if code.ends_with(' ') && piece.kind == Kind::Sign && APART.contains(first) {
            code.pop();
        }
        code.push_str(piece.text);
    } else if lines(piece.text) > 0 {
        if code.ends_with(' ') {
            code.pop();
        }
        if !code.is_empty() && !code.ends_with('\n') {
            code.push('\n');
        }
    } else if !code.is_empty() && !code.ends_with([' ', '\n']) && !code.ends_with(|last| APART.contains(last)) {
        code.push(' ');
    }
}

fn lines(text: &str) -> usize {
    text.bytes().filter(|&byte| byte == b'\n').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_is_taken_apart() -> Result<(), Fault> {
        let source = "// Words.\nimport { a, b as c } from '../b.js';\nimport './side.js';\n/** Doc. */\nexport const x = { y: 1 };\n\
            export async function f() {\n  const m = await import('./late.js'); // soon\n  return m.default / 2;\n}\n\
            class D {}\nexport { D as E };\n";
        let module = Module::read("table/a.js", source)?;
        let name = |inside: &str, outside: &str| Name {
            inside: inside.to_owned(),
            outside: outside.to_owned(),
        };
        assert_eq!(module.imports[0].from, "b.js");
        assert_eq!(module.imports[0].names, [name("a", "a"), name("c", "b")]);
        assert_eq!(module.imports[1].from, "table/side.js");
        assert_eq!(module.exports, [name("x", "x"), name("f", "f"), name("D", "E")]);
        let lazy: Vec<_> = module.lazy().into_iter().collect();
        assert_eq!(lazy, ["table/late.js"]);
        let [Part::Code(before), Part::Lazy(_), Part::Code(after)] = &module.code[..] else {
            panic!("{module:?}");
        };
        assert!(before.contains("const x={y:1};\nasync function f(){"), "{before}");
        assert_eq!(after.lines().next(), Some(");"));
        Ok(())
    }

    #[test]
    fn what_is_not_joined_is_refused_with_its_line() {
        for source in [
            "import a from './a.js';",
            "import * as a from './a.js';",
            "import { a } from 'a';",
            "export default 1;",
            "export * from './a.js';",
            "export { a } from './a.js';",
            "export let a = 1;",
            "export const a = 1, b = 2;",
            "export const { a } = b;",
            "const a = import(b);",
        ] {
            let fault = Module::read("a.js", &format!("\n{source}")).unwrap_err();
            assert!(fault.to_string().starts_with("a.js, line 2: "), "{source}: {fault}");
        }
    }
}
