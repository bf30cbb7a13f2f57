//! Plots as inline SVG, coloured by the page's style sheet.

use std::fmt::Write as _;

/// A named line of points.
pub(crate) struct Line<'a> {
    /// Its name in the legend.
    pub(crate) name: &'a str,
    /// Its points, from left to right.
    pub(crate) points: Vec<(f64, f64)>,
}

/// How an axis is divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scale {
    /// Evenly, from 0.
    Linear,
    /// By powers of ten.
    Log,
}

/// A plot.
pub(crate) struct Plot<'a> {
    /// What it shows.
    pub(crate) title: &'a str,
    /// What the horizontal axis counts.
    pub(crate) x_label: &'a str,
    /// What the vertical axis counts.
    pub(crate) y_label: &'a str,
    /// How the vertical axis is divided.
    pub(crate) y_scale: Scale,
    /// Marks of the horizontal axis with their text; evenly spaced ones if empty.
    pub(crate) x_marks: Vec<(f64, String)>,
    /// The lines.
    pub(crate) lines: Vec<Line<'a>>,
    /// Where figures begin to count; what is left of it is shaded.
    pub(crate) warm_until: Option<f64>,
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 260.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 40.0;

/// How many lines have a colour of their own in the style sheet.
const COLOURS: usize = 5;

impl Plot<'_> {
    /// The plot with its heading and legend.
    pub(crate) fn figure(&self) -> String {
        let mut legend = String::new();
        if self.lines.len() > 1 {
            for (index, line) in self.lines.iter().enumerate() {
                let colour = index % COLOURS;
                let name = escape(line.name);
                let _ = write!(legend, "<span><i class=\"key c{colour}\"></i>{name}</span>");
            }
        }
        let title = escape(self.title);
        format!(
            "<figure><figcaption>{title}<span class=\"legend\">{legend}</span></figcaption>{}</figure>\n",
            self.svg()
        )
    }

    fn svg(&self) -> String {
        let points = || self.lines.iter().flat_map(|line| &line.points);
        let x_min = points().map(|point| point.0).fold(f64::INFINITY, f64::min);
        let x_max = points().map(|point| point.0).fold(f64::NEG_INFINITY, f64::max);
        if !x_min.is_finite() || !x_max.is_finite() {
            return "<p class=\"empty\">nothing was measured</p>".to_owned();
        }
        let marks = ticks(self.y_scale, points().map(|point| point.1));
        let (y_min, y_max) = (marks[0], marks[marks.len() - 1]);
        let x_span = (x_max - x_min).max(1e-9);
        let x_of = |x: f64| LEFT + (x - x_min) / x_span * (WIDTH - LEFT - RIGHT);
        let y_of = |y: f64| {
            let (low, high, at) = match self.y_scale {
                Scale::Linear => (y_min, y_max, y),
                Scale::Log => (y_min.log10(), y_max.log10(), y.max(y_min).log10()),
            };
            TOP + (1.0 - (at - low) / (high - low).max(1e-9)) * (HEIGHT - TOP - BOTTOM)
        };
        let mut svg = format!(
            "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{}\">",
            escape(&format!("{}: {} over {}", self.title, self.y_label, self.x_label))
        );
        if let Some(until) = self.warm_until.filter(|until| *until > x_min) {
            let (x, height) = (x_of(x_min), HEIGHT - TOP - BOTTOM);
            let width = x_of(until.min(x_max)) - x;
            let _ = write!(
                svg,
                "<rect class=\"warm\" x=\"{x:.1}\" y=\"{TOP}\" width=\"{width:.1}\" height=\"{height}\"/>"
            );
        }
        grid(&mut svg, &marks, y_of);
        for (x, text) in self.x_marks(x_min, x_max) {
            let _ = write!(
                svg,
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                x_of(x),
                HEIGHT - BOTTOM + 16.0,
                escape(&text)
            );
        }
        let (x, y) = ((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 6.0);
        let _ = write!(
            svg,
            "<text class=\"axis\" x=\"{x}\" y=\"{y}\" text-anchor=\"middle\">{}</text>",
            escape(self.x_label)
        );
        let y = TOP + (HEIGHT - TOP - BOTTOM) / 2.0;
        let _ = write!(
            svg,
            "<text class=\"axis\" transform=\"translate(13 {y}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
            escape(self.y_label)
        );
        for (index, line) in self.lines.iter().enumerate() {
            let colour = index % COLOURS;
            let path: Vec<String> = line
                .points
                .iter()
                .map(|(x, y)| format!("{:.1},{:.1}", x_of(*x), y_of(*y)))
                .collect();
            let _ = write!(
                svg,
                "<polyline class=\"line c{colour}\" points=\"{}\"><title>{}</title></polyline>",
                path.join(" "),
                escape(line.name)
            );
        }
        svg.push_str("</svg>");
        svg
    }

    fn x_marks(&self, x_min: f64, x_max: f64) -> Vec<(f64, String)> {
        if !self.x_marks.is_empty() {
            return self
                .x_marks
                .iter()
                .filter(|(x, _)| (x_min..=x_max).contains(x))
                .cloned()
                .collect();
        }
        let step = step(x_max - x_min, 8.0);
        let mut marks = Vec::new();
        let mut x = (x_min / step).ceil() * step;
        while x <= x_max + step * 1e-6 {
            marks.push((x, number(x)));
            x += step;
        }
        marks
    }
}

