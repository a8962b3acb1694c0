import ChartCore
import ChartScene
import Geometry
import Text

/// The room that the labels of an axis take.
///
/// The samples of each step are measured once; another type or labeling discards the measures.
struct LabelMeasures {
    /// The distances that ticks need, in points.
    struct Distances {
        /// With short texts if there are any.
        var least: Double
        /// With whole texts everywhere.
        var full: Double
    }

    /// The width of the widest label within the range that ticks were made for, in points.
    private(set) var widest = 0.0
    /// The height of the tallest block so far, in points, so that the plot does not change size
    /// back and forth.
    private(set) var tallest = 0.0
    /// The width of the widest label that the labeling announces; nil if it was not measured yet.
    private var reserved: Double?
    private var distances: [AxisStep: Distances] = [:]

    /// The width that labels need, in points: of the widest one present or possible.
    var neededWidth: Double { max(widest, reserved ?? 0) }

    /// Forgets the measures: labels have another size.
    mutating func forget() {
        forgetDistances()
        reserved = nil
        tallest = 0
    }

    /// Forgets the distances of ticks: texts have changed.
    mutating func forgetDistances() { distances = [:] }

    /// Keeps room for labels as wide as any possible one, if they were not measured yet.
    @MainActor
    mutating func reserve(
        _ labeling: any AxisLabeling, _ style: ChartStyle, _ typesetter: Typesetter
    ) {
        guard reserved == nil else { return }
        reserved = labeling.widest.reduce(0) { max($0, Self.width($1, style, typesetter)) }
    }

    /// Takes the present labels.
    ///
    /// - Parameter range: that ticks were made for.
    mutating func take(_ labels: [TickLabel], over range: Extent) {
        widest = labels.reduce(0) {
            range.contains($1.tick.value) ? max($0, $1.size.width) : $0
        }
        tallest = labels.reduce(tallest) { max($0, $1.block?.size.height ?? 0) }
    }

    /// The distance that ticks of a step need along x: an ordinary label next to another one, and
    /// next to a strong one, which may be short.
    ///
    /// - Parameter gap: the least distance between labels, in points.
    @MainActor
    mutating func distances(
        _ step: AxisStep, _ labeling: any AxisLabeling, gap: Double, _ style: ChartStyle,
        _ typesetter: Typesetter
    ) -> Distances {
        if let known = distances[step] { return known }
        var ordinary = Extent.nothing
        var (short, whole) = (Extent.nothing, Extent.nothing)
        for label in labeling.samples(step: step) {
            let reach = label.placement.reach(width: Self.width(label, style, typesetter))
            whole = whole.union(reach)
            if !label.isStrong { ordinary = ordinary.union(reach) }
            if let text = label.shortText {
                let type = style.type(isStrong: label.isShortStrong)
                let width = typesetter.measure(text, type).width
                short = short.union(label.placement.reach(width: width))
            } else {
                short = short.union(reach)
            }
        }
        if ordinary.isEmpty { ordinary = short }
        // The distance is for the mean length of a step; the shortest one must be enough.
        let uneven = step.unevenness
        func distance(_ all: Extent) -> Double {
            guard !all.isEmpty else { return gap }
            return (max(all.max - ordinary.min, ordinary.max - all.min) + gap) * uneven
        }
        let found = Distances(least: distance(short), full: distance(whole))
        distances[step] = found
        return found
    }

    /// The width of a label, in points.
    @MainActor
    private static func width(
        _ label: AxisLabel, _ style: ChartStyle, _ typesetter: Typesetter
    ) -> Double {
        let type = style.type(isStrong: label.isStrong)
        guard let block = label.block else { return typesetter.measure(label.text, type).width }
        return block.size(block.shaped(typesetter, type)).width
    }
}
