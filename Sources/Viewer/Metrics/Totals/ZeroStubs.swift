import ChartCore
import ChartScene
import Charts
import Geometry

/// The line under bars that marks days with data.
///
/// Under a bar with data on only some of its days it runs along the days that have them, and a bar
/// of height zero (a day without a step, which is not a day without data) is a stub of its own
/// width. A complete bar needs no line, and a missing one has none.
@MainActor
final class FootLine: Attachment {
    var isHidden = false
    var color: Color { didSet { if color != oldValue { revision = .next() } } }
    /// The width of a stub as a fraction of its slot.
    var fraction = 0.6 { didSet { if fraction != oldValue { revision = .next() } } }
    var opacity = 1.0 { didSet { if opacity != oldValue { revision = .next() } } }
    /// Changes whenever the picture of the line does.
    private(set) var revision: Revision? = .next()
    /// The runs of days with data under incomplete bars.
    private(set) var runs: [Extent] = []
    /// The slots of bars of height zero.
    private(set) var stubs: [Extent] = []
    private let runBuffer = BarBuffer()
    private let stubBuffer = BarBuffer()

    /// In points.
    private static let height = 2.0

    init(color: Color) { self.color = color }

    /// Shows the line under some bars.
    func show(_ indices: Range<Int>, of totals: CalendarTotals, _ ladder: CalendarLadder) {
        var runs: [Extent] = []
        var stubs: [Extent] = []
        for index in indices {
            let bucket = totals.buckets[index]
            if bucket.sum == 0 { stubs.append(bucket.span) }
            guard totals.unit > .day, totals.days[index] < ladder.dayCount(of: bucket.span) else {
                continue
            }
            var run: Extent?
            for day in ladder.days.indices(over: bucket.span) {
                let span = ladder.days.buckets[day].span
                if let known = run, known.max == span.min {
                    run = Extent(min: known.min, max: span.max)
                } else {
                    if let run { runs.append(run) }
                    run = span
                }
            }
            if let run { runs.append(run) }
        }
        guard runs != self.runs || stubs != self.stubs else { return }
        self.runs = runs
        self.stubs = stubs
        runBuffer.replace(runs.map { Bar(start: $0.min, end: $0.max, value: 1) })
        stubBuffer.replace(stubs.map { Bar(start: $0.min, end: $0.max, value: 1) })
        revision = .next()
    }

    func encode(into scene: SceneBuilder, _ projection: PlotProjection) {
        guard !(runs.isEmpty && stubs.isEmpty), opacity > 0 else { return }
        let height = max(1, (Self.height * scene.scale).rounded())
        let strip = PlotProjection(
            plot: Rect(
                x: projection.plot.x, y: projection.pixelY(0).rounded() - height,
                width: projection.plot.width, height: height), x: projection.x, y: 0...1)
        scene.bars(
            runBuffer, BarStyle(width: .fraction(1), colors: [color]), in: strip, alpha: opacity)
        scene.bars(
            stubBuffer, BarStyle(width: .fraction(fraction), colors: [color]), in: strip,
            alpha: opacity)
    }
}
