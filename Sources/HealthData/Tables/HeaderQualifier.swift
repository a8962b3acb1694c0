// What surrounds the known name in a header: qualifiers in brackets and words for a statistic.
//
// `Heart Rate [Avg] (count/min)` and `Avg HR` are heart rates: a mean is a reading of the stretch
// that it is about. A least or greatest value is not, so `Max HR` stays a column of its own. The
// text in brackets may also be a part of the name: `Blood Pressure [Systolic]`.

/// Recognizes names in headers that have more words than the known name.
enum HeaderQualifier {
    /// The statistic that a header names.
    enum Statistic: Hashable, Sendable {
        case mean, least, greatest
    }

    private static let statistics: [String: Statistic] = {
        var table: [String: Statistic] = [:]
        for word in [
            "avg", "average", "mean", "ø", "durchschnitt", "durchschnittliche", "mittlere",
        ] {
            table[word] = .mean
        }
        for word in ["moyenne", "moyen", "media", "promedio", "medio", "gemiddelde", "gennemsnit"] {
            table[word] = .mean
        }
        for word in ["min", "minimum", "lowest", "least", "minimale", "mín", "mínima", "minima"] {
            table[word] = .least
        }
        for word in [
            "max", "maximum", "highest", "peak", "maximale", "máx", "maks", "máxima", "massima",
            "maximal",
        ] {
            table[word] = .greatest
        }
        return table
    }()

    /// The units of names that are units: a column `Stones` holds weights in stones.
    private static let units: [String: String] = [
        "stone": "st", "stones": "st", "pounds": "lb", "lbs": "lb", "kilo": "kg", "kilogram": "kg",
    ]

    /// The unit of a normalized name that is one.
    static func unit(named name: String) -> String? { units[name] }

    /// The role of a name with a qualifier; nil if it has none, or one that makes it another
    /// quantity.
    ///
    /// `name` is the cell without the last text in brackets.
    static func role(of cell: String, name: String) -> HeaderNames.Role? {
        // The text in brackets may be a part of the name.
        for text in [name, cell] where text.contains(where: { "[](){}".contains($0) }) {
            let words = HeaderNames.normalized(
                String(text.map { "[](){}".contains($0) ? " " : $0 }))
            if let role = HeaderNames.role(ofNormalized: words) { return role }
        }
        let (stem, statistic) = split(name)
        guard let statistic, statistic == .mean, !stem.isEmpty,
            let role = HeaderNames.role(ofNormalized: stem)
        else { return nil }
        switch role {
        case .metric, .systolic, .diastolic: return role
        default: return nil
        }
    }

    /// The normalized name without words for a statistic, and the statistic.
    static func split(_ name: String) -> (stem: String, statistic: Statistic?) {
        var statistic: Statistic?
        let plain = String(name.map { "[](){}.".contains($0) ? " " : $0 })
        let words = HeaderNames.normalized(plain).split(separator: " ").filter { word in
            guard let own = statistics[String(word)] else { return true }
            statistic = statistic ?? own
            return false
        }
        return (words.joined(separator: " "), statistic)
    }
}
