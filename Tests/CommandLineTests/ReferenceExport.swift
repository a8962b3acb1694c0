import Foundation

/// A second, deliberately simple reader of generated exports: line by line, attribute by attribute,
/// with the C library's calendar; and day totals by painting every second.
struct ReferenceExport {
    struct Record: Hashable {
        var type: String
        var source: String
        var start: Int
        var end: Int
        var value: String
        var unit: String
        var manual = false
    }

    var records: [Record] = []
    var workouts = 0
    /// The number of days with a summary.
    var summaries = 0

    init(_ text: String) {
        var inCorrelation = false
        for whole in text.split(separator: "\n") {
            let line = whole.drop { $0 == " " }
            if line.hasPrefix("<Correlation ") { inCorrelation = true }
            if line.hasPrefix("</Correlation>") { inCorrelation = false }
            if line.hasPrefix("<Workout ") { workouts += 1 }
            if line.hasPrefix("<ActivitySummary ") { summaries += 1 }
            if line.hasPrefix("<MetadataEntry key=\"HKWasUserEntered\" value=\"1\""), !inCorrelation
            {
                records[records.count - 1].manual = true
            }
            guard line.hasPrefix("<Record ") else { continue }
            let fields = ReferenceExport.attributes(line)
            records.append(
                Record(
                    type: (fields["type"] ?? "")
                        .replacingOccurrences(of: "HKQuantityTypeIdentifier", with: "")
                        .replacingOccurrences(of: "HKCategoryTypeIdentifier", with: ""),
                    source: ReferenceExport.decoded(fields["sourceName"] ?? ""),
                    start: ReferenceExport.seconds(fields["startDate"] ?? ""),
                    end: ReferenceExport.seconds(fields["endDate"] ?? ""),
                    value: fields["value"] ?? "",
                    unit: fields["unit"] ?? ""))
        }
    }

    private static func attributes(_ line: Substring) -> [String: String] {
        // name="value" pairs: the pieces between quotes, in turn.
        var result: [String: String] = [:]
        let pieces = line.split(separator: "\"", omittingEmptySubsequences: false)
        var index = 0
        while index + 1 < pieces.count {
            let name = pieces[index].split(separator: " ").last?.dropLast() ?? ""
            result[String(name)] = String(pieces[index + 1])
            index += 2
        }
        return result
    }

    private static func decoded(_ text: String) -> String {
        var result = text
        for (name, sign) in [
            ("&apos;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&"),
        ] {
            result = result.replacingOccurrences(of: name, with: sign)
        }
        return result
    }

    private static func seconds(_ text: String) -> Int {
        // 2026-03-02 07:00:00 +0100
        let numbers = text.split { !$0.isNumber }.compactMap { Int32($0) }
        guard numbers.count == 7 else { return .min }
        var time = tm()
        time.tm_year = numbers[0] - 1900
        time.tm_mon = numbers[1] - 1
        time.tm_mday = numbers[2]
        time.tm_hour = numbers[3]
        time.tm_min = numbers[4]
        time.tm_sec = numbers[5]
        let offset = Int(numbers[6] / 100 * 3600 + numbers[6] % 100 * 60)
        return timegm(&time) - (text.contains(" -") ? -offset : offset)
    }

    /// The records of a type without exact copies.
    func distinct(_ type: String) -> [Record] {
        var seen: Set<Record> = []
        return records.filter { record in
            guard record.type == type else { return false }
            var key = record
            key.manual = false
            return seen.insert(key).inserted
        }
    }

    /// The sum of a type's distinct values, in the order of time.
    func sum(_ type: String) -> Double {
        distinct(type).map { Double($0.value) ?? .nan }.reduce(0, +)
    }

    /// A decimal number with its point moved to the right, as text.
    static func moved(_ text: String, _ places: Int) -> Double {
        Double(text + "e\(places)") ?? .nan
    }

    /// Steps of every day of a calendar, the watch before the phone before the rest: every second
    /// belongs to the best device that has an interval there.
    func stepsByDay(_ calendar: Calendar) -> (totals: [Date: Double], covered: Int) {
        let steps = distinct("StepCount")
        guard let first = steps.map(\.start).min(), let last = steps.map(\.end).max() else {
            return ([:], 0)
        }
        func rank(_ record: Record) -> UInt8 {
            if record.manual { return 0 }
            if record.source.contains("Watch") { return 1 }
            return record.source.contains("iPhone") ? 2 : 3
        }
        var best = [UInt8](repeating: 9, count: last - first)
        best.withUnsafeMutableBufferPointer { best in
            for step in steps {
                let own = rank(step)
                for second in step.start - first..<step.end - first where best[second] > own {
                    best[second] = own
                }
            }
        }
        var totals: [Date: Double] = [:]
        var covered = 0
        for step in steps {
            let own = rank(step)
            var won: [Date: Int] = [:]
            let startDay = calendar.startOfDay(for: Date(timeIntervalSince1970: Double(step.start)))
            let endDay = calendar.startOfDay(for: Date(timeIntervalSince1970: Double(step.end - 1)))
            let border = Int(endDay.timeIntervalSince1970)
            for second in step.start..<step.end where best[second - first] == own {
                won[second < border ? startDay : endDay, default: 0] += 1
            }
            if won.isEmpty { covered += 1 }
            for (day, seconds) in won {
                totals[day, default: 0] +=
                    (Double(step.value) ?? .nan) * Double(seconds) / Double(step.end - step.start)
            }
        }
        return (totals, covered)
    }
}
