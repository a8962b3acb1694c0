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
    /// The side of the plot on which the labels stand.
    public enum Side: Hashable, Sendable {
        case bottom
        case trailing
    }

    public let scale: Scale
    public let side: Side
    public var labeling: any AxisLabeling {
        didSet {
            writing = labeling.variant(variant)
            forgetWidths()
        }
    }
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
    /// What can be seen of the labels.
    private(set) var labels: LabelBuffer?
    private var written = LabelFades<Placed>()
    private var lines = LabelFades<Void>()
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
        /// From where to where the text goes, in points from its anchor.
        var reach: Extent { ChartAxis.reach(label.placement, line.width) }
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

    public init(scale: Scale, side: Side, labeling: any AxisLabeling, ticker: AxisTicker) {
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
        transitions.opening != nil || written.isFading(at: time) || lines.isFading(at: time)
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
        if side == .trailing, reserved == nil {
            reserved = labeling.widest.reduce(0) {
                let type = $1.isStrong ? style.strongType : style.type
                return max($0, typesetter.measure($1.text, type).width)
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
        let unit = ticker.unit
        ticker.update(ScaleMapping(kind: scale.kind, range: range), length: length) { step in
            // Labels of no width would stand too close: nothing need be measured.
            guard writing.allows(step),
                (step.length(in: unit) ?? .infinity) * length >= labelGap * range.length
            else { return .infinity }
            guard side == .trailing else { return needed(step, style, typesetter).least }
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
                (side == .bottom
                    ? choose(density, step, style, typesetter) : thin(density, step)) || isNew
        }
        if isOther {
            let visible = shown.expanded(by: 100 / max(density, .leastNormalMagnitude))
            show(at: time, over: visible, fades: fades && !isFirst)
        }
        guard isOther || isZoomed || isFading(at: lastTime) else { return }
        lastTime = time
        if lines.update(at: time, density: density) {
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

    /// How far apart ticks of a step have to stand: an ordinary label beside another one, and beside
    /// a strong one, which may be short.
    private func needed(
        _ step: AxisStep, _ style: ChartStyle, _ typesetter: Typesetter
    ) -> Room {
        if let known = rooms[step] { return known }
        var ordinary = Extent.nothing
        var (short, whole) = (Extent.nothing, Extent.nothing)
        for label in writing.samples(step: step) {
            let type = label.isStrong ? style.strongType : style.type
            let width = typesetter.measure(label.text, type).width
            let reach = Self.reach(label.placement, width)
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
            var entry = Placed(
                tick: tick, label: label, whole: typesetter.line(label.text, type),
                short: label.shortText.map {
                    typesetter.line($0, label.isShortStrong ? style.strongType : style.type)
                }, anchor: anchor, isShort: isTight && label.shortText != nil)
            entry.wasHidden = hidden.contains(entry.id)
            return entry
        }
        widestLabel = placed.reduce(0) {
            range.contains($1.tick.value) ? max($0, $1.line.width) : $0
        }
    }

    /// Tells what is to be seen from now on; on a value axis grid lines are those of the labels.
    private func show(at time: Double, over visible: Extent, fades: Bool) {
        written.show(
            placed.filter { $0.isShown && !$0.text.isEmpty }.map { entry in
                .init(
                    entry.id, at: entry.anchor,
                    reach: side == .bottom
                        ? entry.reach
                        : Extent(min: -entry.line.height / 2, max: entry.line.height / 2),
                    content: entry)
            }, at: time, over: visible, isFading: fades)
        lines.show(
            placed.filter { $0.label.hasGridLine && (side == .bottom || $0.isShown) }
                .map { .init(.init(value: $0.tick.value), at: $0.tick.value, content: ()) },
            at: time, over: visible, isFading: fades)
    }

    private func sendLines() {
        rules.replace(lines.labels.map(\.anchor), opacities: lines.labels.map(\.opacity))
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
            written.labels.filter { $0.opacity > 0 }.map { shown in
                let entry = shown.content
                var label = label(
                    entry, entry.isStrong ? style.strongLabel : style.label, capHeight)
                label.opacity = shown.opacity
                return label
            }, scale: deviceScale)
    }

    private func label(_ entry: Placed, _ color: Color, _ capHeight: Double) -> AnchoredLabel {
        switch side {
        case .bottom:
            let isLeading = entry.label.placement == .leading
            return AnchoredLabel(
                entry.line, x: entry.anchor,
                offset: Vector(dx: isLeading ? ChartAxis.leadingGap : 0, dy: 0),
                alignment: isLeading ? .leading : .center, color: color)
        case .trailing:
            return AnchoredLabel(
                entry.line, y: entry.tick.value, offset: Vector(dx: 0, dy: capHeight / 2),
                alignment: .leading, color: color)
        }
    }

    /// How much of a label can be seen so near to the ends of the axis; what the GPU works out.
    ///
    /// - Parameter place: of its anchor, in points from the axis' beginning.
    private func presence(at place: Double, _ reach: Extent) -> Double {
        func part(_ inside: Double) -> Double { min(max(inside / Self.softness, 0), 1) }
        guard side == .bottom else { return part(min(place, length - place) + Self.softness) }
        let late = place + max(reach.mid, 0)
        return part(min(place, length - late) + Self.softness)
            * part(min(place + reach.min - room.min, room.max - place - reach.max))
    }

    /// The labels that can be seen, with their places in points.
    func placedLabels(
        _ projection: Projection, plot: Rect, style: ChartStyle, typesetter: Typesetter
    ) -> [ReportedLabel] {
        let metrics = typesetter.metrics(style.type)
        return written.labels.compactMap { shown in
            let entry = shown.content
            let place: Double
            let rect: Rect
            switch side {
            case .bottom:
                let x = projection.px(entry.anchor)
                place = x - plot.minX
                let baseline = plot.maxY + style.timeLabelBaseline
                rect = Rect(
                    x: x + entry.reach.min, y: baseline - metrics.ascent, width: entry.line.width,
                    height: metrics.height)
            case .trailing:
                let y = projection.py(entry.tick.value)
                place = y - plot.minY
                rect = Rect(
                    x: plot.maxX + style.valueLabelGap,
                    y: y + metrics.capHeight / 2 - metrics.ascent, width: entry.line.width,
                    height: metrics.height)
            }
            let opacity = shown.opacity * presence(at: place, entry.reach)
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
