import ChartRendering
import Charts
import GPU
import Imaging
import Measuring

/// The chart of a frame workload, with axes, grid and labels, as a program would build it.
@MainActor
final class BenchChart {
    let workload: FrameWorkload
    let chart: Chart
    let renderer: Renderer
    let surface: Surface
    private let typesetter: Typesetter
    private var time = 0.0
    /// The texts shaped up to the end of the last frame.
    private var shapedCount = 0

    /// What a frame cost besides time.
    struct Cost {
        var vertexBytes = 0
        var textsShaped = 0
        var draws = 0
    }

    private static let colors = [
        Color(hex: 0x7048E8), Color(hex: 0xE8590C), Color(hex: 0x0CA678),
    ]

    private static func line(_ number: Int, of workload: FrameWorkload) -> LineMark {
        let mark = LineMark(
            id: "line \(number)",
            style: LineStyle(
                width: workload.lineWidth, color: colors[number % colors.count]))
        mark.show(
            samples(
                count: workload.samples, corners: workload.corners,
                seed: workload.seed(line: number)))
        return mark
    }

    /// The points of one class, nearly normal in both directions around a place of its own.
    private static func cloud(_ number: Int, of workload: FrameWorkload) -> PointMark {
        var walk = RandomWalk(seed: UInt64(number + 1))
        let places = walk.take(8 * workload.samples + 1)
        // Steps are between −0.5 and 0.5, so four of them are between −2 and 2.
        let points = (0..<workload.samples).map { index in
            let (first, middle, last) = (
                places[8 * index], places[8 * index + 4], places[8 * index + 8]
            )
            let share = (Double(number) + middle - first + 2) / 6
            return (
                x: FrameWorkload.origin + share * Double(workload.samples - 1),
                y: Double(number) / 2 + last - middle
            )
        }
        let mark = PointMark(points, x: \.x, y: \.y, id: "class \(number)")
        return mark.radius(workload.lineWidth / 2).color(colors[number % colors.count])
    }

    /// The workload's lines in a chart; draws nothing yet.
    ///
    /// - Parameter keepsPicture: Whether a pan may reuse the picture of the previous frame.
    convenience init(
        _ workload: FrameWorkload, keepsPicture: Bool = true, on surface: Surface
    ) throws {
        let marks = (0..<workload.lines).map { number -> any Mark in
            switch workload.content {
            case .lines: Self.line(number, of: workload)
            case .points: Self.cloud(number, of: workload)
            }
        }
        try self.init(workload, marks: marks, on: surface)
        if !keepsPicture { chart.style.ground = nil }
    }

    /// A chart of the given marks.
    ///
    /// - Parameter values: What the value axis shows; by default the values of the marks.
    init(
        _ workload: FrameWorkload, marks: [any Mark], values: Extent? = nil, on surface: Surface
    ) throws {
        self.workload = workload
        self.surface = surface
        let fonts = try FontLibrary()
        typesetter = Typesetter(fonts: fonts)
        renderer = Renderer(device: surface.device, atlas: GlyphAtlas(fonts: fonts))
        chart = Self.chart(marks, values: values)
    }

    /// A chart of marks, all of it visible, with 5 % of room above and below.
    private static func chart(_ marks: [any Mark], values: Extent?) -> Chart {
        let x = Dimension(
            id: "x", kind: .time(CivilCalendar(zone: .utc)), direction: .horizontal)
        let room = BlockFilter { _, context in
            let data = values ?? context.source
            return Extent(
                min: data.min - data.length * 0.05, max: data.max + data.length * 0.05)
        }
        let chart = Chart(
            x: x, yFilters: [room], xLabels: UTCLabels(), yLabels: NumberLabels(),
            style: ChartStyle(
                grid: Color(hex: 0xECEEF2), label: Color(hex: 0x6E7482),
                strongLabel: Color(hex: 0x15171C), ground: Color(hex: 0xFFFFFF)))
        chart.marks = marks
        x.updater.setSource(chart.domain, update: true)
        chart.fitValues(over: x.range, at: 0, animated: false)
        return chart
    }

