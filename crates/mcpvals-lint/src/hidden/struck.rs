//! Letters that are struck out or drawn over, and letters as flags.

use super::{Hidden, Way};

/// Fewer letters that are struck out are a price or a slip.
const STRUCK_MIN: usize = 12;
/// Fewer letters as flags spell nothing.
const FLAGS_MIN: usize = 8;

pub(super) fn find(text: &str) -> Vec<Hidden> {
    struck(text).into_iter().chain(flags(text)).collect()
}

/// From the first to the last of letters that have a stroke through them, or more marks than one.
fn struck(text: &str) -> Option<Hidden> {
    let mut places: Vec<usize> = Vec::new();
    let (mut letter, mut marks) = (None, 0);
    for (at, c) in text.char_indices() {
        if c.is_ascii_alphanumeric() {
            (letter, marks) = (Some(at), 0);
        } else if !is_mark(c) {
            letter = None;
        } else if let Some(of) = letter {
            marks += 1;
            if (is_stroke(c) || marks > 1) && places.last() != Some(&of) {
                places.push(of);
            }
        }
    }
    if places.len() < STRUCK_MIN {
        return None;
    }
    let (start, last) = (*places.first()?, *places.last()?);
    let end = text[last + 1..].find(|c| !is_mark(c)).map_or(text.len(), |length| last + 1 + length);
    let says = text[start..end].chars().filter(|c| !is_mark(*c)).collect();
    Some(Hidden::new(Way::Styled, start..end).saying(says))
}

/// Is it drawn over the letter before it, which stays what it is?
fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{20d0}'..='\u{20f0}')
}

/// Is it drawn through, under or around the letter before it, as no alphabet of Latin letters has it?
pub(crate) fn is_stroke(c: char) -> bool {
    matches!(c, '\u{305}' | '\u{332}'..='\u{338}' | '\u{33f}' | '\u{346}'..='\u{34e}' | '\u{350}'..='\u{357}'
        | '\u{20d0}'..='\u{20dc}' | '\u{20e5}'..='\u{20ef}')
}

/// Letters of which two are a flag, where they spell words instead.
fn flags(text: &str) -> Option<Hidden> {
    if !are_letters(text) {
        return None;
    }
    let mut letters = text.char_indices().filter_map(|(at, c)| Some((at, regional(c)?)));
    let (start, first) = letters.next()?;
    let (mut says, mut end) = (String::from(first), start + 4);
    for (at, letter) in letters {
        if at > end {
            says.push(' ');
        }
        says.push(letter);
        end = at + 4;
    }
    Some(Hidden::new(Way::Styled, start..end).saying(says))
}

/// Are there many, some of which are no flag of a country?
pub(crate) fn are_letters(text: &str) -> bool {
    let (mut count, mut odd) = (0, 0);
    let mut one = None;
    for letter in text.chars().map(regional) {
        match (one.take(), letter) {
            (None, Some(letter)) => one = Some(letter),
            (Some(first), Some(letter)) => odd += usize::from(!is_country(first, letter)),
            (Some(_), None) => odd += 1,
            (None, None) => {}
        }
        count += usize::from(letter.is_some());
    }
    count >= FLAGS_MIN && (odd + usize::from(one.is_some())) * 4 >= count / 2
}

/// The letter that it is in the code of a region.
pub(crate) fn regional(c: char) -> Option<char> {
    let number = u32::from(c).checked_sub(0x1f1e6).filter(|number| *number < 26)?;
    char::from_u32(0x61 + number)
}

fn is_country(one: char, other: char) -> bool {
    COUNTRIES.split(' ').any(|country| country.chars().eq([one, other]))
}

/// Those that have a flag (ISO 3166-1, and those that are reserved).
const COUNTRIES: &str = "ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bl bm bn bo bq br bs bt \
    bv bw by bz ca cc cd cf cg ch ci ck cl cm cn co cp cr cu cv cw cx cy cz de dg dj dk dm do dz ea ec ee eg eh er es et eu \
    fi fj fk fm fo fr ga gb gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu ic id ie il im in io iq ir \
    is it je jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mf mg mh mk ml mm mn mo \
    mp mq mr ms mt mu mv mw mx my mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re \
    ro rs ru rw sa sb sc sd se sg sh si sj sk sl sm sn so sr ss st sv sx sy sz ta tc td tf tg th tj tk tl tm tn to tr tt tv \
    tw tz ua ug um un us uy uz va vc ve vg vi vn vu wf ws xk ye yt za zm zw";
