import ChartCore

/// Sums from the beginning, so that the mean of any stretch of a series costs two look-ups.
///
/// Values that are not finite count as absent. Sums are compensated (A. Neumaier, ZAMM 54, 1974).
struct RunningSums: Sendable, Equatable {
    private var sums: [Double] = [0]
    private var counts: [Int] = [0]

    init(_ values: some Sequence<Double>) {
        var sum = 0.0
        var lost = 0.0
        var count = 0
        for value in values {
            if value.isFinite {
                let total = sum + value
                lost += abs(sum) >= abs(value) ? (sum - total) + value : (value - total) + sum
                sum = total
                count += 1
            }
            sums.append(sum + lost)
            counts.append(count)
        }
    }

    func count(of indices: Range<Int>) -> Int {
        counts[indices.upperBound] - counts[indices.lowerBound]
    }

    func sum(of indices: Range<Int>) -> Double {
        sums[indices.upperBound] - sums[indices.lowerBound]
    }

    /// The mean; `nil` where there is nothing.
    func mean(of indices: Range<Int>) -> Double? {
        let count = count(of: indices)
        return count > 0 ? sum(of: indices) / Double(count) : nil
    }
}

/// The averages of pairs over any stretch: all of them, and those of mornings and evenings.
struct PairSums: Sendable {
    /// A part of the day; noon is where the morning ends.
    enum Part: Sendable {
        case all
        case morning
        case evening
    }

    private let high: [Part: RunningSums]
    private let low: [Part: RunningSums]

    init(_ series: RangeSeries, calendar: CivilCalendar) {
        let isMorning = series.times.map { calendar.components(of: $0).hour < 12 }
        func sums(_ values: [Double]) -> [Part: RunningSums] {
            func only(_ wanted: Bool) -> RunningSums {
                RunningSums(zip(values, isMorning).map { $1 == wanted ? $0 : .nan })
            }
            return [.all: RunningSums(values), .morning: only(true), .evening: only(false)]
        }
        high = sums(series.highs)
        low = sums(series.lows)
    }

    /// The mean high and low value of a part of the day; `nil` where there is nothing.
    func means(_ part: Part, of indices: Range<Int>) -> (high: Double, low: Double)? {
        guard let high = high[part]?.mean(of: indices), let low = low[part]?.mean(of: indices)
        else {
            return nil
        }
        return (high, low)
    }
}