    /// The samples of a line, a second apart; made piece by piece, so that a hundred million are
    /// never in memory twice.
    nonisolated static func samples(
        count: Int, corners: Int? = nil, seed: UInt64
    ) -> SampleSeries {
        var walk = RandomWalk(seed: seed)
        let places = corners.map { walk.take($0) }
        var times = Column<Double>()
        var values = Column<Double>()
        while times.count < count {
            let first = times.count
            let piece = min(Column<Double>.chunkSize, count - first)
            times.append(
                contentsOf: (first..<(first + piece)).map { FrameWorkload.origin + Double($0) })
            values.append(
                contentsOf: places.map {
                    RandomWalk.values(first..<(first + piece), of: count, on: $0)
                } ?? walk.take(piece))
        }
        return SampleSeries(times: times, values: values)
    }

    /// Shows what a frame of the workload shows, and draws all of it.
    func draw(frame: Int) throws -> Cost {
        let window = workload.window(frame: frame)
        chart.x.panZoom.set(Extent(min: window.lowerBound, max: window.upperBound))
        return try draw()
    }

    /// Draws the chart with its current ranges, a sixtieth of a second later.
    func draw() throws -> Cost {
        advance()
        return try render()
    }

    /// The time of the next frame, in seconds.
    var nextTime: Double { time + 1.0 / 60 }

    /// Moves what moves on to the next frame; returns whether there must be another after it.
    @discardableResult
    func advance() -> Bool {
        time = nextTime
        return chart.advance(to: time)
    }

    /// Draws the chart after its motion; counts the texts shaped since the previous frame.
    func render() throws -> Cost {
        chart.prepare(
            in: Rect(
                x: 0, y: 0, width: Double(FrameWorkload.width),
                height: Double(FrameWorkload.height)),
            deviceScale: 1, typesetter: typesetter)
        try renderer.beginFrame(surface, scale: 1, clear: Color(hex: 0xFFFFFF))
        try renderer.draw { chart.encode(into: $0) }
        let statistics = try renderer.endFrame()
        defer { shapedCount = typesetter.shapedCount }
        return Cost(
            vertexBytes: statistics.vertexBytes,
            textsShaped: typesetter.shapedCount - shapedCount, draws: statistics.draws)
    }

    /// Writes the picture of the surface, for inspection.
    func writePicture(to folder: String, name: String) throws {
        let picture = Bitmap(
            width: surface.width, height: surface.height, alpha: .premultiplied,
            bytes: try surface.readPixels())
        try picture.writePNG(toFile: "\(folder)/\(name).png")
    }
}

/// Times as labels, in UTC.
struct UTCLabels: AxisLabeling {
    private let calendar = CivilCalendar(zone: .utc)

    func label(_ tick: Tick, step: AxisStep) -> AxisLabel {
        guard case .calendar(let step) = step else { return AxisLabel("") }
        let moment = calendar.components(of: tick.value)
        let begins = tick.begins ?? .minute
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let day = "\(two(moment.day)).\(two(moment.month))."
        let clock = "\(two(moment.hour)):\(two(moment.minute))"
        switch step.unit {
        case .fraction, .second: return AxisLabel("\(clock):\(two(moment.second))")
        case .minute, .hour:
            return begins >= .day ? AxisLabel(day, isStrong: true) : AxisLabel(clock)
        case .day, .week:
            return begins == .year ? AxisLabel("\(moment.year)", isStrong: true) : AxisLabel(day)
        case .month:
            return begins == .year
                ? AxisLabel("\(moment.year)", isStrong: true)
                : AxisLabel("\(two(moment.month))/\(moment.year)")
        case .year: return AxisLabel("\(moment.year)")
        }
    }

    func samples(step: AxisStep) -> [AxisLabel] { [AxisLabel("00:00:00")] }
}

/// Numbers as labels, with the places that their step needs.
struct NumberLabels: AxisLabeling {
    func label(_ tick: Tick, step: AxisStep) -> AxisLabel {
        AxisLabel(Outcome.text(tick.value))
    }

    func samples(step: AxisStep) -> [AxisLabel] { [] }
}
