import ChartCore
import Localization

/// Makes the lines of charts from their columns; each value counts as a record.
struct ChartColumnsReader: JSONRecordReader {
    private let source: UInt16
    /// The name of the file, for charts without one.
    private let fileName: String
    /// Whether the document is a list of charts.
    let areSeveral: Bool
    private var count = 0
    private let noChart: Int
    private let noTimes: Int
    private let noDate: Int
    private let noNumber: Int
    private let noTime: Int

    init(_ head: DocumentHead, _ sink: inout RecordSink) {
        let parts = head.name.split(separator: ".")
        fileName = parts.count > 1 ? parts.dropLast().joined(separator: ".") : head.name
        areSeveral = head.first == UInt8(ascii: "[")
        source = sink.addSource(head.name, .other, isFile: true)
        noChart = sink.reason(tr("it is not a chart of columns"))
        noTimes = sink.reason(tr("the chart has no column of times"))
        noDate = sink.reason(tr("unreadable date"))
        noNumber = sink.reason(tr("it is not a number"))
        noTime = sink.reason(tr("its column is longer than that of the times"))
    }

    mutating func add(
        _ tape: borrowing JSONTape, _ bytes: RawSpan, _ sink: inout RecordSink
    ) -> Int? {
        guard let list = tape.member("columns", of: 0, bytes), tape.nodes[list].kind == .array
        else { return noChart }
        count += 1
        var columns: [(id: String, node: Int)] = []
        tape.forEach(in: list) { node in
            if let id = tape.text(tape.element(0, of: node), bytes) { columns.append((id, node)) }
        }
        let types = texts("types", tape, bytes)
        let names = texts("names", tape, bytes)
        let colors = texts("colors", tape, bytes)
        guard
            let place = columns.firstIndex(where: { types[$0.id] == "x" })
                ?? columns.firstIndex(where: { $0.id == "x" })
        else { return noTimes }
        let times = numbers(of: columns.remove(at: place).node, tape, bytes)
        // A chart is no record: its values count themselves.
        sink.tally.read -= 1
        let title =
            tape.text(tape.member("title", of: 0, bytes), bytes)
            ?? tape.text(tape.member("name", of: 0, bytes), bytes)
            ?? (areSeveral ? "\(fileName) \(count)" : fileName)
        let chart = title.map { $0 == "/" ? "∕" : $0 }
        // Times in seconds would be in the first weeks of 1970.
        let largest = times.reduce(0) { max($0, abs($1)) }
        let divisor = largest >= 1e11 ? 1000.0 : 1
        var known: Set<String> = []
        for column in columns {
            var name = names[column.id] ?? column.id
            if !known.insert(name).inserted { name += " (\(column.id))" }
            let color = colors[column.id].flatMap { ChartLine.color(of: $0) }
            let slot = sink.slot(
                ChartLine(chart: String(chart), name: name, color: color).metric)
            for (index, value) in numbers(of: column.node, tape, bytes).enumerated() {
                sink.met()
                let line = sink.tally.read
                guard index < times.count else {
                    sink.refuse(noTime) { line }
                    continue
                }
                let time = times[index] / divisor
                guard time.isFinite, SoundTime.contains(time) else {
                    sink.refuse(noDate) { line }
                    continue
                }
                guard value.isFinite else {
                    sink.refuse(noNumber) { line }
                    continue
                }
                sink.add(slot, start: time, end: time, value: value, source: source)
            }
        }
        return nil
    }

    /// The numbers of a column behind its id; NaN for what is none.
    private func numbers(
        of node: Int, _ tape: borrowing JSONTape, _ bytes: RawSpan
    ) -> [Double] {
        var numbers: [Double] = []
        var isFirst = true
        tape.forEach(in: node) { element in
            if isFirst {
                isFirst = false
            } else {
                numbers.append(tape.number(element, bytes) ?? .nan)
            }
        }
        return numbers
    }

    /// The texts of a member that is an object, by their names.
    private func texts(
        _ name: StaticString, _ tape: borrowing JSONTape, _ bytes: RawSpan
    ) -> [String: String] {
        guard let node = tape.member(name, of: 0, bytes), tape.nodes[node].kind == .object else {
            return [:]
        }
        var values: [Int] = []
        tape.forEach(in: node) { values.append($0) }
        var texts: [String: String] = [:]
        for (key, value) in zip(tape.names(of: node, bytes), values) {
            texts[key] = tape.text(value, bytes)
        }
        return texts
    }
}
