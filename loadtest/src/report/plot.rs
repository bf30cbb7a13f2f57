//! Plots as inline SVG. The page's style sheet maps their colours, with others for dark screens.

use plotters::prelude::*;
use serde::Serialize;

/// A named line of points.
pub(crate) struct Curve<'a> {
    /// Name in the legend.
    pub(crate) name: &'a str,
    /// Points from left to right.
    pub(crate) points: Vec<(f64, f64)>,
}

/// Scale of an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scale {
    /// Linear, from 0.
    Linear,
    /// Logarithmic, by powers of ten.
    Log,
}

pub(crate) struct Plot<'a> {
    /// Title of the plot.
    pub(crate) title: &'a str,
    /// Quantity on the horizontal axis.
    pub(crate) x_label: &'a str,
    /// Quantity on the vertical axis.
    pub(crate) y_label: &'a str,
    /// Scale of the vertical axis.
    pub(crate) y_scale: Scale,
    /// Labels of 0, 1, 2 and so on on the horizontal axis; the numbers themselves if empty.
    pub(crate) x_marks: &'a [&'a str],
    pub(crate) lines: Vec<Curve<'a>>,
    /// End of the warm-up on the horizontal axis; the part to its left is shaded.
    pub(crate) warm_until: Option<f64>,
}

/// A plot as the page shows it.
#[derive(Debug, Serialize)]
pub(crate) struct Figure {
    title: String,
    /// Description of the axes, for readers who do not see the plot.
    about: String,
    /// Names of the lines, in the order of their colours; empty for a single line.
    legend: Vec<String>,
    /// The drawing; `None` if nothing was measured.
    svg: Option<String>,
}

const SIZE: (u32, u32) = (720, 260);

/// Room for the numbers of each axis, in pixels.
const X_LABELS: u32 = 40;
const Y_LABELS: u32 = 64;

/// Colours that the style sheet replaces by its own.
const RULE: RGBColor = RGBColor(0xE2, 0xE6, 0xEC);
const LINES: [RGBColor; 5] = [
    RGBColor(0x1F, 0x6F, 0xEB),
    RGBColor(0xD9, 0x73, 0x0D),
    RGBColor(0x82, 0x50, 0xDF),
    RGBColor(0x1A, 0x7F, 0x5A),
    RGBColor(0xC0, 0x35, 0x7A),
];

type Failed = DrawingAreaErrorKind<std::io::Error>;

impl Plot<'_> {
    /// Draws the plot with its heading and legend.
    pub(crate) fn figure(&self) -> Figure {
        let names = self.lines.iter().map(|line| line.name.to_owned());
        Figure {
            title: self.title.to_owned(),
            about: format!("{}: {} over {}", self.title, self.y_label, self.x_label),
            legend: if self.lines.len() > 1 {
                names.collect()
            } else {
                Vec::new()
            },
            svg: self.svg(),
        }
    }

    fn svg(&self) -> Option<String> {
        let points = || self.lines.iter().flat_map(|line| &line.points);
        let (left, right) = span(points().map(|point| point.0))?;
        let axis = YAxis::of(self.y_scale, points().map(|point| point.1));
        let frame = Frame {
            x: left..right.max(left + 1e-9),
            y: axis.low..axis.high,
            x_label: self.x_label,
            y_label: self.y_label,
            x_labels: if self.x_marks.is_empty() { 8 } else { self.x_marks.len() },
        };
        let lines: Vec<Vec<(f64, f64)>> = self
            .lines
            .iter()
            .map(|line| line.points.iter().map(|(x, y)| (*x, axis.at(*y))).collect())
            .collect();
        let warm = self
            .warm_until
            .filter(|until| *until > left)
            .map(|until| until.min(right));
        let drawn = frame.draw(
            &|x| {
                if self.x_marks.is_empty() {
                    number(x)
                } else {
                    marked(self.x_marks, x)
                }
            },
            &|y| axis.label(y),
            |chart| {
                if let Some(until) = warm {
                    let shade = Rectangle::new([(left, axis.low), (until, axis.high)], RULE.filled());
                    chart.draw_series([shade])?;
                }
                for (points, colour) in lines.iter().zip(LINES.iter().cycle()) {
                    chart.draw_series([PathElement::new(points.clone(), colour.stroke_width(2))])?;
                }
                Ok(())
            },
        );
        Some(drawn.expect("a drawing in memory cannot fail"))
    }
}

