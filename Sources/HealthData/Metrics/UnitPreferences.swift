// The units in which people read values, by where they live.
//
// Source: CLDR, common/supplemental/units.xml, the preferences for the mass, length and height of a
// person, for roads, temperatures and blood glucose. Exceptions, where CLDR has no entry or means
// something else: metres, not centimetres, for a height in metric places, as records have them;
// feet for an elevation only in the United States; US conventions also in the US territories;
// kilojoules in Australia and New Zealand, where food has to be labelled with them; blood pressure
// in mmHg everywhere, although some clinics write kPa. The measurement system in glibc's locale
// data takes precedence over the territory.

import Localization

/// The units for showing values: those a person has chosen, else those of where they live.
package struct UnitPreferences: Sendable, Hashable {
    private var chosen: [Quantity: DisplayUnit] = [:]

    /// The preferences with nothing chosen.
    package init() {}

    /// The unit chosen for a quantity; nil for the locale's.
    ///
    /// A unit that the quantity does not have is treated as nil.
    package subscript(quantity: Quantity) -> DisplayUnit? {
        get { chosen[quantity] }
        set { chosen[quantity] = newValue.flatMap { quantity.units.contains($0) ? $0 : nil } }
    }

    /// Whether nothing is chosen.
    package var isEmpty: Bool { chosen.isEmpty }

    /// The unit to show a quantity in.
    package func unit(of quantity: Quantity, in place: MeasurementLocale) -> DisplayUnit {
        chosen[quantity] ?? quantity.standardUnit(in: place)
    }

    /// Adopts what others have chosen; the rest stays.
    package mutating func adopt(_ others: UnitPreferences) {
        chosen.merge(others.chosen) { $1 }
    }

    /// Adds one choice in the syntax of the command line: `mass=lb`, or by a metric, `weight=lb`.
    ///
    /// - Throws: why the text is not a choice.
    package mutating func add(_ text: String) throws(Misfit) {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2 else {
            throw Misfit(
                sentence: tr(
                    "{1} names no quantity and unit; write mass=lb or glucose=mmol/L", text))
        }
        let metric = Metric.catalogue.first { $0.id.rawValue == parts[0] }
        guard let quantity = Quantity(rawValue: parts[0]) ?? metric.flatMap(Quantity.init) else {
            throw Misfit(
                sentence: tr(
                    "{1} has no units to choose from; what has is {2}", parts[0],
                    Quantity.allCases.map(\.rawValue).joined(separator: ", ")))
        }
        guard let unit = DisplayUnit(named: parts[1], among: quantity.units) else {
            throw Misfit(
                sentence: tr(
                    "{1} is not a unit for {2}; there is {3}", parts[1], parts[0],
                    quantity.units.map(\.symbol).joined(separator: ", ")))
        }
        chosen[quantity] = unit
    }

    /// Why a text chooses no unit.
    package struct Misfit: Error, Hashable, CustomStringConvertible {
        let sentence: String

        package var description: String { sentence }
    }
}

extension Quantity: CodingKey {}

extension UnitPreferences: Codable {
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Quantity.self)
        // An unknown unit, or one that the quantity does not have, is ignored.
        for quantity in Quantity.allCases {
            self[quantity] = try? values.decode(DisplayUnit.self, forKey: quantity)
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Quantity.self)
        for (quantity, unit) in chosen { try values.encode(unit, forKey: quantity) }
    }
}

extension Quantity {
    /// The unit in which people read the quantity in a locale's place.
    package func standardUnit(in place: MeasurementLocale) -> DisplayUnit {
        let territory = place.territory ?? ""
        let isUS = place.system.map { $0 == .us } ?? Self.us.contains(territory)
        func isIn(_ territories: Set<String>) -> Bool { territories.contains(territory) }
        return switch self {
        case .mass: isUS ? .pound : isIn(Self.british) ? .stone : .kilogram
        case .distance: isUS || isIn(Self.british) ? .mile : .kilometer
        case .height: isUS || isIn(Self.feetAndInches) ? .foot : .meter
        case .waist: isUS || isIn(Self.feetAndInches) ? .inch : .meter
        case .elevation: isUS ? .foot : .meter
        case .energy: isIn(Self.kilojoules) ? .kilojoule : .kilocalorie
        case .pressure: .millimeterOfMercury
        case .glucose: isIn(Self.millimoles) ? .millimolePerLiter : .milligramPerDeciliter
        case .temperature: isUS || isIn(Self.fahrenheit) ? .fahrenheit : .celsius
        }
    }

    private static func territories(_ codes: String) -> Set<String> {
        Set(codes.split { $0 == " " || $0 == "\n" }.map(String.init))
    }

    /// The United States and its territories.
    private static let us = territories("AS GU MP PR UM US VI")
    private static let british = territories("GB GG IM JE")
    private static let feetAndInches = territories("CA GB GG IM IN JE")
    private static let kilojoules = territories("AU NZ")
    private static let fahrenheit = territories("BS BZ KY LR PW")
    /// Territories where blood glucose is given in mmol/L: CLDR's, and the parts of Denmark,
    /// Finland, Norway and the British Isles that have codes of their own.
    private static let millimoles = territories(
        """
        AG AI AO AU AX BA BG BH BM BN BW BY CA CH CM CN CZ DK DM EE FI FJ FO GB GD GG GL HK HR HU IE
        IM IS JE KE KN KW KZ LC LI LT LU LV ME MG MK MO MS MT MU MY MZ NA NL NO NZ OM PG RS RU SE SG
        SI SJ SK TC TO UA UG VC VG VN VU ZA
        """)
}
