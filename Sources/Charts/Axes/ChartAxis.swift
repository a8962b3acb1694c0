// One axis: ticks, labels, grid lines.
//
// Everything hangs on places in the data, and ticks are made for more than is visible: a pan makes
// nothing, shapes nothing and sends nothing until it leaves what was made. Which labels have room
// among each other depends on the zoom alone, and what was left out comes back only when there is
// a little more room than it needs. What is shown and what was shown before go over into each other
// by `LabelFades`; at the ends of a horizontal axis, where a label must not reach out of the chart, the
// GPU lets it pale by its place.
//
// Labels of two looks (times, and the day where one begins) keep the same distance as those of one:
// a step has to leave room for both, the stronger one in its short form if need be, and where the
// calendar is uneven the weaker one gives way. While the values of an upright axis glide to another
// range its ticks are already those of the target; as long as they would crowd only every second,
// fourth, eighth of them is drawn.

import ChartCore
import ChartRendering
import Geometry
import Text

/// One axis of a chart: the ticks of a scale, their labels and grid lines.
@MainActor
public final class ChartAxis {
    /// The side of the plot, or of the axis' own line in the plot, on which the labels stand.
    public enum Side: Hashable, Sendable {
        /// Above: an axis of x.
        case top
        /// Below: an axis of x.
        case bottom
        /// At the left: an axis of values.
        case leading
        /// At the right: an axis of values.
        case trailing

        /// Whether an axis there lies along x.
        public var isHorizontal: Bool { self == .top || self == .bottom }
    }

    /// What it shows.
    public let scale: Scale
    /// On which side of the plot it lies, and its labels.
    public let side: Side
    /// Where it lies in the plot: at a value of the dimension across it, or at a part of the plot.
    ///
    /// Nil, the default, is beside the plot. Of an axis of x the dimension is the chart's first one,
    /// unless the axis was assigned to another (`Chart.assign`).
    public var placement: AxisPlacement?
    /// Its line and tick marks; none unless told otherwise.
    public var lines = AxisLines()
    /// Whether grid lines stand at its ticks: by default those of a chart's first two axes.
    public var hasGrid = true {
        didSet { if hasGrid != oldValue { look = .next() } }
    }
    /// The colour of its labels, such as that of the only series that it is for; nil for the chart's
    /// own.
    public var labelColor: Color? {
        didSet { if labelColor != oldValue { generation += 1 } }
    }
    /// How its ticks are chosen.
    public var ticks = AxisTicks.automatic {
        didSet { if ticks != oldValue { forgetSteps() } }
    }
    /// The values at which other axes lie across it in the plot: their lines would strike the labels
    /// there out.
    var crossings: [Double] = [] {
        didSet { if crossings != oldValue { generation += 1 } }
    }
    /// From the plot's edge to where it begins, in points: the room of those nearer to the plot.
    var offset = 0.0
    /// The room it takes beside the plot, which shrinks reluctantly.
    var gutter = Gutter(quantum: 1, slack: 16)
    /// What is written at ticks; another one makes all labels anew, which then fade over.
    public var labeling: any AxisLabeling {
        didSet {
            writing = labeling.variant(variant)
            forgetWidths()
        }
    }
    /// The ticks as they were made last, with their step.
    public private(set) var ticker: AxisTicker
    /// The least distance between labels, in points.
    public var labelGap = 10.0 {
        didSet { forgetWidths() }
    }
    /// How far apart the ticks of a value axis stand.
    public var spacing = TickSpacing()
    /// The round steps of a value axis.
    public var ladder: ValueLadder {
        get { ticker.ladder }
        set {
            guard newValue != ticker.ladder else { return }
            ticker.ladder = newValue
            forgetSteps()
        }
    }
    /// The unit in which the values of a value axis are shown: in it ticks are round.
    public var unit: ShownUnit {
        get { ticker.unit }
        set {
            guard newValue != ticker.unit else { return }
            ticker.unit = newValue
            forgetSteps()
        }
    }
    /// No finer step of a value axis on the decimal ladder.
    public var finest: DecimalStep? {
        get { ticker.finest }
        set { ticker.finest = newValue }
    }
    /// Raise it when the labeling writes other texts for the same ticks.
    public var generation = 0 {
        didSet { forgetWidths() }
    }
    /// Changes whenever grid lines would look different at the same place of the data; ticks made
    /// anew further along the axis are no change.
    public private(set) var look = Revision.next()
    /// The width of the widest label within the range that ticks were made for, in points.
    public private(set) var widestLabel = 0.0
    let rules = RuleBuffer()
    /// Where minor tick marks stand.
    let minorRules = RuleBuffer()
    private var minorRevision: Revision?
    /// What can be seen of the labels.
    private(set) var labels: LabelBuffer?
    private var written = LabelFades<Placed>()
    private var gridLines = LabelFades<Void>()
    /// From where to where texts of a bottom axis may reach, and how long the axis is, in points from
    /// its beginning.
    private(set) var room = Extent.nothing
    private var length = 0.0
    private var transitions = LabelTransitions<Announcement>()
    private var placed: [Placed] = []
    private var state: State?
    private var density = 0.0
    /// The labeling in the way that suits what is visible.
    private var writing: any AxisLabeling
    private var variant = 0
    /// Whether strong labels are short.
    private var isTight = false
    /// Of the last frame in which something was brought up to date.
    private var lastTime = 0.0
    /// Every how many-th tick of a value axis is drawn.
    private var every = 1
    /// How many points apart ticks of a step have to stand.
    private var rooms: [AxisStep: Room] = [:]
    /// The height of the tallest block that was there so far, in points: the plot does not breathe.
    private var tallest = 0.0
    private let blocks = LabelBlocks()
    /// The width of the widest label that the labeling tells of; nil where it was not measured yet.
    private var reserved: Double?