/// A histogram as bars of equal width: a label and a height for each.
pub(crate) fn bars(title: &str, x_label: &str, y_label: &str, bars: &[(String, f64)]) -> String {
    let title = escape(title);
    let total: f64 = bars.iter().map(|bar| bar.1).sum();
    if total <= 0.0 {
        return format!(
            "<figure><figcaption>{title}</figcaption><p class=\"empty\">nothing was measured</p></figure>\n"
        );
    }
    let marks = ticks(Scale::Linear, bars.iter().map(|bar| bar.1));
    let top = marks[marks.len() - 1].max(1e-9);
    let y_of = |y: f64| TOP + (1.0 - y / top) * (HEIGHT - TOP - BOTTOM);
    let width = (WIDTH - LEFT - RIGHT) / bars.len() as f64;
    let label = escape(&format!("{title}: {y_label} by {x_label}"));
    let mut svg = format!("<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{label}\">");
    grid(&mut svg, &marks, y_of);
    let labelled = bars.len().div_ceil(12).max(1);
    for (index, (name, height)) in bars.iter().enumerate() {
        let x = LEFT + width * index as f64;
        let y = y_of(*height);
        let _ = write!(
            svg,
            "<rect class=\"bar\" x=\"{:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\"><title>{}: {}</title></rect>",
            x + 1.0,
            (width - 2.0).max(0.5),
            y_of(0.0) - y,
            escape(name),
            number(*height)
        );
        if index % labelled == 0 {
            let (x, y) = (x + width / 2.0, HEIGHT - BOTTOM + 16.0);
            let _ = write!(
                svg,
                "<text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\">{}</text>",
                escape(name)
            );
        }
    }
    let (x, y) = ((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 6.0);
    let _ = write!(
        svg,
        "<text class=\"axis\" x=\"{x}\" y=\"{y}\" text-anchor=\"middle\">{}</text>",
        escape(x_label)
    );
    let y = TOP + (HEIGHT - TOP - BOTTOM) / 2.0;
    let _ = write!(
        svg,
        "<text class=\"axis\" transform=\"translate(13 {y}) rotate(-90)\" text-anchor=\"middle\">{}</text></svg>",
        escape(y_label)
    );
    format!("<figure><figcaption>{title}</figcaption>{svg}</figure>\n")
}

/// A line across with its value, for each mark.
fn grid(svg: &mut String, marks: &[f64], y_of: impl Fn(f64) -> f64) {
    for mark in marks {
        let (y, right, text) = (y_of(*mark), WIDTH - RIGHT, number(*mark));
        let _ = write!(
            svg,
            "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{right}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{text}</text>",
            LEFT - 6.0,
            y + 4.0
        );
    }
}

/// The marks of an axis that holds these values.
fn ticks(scale: Scale, values: impl Iterator<Item = f64>) -> Vec<f64> {
    let values: Vec<f64> = values.filter(|value| value.is_finite()).collect();
    let max = values.iter().copied().fold(0.0, f64::max);
    match scale {
        Scale::Linear => {
            let step = step(max, 5.0);
            let count = (max / step).ceil().max(1.0);
            let mut marks = vec![0.0];
            while marks.len() as f64 <= count {
                marks.push(step * marks.len() as f64);
            }
            marks
        }
        Scale::Log => {
            let least = values
                .iter()
                .copied()
                .filter(|value| *value > 0.0)
                .fold(f64::INFINITY, f64::min);
            let low = if least.is_finite() { least.log10().floor() } else { 0.0 };
            let high = max.max(1e-9).log10().ceil().max(low + 1.0);
            let mut marks = vec![10_f64.powf(low)];
            let mut power = low + 1.0;
            while power <= high {
                marks.push(10_f64.powf(power));
                power += 1.0;
            }
            marks
        }
    }
}

/// A round step that divides a span into about so many parts.
fn step(span: f64, parts: f64) -> f64 {
    let rough = (span / parts).max(1e-9);
    let power = 10_f64.powf(rough.log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|factor| factor * power)
        .find(|step| *step >= rough)
        .unwrap_or(power)
}

/// A number with as many digits as somebody wants to read.
pub(crate) fn number(value: f64) -> String {
    let size = value.abs();
    if size >= 1e6 {
        format!("{:.3}M", value / 1e6)
    } else if size >= 1e4 {
        format!("{:.1}k", value / 1e3)
    } else if size >= 100.0 || (size - size.round()).abs() < 1e-9 {
        format!("{value:.0}")
    } else if size >= 1.0 {
        format!("{value:.2}")
    } else {
        format!("{value:.3}")
    }
}

/// A text that is no markup.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot(points: Vec<(f64, f64)>, scale: Scale) -> String {
        let lines = vec![
            Line {
                name: "p50",
                points: points.clone(),
            },
            Line { name: "<p99>", points },
        ];
        let x_marks = Vec::new();
        Plot {
            title: "Latency",
            x_label: "s",
            y_label: "ms",
            y_scale: scale,
            x_marks,
            lines,
            warm_until: Some(1.0),
        }
        .figure()
    }

    #[test]
    fn points_stay_inside_the_frame() {
        for scale in [Scale::Linear, Scale::Log] {
            let svg = plot((0..50).map(|x| (f64::from(x), f64::from(x * x) + 0.5)).collect(), scale);
            let points = svg.split("points=\"").nth(1).unwrap().split('"').next().unwrap();
            for point in points.split(' ') {
                let (x, y) = point.split_once(',').unwrap();
                let (x, y): (f64, f64) = (x.parse().unwrap(), y.parse().unwrap());
                assert!((LEFT..=WIDTH - RIGHT).contains(&x), "{point}");
                assert!((TOP - 0.1..=HEIGHT - BOTTOM + 0.1).contains(&y), "{point}");
            }
        }
    }

    #[test]
    fn names_are_no_markup() {
        let svg = plot(vec![(0.0, 1.0), (1.0, 2.0)], Scale::Linear);
        assert!(svg.contains("&lt;p99&gt;") && !svg.contains("<p99>"));
    }

    #[test]
    fn nothing_measured_is_said() {
        assert!(plot(Vec::new(), Scale::Linear).contains("nothing was measured"));
        assert!(bars("t", "x", "y", &[("a".into(), 0.0)]).contains("nothing was measured"));
    }

    #[test]
    fn a_single_point_and_zeros_do_not_break_the_axes() {
        for scale in [Scale::Linear, Scale::Log] {
            let svg = plot(vec![(0.0, 0.0)], scale);
            assert!(
                svg.contains("<polyline") && !svg.contains("NaN") && !svg.contains("inf"),
                "{svg}"
            );
        }
    }

    #[test]
    fn marks_are_round_and_cover_the_values() {
        assert_eq!(
            ticks(Scale::Linear, [0.0, 9.3].into_iter()),
            [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]
        );
        assert_eq!(ticks(Scale::Log, [0.3, 42.0].into_iter()), [0.1, 1.0, 10.0, 100.0]);
        assert_eq!(number(1234.0), "1234");
        assert_eq!(number(12_345.0), "12.3k");
        assert_eq!(number(0.25), "0.250");
    }

    #[test]
    fn every_bar_is_there() {
        let svg = bars("t", "x", "y", &[("a".into(), 3.0), ("b".into(), 1.0)]);
        assert_eq!(svg.matches("class=\"bar\"").count(), 2);
    }
}
