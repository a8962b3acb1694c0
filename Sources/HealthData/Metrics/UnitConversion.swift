// Units as files write them, and their conversion to a metric's canonical unit.
//
// Powers of ten are applied to the decimal digits before they become a Double (`shift`), so that
// 0.29 of a fraction is 29 % and 1.234 km is 1234 m to the last bit; other factors are one
// multiplication. Factors: NIST SP 811 appendix B (pound, foot, mile, thermochemical calorie 4.184
// J, mmHg 133.3224 Pa); glucose: the molar mass in the unit itself if the file gives it, else
// 18.016.

import ChartCore
import Glibc

/// `(number × 10^shift + offset) × factor` is the value in the canonical unit.
struct UnitConversion: Sendable, Hashable {
    var shift = 0
    var offset = 0.0
    var factor = 1.0

    static let same = UnitConversion()

    @inline(__always)
    func apply(_ shifted: Double) -> Double { (shifted + offset) * factor }

    /// A number as it is read, times `10^shift`.
    func shifted(_ number: Double) -> Double {
        let power = (0..<abs(shift)).reduce(1.0) { power, _ in power * 10 }
        return shift < 0 ? number / power : number * power
    }

    /// The canonical value of a number as written.
    func value(ofWritten number: Double) -> Double { apply(number * pow(10, Double(shift))) }

    /// The number as written for a canonical value.
    func written(_ value: Double) -> Double { (value / factor - offset) / pow(10, Double(shift)) }

    /// The scale that shows canonical values in the unit.
    var shownUnit: ShownUnit {
        ShownUnit(size: factor * pow(10, Double(shift)), offset: written(0))
    }

    /// The conversion from a unit to the canonical unit of a metric; nil for a unit of another
    /// kind.
    ///
    /// `fraction` means that `%` marks fractions of one, as Apple's exports write it.
    static func from(
        _ unit: String, to canonical: String, fraction: Bool = false
    ) -> UnitConversion? {
        let name = unit.lowercased().filter { !$0.isWhitespace }
        switch canonical {
        case "count": return counts.contains(name) ? .same : nil
        case "kg/m²": return ["kg/m²", "kg/m2", "count", ""].contains(name) ? .same : nil
        case "%":
            if ["%", "percent", "prozent"].contains(name) {
                return fraction ? UnitConversion(shift: 2) : .same
            }
            return name == "fraction" ? UnitConversion(shift: 2) : nil
        case "bpm", "1/min":
            if ["count/min", "bpm", "/min", "1/min", "beats/min", "breaths/min", "brpm", "rpm"]
                .contains(name)
            {
                return .same
            }
            return ["count/s", "hz"].contains(name) ? UnitConversion(factor: 60) : nil
        case "mL/(kg·min)":
            return name.hasPrefix("ml") && name.contains("kg") && name.contains("min") ? .same : nil
        case "mg/dL":
            if name == "mg/dl" { return .same }
            guard name.hasPrefix("mmol"), name.hasSuffix("/l") else { return nil }
            let mass = name.dropFirst(5).prefix { $0 != ">" }
            guard name.hasPrefix("mmol<"), let molar = Double(mass) else {
                return UnitConversion(factor: 18.016)
            }
            return UnitConversion(factor: molar / 10)
        default:
            if let known = tables[canonical] { return known[name] }
            return between(name, and: canonical.lowercased().filter { !$0.isWhitespace })
        }
    }

    /// The conversion between two units of one kind, neither of which a metric of the catalogue
    /// has; the same unit needs none.
    private static func between(_ unit: String, and other: String) -> UnitConversion? {
        if unit == other { return .same }
        for table in tables.values {
            guard let from = table[unit], let to = table[other] else { continue }
            // ((n · 10^s + o) · f) / F - O, in tens: the inverse of the second after the first.
            let factor = from.factor / to.factor
            let tens = UnitConversion(shift: -to.shift).shifted(1)
            return UnitConversion(
                shift: from.shift, offset: from.offset - to.offset / factor,
                factor: factor * tens)
        }
        return nil
    }

    /// Whether a text is a unit of any kind of quantity that is known here.
    static func isUnit(_ text: String) -> Bool {
        let name = text.lowercased().filter { !$0.isWhitespace }
        guard !name.isEmpty else { return false }
        return tables.values.contains { $0[name] != nil }
            || ["count", "kg/m²", "%", "bpm", "mL/(kg·min)", "mg/dL"].contains {
                from(text, to: $0) != nil
            }
    }

    /// The units that a column of values may have if it does not name one.
    static func choices(for canonical: String) -> [String] {
        switch canonical {
        case "kg": ["kg", "lb", "st", "g"]
        case "m": ["m", "km", "mi", "cm", "ft"]
        case "kcal": ["kcal", "kJ"]
        case "mg/dL": ["mg/dL", "mmol/L"]
        case "mmHg": ["mmHg", "kPa"]
        case "°C": ["°C", "°F"]
        case "s": ["s", "min", "h", "ms"]
        case "%": ["%", "fraction"]
        case "km/h": ["km/h", "m/s", "mi/h"]
        case "cm": ["cm", "m", "mm", "in"]
        default: [canonical]
        }
    }