    /// How many points apart ticks have to stand.
    private struct Room {
        /// With short texts where there are any.
        var least: Double
        /// For whole texts everywhere.
        var full: Double
    }

    private func forgetWidths() {
        rooms = [:]
        reserved = nil
        tallest = 0
    }

    /// Other values are round from now on, whatever was announced.
    private func forgetSteps() {
        transitions = LabelTransitions()
        rangeStep = nil
        generation += 1
    }

    /// The width that labels need, in points: of the widest that is there, or may come to be.
    var neededWidth: Double { max(widestLabel, reserved ?? 0) }

    /// Where the axis was told to go.
    private struct Announcement: Equatable {
        var range: Extent
        var step: AxisStep?
    }

    /// A tick with its label.
    struct Placed {
        var tick: Tick
        var label: AxisLabel
        var whole: ShapedLine
        var short: ShapedLine?
        /// The lines of a label that is a block.
        var block: Shaped?
        /// The value that the label stands at.
        var anchor: Double
        /// Whether there is room for the label among the others.
        var isShown = true
        var isShort = false
        /// Whether there was none before.
        var wasHidden = false

        var isStrong: Bool { isShort ? label.isShortStrong : label.isStrong }
        /// What is written.
        var line: ShapedLine { isShort ? short ?? whole : whole }
        var text: String { isShort ? label.shortText ?? label.text : label.text }
        var id: LabelFades<Placed>.Identity {
            .init(value: tick.value, text: text, placement: label.placement)
        }
        /// In points.
        var size: Size {
            block?.size ?? Size(width: line.width, height: line.height)
        }
        /// From where to where the text goes, in points from its anchor.
        var reach: Extent { ChartAxis.reach(label.placement, size.width) }
    }

    /// A block whose lines were shaped.
    struct Shaped {
        var block: LabelBlock
        var lines: [ShapedLine]
        var size: Size
    }

    /// A block that can be seen, with its place.
    struct ShownBlock {
        var list: DisplayList
        /// Of its top left corner, in points.
        var origin: Point
        var opacity: Double
    }

    /// From where to where a text goes, in points from its anchor.
    private nonisolated static func reach(
        _ placement: AxisLabel.Placement, _ width: Double
    ) -> Extent {
        placement == .leading
            ? Extent(min: leadingGap, max: leadingGap + width)
            : Extent(min: -width / 2, max: width / 2)
    }

    /// From a grid line to the label that begins there, in points.
    private nonisolated static let leadingGap = 7.0
    /// Labels of values are never drawn nearer to each other than this, in points.
    private static let leastRow = 20.0
    /// Over how many points labels pale at the ends of the axis.
    static let softness = 4.0
    /// How much more room than it needs something takes to come back, in points and as a factor.
    private static let slack = (gap: 2.0, factor: 1.05)
    /// How much nearer than it should a step of a value axis may come that a hand zooms out.
    private static let patience = 1.15

