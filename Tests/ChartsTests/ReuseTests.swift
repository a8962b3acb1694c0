import ChartCore
import ChartInteraction
import ChartScene
import Charts
import GPU
import Geometry
import SeededRandom
import Testing

/// The picture of a plot that is reused: the same as if everything were drawn.
@MainActor @Suite struct ReuseTests {
    private static let day = 86_400.0

    /// One chart that may reuse its picture and one that may not, with the same changes.
    @MainActor
    private struct Twins {
        let kept: Bench
        let direct: Bench

        init(scale: Double = 1, range: Extent, _ fill: (Chart) -> Void) throws {
            kept = try Bench(scale: scale, range: range)
            direct = try Bench(scale: scale, range: range)
            kept.chart.style.ground = Color(hex: 0)
            for bench in [kept, direct] {
                fill(bench.chart)
                bench.prepare()
                bench.show(values: Extent(min: 0, max: 10))
            }
        }

        func both(_ body: (Chart) -> Void) {
            body(kept.chart)
            body(direct.chart)
        }

        /// The pixels that differ by more than `tolerance` in a channel, in words; empty if none
        /// does.
        func difference(tolerance: Int = 0) throws -> String {
            let a = try kept.draw()
            let b = try direct.draw()
            if a == b { return "" }
            var count = 0
            var first = ""
            for at in a.bytes.indices where abs(Int(a.bytes[at]) - Int(b.bytes[at])) > tolerance {
                let (x, y) = (at / 4 % a.width, at / 4 / a.width)
                if count == 0 { first = "\(x), \(y): \(a[x, y]) for \(b[x, y])" }
                count += 1
            }
            return count == 0 ? "" : "\(count) bytes, first \(first)"
        }
    }

    /// Ninety samples per pixel, with spikes, missing values and a week without any.
    private static let dense: SampleSeries = {
        var dice = LinearCongruence(seed: 3)
        var times: [Double] = []
        var values: [Double] = []
        var value = 5.0
        for index in 0..<100_000 {
            let time = Double(index) * 60 - 30 * day
            if time > 2 * day, time < 2.7 * day { continue }
            value = min(max(value + (dice.unit() - 0.5) * 0.3, 0.5), 9)
            times.append(time)
            values.append(index % 9_973 == 0 ? 9.9 : index % 5_003 < 200 ? .nan : value)
        }
        return SampleSeries(times: times, values: values)
    }()

    private static func bars(corner: Double = 0) -> BarMark {
        let bars = BarMark(
            id: "bars",
            style: BarStyle(
                width: .fraction(0.63), colors: [Color(hex: 0x884422)],
                corners: Corners(
                    leftTop: corner, rightTop: corner, rightBottom: 0, leftBottom: 0)))
        let slot = day / 3
        bars.show(
            (-200..<200).map { (number: Int) -> Bar in
                let start = Double(number) * slot
                let value = Double(abs(number * 37) % 97) / 10
                return Bar(start: start, end: start + slot, value: value)
            })
        return bars
    }

    private static func columns(
        width: Double, color: UInt32 = 0x33AAFF, bridged: Bool = false
    ) -> LineMark {
        let line = LineMark(
            id: "dense",
            style: LineStyle(
                width: width, color: Color(hex: color),
                gap: bridged ? .dashed(.dots(every: 7, width: width), opacity: 0.6) : .none))
        line.show(dense, longestGap: 3600)
        return line
    }

