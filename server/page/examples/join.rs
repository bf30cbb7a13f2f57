//! Writes the joined page to a folder, for inspection: `cargo run -p poker-page --example join -- server/web /tmp/page`.

use std::path::Path;
use std::{env, error, fs};

use poker_page::{Effort, brotli, gzip, join};

fn main() -> Result<(), Box<dyn error::Error>> {
    let mut arguments = env::args().skip(1);
    let (Some(source), Some(target)) = (arguments.next(), arguments.next()) else {
        return Err("say from which folder into which".into());
    };
    for file in join(Path::new(&source))?.files {
        let path = Path::new(&target).join(&file.path);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let (br, gz) = (brotli(&file.body, Effort::Full), gzip(&file.body, Effort::Full));
        println!(
            "{:>7} {:>6} gz {:>6} br {}",
            file.body.len(),
            gz.len(),
            br.len(),
            file.path
        );
        fs::write(path, file.body)?;
    }
    Ok(())
}
