// States over time, each in a lane of its own: a hypnogram.
//
// Layout: lane 0 is at the top, from the value 0 down to −1, lane 1 from −1 to −2 and so on, so that
// the values of a chart with such a mark are its lanes. A block is a bar whose slot is its span.
// Method: only the blocks of the drawn range, with as much on each side, are made into bars, and made
// again when the range leaves them or the height of a lane changes. Where blocks are narrower than a
// device pixel, one for each pixel and lane is made, so that years of blocks cost the pixels they
// cover. Rejected: horizontal bars (their slots are in the order of lanes, so none could be skipped).

import ChartCore
import ChartScene
import Geometry

/// A state that lasts from a start to an end, in a lane.
public struct LaneBlock: Hashable, Sendable {
    /// Where it begins on the x axis.
    public var start: Double
    /// Where it ends.
    public var end: Double
    /// The number of its lane, from the top.
    public var lane: Int

    /// A block in a lane.
    public init(start: Double, end: Double, lane: Int) {
        self.start = start
        self.end = end
        self.lane = lane
    }
}

/// States over time as blocks in lanes, with lines from each to the next: stages of sleep, phases of a
/// machine.
///
/// Its values are lanes: the middle of lane `n` is at `-(n + 0.5)`, so a chart shows all of them with
/// the range from minus their number to 0. Cost: the blocks of the drawn range when it leaves the range
/// that was made ready, else nothing.
@MainActor
public final class LaneMark: ReadableMark {
    /// The look of blocks and of the lines between them.
    public struct Style: Hashable, Sendable {
        /// A colour for each lane; the last one is that of all further lanes.
        public var colors: [Color]
        /// The lines from a block to the next.
        public var joint: Color
        /// The width of these lines, in points.
        public var jointWidth = 1.5
        /// The hairlines between lanes; nil for none.
        public var border: Color?
        /// The height of a block, in points; less in lanes that are too low for it.
        public var blockHeight = 38.0
        /// The radius of a block's corners, in points.
        public var radius = 6.0
        /// The largest share of a lane's height that a block takes.
        public var share = 0.62

        /// A style with the measures of the design; at least one colour.
        public init(colors: [Color], joint: Color, border: Color? = nil) {
            precondition(!colors.isEmpty, "lanes have at least one colour")
            self.colors = colors
            self.joint = joint
            self.border = border
        }
    }

    public let id: String
    public let kind = MarkKind.lanes
    public var isHidden = false
    /// Its look.
    public var style: Style { didSet { if style != oldValue { change() } } }
    /// The number of lanes, at least 1.
    public private(set) var laneCount = 1
    /// The blocks, in the order of their starts.
    public private(set) var blocks: [LaneBlock] = []
    /// The longest distance from the end of a block to the next that a line joins, on the x axis.
    public private(set) var longestJoint = 0.0
    /// The highlighted block, as its index; nil for none.
    public var selected: Int? { didSet { if selected != oldValue { revision = .next() } } }
    public private(set) var revision = Revision.next()

    private let bars = BarBuffer()
    private let joints = BarBuffer()
    private let borders = RuleBuffer()
    private var made: Made?
    /// The index of the block of each bar.
    private var shown: [Int] = []

    /// What the bars were made for.
    private struct Made: Equatable {
        var window: Extent
        var height: Double
        /// The length of a device pixel if blocks are left out, else 0.
        var pixel: Double
        var transforms: ScaleTransforms
    }

    /// A mark without blocks.
    ///
    /// - Parameter id: the name of the series, as legends and boards show it.
    public init(id: String, style: Style) {
        self.id = id
        self.style = style
    }

    public var color: Color { style.colors[0] }

    public var domain: Extent {
        guard let first = blocks.first, let last = blocks.last else { return .nothing }
        return Extent(min: first.start, max: last.end)
    }

    /// The value of the middle of a lane.
    public nonisolated static func middle(of lane: Int) -> Double { -(Double(lane) + 0.5) }

    /// The values of all lanes.
    public var lanes: Extent { Extent(min: -Double(laneCount), max: 0) }

    /// Shows other blocks, in the order of their starts; none of them overlaps the next.
    ///
    /// - Parameters:
    ///   - laneCount: the number of lanes, at least 1; a block beyond the last lane is in the last one.
    ///   - longestJoint: the longest distance from a block to the next that a line joins.
    public func show(_ blocks: [LaneBlock], laneCount: Int, longestJoint: Double) {
        precondition(laneCount > 0, "a mark has at least one lane")
        guard
            blocks != self.blocks || laneCount != self.laneCount
                || longestJoint != self.longestJoint
        else { return }
        (self.blocks, self.laneCount, self.longestJoint) = (blocks, laneCount, longestJoint)
        selected = nil
        borders.replace((0...laneCount).map { -Double($0) })
        change()
    }

