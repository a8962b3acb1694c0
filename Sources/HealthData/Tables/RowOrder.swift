import Streams

/// The order of the rows of a table by their local times.
struct RowOrder: Sendable, Hashable {
    /// Whether the newest row is first.
    var isDescending: Bool
    /// Whether neighbouring rows often have the same time.
    var hasRepeats: Bool

    /// The order of sampled rows; nil if they have none.
    ///
    /// A few steps in the other direction do not matter: the clock is one of them.
    init?(_ rows: [TableDetection.Sample], _ plan: TablePlan) {
        var dates = DateReader()
        dates.years = plan.years
        var last: Double?
        var (forward, back, repeats) = (0, 0, 0)
        for row in rows {
            guard let local = RowOrder.local(row, plan, &dates) else { continue }
            if let last {
                if local > last { forward += 1 } else if local < last { back += 1 }
                if local == last { repeats += 1 }
            }
            last = local
        }
        let steps = forward + back
        guard steps > 0 || repeats > 0, max(forward, back) * 5 >= steps * 3 else { return nil }
        isDescending = back > forward
        hasRepeats = repeats * 8 > steps + repeats
    }

    /// The local time of a row; nil if it has none or is given with an offset.
    private static func local(
        _ row: TableDetection.Sample, _ plan: TablePlan, _ dates: inout DateReader
    ) -> Double? {
        guard plan.start < row.fields.count else { return nil }
        let cell = row.fields[plan.start]
        let reading = ColumnReading.padded(cell) { bytes, end in
            let reading = dates.read(bytes, 0, end, plan.startShape)
            return reading.next == end ? reading : .none
        }
        guard reading.next >= 0, reading.offset == ClockReading.noOffset else { return nil }
        guard let time = plan.time, time < row.fields.count else { return reading.local }
        let clock = ColumnReading.padded(row.fields[time]) { bytes, end in
            DateReader.timeOfDay(bytes, 0, end)
        }
        guard let clock, clock.offset == ClockReading.noOffset else { return nil }
        return reading.local + clock.seconds
    }
}