/// Draws a histogram as bars of equal width: a label and a height for each.
pub(crate) fn bars(title: &str, x_label: &str, y_label: &str, bars: &[(String, f64)]) -> Figure {
    let total: f64 = bars.iter().map(|bar| bar.1).sum();
    let svg = (total > 0.0).then(|| {
        let axis = YAxis::of(Scale::Linear, bars.iter().map(|bar| bar.1));
        let frame = Frame {
            x: 0.0..bars.len() as f64,
            y: axis.low..axis.high,
            x_label,
            y_label,
            x_labels: 12,
        };
        let names: Vec<&str> = bars.iter().map(|bar| bar.0.as_str()).collect();
        let drawn = frame.draw(&|x| marked(&names, x), &number, |chart| {
            let bar = |(at, (_, height)): (usize, &(String, f64))| {
                let left = at as f64;
                Rectangle::new([(left + 0.05, 0.0), (left + 0.95, *height)], LINES[0].filled())
            };
            chart.draw_series(bars.iter().enumerate().map(bar))?;
            Ok(())
        });
        drawn.expect("a drawing in memory cannot fail")
    });
    Figure {
        title: title.to_owned(),
        about: format!("{title}: {y_label} by {x_label}"),
        legend: Vec::new(),
        svg,
    }
}

type Chart<'a, 'b> = ChartContext<
    'a,
    SVGBackend<'b>,
    Cartesian2d<plotters::coord::types::RangedCoordf64, plotters::coord::types::RangedCoordf64>,
>;

/// Axes of a plot.
struct Frame<'a> {
    x: std::ops::Range<f64>,
    y: std::ops::Range<f64>,
    x_label: &'a str,
    y_label: &'a str,
    /// Maximum number of marks on the horizontal axis.
    x_labels: usize,
}

impl Frame<'_> {
    /// Draws the axes, and then their content.
    fn draw(
        self,
        x_mark: &dyn Fn(f64) -> String,
        y_mark: &dyn Fn(f64) -> String,
        inside: impl FnOnce(&mut Chart<'_, '_>) -> Result<(), Failed>,
    ) -> Result<String, Failed> {
        let mut svg = String::new();
        {
            let root = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
            let mut chart = ChartBuilder::on(&root)
                .margin(8)
                .x_label_area_size(X_LABELS)
                .y_label_area_size(Y_LABELS)
                .build_cartesian_2d(self.x, self.y)?;
            chart
                .configure_mesh()
                .disable_x_mesh()
                .light_line_style(TRANSPARENT)
                .bold_line_style(RULE)
                .axis_style(RULE)
                .label_style(("sans-serif", 13))
                .x_desc(self.x_label)
                .y_desc(self.y_label)
                .x_labels(self.x_labels)
                .y_labels(6)
                .x_label_formatter(&|x| x_mark(*x))
                .y_label_formatter(&|y| y_mark(*y))
                .draw()?;
            inside(&mut chart)?;
            root.present()?;
        }
        Ok(svg)
    }
}

/// Vertical axis, always drawn linearly: on a logarithmic scale it holds the exponent.
#[derive(Clone, Copy, Debug)]
struct YAxis {
    scale: Scale,
    low: f64,
    high: f64,
}

impl YAxis {
    /// Returns an axis that covers these values.
    fn of(scale: Scale, values: impl Iterator<Item = f64> + Clone) -> Self {
        let max = values.clone().fold(0.0, f64::max);
        let (low, high) = match scale {
            Scale::Linear => (0.0, if max > 0.0 { max * 1.05 } else { 1.0 }),
            Scale::Log => {
                let least = span(values.filter(|value| *value > 0.0)).map_or(1.0, |(least, _)| least);
                let low = least.log10().floor();
                (low, max.max(1e-9).log10().ceil().max(low + 1.0))
            }
        };
        Self { scale, low, high }
    }

    /// Returns the position at which a value is drawn.
    fn at(self, value: f64) -> f64 {
        match self.scale {
            Scale::Linear => value,
            Scale::Log if value > 0.0 => value.log10().max(self.low),
            Scale::Log => self.low,
        }
    }

    /// Returns the text of a mark; empty between two powers of ten.
    fn label(self, at: f64) -> String {
        match self.scale {
            Scale::Linear => number(at),
            Scale::Log if is_whole(at) => number(10_f64.powf(at.round())),
            Scale::Log => String::new(),
        }
    }
}

