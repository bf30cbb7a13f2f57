//! Enums whose variants have stable names.

/// Declares an enum with the stable name of each variant beside it. Of what follows from the names, it adds the items that
/// are listed: `ALL` has the variants in their order, `from_code` finds one by its name, and any other word gives the name.
#[doc(hidden)]
#[macro_export]
macro_rules! coded {
    (@ [] $vis:vis $name:ident $names:tt) => {};
    (@ [ALL $($more:ident)*] $vis:vis $name:ident [$($variant:ident = $code:literal)+]) => {
        impl $name {
            /// Every variant, in the order of declaration.
            $vis const ALL: [Self; [$($code),+].len()] = [$(Self::$variant),+];
        }
        $crate::coded!(@ [$($more)*] $vis $name [$($variant = $code)+]);
    };
    (@ [from_code $($more:ident)*] $vis:vis $name:ident [$($variant:ident = $code:literal)+]) => {
        impl $name {
            /// Returns the variant with this stable name, or `None` if there is none.
            $vis fn from_code(code: &str) -> Option<Self> {
                match code {
                    $($code => Some(Self::$variant),)+
                    _ => None,
                }
            }
        }
        $crate::coded!(@ [$($more)*] $vis $name [$($variant = $code)+]);
    };
    (@ [$get:ident $($more:ident)*] $vis:vis $name:ident [$($variant:ident = $code:literal)+]) => {
        impl $name {
            /// Returns the stable name.
            $vis const fn $get(self) -> &'static str {
                match self {
                    $(Self::$variant => $code,)+
                }
            }
        }
        $crate::coded!(@ [$($more)*] $vis $name [$($variant = $code)+]);
    };
    ($(#[$meta:meta])* $vis:vis enum $name:ident: $($item:ident),+ {
        $($(#[$about:meta])* $variant:ident = $code:literal,)+
    }) => {
        $(#[$meta])*
        $vis enum $name {
            $($(#[$about])* $variant,)+
        }
        $crate::coded!(@ [$($item)+] $vis $name [$($variant = $code)+]);
    };
}
