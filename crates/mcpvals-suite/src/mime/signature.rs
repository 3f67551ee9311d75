//! What the first bytes say of a content that is no text.

use self::Format::{
    Adts, Aiff, Amr, Asf, Au, Avi, Avif, Bmp, Bzip2, Djvu, Dwg, Flac, Flv, Gif, Gzip, Heif, Icon, IsoMedia, Jp2, Jpeg,
    Jxl, Jxr, Matroska, Midi, Mp3, MpegStream, Ogg, Ole, Pdf, Png, Psd, Rar, SevenZip, Tar, Tiff, Wasm, Wav, Webp, Xz,
    Zip, Zstd,
};

/// A container, which several MIME types may share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Adts,
    Aiff,
    Amr,
    Asf,
    Au,
    Avi,
    Avif,
    Bmp,
    Bzip2,
    Djvu,
    Dwg,
    Flac,
    Flv,
    Gif,
    Gzip,
    Heif,
    Icon,
    /// MP4, `QuickTime` and what came of them.
    IsoMedia,
    Jp2,
    Jpeg,
    Jxl,
    Jxr,
    Matroska,
    Midi,
    Mp3,
    MpegStream,
    Ogg,
    /// Documents of Office before 2007, and later ones with a password.
    Ole,
    Pdf,
    Png,
    Psd,
    Rar,
    SevenZip,
    Tar,
    Tiff,
    Wasm,
    Wav,
    Webp,
    Xz,
    Zip,
    Zstd,
}

/// Do bytes that begin like it leave no doubt, or may others begin so, too?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Doubt {
    No,
    Yes,
}

