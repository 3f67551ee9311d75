//! In which language is it said? The weights were learnt from English for the most part.

use super::super::symbols::Sentence;

/// A language, as far as it matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tongue {
    English,
    Other,
    /// No sentence of any: names, links, code.
    None,
}

/// Words that hold English sentences together, and those of other languages in the same letters.
const ENGLISH: &[&str] = &[
    "the", "of", "to", "a", "an", "and", "in", "is", "are", "be", "been", "for", "with", "by", "as", "on", "or", "not",
    "no", "this", "that", "these", "those", "from", "at", "when", "if", "unless", "until", "must", "should", "shall",
    "can", "will", "you", "your", "any", "all", "each", "every", "it", "its", "into", "than", "then", "there", "which",
    "who", "what", "where", "how", "has", "have", "do", "does", "before", "after", "but", "so", "only", "also",
    "without", "never", "always", "them", "they", "their", "we", "our", "was", "were", "may", "such", "via", "through",
    "under", "over", "other", "them", "him", "her", "his", "i", "me", "my", "don't", "out", "up", "whatever",
];
const OTHERS: &[&str] = &[
    "de", "la", "el", "los", "las", "del", "que", "y", "se", "por", "con", "para", "un", "una", "su", "al", "lo", "es",
    "como", "der", "die", "das", "und", "den", "dem", "des", "ist", "nicht", "mit", "von", "zu", "auf", "für", "im",
    "ein", "eine", "einen", "wird", "werden", "oder", "bei", "sich", "le", "les", "et", "est", "dans", "pour", "du",
    "au", "ne", "pas", "qui", "sur", "par", "aux", "e", "o", "os", "da", "em", "não", "com", "um", "uma", "il", "di",
    "che", "per", "non", "gli", "sono", "della", "w", "z", "się", "jest", "nie", "na", "het", "een", "van", "en",
    "niet", "voor", "wordt", "ve", "bir", "için", "bu", "att", "och", "det", "är", "på", "og", "av", "til", "ja", "ei",
    "on", "že", "je",
];

pub(super) fn of(sentences: &[Sentence]) -> Tongue {
    let (mut words, mut english, mut others, mut far) = (0, 0, 0, 0);
    for word in sentences.iter().flat_map(|sentence| sentence.words.split_ascii_whitespace()) {
        words += 1;
        english += usize::from(ENGLISH.contains(&word));
        others += usize::from(OTHERS.contains(&word));
        // Symbols stand for names.
        far += usize::from(
            word.chars().nth(1).is_some() && word.chars().any(|c| c.is_alphabetic() && u32::from(c) > 0x24f),
        );
    }
    match () {
        () if far * 3 > words || others > english => Tongue::Other,
        () if english * 8 >= words => Tongue::English,
        () => Tongue::None,
    }
}
