// Reads a place as people and programs write it: a URI, an ISO 6709 string, a reference of a grid, or
// two angles (`AngleText`).

extension Coordinate {
    /// A place that was written by a person or a program.
    ///
    /// Forms: degrees with decimals, with minutes, or with minutes and seconds, with signs or letters
    /// of directions, before or after (`26°18.5′S 48°51′W`, `N 40 36 0 W 73 48 0`, `40,6; -73,8`);
    /// degrees, minutes, seconds and hundredths of seconds (`26.18.30.50S 48.51.0W`); URIs
    /// (`geo:40.6,-73.8`, RFC 5870); ISO 6709 (`+40.6-073.8/`); grids (`32n 327131 6655463`,
    /// `32V 327131 6655463`) and squares of the military one (`32V LM 27131 55463`).
    public init(parsing text: String) throws(CoordinateError) {
        let text = text.trimmed
        guard !text.isEmpty else { throw .isEmpty }
        if let place = try Self.uri(text) {
            self = place
        } else if let place = try Self.iso(text) {
            self = place
        } else if let place = try Self.squares(text) {
            self = place
        } else if let place = try Self.grid(text) {
            self = place
        } else {
            self = try Self.angles(text)
        }
    }

    /// A latitude that was written alone; the forms are those of a place.
    public static func latitude(parsing text: String) throws(CoordinateError) -> Double {
        try angle(text, isLatitude: true)
    }

    /// A longitude that was written alone; the forms are those of a place.
    public static func longitude(parsing text: String) throws(CoordinateError) -> Double {
        try angle(text, isLatitude: false)
    }

    private static func angle(
        _ text: String, isLatitude: Bool
    ) throws(CoordinateError) -> Double {
        let text = text.trimmed
        guard !text.isEmpty else { throw .isEmpty }
        let readings = AngleText.readings(of: text)
        for items in readings {
            guard let angle = try? WrittenAngle(items[...]), let degrees = angle.degrees else {
                continue
            }
            if let isOther = angle.isLatitude, isOther != isLatitude { throw .hasTwoOfAKind }
            return try checked(degrees, isLatitude: isLatitude)
        }
        _ = try readings.first.map { items throws(CoordinateError) in try WrittenAngle(items[...]) }
        throw .isNoPlace
    }

    private static func checked(
        _ degrees: Double, isLatitude: Bool
    ) throws(CoordinateError) -> Double {
        if isLatitude, abs(degrees) > 90 { throw .isBeyondPole }
        if !isLatitude, abs(degrees) > 180 { throw .isBeyondHalfTurn }
        return degrees
    }

    private static func place(
        _ latitude: Double, _ longitude: Double
    ) throws(CoordinateError) -> Coordinate {
        Coordinate(
            latitude: try checked(latitude, isLatitude: true),
            longitude: try checked(longitude, isLatitude: false))
    }

    // MARK: Forms of programs

    private static func uri(_ text: String) throws(CoordinateError) -> Coordinate? {
        guard text.lowercased().hasPrefix("geo:") else { return nil }
        let parts = text.dropFirst(4).split(separator: ";", omittingEmptySubsequences: false)
        let parameters = parts.dropFirst().map { $0.lowercased() }
        if parameters.contains(where: { $0.hasPrefix("crs=") && $0 != "crs=wgs84" }) {
            throw .isOnOtherEllipsoid
        }
        // Programs add a query that is not part of the standard.
        let numbers = parts[0].prefix { $0 != "?" }.split(
            separator: ",", omittingEmptySubsequences: false)
        let values = numbers.compactMap { Double($0) }
        guard values.count == numbers.count, (2...3).contains(values.count),
            values.allSatisfy(\.isFinite)
        else { throw .isNoPlace }
        return try place(values[0], values[1])
    }

    private static func iso(_ text: String) throws(CoordinateError) -> Coordinate? {
        var scanner = TextScanner(text)
        guard let first = scanner.signedNumber(), let second = scanner.signedNumber() else {
            return nil
        }
        // A height follows, and a system of coordinates.
        if scanner.isAtSign, scanner.signedNumber() == nil { return nil }
        let system = scanner.take { $0 != "/" }
        _ = scanner.take("/")
        guard scanner.rest.isEmpty, system.isEmpty || system.hasPrefix("CRS") else { return nil }
        if !system.isEmpty, !system.hasPrefix("CRSWGS") { throw .isOnOtherEllipsoid }
        guard let latitude = try isoAngle(first, degrees: 2),
            let longitude = try isoAngle(second, degrees: 3)
        else { return nil }
        return try place(latitude, longitude)
    }

    /// Degrees, minutes and seconds, which nothing separates.
    private static func isoAngle(
        _ number: TextScanner.Number, degrees: Int
    ) throws(CoordinateError) -> Double? {
        let whole = number.whole
        let rest = whole.count > 3 ? whole.count - degrees : 0
        guard rest == 0 || rest == 2 || rest == 4 else { return nil }
        var parts = [whole.dropLast(rest)]
        for end in stride(from: rest, to: 0, by: -2) {
            parts.append(whole.dropLast(end - 2).suffix(2))
        }
        var value = 0.0
        for (index, part) in parts.enumerated() {
            let isLast = index == parts.count - 1
            guard let size = Double(part + (isLast ? number.fraction : "")) else { return nil }
            if index > 0, size >= 60 { throw .hasWrongMinutes }
            value += size / [1, 60, 3600][index]
        }
        return number.isNegative ? -value : value
    }

