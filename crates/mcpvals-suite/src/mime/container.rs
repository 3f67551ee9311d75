//! Which containers a MIME type may have.

use super::signature::Format::{
    self, Adts, Aiff, Amr, Asf, Au, Avi, Avif, Bmp, Bzip2, Djvu, Dwg, Flac, Flv, Gif, Gzip, Heif, Icon, IsoMedia, Jp2,
    Jpeg, Jxl, Jxr, Matroska, Midi, Mp3, MpegStream, Ogg, Ole, Pdf, Png, Psd, Rar, SevenZip, Tar, Tiff, Wasm, Wav,
    Webp, Xz, Zip, Zstd,
};

/// What the bytes of a type may be.
pub(super) struct Container {
    pub(super) any_of: &'static [Format],
    /// Is there no other beginning?
    pub(super) is_certain: bool,
}

impl Container {
    /// Of a MIME type without parameters, in lower case; `None` of those that are not known.
    pub(super) fn of(essence: &str) -> Option<Self> {
        certain(essence)
            .map(|any_of| Self { any_of, is_certain: true })
            .or_else(|| open(essence).map(|any_of| Self { any_of, is_certain: false }))
    }
}

/// Types whose first bytes leave no doubt.
fn certain(essence: &str) -> Option<&'static [Format]> {
    Some(match essence {
        "image/png" | "image/x-png" | "image/apng" | "image/vnd.mozilla.apng" => &[Png],
        "image/jpeg" | "image/jpg" | "image/pjpeg" | "image/x-jpeg" | "image/x-citrix-jpeg" => &[Jpeg],
        "image/gif" => &[Gif],
        "image/webp" => &[Webp],
        "image/bmp" | "image/x-bmp" | "image/x-ms-bmp" | "image/x-windows-bmp" => &[Bmp],
        "image/vnd.adobe.photoshop" | "image/psd" | "image/x-psd" | "image/x-photoshop" => &[Psd],
        "audio/wav" | "audio/wave" | "audio/x-wav" | "audio/vnd.wave" | "audio/x-pn-wav" => &[Wav],
        "audio/flac" | "audio/x-flac" => &[Flac],
        "audio/ogg" | "video/ogg" | "application/ogg" | "audio/x-ogg" | "video/x-ogg" | "application/x-ogg"
        | "audio/x-vorbis+ogg" | "audio/x-opus+ogg" | "audio/x-speex+ogg" | "video/x-theora+ogg" => &[Ogg],
        "audio/aiff" | "audio/x-aiff" => &[Aiff],
        "audio/webm" | "video/webm" | "audio/matroska" | "video/matroska" | "audio/x-matroska" | "video/x-matroska" => {
            &[Matroska]
        }
        "video/x-msvideo" | "video/msvideo" | "video/avi" | "video/vnd.avi" | "video/x-avi" => &[Avi],
        "video/x-flv" => &[Flv],
        "video/x-ms-wmv" | "video/x-ms-asf" | "audio/x-ms-wma" | "application/vnd.ms-asf" => &[Asf],
        "application/pdf" | "application/x-pdf" => &[Pdf],
        "application/gzip" | "application/x-gzip" => &[Gzip],
        "application/x-bzip2" | "application/x-bzip" => &[Bzip2],
        "application/x-xz" => &[Xz],
        "application/x-7z-compressed" => &[SevenZip],
        "application/vnd.rar" | "application/x-rar" | "application/x-rar-compressed" => &[Rar],
        "application/wasm" => &[Wasm],
        "application/zip" | "application/x-zip" | "application/x-zip-compressed" => &[Zip],
        _ if essence.starts_with("application/vnd.openxmlformats-officedocument.") => &[Zip, Ole],
        _ if essence.starts_with("application/vnd.oasis.opendocument.") && !essence.ends_with("-flat-xml") => &[Zip],
        _ if essence.ends_with("+zip") => &[Zip],
        _ if essence.ends_with("+gzip") => &[Gzip],
        _ => return None,
    })
}

/// Types that may begin with other bytes, too.
fn open(essence: &str) -> Option<&'static [Format]> {
    Some(match essence {
        "image/tiff" | "image/tiff-fx" | "image/x-tiff" | "image/tif" | "image/x-canon-cr2" | "image/x-nikon-nef"
        | "image/x-adobe-dng" | "image/x-sony-arw" => &[Tiff],
        "image/heic" | "image/heic-sequence" => &[Heif],
        "image/heif" | "image/heif-sequence" => &[Heif, Avif],
        "image/avif" | "image/avif-sequence" => &[Avif],
        // Browsers take any of these for an icon.
        "image/vnd.microsoft.icon" | "image/x-icon" | "image/ico" | "image/icon" | "image/x-win-bitmap" => {
            &[Icon, Png, Gif, Bmp]
        }
        "image/jxl" => &[Jxl],
        "image/jp2" | "image/jpx" | "image/jpm" | "image/jph" | "image/j2c" | "image/x-jp2" | "image/jpeg2000" => {
            &[Jp2]
        }
        "image/jxr" | "image/vnd.ms-photo" => &[Jxr],
        "image/vnd.djvu" | "image/x-djvu" => &[Djvu],
        "image/vnd.dwg" | "image/x-dwg" => &[Dwg],
        "audio/mpeg" | "audio/mp3" | "audio/x-mp3" | "audio/x-mpeg" | "audio/mpeg3" | "audio/x-mpeg-3"
        | "audio/mpa" => &[Mp3],
        "audio/aac" | "audio/aacp" | "audio/x-aac" | "audio/x-hx-aac-adts" => &[Adts, IsoMedia],
        "audio/midi" | "audio/x-midi" | "audio/mid" | "audio/sp-midi" => &[Midi],
        "audio/amr" | "audio/amr-wb" | "audio/x-amr" => &[Amr, IsoMedia],
        "audio/basic" | "audio/x-au" => &[Au],
        // These name a codec, which may be sent in a container or without one.
        "audio/opus" | "audio/vorbis" | "audio/speex" => &[Ogg, Matroska, IsoMedia],
        "audio/mp4" | "video/mp4" | "application/mp4" | "audio/m4a" | "audio/x-m4a" | "video/m4v" | "video/x-m4v"
        | "audio/x-m4b" | "video/quicktime" | "audio/quicktime" | "audio/3gpp" | "video/3gpp" | "audio/3gpp2"
        | "video/3gpp2" => &[IsoMedia],
        "video/mpeg" | "video/mpg" | "video/x-mpeg" | "video/mp2t" | "video/mp2p" | "video/mp1s" => &[MpegStream],
        "application/java-archive"
        | "application/x-java-archive"
        | "application/vnd.android.package-archive"
        | "image/openraster" => &[Zip],
        "application/x-tar" | "application/x-gtar" | "application/x-ustar" => &[Tar],
        "application/zstd" | "application/x-zstd" => &[Zstd],
        _ => return None,
    })
}
