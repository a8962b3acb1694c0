// The tables of Withings' trackers, whose cells are lists.
//
// A row is an instant, a list of durations in seconds and a list of as many values in brackets:
// value k is at the instant plus the durations before it, and lasts for its own. One row may hold a
// day of minutes, so rows are parsed in place in the window, without a text for each number. A row
// whose lists differ in length is refused as a whole, since the missing value is unknown.

import ChartCore
import Localization
import Streams

struct WithingsListReader {
    /// One kind of table, by the name of its file.
    struct Kind {
        enum Meaning {
            case amount(MetricID)
            case reading(MetricID)
            case stages
        }

        var fileNames: [String]
        var meaning: Meaning
        var title: String
    }

    private static let kinds = [
        Kind(
            fileNames: ["raw_tracker_steps"], meaning: .amount(.steps),
            title: tr("steps of a Withings tracker")),
        Kind(
            fileNames: ["raw_tracker_distance"], meaning: .amount(.distance),
            title: tr("distances of a Withings tracker")),
        Kind(
            fileNames: ["raw_tracker_calories-earned"], meaning: .amount(.activeEnergy),
            title: tr("energy of a Withings tracker")),
        Kind(
            fileNames: ["raw_tracker_elevation"], meaning: .amount(.flights),
            title: tr("floors of a Withings tracker")),
        Kind(
            fileNames: ["raw_hr_hr", "raw_tracker_hr", "raw_bed_hr"],
            meaning: .reading(.heartRate), title: tr("heart rates of a Withings tracker")),
        Kind(
            fileNames: ["raw_spo2_auto_spo2", "raw_tracker_spo2"], meaning: .reading(.oxygen),
            title: tr("blood oxygen of a Withings tracker")),
        Kind(
            fileNames: ["raw_bed_respiratory rate", "raw_bed_respiratory-rate"],
            meaning: .reading(.respiration), title: tr("respiration of a Withings mat")),
        Kind(
            fileNames: [
                "raw_tracker_sleep-state", "raw_bed_sleep-state", "raw_tracker_sleep state",
                "raw_bed_sleep state",
            ], meaning: .stages, title: tr("sleep of a Withings tracker")),
    ]

    /// Withings' numbers for the states of sleep.
    private static let stages: [Int: SleepStage] = [0: .awake, 1: .core, 2: .deep, 3: .rem]

    /// The kind of a document with lists; nil for other documents.
    static func kind(of head: DocumentHead) -> Kind? {
        guard let table = head.tables.first, table.rows.count > 0,
            table.rows[0].names.map(\.name) == ["start", "duration", "value"]
                || table.rows.dropFirst().first?.fields.dropFirst().allSatisfy({
                    $0.hasPrefix("[")
                }) == true && table.rows[0].fields.count == 3
        else { return nil }
        let name = head.name.lowercased()
        guard name.hasSuffix(".csv") else { return nil }
        return kinds.first { $0.fileNames.contains(String(name.dropLast(4))) }
    }

    let output: RecordOutput
    let list: Kind

    func read(_ document: Document) {
        var sink = RecordSink(file: output.currentFile)
        let source = sink.addSource("Withings", .watch)
        var reader = Rows(
            sink: sink, list: list, source: source, zone: LocalZone(output.options.zone))
        output.read(document, &reader)
        output.complete(&reader.sink)
    }

    /// The rows of one table.
    private struct Rows: WindowScanner {
        var sink: RecordSink
        let isDone = false
        private let list: Kind
        private let source: UInt16
        private var zone: LocalZone
        /// One cell may hold a day of minutes, and more.
        private let splitter = RowSplitter(
            dialect: Dialect(delimiter: UInt8(ascii: ",")),
            longestQuoted: RowSplitter.longestList)
        private var row = Row()
        private var dates = DateReader()
        private var line = 1
        private var isHeader = true
        /// Whether the rest of a line that is too long is still to come.
        private var skipsLine = false
        private var slot = 0
        private var durations: [Double] = []
        private var values: [Double] = []
        private var reasons: [Reason: Int] = [:]

        private enum Reason: CaseIterable {
            case broken, date, list, lengths, empty, long

            var text: String {
                switch self {
                case .broken: tr("a quotation mark is not closed")
                case .date: tr("unreadable date")
                case .list: tr("it has no list in brackets")
                case .lengths: tr("its lists are not equally long")
                case .empty: tr("it has no value")
                case .long:
                    tr("it is longer than {1} MB", "\(ImportOptions.longestItem >> 20)")
                }
            }
        }

