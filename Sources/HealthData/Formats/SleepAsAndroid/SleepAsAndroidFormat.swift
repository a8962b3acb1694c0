import ChartCore
import Localization
import Streams

/// The nights of Sleep as Android (`sleep-export.csv`).
///
/// Every night has a header of its own, since columns are named by times of day; they hold
/// movements. The columns `Event` hold the stages: `DEEP_START-1610294700000`. `Id` is the start in
/// milliseconds, `From` and `To` are times of day in the zone of `Tz`.
enum SleepAsAndroidFormat: RecordFormat {
    static let name = "sleep-as-android"
    static let program: String? = "sleep-as-android"

    static func sniff(_ head: DocumentHead) -> Sniffed? {
        guard let place = head.position(of: "Id,Tz,From,To,Sched,Hours,"), place <= 3 else {
            return nil
        }
        return .certain(tr("a header of Sleep as Android before each night"))
    }

    static func read(_ document: Document, _ output: RecordOutput) throws(ImportError) {
        var nights = SleepAsAndroidScanner(file: output.currentFile)
        output.read(document, &nights)
        output.complete(&nights.sink)
    }
}

/// Reads nights row by row.
struct SleepAsAndroidScanner: WindowScanner {
    var sink: RecordSink
    let isDone = false
    private let splitter = RowSplitter(
        dialect: Dialect(delimiter: UInt8(ascii: ",")), longestQuoted: RowSplitter.longestList)
    private let source: UInt16
    private let sleep: Int
    private let heartRate: Int
    private var line = 1
    /// The columns of the latest header.
    private var columns: [String: Int] = [:]
    private var events: [Int] = []
    private var row = Row()
    private let noHeader: Int
    private let noDate: Int
    private let noLength: Int
    private let broken: Int

    /// The stages that events begin and end.
    private static let stages: [String: SleepStage] = [
        "LIGHT": .core, "DEEP": .deep, "REM": .rem, "AWAKE": .awake,
    ]

    /// The longest night, in seconds; a longer one was not stopped.
    private static let longest = 86_400.0

    init(file: Int) {
        var sink = RecordSink(file: file)
        source = sink.source("Sleep as Android", .phone)
        sleep = sink.slot(.sleep)
        sink.setLabels(SleepStage.allCases.map(\.label), slot: sleep)
        heartRate = sink.slot(.heartRate)
        noHeader = sink.reason(tr("there is no header above it"))
        noDate = sink.reason(tr("unreadable date"))
        noLength = sink.reason(tr("its end is not after its start, or more than a day later"))
        broken = sink.reason(tr("a quote is not closed"))
        self.sink = sink
    }

    mutating func scan(_ bytes: RawSpan, to end: Int, isFinal: Bool, isStuck: Bool) -> Int {
        var index = 0
        while index < end {
            guard splitter.split(bytes, index, end, final: isFinal || isStuck, into: &row) else {
                return index
            }
            take(bytes)
            line += row.lines
            index = row.next
        }
        return end
    }

    private mutating func take(_ bytes: RawSpan) {
        let fields = row.fields.map { bytes.text($0.lowerBound, $0.upperBound) }
        guard fields.contains(where: { !$0.isEmpty }) else { return }
        if let first = fields.first, first.hasSuffix("Id"), fields.dropFirst().first == "Tz" {
            columns = [:]
            events = []
            for (index, name) in fields.enumerated() {
                if name == "Event" { events.append(index) } else { columns[name] = index }
            }
            columns["Id"] = 0
            return
        }
        sink.met()
        let line = line
        func refuse(_ reason: Int) { sink.refuse(reason) { line } }
        guard !row.isBroken else { return refuse(broken) }
        guard !columns.isEmpty else { return refuse(noHeader) }
        func field(_ name: String) -> String? {
            columns[name].flatMap { fields.indices.contains($0) ? fields[$0] : nil }
        }
        guard let start = field("Id").flatMap(Self.instant) else { return refuse(noDate) }
        let length = field("Hours").flatMap(Double.init).map { $0 * 3600 }
        guard
            let end = Self.end(field("To"), field("Tz"), after: start)
                ?? length.map({ start + $0 }), end > start, end - start <= Self.longest
        else { return refuse(noLength) }
        var spans: [(start: Double, end: Double, stage: SleepStage)] = []
        var open: [String: Double] = [:]
        var rates: [(time: Double, value: Double)] = []
        for column in events where fields.indices.contains(column) {
            let parts = fields[column].split(separator: "-").map(String.init)
            guard parts.count >= 2, let time = Self.instant(parts[1]) else { continue }
            if parts[0] == "HR", parts.count > 2, let value = Double(parts[2]), value > 0 {
                rates.append((time, value))
            }
            let words = parts[0].split(separator: "_").map(String.init)
            guard words.count == 2, let stage = Self.stages[words[0]] else { continue }
            if words[1] == "START" {
                open[words[0]] = time
            } else if words[1] == "END", let from = open.removeValue(forKey: words[0]) {
                spans.append((max(from, start), min(time, end), stage))
            }
        }
        add(spans.filter { $0.end > $0.start }.sorted { $0.start < $1.start }, start, end)
        for rate in rates.sorted(by: { $0.time < $1.time }) {
            sink.add(
                heartRate, start: rate.time, end: rate.time, value: rate.value, source: source,
                marks: .attached)
        }
    }

    /// Adds the stages of a night; what lies between them is sleep of no known stage.
    private mutating func add(
        _ spans: [(start: Double, end: Double, stage: SleepStage)], _ start: Double, _ end: Double
    ) {
        var marks: SampleMarks = []
        var place = start
        func add(_ from: Double, _ to: Double, _ stage: SleepStage) {
            guard to > from else { return }
            sink.addStage(sleep, start: from, end: to, stage, source: source, marks: marks)
            marks.insert(.attached)
        }
        for span in spans {
            add(place, span.start, .asleep)
            add(max(span.start, place), span.end, span.stage)
            place = max(place, span.end)
        }
        add(place, end, .asleep)
    }

    /// Seconds since 1970 of a number of milliseconds.
    private static func instant(_ text: String) -> Double? {
        guard let number = Double(text), SoundTime.contains(number / 1000), number > 1e9 else {
            return nil
        }
        return number / 1000
    }

    /// The end of a night, `11. 01. 2021 6:35` on the clock of a zone; nil if either is unknown.
    private static func end(_ text: String?, _ zone: String?, after start: Double) -> Double? {
        guard let text, let zone = zone.flatMap({ try? ZoneRules.named($0) }) else { return nil }
        let numbers = text.split { !$0.isNumber }.compactMap { Int($0) }
        guard numbers.count == 5, (1...31).contains(numbers[0]), (1...12).contains(numbers[1]),
            (1970..<2200).contains(numbers[2]), (0..<24).contains(numbers[3]),
            (0..<60).contains(numbers[4])
        else { return nil }
        let date = CivilDate(year: numbers[2], month: numbers[1], day: numbers[0])
        let local = Double(date.days) * 86_400 + Double(numbers[3] * 3600 + numbers[4] * 60)
        let end = zone.instant(ofLocal: local)
        // A clock that was turned back shows the hour twice.
        return end > start ? end : end + 3600 > start ? end + 3600 : nil
    }
}
