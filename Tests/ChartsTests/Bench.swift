import ChartCore
import ChartInteraction
import ChartRendering
import ChartScene
import Charts
import GPU
import Geometry
import Testing
import Text

/// The fonts, loaded once for all tests.
@MainActor enum Fonts {
    private static var known: FontLibrary?

    static func library() throws -> FontLibrary {
        if let known { return known }
        let found = try FontLibrary()
        known = found
        return found
    }
}

/// A chart with a picture in memory to draw into.
@MainActor
final class Bench {
    static let grid: UInt32 = 0x00FF00
    static let label: UInt32 = 0x808080
    static let strong: UInt32 = 0xFFFFFF
    static let style = ChartStyle(
        grid: Color(hex: grid), label: Color(hex: label), strongLabel: Color(hex: strong))

    let chart: Chart
    let typesetter: Typesetter
    let atlas: GlyphAtlas
    let frame: Rect
    let scale: Double
    private var stage: (surface: Surface, renderer: Renderer)?
    private(set) var statistics = FrameStatistics()

    /// A chart that the bench builds.
    init(
        of chart: Chart, frame: Rect = Rect(x: 10, y: 20, width: 600, height: 300),
        scale: Double = 1
    ) throws {
        self.chart = chart
        self.frame = frame
        self.scale = scale
        let fonts = try Fonts.library()
        typesetter = Typesetter(fonts: fonts)
        atlas = GlyphAtlas(fonts: fonts)
    }

    convenience init(
        frame: Rect = Rect(x: 10, y: 20, width: 600, height: 300), scale: Double = 1,
        calendar: CivilCalendar = CivilCalendar(zone: .utc),
        range: Extent = Extent(min: 0, max: 7 * 86_400), x: Dimension? = nil,
        filters: [any RangeFilter] = [
            SourceFilter(alternative: .unit, expandMin: false, expandMax: false)
        ],
        values: any AxisLabeling = NumberWords(), times: (any AxisLabeling)? = nil
    ) throws {
        let dimension = x ?? Dimension(id: "x", kind: .time(calendar), direction: .horizontal)
        if x == nil { dimension.panZoom.set(range) }
        let chart = Chart(
            x: dimension, yFilters: filters, xLabels: times ?? TimeWords(calendar: calendar),
            yLabels: values, style: Bench.style)
        try self.init(of: chart, frame: frame, scale: scale)
    }

    func prepare(in other: Rect? = nil) {
        chart.prepare(
            in: other ?? frame, deviceScale: scale, typesetter: typesetter)
    }

    /// Prepares and draws one frame on black.
    ///
    /// - Parameter reading: Whether the pixels are read back; otherwise the returned picture is
    ///   empty.
    @discardableResult
    func draw(reading: Bool = true) throws -> Picture {
        let stage = try stage ?? makeStage()
        prepare()
        try stage.renderer.beginFrame(stage.surface, scale: scale, clear: Color(hex: 0))
        try stage.renderer.draw { chart.encode(into: $0) }
        statistics = try stage.renderer.endFrame()
        let errors = stage.renderer.device.debugMessages.filter { $0.hasPrefix("error") }
        #expect(errors == [])
        guard reading else { return Picture(width: 0, height: 0, bytes: []) }
        return Picture(
            width: stage.surface.width, height: stage.surface.height,
            bytes: try stage.surface.readPixels())
    }

    private func makeStage() throws -> (surface: Surface, renderer: Renderer) {
        let device = try Device()
        let made = (
            surface: try Surface(
                device: device, width: Int(((frame.maxX + 10) * scale).rounded(.up)),
                height: Int(((frame.maxY + 10) * scale).rounded(.up))),
            renderer: Renderer(device: device, atlas: atlas)
        )
        stage = made
        return made
    }

    /// A finger takes hold of the plot: the range moves from now on.
    func hold() {
        let place = Point(x: chart.plot.midX, y: chart.plot.midY)
        _ = chart.interaction.handle(
            Gesture(
                kind: .pan(.horizontal), phase: .began, id: 1, device: .touch, time: 1,
                origin: place, translation: .zero, delta: .zero, velocity: .zero))
    }

    /// Sets the range of both axes at once.
    func show(x: Extent? = nil, values: Extent? = nil) {
        if let x { chart.x.panZoom.set(x) }
        if let values {
            let mark = StubMark(id: "range", extent: values)
            chart.marks.append(mark)
            chart.fitValues(over: chart.x.range, at: 0, animated: false)
            chart.marks.removeLast()
        }
    }
}

/// Pixels in memory.
struct Picture: Equatable {
    let width: Int
    let height: Int
    let bytes: [UInt8]

    /// Red, green and blue of a pixel as `0xRRGGBB`; black outside the picture.
    subscript(x: Int, y: Int) -> UInt32 {
        guard x >= 0, y >= 0, x < width, y < height else { return 0 }
        let at = (y * width + x) * 4
        return UInt32(bytes[at]) << 16 | UInt32(bytes[at + 1]) << 8 | UInt32(bytes[at + 2])
    }

