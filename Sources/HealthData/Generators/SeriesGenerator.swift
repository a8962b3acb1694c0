import ChartCore

/// A random walk as a table `timestamp,value`, for benchmarks.
package struct SeriesGenerator: Sendable {
    package let records: Int
    /// Seconds between two rows.
    package let interval: Double
    package let seed: UInt64

    package init(records: Int, interval: Double, seed: UInt64) {
        precondition(records >= 0, "a series cannot have \(records) records")
        precondition(interval > 0 && interval.isFinite, "rows cannot be \(interval) seconds apart")
        self.records = records
        self.interval = interval
        self.seed = seed
    }

    /// 2024-01-01T00:00:00Z.
    package static let start = 1_704_067_200.0

    /// Writes the file row by row; memory does not grow with the number of rows.
    package func write(to path: String) throws(ImportError) {
        let writer = try RecordWriter(path: path, member: "series.csv")
        var random = SplitMix64(seed: seed)
        var buffer = TextBuffer()
        buffer.append("timestamp,value\n")
        var walk = 0
        let utc = ZoneRules.utc
        let isWhole = interval == interval.rounded()
        var day = Int.min
        var dayText: [UInt8] = []
        for row in 0..<records {
            walk += random.int(-5000...5000)
            if isWhole {
                // The date's text is kept for the day: this makes a million rows a second possible.
                let instant = Int(SeriesGenerator.start) + row * Int(interval)
                if instant / 86_400 != day {
                    day = instant / 86_400
                    var text = TextBuffer()
                    text.append(date: CivilDate(days: day))
                    text.append("T")
                    dayText = text.bytes
                }
                buffer.append(bytes: dayText)
                buffer.append(clock: instant % 86_400)
                buffer.append("Z,")
            } else {
                buffer.append(instant: SeriesGenerator.start + Double(row) * interval, in: utc)
                buffer.append(",")
            }
            buffer.append(walk, places: 4)
            buffer.append("\n")
            try writer.write(&buffer, least: 1 << 18)
        }
        try writer.write(&buffer)
        try writer.finish()
    }
}