    /// What the labels were made for.
    private struct State: Equatable {
        var ticks: Revision
        var look: Look
        var scale: Double
        var atlas: ObjectIdentifier
    }

    /// What makes ticks alike wherever they are.
    private struct Look: Equatable {
        var step: AxisStep
        var kind: ScaleKind
        var style: ChartStyle
        var generation: Int
        var variant: Int
    }

    /// An axis of a scale.
    ///
    /// - Parameter ticker: what makes its ticks; nil for one that has them ready for a pan over half
    ///   a plot of values, or a whole one of x.
    public init(
        scale: Scale, side: Side, labeling: any AxisLabeling, ticker: AxisTicker? = nil
    ) {
        let ticker = ticker ?? AxisTicker(margin: side.isHorizontal ? 1.1 : 0.5)
        self.scale = scale
        self.side = side
        self.labeling = labeling
        self.ticker = ticker
        writing = labeling.variant(0)
    }

    /// The step by which the range was made round that the axis was told of last.
    private(set) var rangeStep: AxisStep?

    /// Tells a value axis where it is going: labels change for it at once, or as soon as the change
    /// before is old enough to have been read.
    ///
    /// - Parameters:
    ///   - step: the one that made the range round.
    ///   - duration: how long it takes there; 0 where it is there.
    func announce(_ range: Extent, step: AxisStep?, at time: Double, duration: Double) {
        rangeStep = step
        if duration > 0 { transitions.duration = duration }
        if transitions.request(
            Announcement(range: range, step: step), at: time, isAtOnce: duration <= 0)
        {
            accept()
        }
    }

    /// Lets ticks go by where a value axis is, beginning with those it has: a person moves it.
    func follow() {
        guard transitions.current != nil else { return }
        transitions = LabelTransitions()
        rangeStep = nil
        ticker.release()
    }

    private func accept() {
        ticker.reset()
        ticker.preferred = transitions.current?.step
    }

    /// Whether something is coming or going, or waits for its time to.
    func isFading(at time: Double) -> Bool {
        transitions.opening != nil || written.isFading(at: time) || gridLines.isFading(at: time)
    }

    /// Brings ticks and labels up to date with a range over `length` points.
    ///
    /// - Parameters:
    ///   - shown: where the axis is now; what was announced is what ticks are chosen for.
    ///   - room: from where to where labels of a bottom axis may reach, in points from the axis'
    ///     beginning.
    ///   - time: of the frame.
    ///   - fades: whether what changes takes its time.
    func update(
        shown: Extent, length: Double, room: Extent, style: ChartStyle, deviceScale: Double,
        typesetter: Typesetter, atlas: GlyphAtlas, at time: Double, fades: Bool
    ) {
        (self.room, self.length) = (room, length)
        if transitions.advance(to: time) { accept() }
        let range = transitions.current?.range ?? shown
        if style.type != state?.look.style.type
            || style.strongType != state?.look.style.strongType
        {
            forgetWidths()
        }
        if !side.isHorizontal, reserved == nil {
            reserved = labeling.widest.reduce(0) {
                max($0, Self.width($1, style, typesetter))
            }
        }
        let variant = variant(over: range.length)
        if variant != self.variant {
            self.variant = variant
            writing = labeling.variant(variant)
            rooms = [:]
        }
        // Under a hand a step does not change about its border: the last digits would do it.
        let kept = transitions.current == nil ? ticker.step : nil
        let (unit, preferred) = (ticker.unit, ticker.preferred)
        ticker.fixed = ticks.interval(over: unit.shown(range).length)
        ticker.update(ScaleMapping(kind: scale.kind, range: range), length: length) { step in
            // Labels of no width would stand too close: nothing need be measured.
            guard writing.allows(step),
                (step.length(in: unit) ?? .infinity) * length >= labelGap * range.length
            else { return .infinity }
            guard !side.isHorizontal else { return needed(step, style, typesetter).least }
            let spacing = labeling.spacing ?? self.spacing
            // A range was made round for this step: its ends are ticks if there is any room.
            if step == preferred { return spacing.least }
            let distance = max(
                spacing.distance(length: length), spacing.least * step.unevenness)
            return step == kept
                ? max(min(distance, Self.leastRow), distance / Self.patience) : distance
        }
        guard let step = ticker.step else { return }
        let now = State(
            ticks: ticker.revision,
            look: Look(
                step: step, kind: scale.kind, style: style, generation: generation,
                variant: variant), scale: deviceScale, atlas: ObjectIdentifier(atlas))
        let isNew = now != state
        if isNew {
            if now.look != state?.look { look = .next() }
            if now.look.step != state?.look.step { every = 1 }
            place(step, range, style, typesetter)
        }
        let isFirst = state == nil
        state = now
        let density = length / max(shown.length, .leastNormalMagnitude)
        // A range that pans is as long as before but for its last digits.
        let isZoomed = isNew || abs(density - self.density) > 1e-9 * density
        var isOther = isNew
        if isZoomed {
            self.density = density
            isOther =
                (side.isHorizontal
                    ? choose(density, step, style, typesetter) : thin(density, step)) || isNew
        }
        if isOther {
            let visible = shown.expanded(by: 100 / max(density, .leastNormalMagnitude))
            show(at: time, over: visible, fades: fades && !isFirst)
        }
        if lines.minor != nil, minorRevision != ticker.revision {
            minorRevision = ticker.revision
            minorRules.replace(ticker.minorTicks)
        }
        guard isOther || isZoomed || isFading(at: lastTime) else { return }
        lastTime = time
        if gridLines.update(at: time, density: density) {
            look = .next()
            sendLines()
        } else if isOther {
            sendLines()
        }
        let pales = written.update(at: time, density: density) { label in
            presence(at: (label.anchor - shown.min) * density, label.reach) > 0
        }
        if pales || isOther {
            send(style, deviceScale, typesetter, atlas)
        }
    }