    // MARK: Grids

    private static func grid(_ text: String) throws(CoordinateError) -> Coordinate? {
        var scanner = TextScanner(text)
        if text.lowercased().hasPrefix("zone") {
            _ = scanner.take(\.isLetter)
            _ = scanner.take(\.isWhitespace)
        }
        let number = scanner.digits()
        _ = scanner.take(\.isWhitespace)
        let letter = scanner.take(\.isLetter)
        guard number.count <= 2,
            letter.count == 1 || ["north", "south"].contains(letter.lowercased()),
            let metres = metres(scanner.rest)
        else { return nil }
        let zone = Int(number) ?? 0
        guard number.isEmpty == (zone == 0), zone <= 60 else { throw .isOutsideGrid }
        let grid = GridPosition(
            zone: zone, isNorthern: try isNorthern(letter, zone: zone), easting: metres.0,
            northing: metres.1)
        guard let place = grid.place else { throw .isOutsideGrid }
        return place
    }

    /// Easting and northing, with or without their letters and unit; nil if these are no such numbers.
    private static func metres(_ text: Substring) -> (Double, Double)? {
        guard let first = text.first, " \t,;".contains(first) else { return nil }
        var numbers: [Substring] = []
        for word in text.split(whereSeparator: { $0.isWhitespace || ",;".contains($0) }) {
            guard word.allSatisfy({ $0.isASCII && ($0.isNumber || ".eEnNmM".contains($0)) }) else {
                return nil
            }
            // The letters before it and after it.
            let number = word.drop(while: \.isLetter).prefix { !$0.isLetter }
            if !number.isEmpty { numbers.append(number) }
            guard word.count - number.count <= 2 else { return nil }
        }
        // Nothing of a zone is nearer to its western border than 100 km; so these are no angles.
        guard numbers.count == 2, numbers[0].prefix(while: \.isNumber).count >= 6,
            let easting = Double(numbers[0]), let northing = Double(numbers[1])
        else { return nil }
        return (easting, northing)
    }

    /// Whether a letter after a zone, or without one, is of the northern half.
    private static func isNorthern(
        _ letter: Substring, zone: Int
    ) throws(CoordinateError) -> Bool {
        switch letter.lowercased() {
        case "north": return true
        case "south": return false
        case "n" where zone == 0: return true
        case "s" where zone == 0: return false
        // As `CoordinateFormat` writes it.
        case "s" where letter == "s": return false
        case "s": throw .isAmbiguousZone
        case let band where zone == 0 && "yz".contains(band): return true
        case let band where zone == 0 && "ab".contains(band): return false
        // The bands of latitude: C is the southernmost, and N begins at the equator.
        case let band where zone > 0 && "cdefghjklmnpqrstuvwx".contains(band): return band >= "n"
        default: throw .isOutsideGrid
        }
    }

    private static func squares(_ text: String) throws(CoordinateError) -> Coordinate? {
        let joined = text.filter { !$0.isWhitespace }
        var scanner = TextScanner(joined)
        let zone = scanner.digits()
        let letters = scanner.take { $0.isASCII && $0.isLetter }
        let metres = scanner.digits()
        guard scanner.rest.isEmpty, zone.count <= 2, letters.count == 3,
            metres.count.isMultiple(of: 2),
            !zone.isEmpty || "ABYZ".contains(letters.uppercased().prefix(1))
        else { return nil }
        guard let place = MilitaryGrid.place(of: joined) else { throw .isOutsideGrid }
        return place
    }

    // MARK: Angles

    private static func angles(_ text: String) throws(CoordinateError) -> Coordinate {
        var failure: CoordinateError?
        for items in AngleText.readings(of: text) {
            do throws(CoordinateError) {
                return try place(items)
            } catch {
                failure = failure ?? error
            }
        }
        throw failure ?? .isNoPlace
    }

    private static func place(_ items: [AngleItem]) throws(CoordinateError) -> Coordinate {
        guard items.contains(where: \.isNumber) else { throw .isNoPlace }
        var failure: CoordinateError?
        for border in AngleText.borders(in: items) {
            do throws(CoordinateError) {
                let first = try WrittenAngle(items[..<border])
                let second = try WrittenAngle(items[border...])
                guard let a = first.degrees, let b = second.degrees else { throw .isNoPlace }
                switch (first.isLatitude, second.isLatitude) {
                case (true?, true?), (false?, false?): throw .hasTwoOfAKind
                case (false?, _), (_, true?): return try place(b, a)
                default: return try place(a, b)
                }
            } catch {
                failure = failure ?? error
            }
        }
        if let angle = try? WrittenAngle(items[...]), angle.degrees != nil,
            angle.isLatitude != nil || failure == nil
        {
            throw .lacksLongitude
        }
        throw failure ?? .isNoPlace
    }
}

extension String {
    fileprivate var trimmed: String {
        var text = self[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
