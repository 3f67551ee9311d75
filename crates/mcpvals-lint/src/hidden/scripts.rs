//! Which letters are whose, as far as hiding goes.

/// Is it written from right to left?
pub(super) fn is_right_to_left(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' | '\u{10800}'..='\u{10fff}'
        | '\u{1e800}'..='\u{1efff}')
}

/// Do its writers use joiners and non-joiners within words (Unicode, 23.2)?
pub(super) fn has_joiners(c: char) -> bool {
    is_right_to_left(c)
        || matches!(c, '\u{900}'..='\u{dff}' | '\u{f00}'..='\u{109f}' | '\u{1780}'..='\u{18af}' | '\u{a840}'..='\u{abff}')
}

/// Do its writers put no blanks between words, so that breaks may be marked by what has no width?
pub(super) fn has_no_blanks(c: char) -> bool {
    matches!(c, '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{2e80}'..='\u{9fff}'
        | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// Can it be a part of an emoji? Digits are, before their keycap.
pub(super) fn is_pictograph(c: char) -> bool {
    matches!(c, '\u{1f000}'..='\u{1faff}' | '\u{2190}'..='\u{2bff}' | '\u{3030}' | '\u{303d}' | '\u{3297}' | '\u{3299}'
        | '\u{a9}' | '\u{ae}' | '\u{203c}' | '\u{2049}' | '\u{2122}' | '\u{2139}')
}

/// A variation selector's number, from 0 (Unicode, 23.4).
pub(super) fn variation(c: char) -> Option<u8> {
    match c {
        '\u{fe00}'..='\u{fe0f}' => u8::try_from(u32::from(c) - 0xfe00).ok(),
        '\u{e0100}'..='\u{e01ef}' => u8::try_from(u32::from(c) - 0xe0100 + 16).ok(),
        _ => None,
    }
}

/// The letter that a tag stands for (Unicode, 23.9).
pub(super) fn tag(c: char) -> Option<char> {
    matches!(c, '\u{e0000}'..='\u{e007f}').then(|| char::from_u32(u32::from(c) - 0xe0000)).flatten()
}

/// Has it no ink and no width, and is none of the above?
pub(super) fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200d}' | '\u{2060}'..='\u{2065}' | '\u{206a}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{fff9}'..='\u{fffb}' | '\u{e0080}'..='\u{e00ff}' | '\u{e01f0}'..='\u{e0fff}')
}

/// Has it no ink at all: a tag, a selector, a mark of direction, or one of the above?
pub(crate) fn has_no_ink(c: char) -> bool {
    let is_direction =
        matches!(c, '\u{200e}' | '\u{200f}' | '\u{61c}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    is_direction || is_invisible(c) || tag(c).is_some() || variation(c).is_some()
}

/// Is it of private use: whatever whoever writes it wants it to mean?
pub(super) fn is_private(c: char) -> bool {
    matches!(c, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{ffffd}' | '\u{100000}'..='\u{10fffd}')
}
