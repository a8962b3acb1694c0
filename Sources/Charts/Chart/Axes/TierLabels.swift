// The larger unit that a time axis is in: the month over its days, the year over its months.
//
// Method: each visible unit has a pill above the plot at the position where the unit begins. The
// one that began before the plot stays at the plot's left edge while its unit fills it, until the
// next one pushes it out. A pill that is not wholly over the visible part of its unit is left out:
// it fades with time and not by its position, so that those of a picture at rest are whole. A pill
// is recorded once and drawn where needed: a pan makes and sends nothing.

import ChartCore
import ChartScene
import Geometry
import Painting
import Text

/// Pills above the plot that show which month, year or day is visible.
@MainActor
public final class TierLabels: Annotation {
    /// The height of a pill, in points.
    public static let height = 16.0
    /// The distance from a text to the ends of its pill.
    private static let padding = 8.0
    /// The distance between two pills.
    private static let gap = 6.0
    /// The largest number of units at once.
    private static let most = 32

    /// Whether there is a pill if only one unit is in view.
    public var showsSingle = true

    private struct Pill {
        var picture: Picture
        var width: Double
    }

    private struct Key: Equatable {
        var style: ChartStyle
        var scale: Double
        var fonts: ObjectIdentifier
    }

    private struct Source: Equatable {
        var step: AxisStep?
        var generation: Int
    }

    private var key: Key?
    private var source: Source?
    private var pills: [String: Pill] = [:]
    private var tiers: [AxisTier] = []
    private var fades = LabelFades<AxisTier>()
    private var time = 0.0
    private var plot = Rect.zero
    private var frame = Rect.zero

    /// The names of larger units above the labels of the x axis, as provided by its labeling.
    public init() {}

    public var isFading: Bool { fades.isFading(at: time) }

    public func prepare(
        for chart: Chart, deviceScale: Double, typesetter: Typesetter
    ) {
        (plot, frame, time) = (chart.plot, chart.frame, chart.lastTime)
        let range = chart.drawnRange
        guard range.isProper, plot.width > 0 else { return }
        let now = Key(
            style: chart.style, scale: deviceScale, fonts: ObjectIdentifier(typesetter.fonts))
        if now != key {
            key = now
            pills = [:]
        }
        find(range, chart.xAxis)
        let density = plot.width / range.length
        func pill(_ text: String) -> Pill {
            if let known = pills[text] { return known }
            let made = record(text, now, typesetter)
            pills[text] = made
            return made
        }
        /// Where a unit begins and ends in the picture.
        func ends(_ tier: AxisTier) -> Extent {
            Extent(
                min: plot.minX + (tier.range.min - range.min) * density,
                max: plot.minX + (tier.range.max - range.min) * density)
        }
        /// Where the pill of a unit begins.
        func place(_ tier: AxisTier, _ width: Double) -> Double {
            let ends = ends(tier)
            return min(max(plot.minX, ends.min), ends.max - width - Self.gap)
        }
        func hasRoom(_ tier: AxisTier, _ width: Double) -> Bool {
            let ends = ends(tier)
            let begin = max(plot.minX, ends.min)
            // Sums of positions are rounded.
            return begin + width <= min(ends.max - Self.gap, plot.maxX) + 0.01
        }
        let inView = tiers.filter { $0.range.overlaps(range) }
        let named = showsSingle || inView.count > 1 ? inView : []
        let wanted = named.compactMap { tier -> LabelFades<AxisTier>.Label? in
            let width = pill(tier.text).width
            guard hasRoom(tier, width) else { return nil }
            return .init(
                .init(value: tier.range.min, text: tier.text), at: place(tier, width),
                reach: Extent(min: 0, max: width), content: tier)
        }
        let visible = Extent(min: plot.minX - 0.5, max: max(plot.minX, plot.maxX))
        fades.show(wanted, at: time, over: visible, isFading: chart.fadesLabels)
        fades.place { label in label.anchor = place(label.content, label.reach.max) }
        fades.update(at: time, density: 1)
        if pills.count > 2 * Self.most {
            let used = Set(fades.labels.map(\.content.text))
            pills = pills.filter { used.contains($0.key) }
        }
    }

    /// Updates the units for a range.
    private func find(_ range: Extent, _ axis: ChartAxis) {
        let now = Source(step: axis.step, generation: axis.generation)
        if now == source, let first = tiers.first, let last = tiers.last,
            Extent(min: first.range.min, max: last.range.max).contains(range)
        {
            return
        }
        source = now
        tiers = []
        var place = range.min
        while place <= range.max, tiers.count < Self.most, let tier = axis.tier(at: place),
            tier.range.max > place
        {
            tiers.append(tier)
            place = tier.range.max
        }
    }

    private func record(
        _ text: String, _ key: Key, _ typesetter: Typesetter
    ) -> Pill {
        let line = typesetter.line(text, key.style.strongType)
        let width = line.width + 2 * Self.padding
        let canvas = Canvas(scale: key.scale)
        let rect = Rect(x: 0, y: 0, width: width, height: Self.height)
        canvas.fill(
            rect, key.style.tierGround ?? key.style.grid,
            corners: Corners(Self.height / 2))
        canvas.text(line, in: rect, color: key.style.strongLabel, alignment: .center)
        return Pill(picture: canvas.finish(), width: width)
    }

    /// The top of the pills: as far from the plot, or from the events above it, as from the frame.
    private var top: Double {
        let bottom = plot.minY - (key?.style.eventLane ?? 0)
        let room = bottom - frame.minY - Self.height
        return bottom - Self.height - max(1, (room / 2).rounded(.down))
    }

    /// The opacity of a pill that is pushed out while it fades; 1 for one that is wholly in view.
    private func presence(_ x: Double, _ width: Double) -> Double {
        min(
            AxisEnds.presence(
                pushedOut: plot.minX - x, room: plot.minX - frame.minX, width: width),
            // Half a point: sums of positions are rounded.
            AxisEnds.presence(inside: plot.maxX + 0.5 - x - width))
    }

    /// The pills with the opacity of each, which is 0 for one about to enter.
    private var placed: [(label: LabelFades<AxisTier>.Label, opacity: Double)] {
        fades.labels.map { ($0, $0.opacity * presence($0.anchor, $0.reach.max)) }
    }

    public func encode(into scene: SceneBuilder, _ projection: PlotProjection) {
        for (label, opacity) in placed {
            guard let pill = pills[label.content.text] else { continue }
            scene.picture(
                pill.picture, at: Point(x: label.anchor, y: top), alpha: opacity)
        }
    }

    public func placedLabels(in chart: Chart) -> [AnnotationLabel] {
        placed.filter { $0.opacity > 0 }.map { label, opacity in
            AnnotationLabel(
                axis: "tier", value: label.id.value, text: label.id.text,
                rect: Rect(
                    x: label.anchor, y: top, width: label.reach.max, height: Self.height),
                opacity: opacity)
        }
    }
}