    private static let counts: Set<String> = [
        "count", "", "steps", "step", "schritte", "floors", "flights", "etagen",
        "appleeffortscore",
    ]

    private static let tables: [String: [String: UnitConversion]] = [
        "m": [
            "m": .same, "meter": .same, "metre": .same, "meters": .same,
            "km": UnitConversion(shift: 3),
            "cm": UnitConversion(shift: -2), "mm": UnitConversion(shift: -3),
            "mi": UnitConversion(factor: 1609.344), "nmi": UnitConversion(factor: 1852),
            "mile": UnitConversion(factor: 1609.344),
            "miles": UnitConversion(factor: 1609.344), "ft": UnitConversion(factor: 0.3048),
            "in": UnitConversion(factor: 0.0254), "inch": UnitConversion(factor: 0.0254),
            "inches": UnitConversion(factor: 0.0254), "\"": UnitConversion(factor: 0.0254),
            "\u{2033}": UnitConversion(factor: 0.0254), "feet": UnitConversion(factor: 0.3048),
            "foot": UnitConversion(factor: 0.3048), "'": UnitConversion(factor: 0.3048),
            "\u{2032}": UnitConversion(factor: 0.3048), "yd": UnitConversion(factor: 0.9144),
        ],
        "cm": [
            "cm": .same, "m": UnitConversion(shift: 2), "mm": UnitConversion(shift: -1),
            "in": UnitConversion(factor: 2.54), "ft": UnitConversion(factor: 30.48),
        ],
        "km/h": [
            "km/h": .same, "km/hr": .same, "kph": .same, "kmh": .same,
            "m/s": UnitConversion(factor: 3.6), "mi/hr": UnitConversion(factor: 1.609344),
            "mi/h": UnitConversion(factor: 1.609344), "mph": UnitConversion(factor: 1.609344),
            "ft/s": UnitConversion(factor: 1.09728),
        ],
        "kcal/(h·kg)": [
            "kcal/(h·kg)": .same, "kcal/hr·kg": .same, "kcal/(hr·kg)": .same,
            "kcal/(kg·hr)": .same, "kcal/kg·hr": .same,
        ],
        "W": ["w": .same, "kw": UnitConversion(shift: 3)],
        "dB": ["db": .same, "dba": .same, "dbaspl": .same, "dbhl": .same],
        "L": ["l": .same, "ml": UnitConversion(shift: -3)],
        "L/min": ["l/min": .same, "l/s": UnitConversion(factor: 60)],
        "IU": ["iu": .same],
        "kcal": [
            "kcal": .same, "cal": .same, "kj": UnitConversion(factor: 1 / 4.184),
            "j": UnitConversion(shift: -3, factor: 1 / 4.184),
        ],
        "kg": [
            "kg": .same, "kgs": .same, "g": UnitConversion(shift: -3),
            "กก.": .same, "กก": .same, "公斤": .same, "千克": .same, "кг": .same, "キロ": .same,
            "lb": UnitConversion(factor: 0.453_592_37),
            "lbs": UnitConversion(factor: 0.453_592_37),
            "pounds": UnitConversion(factor: 0.453_592_37),
            "pound": UnitConversion(factor: 0.453_592_37),
            "st": UnitConversion(factor: 6.350_293_18),
            "stone": UnitConversion(factor: 6.350_293_18),
            "stones": UnitConversion(factor: 6.350_293_18),
            "oz": UnitConversion(factor: 0.028_349_523_125),
        ],
        "mmHg": ["mmhg": .same, "mm[hg]": .same, "kpa": UnitConversion(factor: 1000 / 133.3224)],
        // The micro sign, and the Greek letter that is written in its place.
        "µV": [
            "\u{b5}v": .same, "\u{3bc}v": .same, "uv": .same, "mv": UnitConversion(shift: 3),
        ],
        "ms": ["ms": .same, "s": UnitConversion(shift: 3)],
        "s": [
            "s": .same, "sec": .same, "seconds": .same, "min": UnitConversion(factor: 60),
            "minutes": UnitConversion(factor: 60), "hr": UnitConversion(factor: 3600),
            "h": UnitConversion(factor: 3600), "hours": UnitConversion(factor: 3600),
            "ms": UnitConversion(shift: -3),
        ],
        "°C": [
            "degc": .same, "°c": .same, "c": .same, "℃": .same,
            "degf": UnitConversion(offset: -32, factor: 1 / 1.8),
            "°f": UnitConversion(offset: -32, factor: 1 / 1.8),
            "f": UnitConversion(offset: -32, factor: 1 / 1.8), "k": UnitConversion(offset: -273.15),
        ],
    ]
}
