/// How a place is written.
public enum CoordinateFormat: String, CaseIterable, Hashable, Sendable {
    /// Degrees with decimals: `26.30833° S, 48.85000° W`.
    case degrees
    /// Degrees, and minutes with decimals: `26° 18.500′ S, 48° 51.000′ W`.
    case minutes
    /// Degrees, minutes, and seconds with decimals: `26° 18′ 30.0″ S, 48° 51′ 00.0″ W`.
    case seconds
    /// Zone, easting and northing in metres: `22s 714633 7088384` (`GridPosition`).
    case grid
    /// Zone, letters of a square of 100 km, and metres in it: `22J GR 14632 88384` (`MilitaryGrid`).
    case militaryGrid

    /// A place as text to about a metre, which `Coordinate.init(parsing:)` reads; nil for a
    /// place that is not valid.
    ///
    /// It is the same in all languages.
    public func text(_ place: Coordinate) -> String? {
        guard place.isValid else { return nil }
        switch self {
        case .degrees, .minutes, .seconds:
            let longitude = Coordinate.normalized(place.longitude)
            return angle(place.latitude, "N", "S") + ", " + angle(longitude, "E", "W")
        case .grid:
            guard let grid = GridPosition(place) else { return nil }
            let half = grid.isNorthern ? "n" : "s"
            let zone = grid.zone == 0 ? half : Self.digits(grid.zone, 2) + half
            return "\(zone) \(Int(grid.easting.rounded())) \(Int(grid.northing.rounded()))"
        case .militaryGrid:
            guard let reference = MilitaryGrid.reference(to: place) else { return nil }
            // Around the poles there is no number of a zone.
            let letters = reference.drop { $0.isNumber }
            let number = reference.dropLast(letters.count)
            let square = letters.dropFirst().prefix(2)
            let metres = letters.dropFirst(3)
            let half = metres.count / 2
            return "\(number)\(letters.prefix(1)) \(square) \(metres.prefix(half)) "
                + "\(metres.dropFirst(half))"
        }
    }

    private func angle(_ degrees: Double, _ positive: String, _ negative: String) -> String {
        // Whole units of the last digit, so that 59.9996 minutes become the next degree.
        let (decimals, parts) =
            switch self {
            case .minutes: (3, [60])
            case .seconds: (1, [60, 60])
            default: (5, [])
            }
        let unit = (0..<decimals).reduce(1) { power, _ in power * 10 }
        let perDegree = parts.reduce(unit, *)
        var rest = Int((abs(degrees) * Double(perDegree)).rounded())
        // The half turn has two names.
        let letter = degrees < 0 && rest > 0 ? negative : positive
        var texts: [String] = []
        var size = perDegree
        for (index, symbol) in ["°", "′", "″"].prefix(parts.count + 1).enumerated() {
            let whole = rest / size
            rest -= whole * size
            var text = index == 0 ? "\(whole)" : Self.digits(whole, 2)
            if index == parts.count {
                text += "." + Self.digits(rest, decimals)
            } else {
                size /= 60
            }
            texts.append(text + symbol)
        }
        return texts.joined(separator: " ") + " " + letter
    }

    /// A number with zeros before it.
    private static func digits(_ number: Int, _ count: Int) -> String {
        let text = "\(number)"
        return String(repeating: "0", count: max(count - text.count, 0)) + text
    }
}
