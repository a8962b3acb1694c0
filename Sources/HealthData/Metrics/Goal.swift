// What a person wants to reach. A goal is about the value of a day (its total, or the mean of its
// readings), so that a month of bars and a year of means are judged by one rule.

/// A value of a metric that a person wants to reach or keep.
package struct Goal: Hashable, Sendable {
    /// On which side of the value a day has to be.
    package enum Direction: String, Hashable, Sendable, CaseIterable {
        case atLeast = "at-least"
        case atMost = "at-most"
        /// From where it was when the goal was set: down to the value, or up to it.
        case reach
    }

    package var metric: MetricID
    package var direction: Direction
    /// In the metric's unit.
    package var value: Double
    /// Where it was when the goal was set, for `reach`; nil if that is not known.
    package var start: Double?
    /// The day by which it should be reached, as `CivilDate.days` counts them; nil for none.
    package var day: Int?
    /// The weekdays that count, 0 for Monday; empty for all.
    package var weekdays: Set<Int>

    package init(
        _ metric: MetricID, _ direction: Direction, _ value: Double, start: Double? = nil,
        day: Int? = nil, weekdays: Set<Int> = []
    ) {
        (self.metric, self.direction, self.value) = (metric, direction, value)
        (self.start, self.day, self.weekdays) = (start, day, weekdays)
    }

    /// Monday to Friday.
    package static let workingDays: Set<Int> = [0, 1, 2, 3, 4]
    /// Saturday and Sunday.
    package static let weekend: Set<Int> = [5, 6]

    /// The weekday of a day, 0 for Monday.
    package static func weekday(ofDay day: Int) -> Int {
        // The first day of 1970 was a Thursday.
        ((day + 3) % 7 + 7) % 7
    }

    /// Whether a day counts.
    package func counts(day: Int) -> Bool {
        weekdays.isEmpty || weekdays.contains(Self.weekday(ofDay: day))
    }

    /// Whether it is downwards: a value below the goal has reached it.
    package var isDownwards: Bool {
        switch direction {
        case .atLeast: false
        case .atMost: true
        case .reach: start.map { $0 > value } ?? false
        }
    }

    /// Whether a value has reached it.
    package func isReached(by value: Double) -> Bool {
        if direction == .reach, start == nil { return value == self.value }
        return isDownwards ? value <= self.value : value >= self.value
    }
}

extension Goal: Codable {
    private enum CodingKeys: String, CodingKey {
        case metric, direction, value, start, day, weekdays
    }

    /// Reads a goal; an error for one that no dialog makes.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let name = try values.decode(String.self, forKey: .direction)
        let value = try values.decode(Double.self, forKey: .value)
        guard let direction = Direction(rawValue: name), value.isFinite else {
            throw DecodingError.dataCorruptedError(
                forKey: .direction, in: values, debugDescription: "no goal")
        }
        self.init(
            MetricID(try values.decode(String.self, forKey: .metric)), direction, value,
            start: try? values.decode(Double.self, forKey: .start),
            day: try? values.decode(Int.self, forKey: .day),
            weekdays: Set(
                ((try? values.decode([Int].self, forKey: .weekdays)) ?? []).filter {
                    (0..<7).contains($0)
                }))
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(metric.rawValue, forKey: .metric)
        try values.encode(direction.rawValue, forKey: .direction)
        try values.encode(value, forKey: .value)
        try values.encodeIfPresent(start, forKey: .start)
        try values.encodeIfPresent(day, forKey: .day)
        if !weekdays.isEmpty { try values.encode(weekdays.sorted(), forKey: .weekdays) }
    }
}
