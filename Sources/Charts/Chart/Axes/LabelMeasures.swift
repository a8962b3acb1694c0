import ChartCore
import ChartScene
import Geometry
import Text

/// How much room the labels of an axis take.
///
/// Of each step the samples are measured once; another type or labeling makes that undone.
struct LabelMeasures {
    /// How many points apart ticks have to stand.
    struct Distances {
        /// With short texts where there are any.
        var least: Double
        /// For whole texts everywhere.
        var full: Double
    }

    /// The width of the widest label within the range that ticks were made for, in points.
    private(set) var widest = 0.0
    /// The height of the tallest block that was there so far, in points: the plot does not breathe.
    private(set) var tallest = 0.0
    /// The width of the widest label that the labeling tells of; nil where it was not measured yet.
    private var reserved: Double?
    private var distances: [AxisStep: Distances] = [:]

    /// The width that labels need, in points: of the widest that is there, or may come to be.
    var neededWidth: Double { max(widest, reserved ?? 0) }

    /// Forgets what was measured: labels of another size are written.
    mutating func forget() {
        forgetDistances()
        reserved = nil
        tallest = 0
    }

    /// Forgets how far apart ticks have to stand: other texts are written.
    mutating func forgetDistances() { distances = [:] }

    /// Keeps room for labels as wide as any that may come to be, where they were not measured yet.
    @MainActor
    mutating func reserve(
        _ labeling: any AxisLabeling, _ style: ChartStyle, _ typesetter: Typesetter
    ) {
        guard reserved == nil else { return }
        reserved = labeling.widest.reduce(0) { max($0, Self.width($1, style, typesetter)) }
    }

    /// Takes in the labels that are there now.
    ///
    /// - Parameter range: that ticks were made for.
    mutating func take(_ labels: [TickLabel], over range: Extent) {
        widest = labels.reduce(0) {
            range.contains($1.tick.value) ? max($0, $1.size.width) : $0
        }
        tallest = labels.reduce(tallest) { max($0, $1.block?.size.height ?? 0) }
    }

    /// How far apart ticks of a step have to stand along x: an ordinary label beside another one, and
    /// beside a strong one, which may be short.
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
        // Room is told for the mean length of a step; the shortest one has to do.
        let uneven = step.unevenness
        func distance(_ all: Extent) -> Double {
            guard !all.isEmpty else { return gap }
            return (max(all.max - ordinary.min, ordinary.max - all.min) + gap) * uneven
        }
        let found = Distances(least: distance(short), full: distance(whole))
        distances[step] = found
        return found
    }

    /// How wide a label is, in points.
    @MainActor
    private static func width(
        _ label: AxisLabel, _ style: ChartStyle, _ typesetter: Typesetter
    ) -> Double {
        let type = style.type(isStrong: label.isStrong)
        guard let block = label.block else { return typesetter.measure(label.text, type).width }
        return block.size(block.shaped(typesetter, type)).width
    }
}
