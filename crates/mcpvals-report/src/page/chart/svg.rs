//! Elements of a drawing.

use std::fmt::{self, Write as _};

use super::Tone;
use crate::page::text;

/// A drawing under construction.
#[derive(Default)]
pub(super) struct Svg(String);

/// A number of a drawing: to a tenth, and never none.
#[derive(Clone, Copy)]
struct N(f64);

impl fmt::Display for N {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rounded = if self.0.is_finite() { (self.0 * 10.0).round() / 10.0 } else { 0.0 };
        // No `-0`.
        write!(f, "{}", rounded + 0.0)
    }
}

/// Where, and how large.
#[derive(Clone, Copy)]
pub(super) struct Area {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

impl Svg {
    pub(super) fn finish(self) -> String {
        self.0
    }

    fn push(&mut self, element: fmt::Arguments<'_>) {
        // Writing to a `String` cannot fail.
        let _ = self.0.write_fmt(element);
        self.0.push('\n');
    }

    /// A filled rectangle; what it says is shown beside the pointer.
    pub(super) fn rect(&mut self, area: Area, class: &str, says: &str) {
        let Area { x, y, width, height } = area;
        self.push(format_args!(
            "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\">{}</rect>",
            N(x),
            N(y),
            N(width.max(0.0)),
            N(height.max(0.0)),
            tip(says)
        ));
    }

    /// A rectangle in a tone, with the tone's lines over it.
    pub(super) fn toned(&mut self, area: Area, tone: Tone, says: &str) {
        self.rect(area, tone.class(), says);
        if tone.mark().is_some() && area.width > 2.0 {
            self.hatch(area, tone);
        }
    }

    /// Lines over an area: slanting, upright where nothing was found out, lying where it is not quite right.
    fn hatch(&mut self, area: Area, tone: Tone) {
        const STEP: f64 = 6.0;
        const LINES_MAX: usize = 400;
        let Area { x, y, width, height } = area;
        let mut path = String::new();
        match tone {
            Tone::Fair => {
                let _ = write!(path, "M{} {}h{}", N(x), N(y + height / 2.0), N(width));
            }
            Tone::Unknown => upright(&mut path, area, STEP),
            _ => {
                let mut from = x;
                for _ in 0..LINES_MAX {
                    if from >= x + width {
                        break;
                    }
                    let run = height.min(x + width - from);
                    let _ = write!(path, "M{} {}l{} {}", N(from), N(y + height), N(run), N(-run));
                    from += STEP;
                }
            }
        }
        self.path(&path, "mark");
    }

    pub(super) fn line(&mut self, (x1, y1): (f64, f64), (x2, y2): (f64, f64), class: &str) {
        self.push(format_args!(
            "<line class=\"{class}\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>",
            N(x1),
            N(y1),
            N(x2),
            N(y2)
        ));
    }

    pub(super) fn circle(&mut self, (x, y): (f64, f64), radius: f64, class: &str, says: &str) {
        self.push(format_args!(
            "<circle class=\"{class}\" cx=\"{}\" cy=\"{}\" r=\"{}\">{}</circle>",
            N(x),
            N(y),
            N(radius),
            tip(says)
        ));
    }

    pub(super) fn path(&mut self, path: &str, class: &str) {
        self.push(format_args!("<path class=\"{class}\" d=\"{path}\"/>"));
    }

    /// Words that begin, are centred or end here.
    pub(super) fn text(&mut self, (x, y): (f64, f64), anchor: &str, class: &str, words: &str) {
        self.push(format_args!(
            "<text class=\"{class}\" x=\"{}\" y=\"{}\" text-anchor=\"{anchor}\">{}</text>",
            N(x),
            N(y),
            text(words)
        ));
    }
}

fn upright(path: &mut String, area: Area, step: f64) {
    const LINES_MAX: usize = 400;
    let mut from = area.x + step / 2.0;
    for _ in 0..LINES_MAX {
        if from >= area.x + area.width {
            break;
        }
        let _ = write!(path, "M{} {}v{}", N(from), N(area.y), N(area.height));
        from += step;
    }
}

fn tip(says: &str) -> String {
    if says.is_empty() { String::new() } else { format!("<title>{}</title>", text(says)) }
}

/// Points of a path: `M1 2L3 4`.
pub(super) fn path_of(points: impl IntoIterator<Item = (f64, f64)>) -> String {
    let mut path = String::new();
    for (index, (x, y)) in points.into_iter().enumerate() {
        let _ = write!(path, "{}{} {}", if index == 0 { 'M' } else { 'L' }, N(x), N(y));
    }
    path
}

/// A share as it is drawn: between 0 and 1, and 0 where it is none.
pub(super) fn share(share: f64) -> f64 {
    if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 }
}

/// The counts and sizes that charts draw are small.
#[expect(clippy::cast_precision_loss, reason = "no drawing has 2^53 of anything")]
pub(super) fn f(n: usize) -> f64 {
    n as f64
}

/// A whole number of pixels.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "bounded above and below")]
pub(super) fn px(n: f64) -> u32 {
    n.clamp(0.0, 100_000.0).round() as u32
}