    @Test(arguments: [(1.0, 1.0), (2, 1.5)])
    func columnsAndGridAreTheSameToTheLastBit(width: Double, scale: Double) throws {
        let twins = try Twins(scale: scale, range: Extent(min: 0, max: 7 * Self.day)) { chart in
            chart.background = [Zone(2...4, color: Color(hex: 0x102030))]
            chart.marks = [
                Self.columns(width: 3, color: 0x884422), Self.columns(width: width),
            ]
        }
        var dice = LinearCongruence(seed: 11)
        var start = 0.0
        var length = 7 * Self.day
        var wrong: [String] = []
        for step in 0..<60 {
            var what = "pan"
            switch step % 30 {
            case 11:
                what = "zoom"
                length *= 0.7 + dice.unit() * 0.6
            case 17:
                what = "values"
                let top = 8 + dice.unit() * 4
                twins.kept.show(values: Extent(min: 0, max: top))
                twins.direct.show(values: Extent(min: 0, max: top))
            case 22:
                what = "style"
                let color = Color(hex: UInt32(dice.unit() * 0xFFFFFF))
                twins.both { ($0.marks[1] as? LineMark)?.style.color = color }
            case 25:
                what = "hidden"
                twins.both { $0.marks[0].isHidden.toggle() }
            case 3: what = "nothing"
            case 7:
                what = "far"
                start += (dice.unit() - 0.5) * 3 * length
            default: start += (dice.unit() - 0.5) * 0.2 * length
            }
            twins.both { $0.x.panZoom.set(Extent(min: start, max: start + length)) }
            let found = try twins.difference()
            if found != "" { wrong.append("\(step) \(what): \(found)") }
        }
        #expect(wrong == [])
    }

    @Test func whatIsSmoothedSidewaysDiffersByARoundingAtMost() throws {
        let twins = try Twins(range: Extent(min: 0, max: 7 * Self.day)) { chart in
            let times = (0..<900).map { Double($0) * 900 * 8 - 20 * Self.day }
            let values = times.map { 5 + 4 * (($0 / 33_333).truncatingRemainder(dividingBy: 1)) }
            let line = LineMark(id: "line", style: LineStyle(width: 3, color: Color(hex: 0xFF8800)))
            line.show(SampleSeries(times: times, values: values))
            let points = PointMark(
                id: "points", style: PointStyle(radius: 4.5, fill: Color(hex: 0x00FF88)))
            points.show(SampleSeries(times: times, values: values.map { 10 - $0 }))
            chart.marks = [
                Self.bars(corner: 4), line, points, Self.columns(width: 1, bridged: true),
            ]
        }
        var dice = LinearCongruence(seed: 5)
        var start = 0.0
        for _ in 0..<60 {
            start += (dice.unit() - 0.5) * 0.1 * 7 * Self.day
            twins.both { $0.x.panZoom.set(Extent(min: start, max: start + 7 * Self.day)) }
            #expect(try twins.difference(tolerance: 3) == "")
        }
    }

