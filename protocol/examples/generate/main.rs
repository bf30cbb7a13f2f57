//! Writes every file that is generated from the wire types.

mod reference;

use std::fs;
use std::io;

fn main() -> io::Result<()> {
    for file in reference::files()? {
        let path = reference::repository().join(&file.path);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(&path, file.text)?;
        println!("{}", file.path.display());
    }
    Ok(())
}