/// Bytes with the place where they stand.
type Part = (usize, &'static [u8]);

const SIGNATURES: &[(Format, &[Part])] = &[
    (Png, &[(0, b"\x89PNG")]),
    (Jpeg, &[(0, b"\xff\xd8\xff")]),
    (Gif, &[(0, b"GIF8")]),
    (Webp, &[(0, b"RIFF"), (8, b"WEBP")]),
    (Bmp, &[(0, b"BM"), (6, b"\0\0\0\0")]),
    (Tiff, &[(0, b"II*\0")]),
    (Tiff, &[(0, b"MM\0*")]),
    (Tiff, &[(0, b"II+\0")]),
    (Tiff, &[(0, b"MM\0+")]),
    (Jxl, &[(0, b"\0\0\0\x0cJXL \r\n\x87\n")]),
    (Jp2, &[(0, b"\0\0\0\x0cjP  \r\n\x87\n")]),
    (Jp2, &[(0, b"\xff\x4f\xff\x51")]),
    (Psd, &[(0, b"8BPS")]),
    (Jxr, &[(0, b"II\xbc\x01")]),
    (Djvu, &[(0, b"AT&TFORM")]),
    (Dwg, &[(0, b"AC10")]),
    (Wav, &[(0, b"RIFF"), (8, b"WAVE")]),
    // Longer than 4 GiB (EBU Tech 3306, ITU-R BS.2088), and with the other order of bytes.
    (Wav, &[(0, b"RF64"), (8, b"WAVE")]),
    (Wav, &[(0, b"BW64"), (8, b"WAVE")]),
    (Wav, &[(0, b"RIFX"), (8, b"WAVE")]),
    (Avi, &[(0, b"RIFF"), (8, b"AVI ")]),
    (Midi, &[(0, b"RIFF"), (8, b"RMID")]),
    (Midi, &[(0, b"MThd")]),
    (Flac, &[(0, b"fLaC")]),
    (Ogg, &[(0, b"OggS")]),
    (Aiff, &[(0, b"FORM"), (8, b"AIFF")]),
    (Aiff, &[(0, b"FORM"), (8, b"AIFC")]),
    (Amr, &[(0, b"#!AMR")]),
    (Au, &[(0, b".snd\0")]),
    // What a player shows of a piece may stand before any of these.
    (Mp3, &[(0, b"ID3")]),
    (Adts, &[(0, b"ID3")]),
    (Flac, &[(0, b"ID3")]),
    (Matroska, &[(0, b"\x1a\x45\xdf\xa3")]),
    (Asf, &[(0, b"\x30\x26\xb2\x75\x8e\x66\xcf\x11")]),
    (Flv, &[(0, b"FLV\x01")]),
    (MpegStream, &[(0, b"\0\0\x01\xba")]),
    (MpegStream, &[(0, b"\0\0\x01\xb3")]),
    (Zip, &[(0, b"PK\x03\x04")]),
    (Zip, &[(0, b"PK\x05\x06")]),
    (Zip, &[(0, b"PK\x07\x08")]),
    (Zip, &[(0, b"PK00PK\x03\x04")]),
    (Gzip, &[(0, b"\x1f\x8b\x08")]),
    (Bzip2, &[(0, b"BZh")]),
    (Xz, &[(0, b"\xfd7zXZ\0")]),
    (Zstd, &[(0, b"\x28\xb5\x2f\xfd")]),
    (SevenZip, &[(0, b"7z\xbc\xaf\x27\x1c")]),
    (Rar, &[(0, b"Rar!\x1a\x07")]),
    (Tar, &[(257, b"ustar")]),
    (Ole, &[(0, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")]),
    (Pdf, &[(0, b"%PDF-")]),
    (Wasm, &[(0, b"\0asm")]),
];

/// Too short to tell of others, and enough for what says that it is this.
const DOUBTFUL: &[(Format, &[Part])] = &[
    (Bmp, &[(0, b"BM")]),
    (Icon, &[(0, b"\0\0\x01\0")]),
    (Icon, &[(0, b"\0\0\x02\0")]),
    (Jxl, &[(0, b"\xff\x0a")]),
    (MpegStream, &[(0, b"\x47"), (188, b"\x47")]),
];

/// Brands of pictures (ISO/IEC 23008-12, B; AVIF, 9); all others are of sound and film.
const HEIF: [&[u8]; 10] = [b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"hevm", b"hevs", b"jpeg", b"avci"];
const AVIF: [&[u8]; 3] = [b"avif", b"avis", b"avio"];
const ANY_PICTURE: [&[u8]; 3] = [b"mif1", b"mif2", b"msf1"];
/// The beginnings of `QuickTime` from before there were brands.
const ATOMS: [&[u8]; 6] = [b"moov", b"mdat", b"wide", b"free", b"skip", b"pnot"];

/// All that the bytes may be.
pub(super) fn formats(bytes: &[u8]) -> Vec<(Format, Doubt)> {
    let of = |table: &'static [(Format, &[Part])], doubt| {
        let begin =
            |parts: &[Part]| parts.iter().all(|(at, part)| bytes.get(*at..).is_some_and(|at| at.starts_with(part)));
        table.iter().filter(move |(_, parts)| begin(parts)).map(move |(format, _)| (*format, doubt))
    };
    let mut found: Vec<(Format, Doubt)> = of(SIGNATURES, Doubt::No).chain(of(DOUBTFUL, Doubt::Yes)).collect();
    found.extend(media(bytes));
    // Readers of PDF look for its beginning in the first kilobyte.
    let head = &bytes[..bytes.len().min(1024)];
    found.extend(head.windows(5).any(|part| part == b"%PDF-").then_some((Pdf, Doubt::Yes)));
    found
}

/// What the first box says: a length, a name and, of `ftyp`, the brands.
fn media(bytes: &[u8]) -> Vec<(Format, Doubt)> {
    let name = bytes.get(4..8).unwrap_or_default();
    if ATOMS.contains(&name) {
        return vec![(IsoMedia, Doubt::Yes)];
    }
    let length = bytes.first_chunk().map_or(0, |length| u32::from_be_bytes(*length));
    let length = usize::try_from(length).unwrap_or(usize::MAX).min(bytes.len());
    if name != b"ftyp" {
        return Vec::new();
    }
    let main = bytes.get(8..12).into_iter();
    let others = bytes.get(16..length).unwrap_or_default().chunks_exact(4);
    let brands: Vec<&[u8]> = main.chain(others).filter(|brand| *brand != b"\0\0\0\0").collect();
    let has = |known: &[&[u8]]| brands.iter().any(|brand| known.contains(brand));
    let is_picture = |brand: &&[u8]| HEIF.contains(brand) || AVIF.contains(brand) || ANY_PICTURE.contains(brand);
    let is_bare = has(&ANY_PICTURE) && !has(&HEIF) && !has(&AVIF);
    let may_be = [
        (Heif, has(&HEIF) || has(&ANY_PICTURE)),
        (Avif, has(&AVIF) || is_bare),
        (IsoMedia, !brands.first().is_some_and(is_picture)),
    ];
    may_be.into_iter().filter(|(_, may)| *may).map(|(format, _)| (format, Doubt::No)).collect()
}

impl Format {
    /// A MIME type for it, for a message.
    pub(super) fn mime_type(self) -> &'static str {
        match self {
            Adts => "audio/aac",
            Aiff => "audio/aiff",
            Amr => "audio/amr",
            Asf => "video/x-ms-asf",
            Au => "audio/basic",
            Avi => "video/x-msvideo",
            Avif => "image/avif",
            Bmp => "image/bmp",
            Bzip2 => "application/x-bzip2",
            Djvu => "image/vnd.djvu",
            Dwg => "image/vnd.dwg",
            Flac => "audio/flac",
            Flv => "video/x-flv",
            Gif => "image/gif",
            Gzip => "application/gzip",
            Heif => "image/heif",
            Icon => "image/vnd.microsoft.icon",
            IsoMedia => "video/mp4",
            Jp2 => "image/jp2",
            Jpeg => "image/jpeg",
            Jxl => "image/jxl",
            Jxr => "image/jxr",
            Matroska => "video/x-matroska",
            Midi => "audio/midi",
            Mp3 => "audio/mpeg",
            MpegStream => "video/mpeg",
            Ogg => "audio/ogg",
            Ole => "application/x-ole-storage",
            Pdf => "application/pdf",
            Png => "image/png",
            Psd => "image/vnd.adobe.photoshop",
            Rar => "application/vnd.rar",
            SevenZip => "application/x-7z-compressed",
            Tar => "application/x-tar",
            Tiff => "image/tiff",
            Wasm => "application/wasm",
            Wav => "audio/wav",
            Webp => "image/webp",
            Xz => "application/x-xz",
            Zip => "application/zip",
            Zstd => "application/zstd",
        }
    }
}