    @Test func aPanDrawsOnlyWhatCameIn() throws {
        let bench = try Bench(range: Extent(min: 0, max: 7 * Self.day))
        let chart = bench.chart
        chart.style.ground = Color(hex: 0)
        let mark = ClipMark()
        chart.marks = [mark]
        bench.prepare()
        bench.show(values: Extent(min: 0, max: 10))
        let plot = chart.plotProjection.plot
        try bench.draw()
        #expect(mark.widths == [Int(plot.width)], "the first frame is drawn directly")
        mark.widths = []
        try bench.draw()
        #expect(mark.widths == [Int(plot.width)], "so is the second, which may be the last one")
        mark.widths = []
        try bench.draw()
        #expect(mark.widths.reduce(0, +) == Int(plot.width), "the third fills the layer")
        mark.widths = []
        try bench.draw()
        #expect(mark.widths == [], "a chart at rest draws nothing of its marks")
        let unit = 7 * Self.day / plot.width
        var start = 0.0
        for pixels in [7.0, -3, 12.4, 0.2, -40, 200] {
            let before = chart.drawnRange.min
            start += pixels * unit
            chart.x.panZoom.set(Extent(min: start, max: start + 7 * Self.day))
            mark.widths = []
            try bench.draw()
            let moved = abs((chart.drawnRange.min - before) / unit).rounded()
            #expect(mark.widths.reduce(0, +) == Int(moved), "\(pixels)")
        }
        // A zoom is drawn directly in each of its frames.
        for step in 1...5 {
            chart.x.panZoom.set(Extent(min: start, max: start + (7 + Double(step)) * Self.day))
            mark.widths = []
            try bench.draw()
            #expect(mark.widths == [Int(plot.width)])
        }
        for _ in 1...3 { try bench.draw() }
        func drawn() throws -> [Int] {
            mark.widths = []
            try bench.draw()
            return mark.widths
        }
        #expect(try drawn() == [])
        chart.foreground = [Paint(0x111111)]
        #expect(try drawn() == [], "the foreground is not in the picture")
        chart.foreground = []
        mark.look = .next()
        #expect(try drawn() == [Int(plot.width)])
        // A part that may look different at every position is never reused.
        chart.background = [Paint(0x111111)]
        for _ in 1...4 { #expect(try drawn() == [Int(plot.width)]) }
        chart.background = []
        chart.didEncode = { _, _ in }
        for _ in 1...4 { #expect(try drawn() == [Int(plot.width)]) }
        chart.didEncode = nil
        chart.style.ground = nil
        for _ in 1...4 { #expect(try drawn() == [Int(plot.width)]) }
    }

    @Test func aForegroundIsDrawnOverThePictureInEveryFrame() throws {
        let twins = try Twins(range: Extent(min: 0, max: 7 * Self.day)) { chart in
            chart.marks = [Self.bars()]
            chart.foreground = [
                ReferenceLine(
                    at: 5, width: 2, color: Color(hex: 0xFF0000),
                    dash: .dots(every: 9, width: 2))
            ]
        }
        for step in 0..<12 {
            let start = Double(step) * 0.05 * Self.day
            twins.both { chart in
                chart.x.panZoom.set(Extent(min: start, max: start + 7 * Self.day))
                (chart.foreground[0] as? ReferenceLine)?.move(
                    to: 5 + Double(step) / 10, at: 0, duration: 0)
            }
            #expect(try twins.difference(tolerance: 1) == "")
        }
    }

    /// A crosshair, a layout report and the picture agree on an instant.
    @Test func whatIsSaidOfAPlaceIsWhatIsDrawn() throws {
        let bench = try Bench(range: Extent(min: 0, max: 7 * Self.day))
        let chart = bench.chart
        chart.style.ground = Color(hex: 0)
        let points = PointMark(
            id: "points", style: PointStyle(radius: 2.5, fill: Color(hex: 0x3366CC)))
        points.show(SampleSeries(times: [3.3 * Self.day], values: [7]))
        chart.marks = [points]
        bench.prepare()
        bench.show(values: Extent(min: 0, max: 10))
        var dice = LinearCongruence(seed: 2)
        var start = 0.0
        for _ in 0..<30 {
            start += (dice.unit() - 0.5) * 0.2 * Self.day
            chart.x.panZoom.set(Extent(min: start, max: start + 7 * Self.day))
            let picture = try bench.draw()
            let projection = chart.plotProjection
            let place = projection.pixel(x: 3.3 * Self.day, y: 7)
            #expect(picture.color(at: place) == 0x3366CC)
            #expect(picture.color(at: Point(x: place.x - 4, y: place.y)) == 0)
            #expect(picture.color(at: Point(x: place.x + 4, y: place.y)) == 0)
            #expect(abs(chart.projection.px(3.3 * Self.day) - place.x) < 1e-9)
            let exact =
                chart.plot.minX + (3.3 * Self.day - start) / (7 * Self.day) * chart.plot.width
            #expect(abs(exact - place.x) <= 0.5 + 1e-6)
            #expect(chart.x.range == Extent(min: start, max: start + 7 * Self.day))
        }
    }
}

/// A mark that records the widths of the parts that it draws.
@MainActor
final class ClipMark: Mark {
    let id = "clip"
    let kind = MarkKind("stub")
    let color = Color(hex: 0xFF)
    var isHidden = false
    let overhang = 0.0
    let domain = Extent.nothing
    var look = Revision.next()
    var revision: Revision { look }
    var widths: [Int] = []

    func values(over range: Extent) -> Extent { .nothing }

    func encode(into scene: SceneBuilder, _ frame: MarkFrame) {
        widths.append(contentsOf: frame.parts.map(\.width))
    }
}
