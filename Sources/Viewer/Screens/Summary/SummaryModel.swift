import Geometry
import HealthData

/// What the summary shows.
struct SummaryModel: Equatable {
    /// One of the favourites.
    struct Card: Equatable {
        var metric: MetricID
        var name: String
        var glyph: MetricGlyph
        var accent: Accent
        var figure: Figure
        /// The day of the value, and where it is: `today · above your usual`.
        var state: String
        /// 1 up, -1 down, 0 level; nil if nothing is known.
        var direction: Int?
        var picture: Sparkline
    }

    /// A sentence with its picture.
    struct Sentence: Equatable {
        var text: EmphasisedText
        var detail: String
        var accent: Accent
        var picture: HighlightPicture
    }

    /// A metric in the last 90 days and the year before.
    struct Trend: Equatable {
        var metric: MetricID
        var name: String
        var glyph: MetricGlyph
        var accent: Accent
        /// Both values: `62 → 59 bpm`.
        var values: String
        /// The same for assistive technology.
        var words: String
        var direction: Int
        var picture: Sparkline
    }

    /// What the last import brought, or how old the records are.
    struct News: Equatable {
        var strong: String
        var text: String
        var isGood: Bool
        var button: String
        var command: CommandID
    }

    var frame: Rect
    var title: String
    var date: String
    var cards: [Card]
    var sentences: [Sentence]
    /// The text if there are no sentences.
    var noSentence: String
    var trends: [Trend]
    var news: [News]
    var canEdit: Bool
    var canAdd: Bool
    var scroll: Double
    var hovered: ControlID?
    var focused: ControlID?

    /// Opens the chart of a favourite: `summary.metric.steps`.
    static let card = CommandFamily<MetricID>("summary.metric")
    /// Shows what a sentence is about, by its number from 0.
    static let sentence = CommandFamily<Int>("summary.highlight")
    /// Shows the year of a trend.
    static let trend = CommandFamily<MetricID>("summary.trend")
}

/// The small picture next to a sentence; all places are from 0 to 1.
enum HighlightPicture: Equatable {
    /// The days before and after, each with their mean.
    case sides(before: Side, after: Side)
    /// Values with a line through them.
    case line([Double], from: Double, to: Double)
    /// Bars, one of them emphasised.
    case bars([Double], strong: Int)

    struct Side: Equatable {
        /// The days with values: the place along the picture, and the height.
        var days: [Double]
        var heights: [Double]
        var mean: Double
    }
}

extension HighlightPicture {
    /// The picture of a highlight.
    init(_ highlight: Highlight) {
        switch highlight {
        case .month(_, let change): self = Self.sides(change.valuesBefore, change.values)
        case .note(_, let change): self = Self.sides(change.valuesBefore, change.values)
        case .rate(_, let rate):
            let (heights, scale) = Self.scaled([rate.values.values[0]])
            // The line has the slope that the sentence names, through the middle of the values.
            let days = rate.values.days.map { Double($0 - rate.days.lowerBound) }
            let slope = rate.perWeek / 7
            let middle = rate.values.values[0].reduce(0, +) / Double(rate.values.count)
            let center = days.reduce(0, +) / Double(days.count)
            let ends = [0, Double(rate.days.count - 1)].map {
                scale(middle + slope * ($0 - center))
            }
            var places = [Double](repeating: .nan, count: rate.days.count)
            for (day, height) in zip(rate.values.days, heights[0]) {
                places[day - rate.days.lowerBound] = height
            }
            self = .line(places, from: ends[0], to: ends[1])
        case .highest(_, let highest):
            let values = highest.values
            let top = values.values[0].max() ?? 1
            self = .bars(
                values.values[0].map { top > 0 ? $0 / top : 0 },
                strong: values.days.firstIndex(of: highest.day) ?? 0)
        }
    }

    private static func scaled(
        _ values: [[Double]]
    ) -> (heights: [[Double]], scale: (Double) -> Double) {
        let all = values.flatMap(\.self)
        let (low, high) = (all.min() ?? 0, all.max() ?? 1)
        let scale = { (value: Double) in high > low ? (value - low) / (high - low) : 0.5 }
        return (values.map { $0.map(scale) }, scale)
    }

    private static func sides(_ before: DayValues, _ after: DayValues) -> HighlightPicture {
        let (heights, _) = scaled([before.values[0], after.values[0]])
        func side(_ values: DayValues, _ heights: [Double]) -> Side {
            let first = values.days.first ?? 0
            let length = Double(max((values.days.last ?? 0) - first, 1))
            return Side(
                days: values.days.map { Double($0 - first) / length }, heights: heights,
                mean: heights.reduce(0, +) / Double(max(heights.count, 1)))
        }
        return .sides(before: side(before, heights[0]), after: side(after, heights[1]))
    }
}
