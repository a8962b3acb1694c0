import ChartCore
import Geometry
import HealthData
import SeededRandom
import Testing

@testable import Viewer

/// The known readings of a file.
struct TruthRecord {
    var name: String
    var text: String
    var times: [Double] = []
    var values: [Double] = []

    /// Readings at whole seconds since 1970, as a file with a column that belongs to no known
    /// metric.
    init(_ name: String, _ readings: [(time: Int, value: Double)]) {
        self.name = name
        var text = "time,\(name)\n"
        for (time, value) in readings {
            // Three decimal places, so that the file and this record hold the same numbers.
            let rounded = (value * 1000).rounded() / 1000
            let second = time % 86_400
            let date = CivilDate(days: time / 86_400)
            func two(_ n: Int) -> String { n < 10 ? "0\(n)" : "\(n)" }
            text +=
                "\(date)T\(two(second / 3600)):\(two(second / 60 % 60)):\(two(second % 60))Z,"
                + "\(rounded)\n"
            times.append(Double(time))
            values.append(rounded)
        }
        self.text = text
    }

    /// Noise every four minutes for forty days, with spikes of one reading and two pauses.
    static let spikes: TruthRecord = {
        var numbers = SplitMix(seed: 11)
        var readings: [(Int, Double)] = []
        let start = 20_513 * 86_400
        for i in 0..<14_400 {
            let time = start + i * 240
            let day = Double(i) / 360
            if (day > 9 && day < 12) || (day > 30.2 && day < 32.1) { continue }
            var value = 50 + numbers.unit() * 4
            if numbers.unit() < 0.0012 { value += (numbers.unit() - 0.5) * 120 }
            readings.append((time, value))
        }
        return TruthRecord("level", readings)
    }()

    /// Steps at odd times over two years, a few hundred of them.
    static let steps: TruthRecord = {
        var numbers = SplitMix(seed: 5)
        var readings: [(Int, Double)] = []
        var time = 20_000 * 86_400
        var value = 10.0
        for _ in 0..<900 {
            time += 600 + Int(numbers.unit() * 100_000)
            if numbers.unit() < 0.01 { time += 9 * 86_400 }
            if numbers.unit() < 0.1 { value = Double(Int(numbers.unit() * 20)) }
            readings.append((time, value))
        }
        return TruthRecord("stage", readings)
    }()

    /// A walk with a reading each second for four hours.
    static let walk: TruthRecord = {
        var numbers = SplitMix(seed: 23)
        var readings: [(Int, Double)] = []
        var value = 0.0
        let start = 20_600 * 86_400 + 20_000
        for i in 0..<15_000 {
            value += numbers.unit() - 0.5
            readings.append((start + i, value))
        }
        return TruthRecord("drift", readings)
    }()
}

/// Pictures of the program against all the readings of a file, by the mapping that the command line
/// documents.
@MainActor @Suite struct TruthRenderTests {
    /// The part of each column of the plot that the line covers, in rows from the top, from all
    /// readings.
    private func expected(_ record: TruthRecord, _ shot: Shot, gap: Double) -> [Extent] {
        let pixels = Int(shot.plot.width)
        var extents = [Extent](repeating: .nothing, count: pixels)
        func add(_ column: Int, _ y: Double) {
            if column >= 0, column < pixels { extents[column].include(y) }
        }
        let places = zip(record.times, record.values).map { time, value in
            var place = shot.place(time, value)
            place.x -= shot.plot.minX
            return place
        }
        for (i, place) in places.enumerated() {
            add(Int(min(max(place.x, -9), 1e6).rounded(.down)), place.y)
            guard i > 0, record.times[i] - record.times[i - 1] <= gap else { continue }
            let from = places[i - 1]
            guard place.x > from.x, place.x > 0, from.x < Double(pixels) else { continue }
            var border = max(0, Int(from.x.rounded(.up)))
            while Double(border) <= place.x, border <= pixels {
                let y = from.y + (place.y - from.y) * (Double(border) - from.x) / (place.x - from.x)
                add(border - 1, y)
                add(border, y)
                border += 1
            }
        }
        return extents
    }

    /// The rows of a column whose pixels are nearer to the series' colour than to anything else.
    private func rows(_ shot: Shot, _ column: Int, _ color: UInt32) -> Extent {
        func channels(_ color: UInt32) -> [Int] {
            [Int(color >> 16 & 255), Int(color >> 8 & 255), Int(color & 255)]
        }
        let wanted = channels(color)
        var found = Extent.nothing
        let x = Int(shot.plot.minX) + column
        for y in Int(shot.plot.minY)..<Int(shot.plot.maxY) {
            let seen = channels(shot.pixel(x, y))
            let distance = zip(seen, wanted).reduce(0) { $0 + abs($1.0 - $1.1) }
            if distance <= 60 {
                found.include(Double(y))
                found.include(Double(y + 1))
            }
        }
        return found
    }

