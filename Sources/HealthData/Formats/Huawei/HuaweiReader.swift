import Localization
import Streams

/// Makes activities from the days of Huawei's list.
struct HuaweiReader: JSONRecordReader {
    private var assembler: ActivityAssembler
    private let noRecord: Int
    private let noDate: Int
    private let nothing: Int

    /// The sports by Huawei's numbers.
    private static let sports: [Int: String] = [
        3: "Cycling", 4: "Running", 5: "Walking", 257: "Walking", 258: "Running", 259: "Cycling",
        262: "Swimming", 264: "Running", 265: "Cycling", 266: "Swimming", 282: "Hiking",
    ]

    init(_ head: DocumentHead, _ output: RecordOutput) {
        assembler = ActivityAssembler(file: output.currentFile, head, unit: .record)
        assembler.setSource("Huawei Health")
        noRecord = assembler.sink.reason(tr("it is not an object"))
        noDate = assembler.sink.reason(tr("unreadable date"))
        nothing = assembler.sink.reason(tr("it has no value"))
    }

    /// The sink that all activities go to.
    var sink: RecordSink { assembler.sink }

    mutating func add(
        _ tape: borrowing JSONTape, _ bytes: RawSpan, _ sink: inout RecordSink
    ) -> Int? {
        guard tape.nodes[0].kind == .object else { return noRecord }
        guard let list = tape.member("motionPathData", of: 0, bytes) else { return nothing }
        var activities: [Int] = []
        tape.forEach(in: list) { activities.append($0) }
        guard !activities.isEmpty else { return nothing }
        // The day is a record of the list; its activities and their points count themselves.
        sink.tally.read -= 1
        swap(&assembler.sink, &sink)
        defer { swap(&assembler.sink, &sink) }
        for activity in activities { add(activity, tape, bytes) }
        return nil
    }

    private mutating func add(_ node: Int, _ tape: borrowing JSONTape, _ bytes: RawSpan) {
        func number(_ name: StaticString) -> Double? {
            tape.number(tape.member(name, of: node, bytes), bytes)
        }
        let place = assembler.sink.tally.read + 1
        guard let start = number("startTime").map(HuaweiReader.seconds),
            let end = number("endTime").map(HuaweiReader.seconds)
                ?? number("totalTime").map({ start + $0 / 1000 })
        else {
            assembler.sink.met()
            return assembler.sink.refuse(noDate) { place }
        }
        assembler.begin()
        assembler.setSport(
            number("sportType").flatMap { HuaweiReader.sports[Int($0)] } ?? Sport.other)
        assembler.setSpan(start, end)
        let text = tape.text(tape.member("attribute", of: node, bytes), bytes) ?? ""
        let parts = text.split(separator: "&&")
        assembler.setFigures(
            Workout.Figures(
                activeDuration: number("totalTime").map { $0 / 1000 },
                distance: number("totalDistance"),
                energy: number("totalCalories").map { $0 / 1000 },
                meanHeartRate: HuaweiReader.figure("avgHeartRate", parts),
                highestHeartRate: HuaweiReader.figure("maxHeartRate", parts)))
        for part in parts where part.hasPrefix("HW_EXT_TRACK_DETAIL@is") {
            addPoints(part.dropFirst(22))
        }
        assembler.end()
    }

    /// A figure of the activity's summary, which is JSON in the same text.
    private static func figure(_ name: String, _ parts: [Substring]) -> Double? {
        let prefix = "HW_EXT_TRACK_SIMPLIFY@is"
        guard let part = parts.first(where: { $0.hasPrefix(prefix) }) else { return nil }
        let value = JSONSeries.number(String(part.dropFirst(prefix.count)), name)
        return value.flatMap { $0 > 0 ? $0 : nil }
    }

    private mutating func addPoints(_ text: Substring) {
        var points: [Double: ActivityPoint] = [:]
        var pauses: [Double] = []
        for line in text.split(separator: "\n") {
            var fields: [Substring: Substring] = [:]
            for field in line.split(separator: ";") {
                guard let sign = field.firstIndex(of: "=") else { continue }
                fields[field[..<sign]] = field[field.index(after: sign)...]
            }
            func number(_ name: Substring) -> Double? {
                fields[name].flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
            }
            let isPosition = fields["tp"] == "lbs"
            guard let time = number(isPosition ? "t" : "k").map(HuaweiReader.seconds) else {
                continue
            }
            var point = points[time] ?? ActivityPoint(time: time)
            switch fields["tp"] {
            case "lbs":
                if let latitude = number("lat"), abs(latitude) >= 90 {
                    pauses.append(time)
                    continue
                }
                point.latitude = number("lat")
                point.longitude = number("lon")
                point.height = number("alt").flatMap { $0 == 0 ? nil : $0 } ?? point.height
            case "h-r": point.heartRate = number("v").flatMap { (1..<255).contains($0) ? $0 : nil }
            case "s-r": point.cadence = number("v").flatMap { $0 > 0 ? $0 : nil }
            case "alti": point.height = number("v")
            default: continue
            }
            points[time] = point
        }
        var pause = pauses.sorted()[...]
        for (time, point) in points.sorted(by: { $0.key < $1.key }) where point.hasData {
            while let next = pause.first, next <= time {
                assembler.pause()
                pause.removeFirst()
            }
            let place = assembler.sink.tally.read + 1
            assembler.add(point) { place }
        }
    }

    /// Seconds since 1970 of a number of seconds or milliseconds.
    private static func seconds(_ number: Double) -> Double {
        abs(number) < 1e11 ? number : number / 1000
    }

    mutating func finish(_ sink: inout RecordSink) {
        swap(&assembler.sink, &sink)
        assembler.finish()
        swap(&assembler.sink, &sink)
    }
}