    /// The way labels are written over a length: that for longer ranges only where they are somewhat
    /// longer than they have to be.
    private func variant(over length: Double) -> Int {
        let exact = labeling.variant(over: length)
        guard state != nil, exact != variant else { return exact }
        return labeling.variant(over: length / 1.04) == variant ? variant : exact
    }

    /// How wide a label is, in points.
    private static func width(
        _ label: AxisLabel, _ style: ChartStyle, _ typesetter: Typesetter
    ) -> Double {
        let type = label.isStrong ? style.strongType : style.type
        guard let block = label.block else { return typesetter.measure(label.text, type).width }
        return block.size(block.shaped(typesetter, type)).width
    }

    /// How far apart ticks of a step have to stand: an ordinary label beside another one, and beside
    /// a strong one, which may be short.
    private func needed(
        _ step: AxisStep, _ style: ChartStyle, _ typesetter: Typesetter
    ) -> Room {
        if let known = rooms[step] { return known }
        var ordinary = Extent.nothing
        var (short, whole) = (Extent.nothing, Extent.nothing)
        for label in writing.samples(step: step) {
            let reach = Self.reach(label.placement, Self.width(label, style, typesetter))
            whole = whole.union(reach)
            if !label.isStrong { ordinary = ordinary.union(reach) }
            if let text = label.shortText {
                let type = label.isShortStrong ? style.strongType : style.type
                let width = typesetter.measure(text, type).width
                short = short.union(Self.reach(label.placement, width))
            } else {
                short = short.union(reach)
            }
        }
        if ordinary.isEmpty { ordinary = short }
        // Room is told for the mean length of a step; the shortest one has to do.
        let uneven = step.unevenness
        func distance(_ all: Extent) -> Double {
            guard !all.isEmpty else { return labelGap }
            return (max(all.max - ordinary.min, ordinary.max - all.min) + labelGap) * uneven
        }
        let room = Room(least: distance(short), full: distance(whole))
        rooms[step] = room
        return room
    }

