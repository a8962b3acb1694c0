import Statistics

/// A metric by the days of the week.
struct WeekdayProfile: Equatable, Sendable {
    /// All days of one weekday.
    struct Weekday: Equatable, Sendable {
        /// How many days have a value.
        var count: Int
        /// The mean for each component; empty without days.
        var means: [Double]
        /// From the lower to the upper quartile for each component; empty without days.
        var quartiles: [ClosedRange<Double>]
    }

    /// From Monday to Sunday.
    let weekdays: [Weekday]

    /// The place of a day in `weekdays`, from 0 for a Monday.
    static func place(of day: Int) -> Int {
        // The first day of 1970 was a Thursday.
        ((day + 3) % 7 + 7) % 7
    }

    /// Cost: O(n log n) for n days.
    init(_ days: DayValues) {
        var places = [[Int]](repeating: [], count: 7)
        for index in days.days.indices { places[Self.place(of: days.days[index])].append(index) }
        weekdays = places.map { places in
            guard !places.isEmpty else { return Weekday(count: 0, means: [], quartiles: []) }
            return Weekday(
                count: places.count,
                means: days.values.map { values in
                    places.reduce(0) { $0 + values[$1] } / Double(places.count)
                },
                quartiles: days.values.compactMap { values in
                    let sorted = places.map { values[$0] }.sorted()
                    guard let low = Order.quantile(0.25, ofSorted: sorted),
                        let high = Order.quantile(0.75, ofSorted: sorted)
                    else { return nil }
                    return low...max(low, high)
                })
        }
    }
}
