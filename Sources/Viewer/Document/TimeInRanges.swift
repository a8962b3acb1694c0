// The time that continuous readings of glucose spend in the five classes.
//
// Data: for each day the sums of the weights of its readings by class, added up from the first day on, for both
// units, as the classes of a value are those of the number that a unit shows. A range is a difference of two sums,
// and the readings of the days that it cuts are counted one by one: a page of a year costs as much as one of a week.
// The classes and the weights are those of the report (`GlucoseClass`, `ReadingWeights`), so the figures are too.

import ChartCore
import HealthData
import Reports

/// The shares of the time in the classes of glucose, over any range.
struct TimeInRanges: Sendable {
    /// The index of the first reading of each day, and the number of readings at the end.
    private var days: [Int] = []
    /// The sums before each day, by unit and class.
    private var sums: [GlucoseUnit: [[Double]]] = [:]
    /// The weight of each reading; empty if all count alike.
    private var weights: [Double] = []

    /// The times of readings in mg/dL; nil for those of a meter, which say nothing about the time between them.
    init?(_ series: SampleSeries, _ calendar: CivilCalendar) {
        guard series.count > 1 else { return nil }
        let times = Array(series.times)
        guard let weighing = ReadingWeights(of: times, calendar) else { return nil }
        let all = weighing.weights
        weights = all.allSatisfy { $0 == all[0] } ? [] : all
        var end = -Double.infinity
        for (index, time) in times.enumerated() where time >= end {
            days.append(index)
            end = calendar.next(.day, after: time)
        }
        days.append(series.count)
        for unit in GlucoseUnit.allCases {
            var sum = [Double](repeating: 0, count: GlucoseClass.allCases.count)
            var rows = [sum]
            for (first, last) in zip(days, days.dropFirst()) {
                add(first..<last, of: series, in: unit, to: &sum)
                rows.append(sum)
            }
            sums[unit] = rows
        }
    }

    /// The shares of the classes in some readings, from very low to very high, in tenths of a percent that add up
    /// to 1,000; nil without readings.
    func permille(of indices: Range<Int>, in series: SampleSeries, unit: GlucoseUnit) -> [Int]? {
        guard !indices.isEmpty, let rows = sums[unit], indices.upperBound <= series.count else {
            return nil
        }
        let first = days.indices.partitioningIndex { days[$0] >= indices.lowerBound }
        let last = days.indices.partitioningIndex { days[$0] > indices.upperBound } - 1
        var sum = [Double](repeating: 0, count: GlucoseClass.allCases.count)
        if first <= last {
            for index in sum.indices { sum[index] = rows[last][index] - rows[first][index] }
            add(indices.lowerBound..<days[first], of: series, in: unit, to: &sum)
            add(days[last]..<indices.upperBound, of: series, in: unit, to: &sum)
        } else {
            add(indices, of: series, in: unit, to: &sum)
        }
        // A difference of sums may be below zero by a rounding error.
        return LargestRemainder.parts(sum.map { max(0, $0) }, of: 1_000)
    }

    private func add(
        _ indices: Range<Int>, of series: SampleSeries, in unit: GlucoseUnit,
        to sum: inout [Double]
    ) {
        for index in indices {
            sum[GlucoseClass(series.value(at: index), in: unit).rawValue] +=
                weights.isEmpty ? 1 : weights[index]
        }
    }
}
