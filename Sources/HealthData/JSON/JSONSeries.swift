import Streams

/// Readings at equal intervals, as one JSON object.
///
/// `{"interval":300.0,"items":[null,54.0,55.0],"timestamp":"2026-10-31T23:10:00.000+01:00"}`: item
/// k was read k intervals after the time stamp. Null and 0 are not readings.
struct JSONSeries {
    /// The readings by time.
    let readings: [(time: Double, value: Double)]

    /// The readings of a text; nil if it is not such an object.
    init?(_ text: String, _ clock: inout JSONClock) {
        let found = ColumnReading.padded(text) { bytes, end in
            JSONSeries.read(bytes, end, &clock)
        }
        guard let found else { return nil }
        readings = found
    }

    /// Adds the readings to the records.
    ///
    /// - Returns: the reason if there are none.
    func add(
        slot: Int, _ source: UInt16, _ marks: SampleMarks, to sink: inout RecordSink
    ) -> RowRefusal? {
        var marks = marks
        for reading in readings {
            sink.add(
                slot, start: reading.time, end: reading.time, value: reading.value,
                source: source, marks: marks)
            marks.insert(.attached)
        }
        return readings.isEmpty ? .noValue : nil
    }

    private static func read(
        _ bytes: RawSpan, _ end: Int, _ clock: inout JSONClock
    ) -> [(time: Double, value: Double)]? {
        var tape = JSONTape()
        guard case .whole = tape.parse(bytes, from: 0, to: end, isFinal: true),
            let interval = tape.number(tape.member("interval", of: 0, bytes), bytes),
            interval > 0,
            let start = clock.instant(
                tape.member("timestamp", of: 0, bytes), tape, bytes, isLocal: true),
            let items = tape.member("items", of: 0, bytes), tape.nodes[items].kind == .array
        else { return nil }
        var nodes: [Int] = []
        tape.forEach(in: items) { nodes.append($0) }
        var readings: [(time: Double, value: Double)] = []
        for (index, node) in nodes.enumerated() {
            let time = start + Double(index) * interval
            guard let value = tape.number(node, bytes), value > 0, SoundTime.contains(time) else {
                continue
            }
            readings.append((time, value))
        }
        return readings
    }

    /// The number of a JSON object's member; nil if there is none.
    static func number(_ text: String, _ name: String) -> Double? {
        ColumnReading.padded(text) { bytes, end -> Double? in
            var tape = JSONTape()
            guard case .whole = tape.parse(bytes, from: 0, to: end, isFinal: true),
                let place = tape.names(of: 0, bytes).firstIndex(of: name)
            else { return nil }
            var nodes: [Int] = []
            tape.forEach(in: 0) { nodes.append($0) }
            return nodes.indices.contains(place) ? tape.number(nodes[place], bytes) : nil
        }
    }
}