/// Returns the smallest and the largest of the values, if there are any.
fn span(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    values
        .filter(|value| value.is_finite())
        .fold(None, |span, value| match span {
            None => Some((value, value)),
            Some((least, greatest)) => Some((value.min(least), value.max(greatest))),
        })
}

fn is_whole(value: f64) -> bool {
    (value - value.round()).abs() < 1e-6
}

/// Returns the label of a whole number; empty for values in between.
fn marked(names: &[&str], at: f64) -> String {
    let index = (0..names.len()).find(|index| (at - *index as f64).abs() < 1e-6);
    index.map_or_else(String::new, |index| names[index].to_owned())
}

/// Formats a number with as many digits as a reader needs.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn plot(points: Vec<(f64, f64)>, y_scale: Scale) -> Figure {
        let lines = vec![
            Curve {
                name: "p50",
                points: points.clone(),
            },
            Curve { name: "p99", points },
        ];
        Plot {
            title: "Latency",
            x_label: "s",
            y_label: "ms",
            y_scale,
            x_marks: &[],
            lines,
            warm_until: Some(1.0),
        }
        .figure()
    }

    /// Returns the lines of a drawing, point by point.
    fn drawn(svg: &str) -> Vec<Vec<(f64, f64)>> {
        let lines = svg.split("<polyline").skip(1).filter(|line| {
            LINES.iter().any(|colour| {
                let RGBColor(red, green, blue) = *colour;
                line.split('>')
                    .next()
                    .is_some_and(|tag| tag.contains(&format!("#{red:02X}{green:02X}{blue:02X}")))
            })
        });
        let points = |line: &str| {
            let points = line.split("points=\"").nth(1).unwrap().split('"').next().unwrap();
            let point = |point: &str| {
                let (x, y) = point.split_once(',').unwrap();
                (x.parse().unwrap(), y.parse().unwrap())
            };
            points.split_whitespace().map(point).collect()
        };
        lines.map(points).collect()
    }

    #[test]
    fn every_line_is_there_and_stays_inside_the_frame() {
        for scale in [Scale::Linear, Scale::Log] {
            let points: Vec<(f64, f64)> = (0..50).map(|x| (f64::from(x), f64::from(x * x) + 0.5)).collect();
            let figure = plot(points, scale);
            let svg = figure.svg.unwrap();
            let lines = drawn(&svg);
            assert_eq!(lines.iter().map(Vec::len).collect::<Vec<_>>(), [50, 50]);
            for (x, y) in lines.into_iter().flatten() {
                assert!((f64::from(Y_LABELS)..=720.0).contains(&x), "{x}");
                assert!((0.0..=260.0 - f64::from(X_LABELS)).contains(&y), "{y}");
            }
            assert!(svg.contains("<rect"), "the warm-up is shaded");
            assert_eq!(figure.legend, ["p50", "p99"]);
        }
    }

    #[test]
    fn nothing_measured_is_no_drawing() {
        assert!(plot(Vec::new(), Scale::Linear).svg.is_none());
        assert!(bars("t", "x", "y", &[("a".into(), 0.0)]).svg.is_none());
    }

    #[test]
    fn a_single_point_and_zeros_do_not_break_the_axes() {
        for scale in [Scale::Linear, Scale::Log] {
            let svg = plot(vec![(0.0, 0.0)], scale).svg.unwrap();
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        }
    }

    #[test]
    fn marks_are_named_and_numbers_are_short() {
        let axis = YAxis::of(Scale::Log, [0.3, 42.0].into_iter());
        assert_eq!((axis.low, axis.high), (-1.0, 2.0));
        assert_eq!((axis.label(1.0).as_str(), axis.label(0.5).as_str()), ("10", ""));
        assert_eq!(
            (marked(&["a", "b"], 1.0), marked(&["a", "b"], 0.5)),
            ("b".into(), String::new())
        );
        assert_eq!(number(1234.0), "1234");
        assert_eq!(number(12_345.0), "12.3k");
        assert_eq!(number(0.25), "0.250");
    }

    #[test]
    fn every_bar_is_there() {
        let svg = bars("t", "x", "y", &[("a".into(), 3.0), ("b".into(), 1.0)])
            .svg
            .unwrap();
        assert_eq!(svg.matches("fill=\"#1F6FEB\"").count(), 2);
    }
}
