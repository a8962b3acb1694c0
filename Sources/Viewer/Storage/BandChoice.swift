import HealthData

/// A band of values that a person has put on the chart of a metric.
struct BandChoice: Hashable, Codable, Sendable {
    enum Kind: String, Codable, Sendable {
        /// The person's own usual range.
        case usual
        /// A published range.
        case reference
    }

    var metric: String
    var kind: Kind
    /// The year of an own range; nil for the last 90 days.
    var year: Int?

    init(_ metric: MetricID, _ kind: Kind, year: Int? = nil) {
        (self.metric, self.kind, self.year) = (metric.rawValue, kind, year)
    }
}

/// A value in a kept file that may be broken without making others so.
struct Tolerated<Value: Decodable>: Decodable {
    /// Nil if it cannot be read.
    let value: Value?

    init(from decoder: any Decoder) { value = try? Value(from: decoder) }
}
