import ChartCore
import Localization

/// A kind of quantity for which people use several units.
///
/// The raw value is its name in settings and on the command line.
package enum Quantity: String, Sendable, CaseIterable, Hashable {
    case mass
    case distance
    case height
    case waist
    case elevation
    case energy
    case pressure
    case glucose
    case temperature

    /// The quantity of a metric's values; nil if there is only one unit for them, or none is known.
    package init?(_ metric: Metric) {
        // The units of values by name are the file's, whatever they measure.
        guard metric.aggregation != .named else { return nil }
        switch (metric.unit, metric.id) {
        case ("kg", _): self = .mass
        case ("m", .distance), ("m", .route): self = .distance
        case ("m", .height): self = .height
        case ("m", .waist): self = .waist
        case ("m", .elevation): self = .elevation
        case ("kcal", _): self = .energy
        case ("mmHg", _): self = .pressure
        case ("mg/dL", _): self = .glucose
        case ("°C", _): self = .temperature
        default: return nil
        }
    }

    /// The unit in which its values are stored.
    package var canonicalUnit: String {
        switch self {
        case .mass: "kg"
        case .distance, .height, .waist, .elevation: "m"
        case .energy: "kcal"
        case .pressure: "mmHg"
        case .glucose: "mg/dL"
        case .temperature: "°C"
        }
    }

    /// The units to choose from.
    package var units: [DisplayUnit] {
        switch self {
        case .mass: [.kilogram, .pound, .stone]
        case .distance: [.kilometer, .mile, .nauticalMile]
        case .height: [.meter, .centimeter, .foot]
        case .waist: [.meter, .centimeter, .inch]
        case .elevation: [.meter, .foot]
        case .energy: [.kilocalorie, .kilojoule]
        case .pressure: [.millimeterOfMercury, .kilopascal]
        case .glucose: [.milligramPerDeciliter, .millimolePerLiter]
        case .temperature: [.celsius, .fahrenheit]
        }
    }

    /// The unit after a given one, cyclically.
    package func unit(after unit: DisplayUnit) -> DisplayUnit {
        let place = units.firstIndex(of: unit) ?? -1
        return units[(place + 1) % units.count]
    }

    /// The name in the person's language.
    package var name: String {
        switch self {
        case .mass: tr("Weight")
        case .distance: tr("Distance")
        case .height: tr("Height")
        case .waist: tr("Waist")
        case .elevation: tr("Elevation")
        case .energy: tr("Energy")
        case .pressure: tr("Blood pressure")
        case .glucose: tr("Blood glucose")
        case .temperature: tr("Temperature")
        }
    }
}

/// A unit in which people read values; the raw value is its symbol.
package enum DisplayUnit: String, Sendable, CaseIterable, Hashable, Codable {
    case kilogram = "kg"
    case pound = "lb"
    case stone = "st"
    case kilometer = "km"
    case mile = "mi"
    case nauticalMile = "nmi"
    case meter = "m"
    case centimeter = "cm"
    case inch = "in"
    case foot = "ft"
    case kilocalorie = "kcal"
    case kilojoule = "kJ"
    case millimeterOfMercury = "mmHg"
    case kilopascal = "kPa"
    case milligramPerDeciliter = "mg/dL"
    case millimolePerLiter = "mmol/L"
    case celsius = "°C"
    case fahrenheit = "°F"

    /// The symbol as shown next to a number.
    package var symbol: String { rawValue }

    /// Digits after the decimal separator, as many as the instruments resolve.
    ///
    /// If a value is split into two units, the digits of the smaller one.
    package func fractionDigits(of quantity: Quantity) -> Int {
        switch division(of: quantity)?.unit ?? self {
        // No satellite or barometer measures a height above sea level to less than a metre.
        case .meter where quantity == .elevation: 0
        case .kilometer, .mile, .nauticalMile, .meter: 2
        case .foot, .kilocalorie, .kilojoule, .millimeterOfMercury, .milligramPerDeciliter: 0
        case .kilogram, .pound, .stone, .centimeter, .inch, .kilopascal, .millimolePerLiter,
            .celsius, .fahrenheit:
            1
        }
    }

    /// The smaller unit in which values are shown in addition to this one, and how many of it make
    /// one: 14 pounds a stone, 12 inches a person's foot; nil if this unit is used alone.
    package func division(of quantity: Quantity) -> (parts: Int, unit: DisplayUnit)? {
        switch (self, quantity) {
        case (.stone, _): (14, .pound)
        case (.foot, .height): (12, .inch)
        default: nil
        }
    }

    /// The scale for showing values of a quantity: that of the smaller unit if there are two.
    package func scale(of quantity: Quantity) -> ShownUnit {
        let unit = division(of: quantity)?.unit ?? self
        return UnitConversion.from(unit.rawValue, to: quantity.canonicalUnit)?.shownUnit ?? .same
    }

    /// The unit with this name in an option or a setting: its symbol, ignoring case and signs.
    init?(named name: String, among units: [DisplayUnit]) {
        func letters(_ text: String) -> String { text.lowercased().filter(\.isLetter) }
        let wanted = letters(name)
        guard let unit = units.first(where: { letters($0.rawValue) == wanted }) else { return nil }
        self = unit
    }
}