    private func place(
        _ step: AxisStep, _ range: Extent, _ style: ChartStyle, _ typesetter: Typesetter
    ) {
        var hidden: Set<LabelFades<Placed>.Identity> = []
        for entry in placed where !entry.isShown { hidden.insert(entry.id) }
        placed = ticker.ticks.map { tick in
            let label = writing.label(tick, step: step)
            let type = label.isStrong ? style.strongType : style.type
            var anchor = tick.value
            if case .slot(let end) = label.placement { anchor = (tick.value + end) / 2 }
            let shaped = label.block.map { block in
                let lines = block.shaped(typesetter, type)
                return Shaped(block: block, lines: lines, size: block.size(lines))
            }
            var entry = Placed(
                tick: tick, label: label,
                whole: shaped?.lines.first ?? typesetter.line(label.text, type),
                short: label.shortText.map {
                    typesetter.line($0, label.isShortStrong ? style.strongType : style.type)
                }, block: shaped, anchor: anchor, isShort: isTight && label.shortText != nil)
            entry.wasHidden = hidden.contains(entry.id)
            return entry
        }
        widestLabel = placed.reduce(0) {
            range.contains($1.tick.value) ? max($0, $1.size.width) : $0
        }
        tallest = placed.reduce(tallest) { max($0, $1.block?.size.height ?? 0) }
    }

    /// Tells what is to be seen from now on; on a value axis grid lines are those of the labels.
    private func show(at time: Double, over visible: Extent, fades: Bool) {
        let isCrossed = { (value: Double) in self.crossings.contains { abs($0 - value) < 1e-9 } }
        written.show(
            placed.filter {
                $0.isShown && !$0.text.isEmpty && !isCrossed($0.tick.value)
            }.map { entry in
                .init(
                    entry.id, at: entry.anchor,
                    reach: side.isHorizontal
                        ? entry.reach
                        : Extent(min: -entry.size.height / 2, max: entry.size.height / 2),
                    content: entry)
            }, at: time, over: visible, isFading: fades)
        gridLines.show(
            placed.filter { $0.label.hasGridLine && (side.isHorizontal || $0.isShown) }
                .map { .init(.init(value: $0.tick.value), at: $0.tick.value, content: ()) },
            at: time, over: visible, isFading: fades)
    }

    private func sendLines() {
        rules.replace(gridLines.labels.map(\.anchor), opacities: gridLines.labels.map(\.opacity))
    }

    /// Leaves out labels and grid lines of a value axis that stand too close while it glides to the
    /// range that they are for; whether they are others than before.
    private func thin(_ density: Double, _ step: AxisStep) -> Bool {
        if let length = step.length(in: ticker.unit) {
            func row(_ every: Int) -> Double { Double(every) * length * density }
            while row(every) < Self.leastRow, every < 1 << 20 { every *= 2 }
            while every > 1, row(every / 2) >= Self.leastRow * Self.slack.factor { every /= 2 }
        }
        var changed = false
        for index in placed.indices {
            let isShown =
                !placed[index].label.text.isEmpty && placed[index].tick.ordinal % every == 0
            if isShown != placed[index].isShown { changed = true }
            placed[index].isShown = isShown
        }
        return changed
    }

    /// Chooses the labels that have room, at a number of points per unit; whether they are others
    /// than before.
    ///
    /// A step keeps labels apart on the whole; where it does not (a strong one is wider than its
    /// samples, a month shorter than the mean) the strong one stays and its neighbours give way.
    /// That depends on the zoom alone, so nothing comes and goes in a pan but at the ends of the
    /// axis.
    private func choose(
        _ density: Double, _ step: AxisStep, _ style: ChartStyle, _ typesetter: Typesetter
    ) -> Bool {
        guard let origin = placed.first?.anchor else { return false }
        let full = needed(step, style, typesetter).full
        let length = step.length(in: ticker.unit) ?? .infinity
        isTight = length * density < full * (isTight ? Self.slack.factor : 1)
        var changed = false
        for index in placed.indices where placed[index].short != nil {
            if placed[index].isShort != isTight { changed = true }
            placed[index].isShort = isTight
        }
        let spans = placed.map { $0.reach.offset(by: ($0.anchor - origin) * density) }
        // Labels that stand exactly at the gap do not come and go with the last digits.
        func gap(_ index: Int) -> Double {
            labelGap - 0.01 + (placed[index].wasHidden ? Self.slack.gap : 0)
        }
        var shown = [Bool](repeating: false, count: placed.count)
        var end = -Double.infinity
        for (index, entry) in placed.enumerated()
        where entry.isStrong && !entry.text.isEmpty && spans[index].min >= end + gap(index) {
            shown[index] = true
            end = spans[index].max
        }
        var nextStrong = [Double](repeating: .infinity, count: placed.count)
        var begin = Double.infinity
        for index in placed.indices.reversed() {
            nextStrong[index] = begin
            if shown[index] { begin = spans[index].min }
        }
        end = -.infinity
        for (index, entry) in placed.enumerated() where !entry.text.isEmpty {
            if !shown[index] {
                guard !entry.isStrong, spans[index].min >= end + gap(index),
                    spans[index].max + gap(index) <= nextStrong[index]
                else { continue }
                shown[index] = true
            }
            end = spans[index].max
        }
        for (index, isShown) in shown.enumerated() where isShown != placed[index].isShown {
            placed[index].isShown = isShown
            changed = true
        }
        for index in placed.indices { placed[index].wasHidden = !placed[index].isShown }
        return changed
    }