    private func change() {
        made = nil
        revision = .next()
    }

    /// The indices of the blocks that overlap a range.
    ///
    /// O(log count).
    public func indices(over range: Extent) -> Range<Int> {
        let lower = blocks.indices.partitioningIndex { blocks[$0].end > range.min }
        let upper = blocks.indices.partitioningIndex { blocks[$0].start >= range.max }
        return lower..<max(lower, upper)
    }

    public func values(over range: Extent) -> Extent {
        indices(over: range).isEmpty ? .nothing : lanes
    }

    public func nearest(to x: Double, within range: Extent) -> MarkReading? {
        stops.nearest(to: x, within: range).map(reading)
    }

    public func step(from x: Double, by count: Int) -> MarkReading? {
        stops.step(from: x, by: count).map(reading)
    }

    private var stops: CrosshairStops {
        let blocks = blocks
        return CrosshairStops(
            count: blocks.count, span: { Extent(min: blocks[$0].start, max: blocks[$0].end) },
            isPresent: { _ in true })
    }

    private func reading(_ index: Int) -> MarkReading {
        let span = Extent(min: blocks[index].start, max: blocks[index].end)
        return MarkReading(
            x: span.mid, values: [Self.middle(of: lane(of: index))], drawn: [],
            end: Self.middle(of: lane(of: index)), span: span, index: index)
    }

    private func lane(of index: Int) -> Int { min(max(blocks[index].lane, 0), laneCount - 1) }

    // MARK: Drawing

    /// The height of a block as a share of its lane, in a plot with a number of points for each lane.
    private func share(of lane: Double) -> Double {
        lane > 0 ? min(style.blockHeight / lane, style.share) : style.share
    }

    public func encode(into scene: SceneBuilder, _ frame: MarkFrame) {
        let projection = frame.projection
        guard !blocks.isEmpty, projection.scaleX > 0 else { return }
        make(for: frame, share: share(of: abs(projection.scaleY) / frame.scale))
        if let border = style.border {
            scene.rules(borders, axis: .y, color: border, in: projection, alpha: frame.opacity)
        }
        scene.bars(
            joints, BarStyle(width: .points(style.jointWidth), colors: [style.joint]),
            in: projection, alpha: frame.opacity)
        scene.bars(
            bars,
            BarStyle(
                width: .fraction(1), colors: style.colors, corners: Corners(style.radius),
                selected: selected.map { wanted in
                    shown.firstIndex(of: wanted) ?? -1
                }), in: projection, alpha: frame.opacity)
    }

    /// Makes the bars near the drawn range, if they are not ready.
    private func make(for frame: MarkFrame, share: Double) {
        let projection = frame.projection
        let range = projection.valuesX
        let near = indices(over: range.expanded(by: range.length))
        // More blocks than pixels: nobody sees those that share one.
        let isCrowded = near.count > 4 * max(frame.pixels, 1)
        let pixel = isCrowded ? 1 / projection.scaleX : 0
        if let made, made.height == share, made.pixel == pixel,
            made.transforms == projection.transforms, made.window.contains(range)
        {
            return
        }
        let window = range.expanded(by: range.length)
        made = Made(
            window: window, height: share, pixel: pixel, transforms: projection.transforms)
        var (bars, joints): ([Bar], [Bar]) = ([], [])
        shown = []
        var last = [Double](repeating: -.infinity, count: laneCount)
        for index in near {
            let (block, lane) = (blocks[index], lane(of: index))
            if isCrowded {
                let column = (block.end / pixel).rounded(.down)
                if column <= last[lane] { continue }
                last[lane] = column
            }
            let middle = Self.middle(of: lane)
            shown.append(index)
            bars.append(
                Bar(
                    start: block.start, end: block.end, base: middle - share / 2,
                    value: middle + share / 2, color: min(lane, style.colors.count - 1)))
            guard !isCrowded, index > 0 else { continue }
            let before = blocks[index - 1]
            let other = self.lane(of: index - 1)
            guard other != lane, block.start - before.end <= longestJoint else { continue }
            let place = (before.end + block.start) / 2
            joints.append(
                Bar(
                    start: place, end: place, base: min(middle, Self.middle(of: other)),
                    value: max(middle, Self.middle(of: other))))
        }
        self.bars.replace(bars.placed(on: projection.transforms))
        self.joints.replace(joints.placed(on: projection.transforms))
    }
}

extension MarkKind {
    /// States over time, each in a lane.
    public static let lanes = MarkKind("lanes")
}

extension [Bar] {
    /// The bars in places of two scales, as buffers have them.
    func placed(on transforms: ScaleTransforms) -> [Bar] {
        transforms.isIdentity
            ? self : map { $0.placed(slots: transforms.x, values: transforms.y) }
    }
}
