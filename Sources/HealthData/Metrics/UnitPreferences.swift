// In which units people read what is measured, by where they live.
//
// Source: CLDR, common/supplemental/units.xml, the preferences for the mass, length and height of a
// person, for roads, temperatures and blood glucose. Where it says nothing or means something else:
// metres, not centimetres, for a height where the metric system is used, as records have them; feet
// for an elevation only in the United States, and what is customary there in their territories too;
// kilojoules in Australia and New Zealand, where food has to be labelled with them; blood pressure in
// mmHg everywhere, although some clinics write kPa. What glibc's data say of the system of a locale
// goes before its territory.

import Localization

/// The units that values are shown in: those a person has chosen, else those of where they live.
package struct UnitPreferences: Sendable, Hashable {
    private var chosen: [Quantity: DisplayUnit] = [:]

    /// Nothing chosen.
    package init() {}

    /// The unit chosen for a quantity; nil for the locale's, and so for one that is none of its units.
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

    /// Takes over what others have chosen; the rest stays.
    package mutating func adopt(_ others: UnitPreferences) {
        chosen.merge(others.chosen) { $1 }
    }

    /// Takes over one of them as the command line has it: `mass=lb`, or by a metric, `weight=lb`.
    ///
    /// - Throws: why it is none.
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
                    "{1} is no unit to show {2} in; there is {3}", parts[1], parts[0],
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
        // What is no unit, or none of the quantity's, is as if it were not there.
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
    /// The unit that people read it in where a locale says they are.
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
    /// Where blood glucose is told in mmol/L: with CLDR's the parts of Denmark, Finland, Norway and the
    /// British Isles that have codes of their own.
    private static let millimoles = territories(
        """
        AG AI AO AU AX BA BG BH BM BN BW BY CA CH CM CN CZ DK DM EE FI FJ FO GB GD GG GL HK HR HU IE
        IM IS JE KE KN KW KZ LC LI LT LU LV ME MG MK MO MS MT MU MY MZ NA NL NO NZ OM PG RS RU SE SG
        SI SJ SK TC TO UA UG VC VG VN VU ZA
        """)
}