    private func send(
        _ style: ChartStyle, _ deviceScale: Double, _ typesetter: Typesetter, _ atlas: GlyphAtlas
    ) {
        let capHeight = typesetter.metrics(style.type).capHeight
        let buffer = labels.flatMap { $0.atlas === atlas ? $0 : nil } ?? LabelBuffer(atlas: atlas)
        labels = buffer
        buffer.replace(
            written.labels.filter { $0.opacity > 0 && $0.content.block == nil }.map { shown in
                let entry = shown.content
                var label = label(
                    entry, labelColor ?? (entry.isStrong ? style.strongLabel : style.label),
                    capHeight)
                label.opacity = shown.opacity
                return label
            }, scale: deviceScale)
    }

    private func label(_ entry: Placed, _ color: Color, _ capHeight: Double) -> AnchoredLabel {
        switch side {
        case .top, .bottom:
            let isLeading = entry.label.placement == .leading
            return AnchoredLabel(
                entry.line, x: entry.anchor,
                offset: Vector(dx: isLeading ? ChartAxis.leadingGap : 0, dy: 0),
                alignment: isLeading ? .leading : .center, color: color)
        case .leading, .trailing:
            return AnchoredLabel(
                entry.line, y: entry.tick.value, offset: Vector(dx: 0, dy: capHeight / 2),
                alignment: side == .leading ? .trailing : .leading, color: color)
        }
    }

    /// How much of a label can be seen so near to the ends of the axis; what the GPU works out.
    ///
    /// - Parameter place: of its anchor, in points from the axis' beginning.
    private func presence(at place: Double, _ reach: Extent) -> Double {
        func part(_ inside: Double) -> Double { min(max(inside / Self.softness, 0), 1) }
        guard side.isHorizontal else { return part(min(place, length - place) + Self.softness) }
        let late = place + max(reach.mid, 0)
        return part(min(place, length - late) + Self.softness)
            * part(min(place + reach.min - room.min, room.max - place - reach.max))
    }

    /// Where the axis' line lies across its direction, in points: beside the plot or in it.
    func place(across projection: Projection) -> Double {
        let plot = projection.plot
        if let placement {
            return side.isHorizontal
                ? plot.maxY - placement.place(across: projection.y) * plot.height
                : plot.minX + placement.place(across: projection.x) * plot.width
        }
        switch side {
        case .top: return plot.minY - offset
        case .bottom: return plot.maxY + offset
        case .leading: return plot.minX - offset
        case .trailing: return plot.maxX + offset
        }
    }

    /// The baseline of the labels of a horizontal axis whose line lies at a place, or the edge of those
    /// of an upright one, in points.
    func labelEdge(_ place: Double, _ style: ChartStyle) -> Double {
        let ticks = lines.outside
        switch side {
        case .bottom where placement == nil && offset == 0:
            return place + max(style.timeLabelBaseline, ticks + 4 + style.type.size)
        case .bottom: return place + ticks + 4 + style.type.size
        case .top: return place - ticks - 6
        case .leading: return place - ticks - style.valueLabelGap
        case .trailing: return place + ticks + style.valueLabelGap
        }
    }

    /// The room that it takes beside the plot, in points, as of the last update; of a horizontal one
    /// all of it, of the first one below the plot what is more than the style's inset.
    func thickness(_ style: ChartStyle) -> Double {
        if placement != nil { return 0 }
        let ticks = lines.outside
        return side.isHorizontal
            ? ticks + max(style.type.size, tallest) + 12
            : ticks + neededWidth + style.valueLabelGap + 10
    }