    private func check(
        _ record: TruthRecord, _ file: String, period: Period?, range: Extent?, scale: Double
    ) throws {
        let options = ViewerOptions(
            files: [file], zone: .utc, metric: "column:\(record.name)", period: period,
            date: record.times[record.times.count / 3], range: range, theme: .light,
            size: Size(width: 700, height: 420), library: ":memory:")
        let shot = try Shot(options, scale: scale)
        let color = try #require(shot.colors["line"] ?? shot.colors["measured"])
        let usual = zip(record.times, record.times.dropFirst()).map { $1 - $0 }.sorted()
        let gap = max(6 * usual[usual.count / 2], 129_600)
        let expected = expected(record, shot, gap: gap)
        let visible = record.times.count { $0 >= shot.x.min && $0 <= shot.x.max }
        // A line of two points; a few readings are also marked by points of six.
        let half = visible > 1500 ? scale : 3 * scale
        let isDense = Double(visible) > 2.1 * shot.plot.width
        let reach = half + 1
        // The columns that are completely covered by the stroke of a spike next to them.
        let aside = isDense ? Int(half - 0.5) : Int(reach.rounded(.up))
        var wrong: [String] = []
        var drawn = 0
        let pixels = expected.count
        for k in (2 + aside)..<(pixels - 2 - aside) {
            let ink = rows(shot, k, color)
            let around = expected[(k - aside)...(k + aside)].reduce(Extent.nothing) { $0.union($1) }
            if !ink.isEmpty {
                drawn += 1
                // Nothing beyond the contents of the file, except the dots that bridge a pause.
                if around.isEmpty { continue }
                if ink.min < around.min - reach || ink.max > around.max + reach {
                    wrong.append("\(k): \(ink) beyond \(around)")
                }
            }
            // Everything that is in the file.
            let own = expected[k]
            if own.isEmpty { continue }
            let close = (k - (isDense ? 0 : 1))...(k + (isDense ? 0 : 1))
            let inks = close.map { rows(shot, $0, color) }
                .reduce(Extent.nothing) { $0.union($1) }
            if inks.isEmpty || inks.min > own.min + 1 || inks.max < own.max - 1 {
                wrong.append("\(k): \(inks) leaves out some of \(own)")
            }
        }
        #expect(drawn > 0 || visible == 0)
        #expect(
            wrong.isEmpty,
            """
            \(record.name), \(period?.rawValue ?? "a range"), \(shot.x) at \(scale), \
            \(visible) readings: \(wrong.count) columns: \
            \(wrong.prefix(3).joined(separator: "; "))
            """)
    }

    @Test(arguments: [1.0, 2.0], [0, 1, 2]) func everyColumnShowsWhatTheFileHolds(
        scale: Double, which: Int
    ) throws {
        let record = [TruthRecord.spikes, .steps, .walk][which]
        let files = try TestFiles()
        let file = try files.write(record.text, "truth.csv")
        for period in scale == 1 ? Period.allCases : [.week, .all] {
            try check(record, file, period: period, range: nil, scale: scale)
        }
        let first = record.times[0]
        let all = record.times[record.times.count - 1] - first
        for (from, to) in scale == 1
            ? [(-0.1, 1.1), (0.2, 0.7), (0.41, 0.43), (0.5, 0.501)] : [(0.2, 0.7)]
        {
            let range = Extent(min: first + all * from, max: first + all * to)
            try check(record, file, period: nil, range: range, scale: scale)
        }
    }

    @Test func aSingleReadingThatStandsOutIsSeenAtEveryPeriod() throws {
        // One of 12,000 readings, six times as high as any other.
        var readings: [(Int, Double)] = []
        let start = 20_513 * 86_400
        let spike = start + 7123 * 300
        for i in 0..<12_000 {
            let time = start + i * 300
            readings.append((time, time == spike ? 90 : 15))
        }
        let record = TruthRecord("level", readings)
        let files = try TestFiles()
        let file = try files.write(record.text, "spike.csv")
        for scale in [1.0, 2.0] {
            for period in scale == 1 ? Period.allCases : [.month, .all] {
                let options = ViewerOptions(
                    files: [file], zone: .utc, metric: "column:level", period: period,
                    date: Double(spike), theme: .dark, size: Size(width: 700, height: 420),
                    library: ":memory:")
                let shot = try Shot(options, scale: scale)
                let color = try #require(shot.colors["line"])
                let place = shot.place(Double(spike), 90)
                #expect(shot.plot.contains(place))
                let column = Int(place.x - shot.plot.minX)
                let ink = ((column - 1)...(column + 1)).map { rows(shot, $0, color) }
                    .reduce(Extent.nothing) { $0.union($1) }
                #expect(abs(ink.min - place.y) <= scale * 3 + 1, "\(period) at \(scale)")
            }
        }
    }
}