    /// The pixel that contains a position in device pixels.
    func color(at place: Point) -> UInt32 {
        self[Int(place.x.rounded(.down)), Int(place.y.rounded(.down))]
    }

    /// The columns of all pixels within some rows that differ from black.
    func inkColumns(rows: Range<Int>) -> [Int] {
        (0..<width).filter { x in rows.contains { self[x, $0] != 0 } }
    }
}

/// A mark that has an extent and records when it is drawn.
@MainActor
final class StubMark: Mark {
    let id: String
    let kind = MarkKind("stub")
    let color = Color(hex: 0x0000FF)
    var isHidden = false
    var overhang = 0.0
    var extent: Extent
    var domain = Extent.nothing
    var note: () -> Void = {}
    private(set) var asked: [Extent] = []

    init(id: String, extent: Extent = .nothing) {
        self.id = id
        self.extent = extent
    }

    func values(over range: Extent) -> Extent {
        asked.append(range)
        return extent
    }

    func encode(into scene: SceneBuilder, _ frame: MarkFrame) {
        note()
    }
}

/// An attachment that paints the whole target and records when it is drawn.
@MainActor
final class Paint: Charts.Attachment {
    var isHidden = false
    var color: Color
    var note: () -> Void = {}

    init(_ color: UInt32) { self.color = Color(hex: color) }

    func encode(into scene: SceneBuilder, _ projection: PlotProjection) {
        note()
        scene.fill(Rect(x: 0, y: 0, width: 5000, height: 5000), color)
    }
}

/// Values in plain digits.
struct NumberWords: AxisLabeling {
    var suffix = ""

    func label(_ tick: Tick, step: AxisStep) -> AxisLabel {
        let whole = tick.value.rounded()
        let text = whole == tick.value ? "\(Int(whole))" : "\(tick.value)"
        return AxisLabel(text + suffix)
    }

    func samples(step: AxisStep) -> [AxisLabel] { [] }
}

/// Times as a calendar writes them, in English; the larger unit where it begins, strong.
struct TimeWords: AxisLabeling {
    let calendar: CivilCalendar
    static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    static let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

    func label(_ tick: Tick, step: AxisStep) -> AxisLabel {
        guard case .calendar(let step) = step else { return AxisLabel("") }
        let c = calendar.components(of: tick.value)
        let begins = tick.begins ?? .minute
        let month = Self.months[c.month - 1]
        switch step.unit {
        case .fraction, .second, .minute, .hour:
            if begins >= .day {
                return AxisLabel("\(Self.weekday(c)) \(c.day) \(month)", isStrong: true)
            }
            return AxisLabel("\(Self.two(c.hour)):\(Self.two(c.minute))")
        case .day where step.count == 1:
            return begins >= .month
                ? AxisLabel("\(c.day) \(month)", isStrong: true, placement: slot(tick))
                : AxisLabel("\(Self.weekday(c))", placement: slot(tick))
        case .day, .week:
            return AxisLabel("\(c.day) \(month)", isStrong: begins == .year, placement: slot(tick))
        case .month:
            return begins == .year
                ? AxisLabel("\(month) \(c.year)", isStrong: true, placement: .leading)
                : AxisLabel(month, placement: .leading)
        case .year: return AxisLabel("\(c.year)", placement: .leading)
        }
    }

    func samples(step: AxisStep) -> [AxisLabel] {
        guard case .calendar(let step) = step else { return [] }
        switch step.unit {
        case .fraction, .second, .minute, .hour: return [AxisLabel("20:48")]
        case .day where step.count == 1: return [AxisLabel("Wed")]
        case .day, .week: return [AxisLabel("30 Sep")]
        case .month, .year: return [AxisLabel("2026")]
        }
    }

    private func slot(_ tick: Tick) -> AxisLabel.Placement {
        .slot(until: calendar.next(.day, after: tick.value))
    }

    private static func two(_ n: Int) -> String { n < 10 ? "0\(n)" : "\(n)" }

    /// By the count of days: 1 January 1970 was a Thursday.
    private static func weekday(_ c: CivilComponents) -> String {
        days[(((c.date.days + 3) % 7) + 7) % 7]
    }
}

/// Seconds since 1970 of a date and time in UTC, by counting days: independent of our calendar.
func utc(_ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0) -> Double {
    var days = 0
    func isLeap(_ y: Int) -> Bool { (y % 4 == 0 && y % 100 != 0) || y % 400 == 0 }
    for y in 1970..<year { days += isLeap(y) ? 366 : 365 }
    let lengths = [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    for m in 0..<(month - 1) { days += lengths[m] }
    return Double((days + day - 1) * 86_400 + hour * 3600 + minute * 60)
}