    /// How much taller labels are than a line of the style's type, in points.
    func extraHeight(_ style: ChartStyle) -> Double { max(0, tallest - style.type.size - 4) }

    /// Where a block stands, in points.
    ///
    /// - Parameter edge: the baseline of labels of a horizontal axis, or the edge of those of an
    ///   upright one.
    private func rect(of entry: Placed, _ shaped: Shaped, _ edge: Double, _ p: Projection) -> Rect {
        let size = shaped.size
        var origin = Point.zero
        switch side {
        case .bottom:
            let baseline = shaped.block.firstBaseline(shaped.lines)
            origin = Point(x: p.px(entry.anchor) + entry.reach.min, y: edge - baseline)
        case .top:
            origin = Point(x: p.px(entry.anchor) + entry.reach.min, y: edge - size.height)
        case .leading:
            origin = Point(x: edge - size.width, y: p.py(entry.tick.value) - size.height / 2)
        case .trailing:
            origin = Point(x: edge, y: p.py(entry.tick.value) - size.height / 2)
        }
        return Rect(origin: origin, size: size)
    }

    /// The blocks that can be seen, recorded and with their places; none where all labels are lines.
    ///
    /// - Parameter edge: see `labelEdge`.
    func shownBlocks(
        _ projection: Projection, edge: Double, style: ChartStyle, scale: Double, atlas: GlyphAtlas
    ) -> [ShownBlock] {
        guard tallest > 0 else { return [] }
        blocks.begin(scale: scale, atlas: atlas)
        defer { blocks.end() }
        let alignment: TextAlignment =
            side.isHorizontal ? .center : side == .leading ? .trailing : .leading
        return written.labels.compactMap { shown in
            let entry = shown.content
            guard let shaped = entry.block else { return nil }
            let rect = rect(of: entry, shaped, edge, projection)
            let place =
                side.isHorizontal
                ? projection.px(entry.anchor) - projection.plot.minX
                : projection.py(entry.tick.value) - projection.plot.minY
            let opacity = shown.opacity * presence(at: place, entry.reach)
            guard opacity > 0 else { return nil }
            let list = blocks.list(
                shaped.block, shaped.lines,
                type: entry.isStrong ? style.strongType : style.type,
                color: labelColor ?? (entry.isStrong ? style.strongLabel : style.label),
                alignment: alignment, atlas: atlas)
            return ShownBlock(
                list: list,
                origin: Point(
                    x: (rect.x * scale).rounded() / scale, y: (rect.y * scale).rounded() / scale),
                opacity: opacity)
        }
    }

    /// The labels that can be seen, with their places in points.
    func placedLabels(
        _ projection: Projection, plot: Rect, style: ChartStyle, typesetter: Typesetter
    ) -> [ReportedLabel] {
        let metrics = typesetter.metrics(style.type)
        let edge = labelEdge(place(across: projection), style)
        return written.labels.compactMap { shown in
            let entry = shown.content
            let place: Double
            var rect: Rect
            if side.isHorizontal {
                let x = projection.px(entry.anchor)
                place = x - plot.minX
                rect = Rect(
                    x: x + entry.reach.min, y: edge - metrics.ascent, width: entry.line.width,
                    height: metrics.height)
            } else {
                let y = projection.py(entry.tick.value)
                place = y - plot.minY
                rect = Rect(
                    x: side == .leading ? edge - entry.line.width : edge,
                    y: y + metrics.capHeight / 2 - metrics.ascent, width: entry.line.width,
                    height: metrics.height)
            }
            let opacity = shown.opacity * presence(at: place, entry.reach)
            if let shaped = entry.block {
                rect = self.rect(of: entry, shaped, edge, projection)
            }
            return opacity > 0
                ? ReportedLabel(
                    value: entry.tick.value, text: entry.text, placement: entry.label.placement,
                    rect: rect, opacity: opacity) : nil
        }
    }

    /// The step of its ticks; nil before the first frame.
    var step: AxisStep? { ticker.step }

    /// The larger unit that holds a value.
    func tier(at value: Double) -> AxisTier? {
        ticker.step.flatMap { writing.tier(at: value, step: $0) }
    }
}
