//! The macro that turns the table of acts into [`Deed`](super::Deed), with its facts and the director's part.

macro_rules! deeds {
    ($(
        $deed:ident $fields:tt = $name:literal {
            law: $lines:expr,
            rule: $rule:expr,
            undo: $undo:expr,
            director: |$ruling:pat_param| $told:expr,
        }
    )*) => {
        /// An action of officials, without its arguments.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Deed {
            $(
                #[doc = concat!("`", $name, "`.")]
                $deed,
            )*
        }

        impl Deed {
            /// All deeds.
            pub const ALL: &[Self] = &[$(Self::$deed),*];

            /// Returns the deed of an action.
            pub const fn of(action: &FloorAction) -> Self {
                match action {
                    $(FloorAction::$deed { .. } => Self::$deed,)*
                }
            }

            /// Returns its word in the protocol.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$deed => $name,)*
                }
            }

            /// Returns the lines of the law that allow it.
            pub(crate) const fn lines(self) -> &'static [LawEntry] {
                match self {
                    $(Self::$deed => {
                        const LINES: &[LawEntry] = $lines;
                        LINES
                    })*
                }
            }

            /// Returns the rule it rests on, if there is one that holds for all its acts.
            pub(crate) const fn rule(self) -> Option<&'static str> {
                match self {
                    $(Self::$deed => $rule,)*
                }
            }

            /// Returns the way to undo it.
            pub(crate) const fn undo(self) -> Undo {
                match self {
                    $(Self::$deed => $undo,)*
                }
            }
        }

        /// Returns what the director is told of an action.
        fn told(action: &FloorAction, ruling: Ruling) -> Result<DirectorPart, BadCommand> {
            Ok(match action {
                $(FloorAction::$deed $fields => {
                    let $ruling = ruling;
                    $told
                })*
            })
        }
    };
}

pub(super) use deeds;
