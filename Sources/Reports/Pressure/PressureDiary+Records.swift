import ChartCore
import HealthData

extension PressureDiary {
    /// The diary of records.
    ///
    /// The pulse of a reading is the heart rate that the same source has for the same instant, as cuffs
    /// write both in one row.
    ///
    /// Cost: O(readings), and a search in the heart rates for each.
    package init(
        _ records: HealthRecords, calendar: CivilCalendar, windows: DayWindows = .standard
    ) {
        var readings: [PressureReading] = []
        var devices: [String] = []
        var future = Double.infinity
        // What looks wrong is refused by name, and not dropped unseen.
        let columns = records.merged(.bloodPressure)
            .joined(with: records.leftOut(.bloodPressure))
        if !columns.isEmpty {
            let pairs = PairColumns(columns)
            let names = records.printedSources
            let pulses = records[.heartRate]?.columns
            for index in 0..<pairs.count {
                let source = Int(columns.sources[index])
                let name = names.indices.contains(source) ? names[source] : ""
                let device = devices.firstIndex(of: name) ?? devices.count
                if device == devices.count { devices.append(name) }
                let time = pairs.starts[index]
                let marks = columns.marks(at: index)
                if marks.contains(.future) { future = min(future, time) }
                readings.append(
                    PressureReading(
                        time: time, Pressure(pairs.upper[index], pairs.lower[index]),
                        pulse: pulses.flatMap { Self.pulse($0, at: time, of: source) },
                        device: device, isTyped: marks.contains(.manual)))
            }
        }
        self.init(
            readings, devices: devices, calendar: calendar, windows: windows, future: future)
    }

    /// The heart rate of a source at an instant; nil if it has none.
    private static func pulse(
        _ columns: SampleColumns, at time: Double, of source: Int
    ) -> Double? {
        var (low, high) = (0, columns.count)
        while low < high {
            let middle = (low + high) / 2
            if columns.starts[middle] < time { low = middle + 1 } else { high = middle }
        }
        while low < columns.count, columns.starts[low] == time {
            if Int(columns.sources[low]) == source { return columns.values[low] }
            low += 1
        }
        return nil
    }
}
