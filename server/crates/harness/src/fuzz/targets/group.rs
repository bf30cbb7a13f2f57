//! Fuzz targets for the bytes in the database.

use poker_store::sqlite::group::{self, GroupWriter, StepRecord};
use poker_store::sqlite::packing;
use poker_store::{HASH_BYTES, Sealer, SecretKey, StepKind, TableId};

use crate::fuzz::Seen;

/// Reads a group of steps, and a packed hand. A group that can be read can be written and read again.
pub(in crate::fuzz) fn group(input: &[u8], seen: &mut Seen) {
    if let Some(text) = packing::unpack(input) {
        seen.note(("unpacked", text.len().checked_ilog2()));
        let again = packing::unpack(&packing::Packer::new().pack(&text));
        assert_eq!(again.as_deref(), Some(&*text), "a text can be packed");
    }
    let Some(steps) = seen.outcome(group::read(input)) else {
        return;
    };
    let mut writer = GroupWriter::with_capacity(steps.first().map_or("", |step| step.program), input.len());
    let sealer = Sealer::new(&SecretKey::of([7; 32]));
    for step in &steps {
        writer.push(step);
        let opened = step.open(&sealer);
        seen.note((
            step.holds(),
            step.kind.code(),
            step.hand_no.is_some(),
            step.sealed.is_some(),
        ));
        seen.note(opened.secret.is_some());
    }
    seen.note(steps.len());
    if !steps.is_empty() {
        assert_eq!(group::read(&writer.finish()).as_ref(), Ok(&steps), "a group reads back");
    }
}

/// A group, and a packed text.
pub(in crate::fuzz) fn group_seeds() -> Vec<Vec<u8>> {
    let program = "0.1.0+1f2e3d4c";
    let written = || {
        let mut step = StepRecord {
            program,
            table: TableId(300),
            step: 1,
            epoch: 2,
            format: 1,
            first_seq: 0,
            hand_no: Some(1 << 40),
            kind: StepKind::Hand,
            command: b"{\"at\":1,\"do\":{\"kind\":\"pause\"}}",
            events: b"[{\"kind\":\"paused\"}]",
            sealed: None,
            prev_group: 7,
            prev_hash: [1; HASH_BYTES],
            hash: [0; HASH_BYTES],
        };
        step.hash = step.computed_hash();
        let mut writer = GroupWriter::with_capacity(program, 0);
        writer.push(&step);
        writer.push(&StepRecord {
            sealed: Some(b"sealed"),
            hand_no: None,
            kind: StepKind::Table,
            ..step
        });
        writer.finish()
    };
    vec![written(), packing::Packer::new().pack("{\"kind\":\"action_taken\"}")]
}