        init(sink: RecordSink, list: Kind, source: UInt16, zone: LocalZone) {
            self.sink = sink
            self.list = list
            self.source = source
            self.zone = zone
            switch list.meaning {
            case .amount(let id), .reading(let id):
                if let metric = Metric(id) { slot = self.sink.slot(metric) }
            case .stages:
                if let metric = Metric(.sleep) { slot = self.sink.slot(metric) }
                self.sink.setLabels(SleepStage.allCases.map(\.label), slot: slot)
            }
            for reason in Reason.allCases { reasons[reason] = self.sink.reason(reason.text) }
        }

        private mutating func refuse(_ reason: Reason) {
            let line = line
            sink.refuse(reasons[reason] ?? 0) { line }
        }

        mutating func scan(_ bytes: RawSpan, to end: Int, isFinal: Bool, isStuck: Bool) -> Int {
            var index = 0
            while index < end {
                if skipsLine {
                    let lineEnd = bytes.first(splitter.dialect.newline, from: index, to: end)
                    if lineEnd == end { return end }
                    skipsLine = false
                    line += 1
                    index = lineEnd + 1
                    continue
                }
                guard splitter.split(bytes, index, end, final: isFinal, into: &row) else {
                    guard isStuck, index == 0 else { return index }
                    sink.met()
                    refuse(.long)
                    isHeader = false
                    skipsLine = true
                    return end
                }
                if isHeader {
                    isHeader = false
                } else if row.isBroken {
                    sink.met()
                    refuse(.broken)
                } else if row.fields.count >= 3, !row.fields[0].isEmpty {
                    read(bytes)
                } else if row.fields.contains(where: { !$0.isEmpty }) {
                    sink.met()
                    refuse(.list)
                }
                index = row.next
                line += row.lines
            }
            return index
        }

        private mutating func read(_ bytes: RawSpan) {
            let field = row.fields[0]
            let reading = dates.read(bytes, field.lowerBound, field.upperBound, .iso)
            guard Rows.numbers(bytes, row.fields[1], into: &durations),
                Rows.numbers(bytes, row.fields[2], into: &values)
            else {
                sink.met()
                return refuse(.list)
            }
            // A row counts as one record for each of its values.
            sink.met(max(values.count, 1))
            func refuseAll(_ reason: Reason) {
                let line = line
                sink.refuse(reasons[reason] ?? 0, count: max(values.count, 1)) { line }
            }
            guard reading.next == field.upperBound else { return refuseAll(.date) }
            guard durations.count == values.count else { return refuseAll(.lengths) }
            guard !values.isEmpty else { return refuseAll(.empty) }
            var start =
                reading.offset == ClockReading.noOffset
                ? zone.instant(reading.local) : reading.local - Double(reading.offset)
            let last = start + durations.reduce(0, +)
            guard SoundTime.contains(start), SoundTime.contains(last),
                durations.allSatisfy({ $0 >= 0 })
            else { return refuseAll(.date) }
            for (duration, value) in zip(durations, values) {
                add(start, start + duration, value)
                start += duration
            }
        }

        private mutating func add(_ start: Double, _ end: Double, _ value: Double) {
            switch list.meaning {
            case .amount:
                sink.add(slot, start: start, end: end, value: value, source: source)
            case .reading:
                // 0 is not a heart rate.
                guard value > 0 else { return refuse(.empty) }
                sink.add(slot, start: start, end: start, value: value, source: source)
            case .stages:
                guard let number = Int(exactly: value),
                    let stage = WithingsListReader.stages[number]
                else { return refuse(.empty) }
                sink.addStage(slot, start: start, end: end, stage, source: source)
            }
        }

        /// Reads `[60,60,1.5]`; false if it is not such a list.
        private static func numbers(
            _ bytes: RawSpan, _ field: Range<Int>, into numbers: inout [Double]
        ) -> Bool {
            numbers.removeAll(keepingCapacity: true)
            var index = field.lowerBound
            let end = field.upperBound
            guard index < end, bytes.byte(index) == UInt8(ascii: "["),
                bytes.byte(end - 1) == UInt8(ascii: "]")
            else { return false }
            index += 1
            while index < end - 1 {
                while bytes.byte(index) == 0x20 { index += 1 }
                if index == end - 1 { break }
                let number = NumberScan.read(bytes, index, end - 1)
                guard number.outcome == .number, number.next > index else { return false }
                numbers.append(number.value)
                index = number.next
                while bytes.byte(index) == 0x20 { index += 1 }
                guard index < end - 1 else { break }
                guard bytes.byte(index) == UInt8(ascii: ",") else { return false }
                index += 1
            }
            return true
        }
    }
}
