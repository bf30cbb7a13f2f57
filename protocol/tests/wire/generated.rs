//! Tests that the generated files in the repository match the types.

use std::collections::BTreeMap;
use std::fs;

use serde_json::Value;

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

/// The fields of an object type, each with `true` if it may be left out.
type Fields = BTreeMap<String, bool>;

/// The shapes of each type by name: one for a struct, several for a union.
type Shapes = BTreeMap<String, Vec<Fields>>;

#[test]
fn schema_and_typescript_agree_on_what_may_be_left_out() {
    let typescript = typescript_shapes(&reference::typescript::declarations());
    let mut compared = 0;
    for root in reference::schema::roots() {
        for (name, shapes) in schema_shapes(root.schema.as_value()) {
            assert_eq!(typescript.get(&name), Some(&shapes), "{name} in {}.json", root.file);
            compared += 1;
        }
    }
    assert!(compared > 60, "only {compared} types were compared");
}

/// Reads the layout written by the generator: one field or one union member per line.
fn typescript_shapes(text: &str) -> Shapes {
    let mut members: BTreeMap<String, Vec<(Fields, Option<String>)>> = BTreeMap::new();
    let mut name = String::new();
    for line in text.lines() {
        let line = line.trim();
        if let Some(declaration) = line.strip_prefix("export type ") {
            let (new_name, body) = declaration.split_once(" =").unwrap();
            new_name.clone_into(&mut name);
            if body == " {" {
                members.entry(name.clone()).or_default().push((Fields::new(), None));
            }
        } else if let Some(member) = line.strip_prefix("| {") {
            let (inline, other) = member.split_once('}').unwrap_or((member, ""));
            let mut fields = Fields::new();
            note_field(inline, &mut fields);
            let other = other.trim_end_matches(';').trim().strip_prefix("& ");
            members
                .entry(name.clone())
                .or_default()
                .push((fields, other.map(str::to_owned)));
        } else if let Some((fields, _)) = members.get_mut(&name).and_then(|all| all.last_mut()) {
            note_field(line, fields);
        }
    }
    let expand = |(fields, other): &(Fields, Option<String>)| {
        let mut fields = fields.clone();
        if let Some(other) = other {
            fields.extend(members[other][0].0.clone());
        }
        fields
    };
    let shapes = members.iter();
    shapes
        .map(|(name, all)| (name.clone(), all.iter().map(expand).collect()))
        .collect()
}

fn note_field(line: &str, fields: &mut Fields) {
    if line.starts_with("/*") || line.starts_with('*') {
        return;
    }
    if let Some((field, _)) = line.split_once(": ") {
        let name = field.trim().trim_end_matches('?');
        fields.insert(name.to_owned(), field.ends_with('?'));
    }
}

/// Returns every object type of a schema, by name.
fn schema_shapes(root: &Value) -> Shapes {
    let mut shapes = Shapes::new();
    let definitions = root["$defs"].as_object().into_iter().flatten();
    let title = root["title"].as_str().unwrap();
    for (name, schema) in definitions.chain([(&title.to_owned(), root)]) {
        let of_schema: Vec<Fields> = match schema["oneOf"].as_array() {
            Some(members) => members.iter().filter_map(|member| fields(root, member)).collect(),
            None => fields(root, schema).into_iter().collect(),
        };
        if !of_schema.is_empty() {
            shapes.insert(name.clone(), of_schema);
        }
    }
    shapes
}

fn fields(root: &Value, schema: &Value) -> Option<Fields> {
    let properties = schema["properties"].as_object()?;
    let required: Vec<&str> = schema["required"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let mut all: Fields = properties
        .keys()
        .map(|name| (name.clone(), !required.contains(&name.as_str())))
        .collect();
    if let Some(path) = schema["$ref"].as_str() {
        let other = root.pointer(path.trim_start_matches('#')).unwrap();
        all.extend(fields(root, other).unwrap());
    }
    Some(all)
}
